import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

/*
 * Functions are verbs: one that is named by a participle alone (`asked`, `kept`) says neither what it does nor what it gives.
 * Two files of one folder must not differ by a letter.
 */

const SRC = fileURLToPath(new URL('../src', import.meta.url))
const IRREGULAR =
  /^(told|kept|meant|heard|shown|known|sent|made|given|taken|held|said|built|seen|spent|bought|sold|lost)$/
/** Words that only look like participles, and `defined`, which the whole program reads as `{ … }` without the undefined. */
const OTHER_WORDS = new Set(['red', 'embed', 'seed', 'feed', 'need', 'speed', 'exceed', 'proceed', 'shed', 'defined'])

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

test('no two files of a folder are named a letter apart', () => {
  const stems = files.map((path) => path.replace(/\.tsx?$/, ''))
  const pairs = stems.flatMap((a) => stems.filter((b) => a < b && isLetterApart(a, b)).map((b) => `${a} ${b}`))
  // Words of their own, such as the commands `get` and `set`, or a list of screens and what a screen is.
  const words = /\/(get|set|screens?|commands|status|ton|tron)$/
  expect(pairs.filter((pair) => !words.test(pair))).toEqual([])
  expect([isLetterApart('a/playing', 'a/paying'), isLetterApart('a/x', 'a/y'), isLetterApart('a/xy', 'b/xz')]).toEqual([
    true,
    true,
    false,
  ])
})
