import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Command, CommandEntry, OptionTable } from '../../../src/cli/command.ts'
import { flagName, negate } from '../../../src/cli/command-line/flags.ts'
import { LEADS_TO } from '../../../src/cli/command-line/help-command.ts'
import { COMMANDS } from '../../../src/cli/commands.ts'
import { GLOBAL_OPTIONS } from '../../../src/cli/global-options.ts'
import { VERSION } from '../../../src/core/version.ts'
import { cli, json } from '../run-here.ts'

const DOCS = fileURLToPath(new URL('../../../src/docs', import.meta.url))

/** Every command that can be run, with the words that name it: `wallet approvals revoke`. */
async function allCommands(entries = COMMANDS, above: readonly string[] = []): Promise<readonly [string, Command][]> {
  const found = await Promise.all(
    entries.map(async ({ name, load }): Promise<readonly [string, Command][]> => {
      const path = [...above, name]
      const loaded = await load()
      return loaded.kind === 'command' ? [[path.join(' '), loaded]] : allCommands(loaded.actions, path)
    }),
  )
  return found.flat()
}

const commands = await allCommands()
const byPath = new Map(commands)

/** The command that words name, and its words; with the default action where none is named. */
async function resolve(words: readonly string[]): Promise<string | undefined> {
  let entries: readonly CommandEntry[] = COMMANDS
  let path: readonly string[] = []
  for (let at = 0; ; at += 1) {
    const entry = entries.find(({ name }) => name === words[at])
    if (entry === undefined) return undefined
    path = [...path, entry.name]
    const loaded = await entry.load()
    if (loaded.kind === 'command') return path.join(' ')
    entries = loaded.actions
    if (!entries.some(({ name }) => name === words[at + 1])) return [...path, loaded.defaultAction].join(' ')
  }
}

function flagsOf(options: OptionTable): string[] {
  return Object.entries(options).map(([name, { kind }]) =>
    kind === 'negatable' ? negate(flagName(name)) : flagName(name),
  )
}

