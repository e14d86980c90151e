import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

/*
 * Members that may be missing are written with `defined({ … })` of core. The spreads that say the same in more words, such as
 * `...(x === undefined ? {} : { x })`, are counted: a room may lose some, and gets no new ones.
 */

const SRC = fileURLToPath(new URL('../src', import.meta.url))

/** Most of them in each room: those that stood there when `defined` came and are not rewritten yet. All others have none. */
const MOST: Readonly<Record<string, number>> = {
  core: 2,
}

/** Spreads of a source that add members only where something is not undefined. */
function conditionalSpreads(source: ts.SourceFile): number {
  let count = 0
  const visit = (node: ts.Node): void => {
    if (ts.isSpreadAssignment(node) && isConditional(node.expression)) count += 1
    ts.forEachChild(node, visit)
  }
  visit(source)
  return count
}

function isConditional(expression: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(expression)) return isConditional(expression.expression)
  if (!ts.isConditionalExpression(expression)) return false
  const isEmpty = (branch: ts.Expression) => ts.isObjectLiteralExpression(branch) && branch.properties.length === 0
  const asksForUndefined = /^[^&|]*[!=]== undefined$/.test(expression.condition.getText())
  return asksForUndefined && (isEmpty(expression.whenTrue) || isEmpty(expression.whenFalse))
}

const parse = (text: string) => ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2023, true, ts.ScriptKind.TSX)

test('no room has more conditional spreads than it is known to have', async () => {
  const names = (await readdir(SRC, { recursive: true })).filter((name) => /\.tsx?$/.test(name))
  const counts = new Map<string, number>()
  for (const name of names) {
    const room = name.split(sep)[0] ?? ''
    const count = conditionalSpreads(parse(await readFile(join(SRC, name), 'utf8')))
    counts.set(room, (counts.get(room) ?? 0) + count)
  }
  const tooMany = [...counts].filter(([room, count]) => count > (MOST[room] ?? 0))
  expect(tooMany.sort()).toEqual([])
})

test('a conditional spread is found however it is written', () => {
  const count = (text: string) => conditionalSpreads(parse(`const a = { ${text} }`))
  expect(count('...(x === undefined ? {} : { x })')).toBe(1)
  expect(count('...(y.z !== undefined ? { z: y.z } : {}), b: { ...(x === undefined ? {} : { x }) }')).toBe(2)
  expect(count('...defined({ x }), ...(isLive ? {} : { x }), ...(x === undefined ? y : z)')).toBe(0)
})
