import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { asObject } from '../support/contract-fields.ts'
import { stateOf } from '../support/home-env.ts'
import { newHome } from '../support/new-home.ts'
import { cli, type CliResult, failure, json } from './run-here.ts'

/*
 * Whoever copies a command that was printed means the place of the command line that printed it: a home that was named there
 * is named again, in every command and exactly once.
 */

const SWAP = ['swap', '55', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_BRIDGE']

const COMMAND = new RegExp(`swapcli (?=(?:--\\S+ \\S+ )*(?:${COMMANDS.map(({ name }) => name).join('|')})(?![\\w:-]))`)

/** The command lines of what was printed, each to where the next begins; not those of the help, which needs no place. */
function commandsIn({ stdout, stderr }: CliResult): readonly string[] {
  const lines = `${stdout}\n${stderr}`.split('\n').flatMap((line) => line.split(COMMAND).slice(1))
  return lines.filter((line) => !/^\S+(?: \S+)? --help/.test(line))
}

/** How often each command that was printed names a home. */
function namings(printed: CliResult, home: string): readonly (readonly [command: string, times: number])[] {
  return commandsIn(printed).map((line) => [line, line.split(`--home ${home}`).length - 1] as const)
}

/** The same, each once. */
function onceEach(printed: CliResult): readonly (readonly [command: string, times: number])[] {
  return commandsIn(printed).map((line) => [line, 1] as const)
}

/** A home with a swap that is on its way. */
let home: string
let runId: string
let transactionId: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'swapcli-place-'))
  await cli([...SWAP, '--yes', '--no-wait'], { home })
  const { data } = asObject(json((await cli(['resume', '--list', '--json'], { home })).stdout))
  const run = asObject(Array.isArray(data) ? data[0] : undefined)
  runId = String(run['id'])
  transactionId = String(run['transactionId'])
})

afterAll(async () => {
  for (const folder of [home, stateOf(home)]) await rm(folder, { recursive: true, force: true })
})

/** Command lines that print others, with how many at least. */
const PRINTING: readonly (readonly [name: string, least: number, args: () => readonly string[]])[] = [
  ['swap', 4, () => [...SWAP, '--yes', '--sandbox-speed', '100000']],
  ['swap, left', 1, () => [...SWAP, '--yes', '--no-wait']],
  ['swap, too much lost', 1, () => [...SWAP, '--yes', '--max-loss', '0']],
  ['quote, of nothing known', 1, () => ['quote', '1', 'ethereum:USDC', 'nowhere:USDC']],
  ['status, followed no longer', 1, () => ['status', transactionId, '--watch', '--timeout', '0.1']],
  ['status, of nothing', 1, () => ['status', 'tx_none']],
  ['resume, of nothing', 1, () => ['resume', 'run_none']],
  ['resume, without a run', 1, () => ['resume', '--cancel']],
  ['resume, followed no longer', 1, () => ['resume', runId, '--timeout', '0.1']],
  ['resume, to be given up', 1, () => ['resume', runId, '--forget']],
  ['doctor', 1, () => ['doctor']],
  ['demo', 4, () => ['demo']],
  ['wallet list', 1, () => ['wallet', 'list']],
  ['wallet use, of nothing', 1, () => ['wallet', 'use', 'nobody']],
  ['wallet approvals', 1, () => ['wallet', 'approvals', 'list']],
  ['config set, of nothing', 1, () => ['config', 'set', 'slippage', 'much']],
  ['providers list', 1, () => ['providers', 'list']],
  ['catalog', 1, () => ['catalog', 'show']],
  ['store', 1, () => ['store', 'show']],
  ['export, without a format', 1, () => ['export']],
  ['backup, without a file', 1, () => ['backup']],
  ['restore, without a file', 1, () => ['restore']],
]

describe('a home that the command line names is in every command that it prints', () => {
  test.each(PRINTING)('%s', async (_name, least, args) => {
    const said = await cli([...args(), '--home', home])
    expect(namings(said, home)).toEqual(onceEach(said))
    expect(onceEach(said).length).toBeGreaterThanOrEqual(least)
  })

  test.each(PRINTING)('as JSON too: %s', async (_name, _least, args) => {
    const said = await cli([...args(), '--home', home, '--json'])
    expect(namings(said, home)).toEqual(onceEach(said))
  })
})

test.each(PRINTING)('a home of the environment is in no command that is printed: %s', async (_name, least, args) => {
  const said = await cli(args(), { home })
  expect(commandsIn(said).filter((line) => line.includes('--home'))).toEqual([])
  expect(commandsIn(said).length).toBeGreaterThanOrEqual(least)
})

test('a backup that is restored beside goes on there by the commands that are printed', async () => {
  const beside = join(await newHome(), 'beside')
  const file = `${beside}.tar`
  await cli(['backup', file, '--home', home])
  const restored = await cli(['restore', file, '--home', beside])
  expect(namings(restored, beside)).toEqual([[`--home ${beside} resume --list`, 1]])
  const list = await cli(['--home', beside, 'resume', '--list'])
  expect([list.code, list.stdout.includes(runId)]).toEqual([0, true])
  const { hint } = failure(await cli(['resume', runId, '--timeout', '0.1', '--home', beside, '--json']))
  expect(hint).toBe(`Go on following it: swapcli --home ${beside} resume ${runId}`)
  const occupied = failure(await cli(['restore', file, '--home', beside, '--json']))
  expect(occupied['hint']).toBe(
    `Nothing was restored. Restore it beside: swapcli restore ${file} --home ${beside}-restored`,
  )
  await rm(file)
})

test('what is to be mended is named with its place in a document', async () => {
  const { stdout } = await cli(['doctor', '--home', home, '--sandbox', '--json'])
  const { data } = asObject(json(stdout))
  const wallet = (Array.isArray(data) ? data : []).map((check) => asObject(check)).find(({ name }) => name === 'wallet')
  expect(wallet?.['next']).toBe(`swapcli --home ${home} --network sandbox resume`)
})
