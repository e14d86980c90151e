import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { REQUESTS } from '../../src/core/api/requests.ts'

/*
 * A field that is declared is checked and published, whether or not the service does anything with it. Here the files that
 * serve a request are read for its name: a field that none of them reads would be promised and ignored.
 */

const LISTS = ['service/catalog/list-pages.ts', 'service/catalog/paging.ts']
const PAST = ['service/catalog/list-queries.ts', 'store/sqlite/transactions/filter.ts']

/** The files that serve the request of a method, as paths of src: as few as read its fields. */
const SERVED_BY: Readonly<Record<keyof typeof REQUESTS, readonly string[]>> = {
  chains: LISTS,
  assets: LISTS,
  sources: LISTS,
  quote: ['service/quote/requests.ts', 'service/quote/fan-out.ts'],
  lock: ['service/quote/requests.ts', 'service/lock/lock.ts'],
  execute: ['service/execute/execute.ts'],
  status: ['service/track/track.ts'],
  track: ['service/track/track.ts'],
  history: PAST,
  stats: PAST,
}

/** Names that a file reads: of properties, in destructurings, and as a string that a function is given. */
function namesRead(text: string): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) names.add(node.name.text)
    else if (ts.isBindingElement(node)) names.add((node.propertyName ?? node.name).getText())
    else if (ts.isCallExpression(node)) {
      for (const argument of node.arguments) if (ts.isStringLiteral(argument)) names.add(argument.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2023, true))
  return names
}

/** Fields that none of the files reads. */
function unreadFields(fields: readonly string[], paths: readonly string[]): readonly string[] {
  const files = paths.map((path) =>
    namesRead(readFileSync(fileURLToPath(new URL(`../../src/${path}`, import.meta.url)), 'utf8')),
  )
  return fields.filter((field) => !files.some((names) => names.has(field)))
}

test.each(Object.entries(REQUESTS))('%s: every declared field is read where it is served', (method, table) => {
  const paths = SERVED_BY[method as keyof typeof REQUESTS]
  expect(unreadFields([...Object.keys(table), 'partner'], paths)).toEqual(['partner'])
})

test('a name that is only written or listed is not read', () => {
  const text = `const { a, b: c } = x; f('d', x.e); const names = ['f']; const y = { g: 1 }; interface Z { h: string }`
  expect([...namesRead(text)]).toEqual(['a', 'b', 'd', 'e'])
})
