import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

/*
 * Functions are verbs: one that is named by a participle alone (`asked`, `kept`) says neither what it does nor what it gives.
 * Two files of one folder must not differ by a letter. A type or a constant that files export has its name for itself.
 */

const SRC = fileURLToPath(new URL('../src', import.meta.url))
const IRREGULAR =
  /^(told|kept|meant|heard|shown|known|sent|made|given|taken|held|said|built|seen|spent|bought|sold|lost)$/
/** Words that only look like participles, and `defined`, which the whole program reads as `{ … }` without the undefined. */
const OTHER_WORDS = new Set(['red', 'embed', 'seed', 'feed', 'need', 'speed', 'exceed', 'proceed', 'shed', 'defined'])

/** Exported by several providers: each one's `wire.ts` names the replies of its own API, and what it stores for status, alike. */
const OF_EVERY_WIRE = new Set(['QuoteReply', 'StatusReply', 'Tracking'])

const entries = await readdir(SRC, { recursive: true, withFileTypes: true })
const files = entries.filter(({ name }) => /\.tsx?$/.test(name)).map(({ parentPath, name }) => join(parentPath, name))

const isParticiple = (name: string) => !OTHER_WORDS.has(name) && (/^[a-z]+ed$/.test(name) || IRREGULAR.test(name))

/** Functions of a source that are named by a participle. */
function participles(source: ts.SourceFile): readonly string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isNamed =
      ts.isFunctionDeclaration(node) ||
      ts.isMethodSignature(node) ||
      ((ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) &&
        node.initializer !== undefined &&
        ts.isArrowFunction(node.initializer))
    if (isNamed && node.name !== undefined && ts.isIdentifier(node.name) && isParticiple(node.name.text))
      found.push(node.name.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Names of the types, classes and constants that a source declares and exports. */
function exportedNames(source: ts.SourceFile): ReadonlySet<string> {
  const exported = source.statements.filter(
    (statement) =>
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true,
  )
  const names = exported.flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations
        .map(({ name }) => name.getText())
        .filter((name) => /^[A-Z][A-Z0-9_]*$/.test(name))
    const isType =
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isEnumDeclaration(statement) ||
      ts.isClassDeclaration(statement)
    return isType && statement.name !== undefined ? [statement.name.text] : []
  })
  return new Set(names)
}

const parse = (text: string) => ts.createSourceFile('x.tsx', text, ts.ScriptTarget.ES2023, true, ts.ScriptKind.TSX)

/** True when one letter more, less or changed makes the one of the other. */
function isLetterApart(a: string, b: string): boolean {
  if (a.length > b.length) return isLetterApart(b, a)
  const at = [...a].findIndex((letter, index) => letter !== b[index])
  const start = at < 0 ? a.length : at
  return (
    a !== b &&
    (a.slice(start) === b.slice(start + 1) || (a.length === b.length && a.slice(start + 1) === b.slice(start + 1)))
  )
}

test('no function is named by a participle', async () => {
  const found = await Promise.all(
    files.map(async (path) =>
      participles(parse(await readFile(path, 'utf8'))).map((name) => `${path.slice(SRC.length + 1)}: ${name}`),
    ),
  )
  expect(found.flat()).toEqual([])
  expect(
    participles(parse('const kept = () => 1; function refused() {} const a = { read: () => 1, asked: () => 1 }')),
  ).toEqual(['kept', 'refused', 'asked'])
})

test('no two files export a type or a constant of one name', async () => {
  const homes = new Map<string, readonly string[]>()
  for (const path of files) {
    const file = path.slice(SRC.length + 1)
    for (const name of exportedNames(parse(await readFile(path, 'utf8'))))
      homes.set(name, [...(homes.get(name) ?? []), file])
  }
  const isOfWires = (name: string, paths: readonly string[]) =>
    OF_EVERY_WIRE.has(name) && paths.every((path) => /^providers\/[^/]+\/wire\.ts$/.test(path))
  const shared = [...homes].filter(([name, paths]) => paths.length > 1 && !isOfWires(name, paths))
  expect(shared.map(([name, paths]) => `${name}: ${paths.join(', ')}`)).toEqual([])
  const text = `export type A = 1; export interface B {}; export class C {}; export const D_1 = 1, e = 2; export enum F {}
    type G = 1; const H = 1; export { I } from './i.ts'; export type { J } from './j.ts'; export function K() {}`
  expect([...exportedNames(parse(text))]).toEqual(['A', 'B', 'C', 'D_1', 'F'])
})

test('no two files of a folder are named a letter apart', () => {
  const stems = files.map((path) => path.replace(/\.tsx?$/, ''))
  const pairs = stems.flatMap((a) => stems.filter((b) => a < b && isLetterApart(a, b)).map((b) => `${a} ${b}`))
  // Words of their own, such as the commands `get` and `set`, a list of screens and what a screen is, or names of networks.
  const words = /\/(get|set|screens?|commands|status|ton|tron|mayan\/\w+)$/
  expect(pairs.filter((pair) => !words.test(pair))).toEqual([])
  expect([isLetterApart('a/playing', 'a/paying'), isLetterApart('a/x', 'a/y'), isLetterApart('a/xy', 'b/xz')]).toEqual([
    true,
    true,
    false,
  ])
})
