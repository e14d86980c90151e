import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import type { Command, CommandEntry } from '../../src/cli/command.ts'
import { flagName, negate } from '../../src/cli/command-line/flags.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { GLOBAL_OPTIONS } from '../../src/cli/global-options.ts'

/*
 * Whoever reads a hint types it in: every command line in a text of the program names a command that exists, options that it
 * has, and the arguments that it needs.
 */

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url))

/** What stands for a value that is known only as it runs. */
const VALUE = 'VALUE'

function textsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text)
    else if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(VALUE))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts
}

/** The command lines of a text, each to where a sentence, a pipe or a redirection ends it; `The same in commands` lists names. */
function linesOf(text: string): string[] {
  const found = [...text.matchAll(/(?:^|: |\| )(?<!in commands: )swapcli ([a-z][^\n;|()]*)/g)]
  const lines = found.map(([, line = '']) =>
    line
      .replace(/ \d?[<>] .*$/, '')
      .replace(/[,.:]( .*)?$/, '')
      .trim(),
  )
  return text.startsWith('swapcli ')
    ? lines.filter((line) => COMMANDS.some(({ name }) => line.startsWith(name)))
    : lines
}

async function find(
  words: readonly string[],
  entries: readonly CommandEntry[],
): Promise<[Command, string[]] | undefined> {
  const [first = '', ...rest] = words
  const loaded = await entries.find(({ name }) => name === first)?.load()
  if (loaded === undefined || loaded.kind === 'command') return loaded && [loaded, rest]
  const [action = ''] = rest
  const named = rest.length === 0 || action.startsWith('-') ? [loaded.defaultAction, ...rest] : rest
  return named[0] === VALUE ? undefined : find(named, loaded.actions)
}

/** Why a command line does not run; undefined where it does. */
async function problemOf(line: string): Promise<string | undefined> {
  const words = line.match(/'[^']*'|\S+/g) ?? ['']
  if (
    words[0] === '' ||
    words[0]?.startsWith(VALUE) === true ||
    words.includes('--help') ||
    words.includes('--version') ||
    words[0] === 'help'
  )
    return undefined
  const found = await find(words, COMMANDS)
  if (found === undefined) return words.includes(VALUE) ? undefined : 'no such command'
  const [{ options, arguments: table }, given] = found
  const declared = Object.entries({ ...GLOBAL_OPTIONS, ...options }).flatMap(([name, option]) => {
    const takes = !['switch', 'negatable', 'on-off'].includes(option.kind)
    return [flagName(name), negate(flagName(name))].map((flag) => [flag, takes] as const)
  })
  const known = new Map(declared)
  const unknown = given.find((word) => word.startsWith('--') && !known.has(word) && word !== `--${VALUE}`)
  if (unknown !== undefined) return `no option ${unknown}`
  const args = given.filter((word, at) => !word.startsWith('--') && known.get(given[at - 1] ?? '') !== true)
  const needed = Object.values(table).filter(({ required }) => required === true)
  const isMany = Object.values(table).some(({ many }) => many === true)
  const plain = args.filter((word) => word !== VALUE)
  if (args.length < needed.length) return `${needed.length} arguments are needed`
  return !isMany && plain.length > Object.keys(table).length ? 'too many arguments' : undefined
}

test('every command line in a text of the program runs, but for values that are named in capitals', async () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  const lines = files.flatMap((name) => textsOf(join(SOURCE, name)).flatMap(linesOf))
  const problems = await Promise.all([...new Set(lines)].map(async (line) => [line, await problemOf(line)] as const))
  expect(problems.filter(([, problem]) => problem !== undefined)).toEqual([])
  expect(new Set(lines).size).toBeGreaterThan(80)
})
