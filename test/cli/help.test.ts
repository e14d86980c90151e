import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { VERSION } from '../../src/core/version.ts'
import { cli } from './run-cli.ts'
import { newHome } from '../support/new-home.ts'

describe('help', () => {
  test.each(COMMANDS.map(({ name }) => name))(
    'of %s has options, global ones too, and an example that runs it',
    async (name) => {
      const home = await newHome()
      const help = await cli([name, '--help'], { home })
      expect([help.code, help.stderr]).toEqual([0, ''])
      expect(help.stdout).toContain('--json')
      expect(help.stdout).toMatch(new RegExp(`\\$ .*swapcli ${name}\\b`))
      expect((await cli(['help', name], { home })).stdout).toBe(help.stdout)
    },
  )

  test('of every example names commands and options that exist', async () => {
    for (const entry of COMMANDS) {
      const command = await entry.load()
      for (const example of command.examples) {
        for (const stage of `swapcli ${example}`.split('|')) {
          const words = stage.trim().split('>')[0]?.trim().split(/\s+/) ?? []
          const named = COMMANDS.find(({ name }) => name === words[1])
          expect(named?.name, stage).toBe(words[1])
          const known = ((await named?.load())?.options ?? []).map(({ flags }) => /--[a-z-]+/.exec(flags)?.[0])
          const global = [
            '--json',
            '--api',
            '--network',
            '--sandbox',
            '--home',
            '--sandbox-speed',
            '--sandbox-seed',
            '--quiet',
          ]
          for (const word of words.filter((text) => text.startsWith('--')))
            expect([...known, ...global], stage).toContain(word)
        }
      }
    }
  })

  test('goes to stderr with exit code 2 where no command is given in a pipe', async () => {
    const bare = await cli([])
    expect([bare.code, bare.stdout]).toEqual([2, ''])
    expect(bare.stderr).toContain('Exit codes:')
  })

  test('suggests what was probably meant', async () => {
    const command = await cli(['quot'])
    const option = await cli(['chains', '--jsn'])
    expect([command.code, command.stderr]).toEqual([2, expect.stringContaining('Did you mean quote?')])
    expect([option.code, option.stderr]).toEqual([2, expect.stringContaining('Did you mean --json?')])
  })

  test('is not needed for the version', async () => {
    const [long, short, later] = await Promise.all([cli(['--version']), cli(['-V']), cli(['chains', '--version'])])
    expect(long.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect([short.stdout, later.stdout]).toEqual([long.stdout, long.stdout])
    expect(VERSION).toBe('0.0.0-source')
  })
})

describe('every list and read', () => {
  test.each([
    ['chains', '--type', 'utxo'],
    ['assets', '--chain', 'eth', '--query', 'usd'],
    ['sources'],
    ['history'],
    ['stats'],
    ['config', 'list'],
    ['config', 'path'],
    ['config', 'get', 'network'],
    ['doctor'],
    ['resume', '--list'],
    ['completion', 'bash'],
  ])('%s %s prints one JSON document and nothing on stderr', async (...args) => {
    const home = await newHome()
    const result = await cli([...args, '--json'], { home })
    expect([result.code, result.stderr]).toEqual([0, ''])
    expect(JSON.parse(result.stdout)).toHaveProperty('data')
    const shown = await cli(args, { home })
    expect(shown.code).toBe(0)
  })
})