describe('help', () => {
  test.each(commands.map(([path]) => path))(
    'of %s has usage, examples that run it, its own options only, and a line about the global ones',
    async (path) => {
      const help = await cli([...path.split(' '), '--help'])
      expect([help.code, help.stderr]).toEqual([0, ''])
      const [first = '', , usage = ''] = help.stdout.split('\n')
      expect(first).toMatch(/^[A-Z].*\.$/)
      expect(usage).toMatch(new RegExp(`^Usage: swapcli ${path}( |$)`))
      expect(usage.includes('[options]')).toBe(Object.keys(byPath.get(path)?.options ?? {}).length > 0)
      expect(help.stdout).toMatch(new RegExp(`\\$ .*swapcli ${path}\\b`))
      const named = [...help.stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag)
      expect(named.sort()).toEqual(flagsOf(byPath.get(path)?.options ?? {}).sort())
      expect(help.stdout.match(/^Global options \(--json, .*swapcli help options$/gm)).toHaveLength(1)
      const [own] = (await cli(['help', ...path.split(' ')])).stdout.split(`\n# ${path}: `)
      expect(own).toBe(help.stdout)
    },
  )

  test('of every example names commands and options that exist', async () => {
    const global = [...flagsOf(GLOBAL_OPTIONS), '--no-color']
    for (const [path, { examples }] of commands) {
      for (const example of examples) {
        for (const stage of `swapcli ${example}`.split('|')) {
          const words = stage.trim().split('>')[0]?.trim().split(/\s+/).slice(1) ?? []
          const command = byPath.get((await resolve(words)) ?? '')
          expect(command, `${path}: ${stage}`).toBeDefined()
          for (const word of words.filter((text) => text.startsWith('--')))
            expect([...flagsOf(command?.options ?? {}), ...global], stage).toContain(word)
        }
      }
    }
  })

  test('of a command with actions lists them, with the same by help', async () => {
    const [long, short] = await Promise.all([
      cli(['wallet', 'approvals', '--help']),
      cli(['help', 'wallet', 'approvals']),
    ])
    expect(long.stdout).toContain('Usage: swapcli wallet approvals [action]')
    expect(long.stdout).toMatch(/^ {2}revoke +Revoke approvals$/m)
    expect([long.code, short.stdout]).toEqual([0, long.stdout])
  })

  test('options lists the global options', async () => {
    const { code, stdout } = await cli(['help', 'options'])
    expect(code).toBe(0)
    for (const flag of [...flagsOf(GLOBAL_OPTIONS), '--help', '--version']) expect(stdout).toContain(flag)
  })

  test('takes global options for what they are', async () => {
    const [plain, more] = await Promise.all([
      cli(['help', 'serve']),
      cli(['help', '--network', 'live', 'serve', '--quiet']),
    ])
    expect([more.code, more.stdout]).toEqual([0, plain.stdout])
  })

  test('of a topic prints its text; topics lists them with their headings', async () => {
    const [listed, errors] = await Promise.all([cli(['help', 'topics', '--json']), cli(['help', 'errors'])])
    const { data } = json(listed.stdout) as { data: { name: string; title: string }[] }
    const names = (await readdir(DOCS)).filter((name) => name.endsWith('.md')).map((name) => name.slice(0, -3))
    expect(data.map(({ name }) => name)).toEqual(names.sort())
    expect(data.map(({ title }) => title)).not.toContain('')
    expect(errors.stdout).toBe(`${(await readFile(join(DOCS, 'errors.md'), 'utf8')).trimEnd()}\n`)
  })

  test('of what is told of under another name leads there', async () => {
    const found = await Promise.all(Object.keys(LEADS_TO).map((name) => cli(['help', name])))
    const topics = await Promise.all(
      Object.values(LEADS_TO).map((topic) => readFile(join(DOCS, `${topic}.md`), 'utf8')),
    )
    expect(found.map(({ stdout }) => stdout)).toEqual(topics.map((text) => `${text.trimEnd()}\n`))
    expect((await cli(['help', 'debugging'])).stdout).toContain('--trace')
    expect((await cli(['help', 'trace'])).stdout).toContain('swapcli config set trace /tmp/swapcli-trace.log')
  })

  test.each(['wallet', 'providers', 'psbt'])('of %s, which is a command and a topic, prints both', async (name) => {
    const [both, command] = await Promise.all([cli(['help', name]), cli([name, '--help'])])
    const topic = (await readFile(join(DOCS, `${name}.md`), 'utf8')).trimEnd()
    expect([both.code, both.stdout]).toEqual([0, `${command.stdout}\n${topic}\n`])
  })

  test.each([
    [['quot'], 'Did you mean quote?'],
    [['help', 'nosuch'], 'Unknown command or topic nosuch'],
    [['help', 'quot'], 'Unknown command or topic quot. Did you mean quote?'],
    [['help', 'erors'], 'Did you mean errors?'],
    [['help', 'wallet', 'creat'], 'Unknown action creat. Did you mean create?'],
    [['help', 'quote', 'nosuch'], 'Unknown action nosuch'],
    [['help', 'errors', 'extra'], 'Too many arguments: help errors takes none'],
    [['nosuch', '--help'], 'Unknown command nosuch'],
    [['wallet', 'nosuch', '--help'], 'Unknown action nosuch'],
    [['catalog', 'bogus'], 'Unknown action bogus\nNext: Its actions are show, refresh, check: swapcli help catalog\n'],
    [['wallet', 'approvals', '--all', 'revoke'], 'The action stands before its options'],
  ])('%j is refused with what is near', async (args, message) => {
    const { code, stdout, stderr } = await cli(args)
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)])
  })

  test('of help is that of the program', async () => {
    expect(await cli(['help', 'help'])).toEqual(await cli(['help']))
  })

  test('goes to stderr with exit code 2 where no command is given in a pipe', async () => {
    const bare = await cli([])
    expect([bare.code, bare.stdout]).toEqual([2, ''])
    expect(bare.stderr).toContain('Exit codes:')
  })

  test('is not needed for the version', async () => {
    for (const words of [['--version'], ['-V'], ['chains', '--version']])
      expect((await cli(words)).stdout).toBe(`${VERSION}\n`)
    expect(VERSION).toBe('0.0.0-source')
  })
})

describe('every list and read', () => {
  test.each([
    ['chains', '--type', 'UTXO'],
    ['assets', '--chain', 'eth', '--query', 'usd'],
    ['sources'],
    ['history'],
    ['stats'],
    ['config', 'list'],
    ['config', 'path'],
    ['config', 'actions'],
    ['config', 'get', 'network'],
    ['doctor'],
    ['resume', '--list'],
    ['completion', 'bash'],
  ])('%s %s prints one JSON document and nothing on stderr', async (...args) => {
    const result = await cli([...args, '--json'])
    expect([result.code, result.stderr]).toEqual([0, ''])
    expect(JSON.parse(result.stdout)).toHaveProperty('data')
    expect((await cli(args)).code).toBe(0)
  })
})
