import { rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { localServer } from '../support/local-server.ts'
import { newHome } from '../support/new-home.ts'
import { cli, failure } from './run-here.ts'

const LONG = 'a'.repeat(101)

describe('a command that is told to end', () => {
  test.each([
    ['SIGTERM', 143, 'TERMINATED'],
    ['SIGINT', 130, 'INTERRUPTED'],
    ['SIGHUP', 130, 'INTERRUPTED'],
  ])('by %s has an exit code that says so', async (reason, exitCode, code) => {
    const result = await cli(['chains', '--json'], { signal: AbortSignal.abort(reason) })
    expect([result.code, failure(result)]).toMatchObject([exitCode, { code, exitCode, funds: 'untouched' }])
  })

  test.each([[[]], [['--watch']]])('leaves a server that does not answer at once: status %j', async (flags) => {
    const told = new AbortController()
    const { url, close } = await localServer(() => told.abort('SIGINT'))
    onTestFinished(close)
    const { code } = await cli(['status', 'tx_1', ...flags, '--api', `${url}/api/v1`], { signal: told.signal })
    expect(code).toBe(130)
  })
})

describe('a failure', () => {
  test.each([
    [['swap', '1'], true],
    [['swap', '1', 'ethereum:ETH', 'base:USDC', '--bogus'], true],
    [['resume', 'run_none'], false],
    [['resume', '--list', 'run_none'], false],
    [['execute', 'lock_none'], true],
    [['wallet', 'approvals', 'revoke'], true],
    [['status', 'tx_none'], false],
    [['track', 'tx_none'], false],
    [['lock', 'x'], false],
    [['quote', '1'], false],
    [['history', '--bogus'], false],
  ])('of %j says what is known about the funds: %s', async (args, says) => {
    const { code, stderr } = await cli(args)
    expect([code === 0, stderr.includes('\nFunds: nothing was sent.\n')]).toEqual([false, says])
  })

  test.each([
    [['swap', '1', 'ethereum:ETH', 'base:USDC'], 'untouched'],
    [['resume'], 'unknown'],
    [['resume', 'run_1', '--cancel'], 'unknown'],
    [['status', 'tx_1'], 'unknown'],
    [['track', 'tx_1'], 'unknown'],
  ])('of %j whose settings cannot be read leaves the funds %s', async (args, funds) => {
    const home = await newHome()
    await writeFile(join(home, 'config.json'), '{"a', { mode: 0o600 })
    for (const env of [{}, { SWAPCLI_RPC_BASE: 'nonsense' }]) {
      const result = await cli([...args, '--json'], { home, env })
      expect([result.code, failure(result)]).toMatchObject([3, { code: 'CONFIG_INVALID', funds }])
      await rm(join(home, 'config.json'), { force: true })
    }
  })

  test.each([
    [['history', '--referral', LONG], '--referral must have at most 100 characters'],
    [['history', '--id', ''], '--id must not be empty when it is given'],
    [['quote', '1', 'ethereum:ETH', 'base:USDC', '--recipient', 'x'], '--recipient is not a valid Base address: '],
    [['execute', 'lock_none', '--idempotency-key', ''], '--idempotency-key must be 1 to 200 visible ASCII characters'],
    [['track', 'tx_none', 'x'.repeat(70_000)], '<hash> must have at most 65536 characters'],
    [['chains', '--netwrk=secret'], 'Unknown option --netwrk\n'],
    [['chains', '--netwrk', 'secret'], 'Unknown option --netwrk. Did you mean --network?'],
    [['chains', '--query'], '--query needs a value'],
    [['chains', 'x'], 'Too many arguments: chains takes none'],
    [
      ['quote', '1', 'ethereum:ETH', 'bitcoin:BTC', '--set', 'recipient.bitcoin=x'],
      'the setting recipient.bitcoin (from --set) is not a valid Bitcoin address: ',
    ],
    [['swap', '1', 'a', 'b', '--accept', 'vault,,deposit'], '--accept has an empty value between its commas'],
    [
      ['swap', '1', 'a', 'b', '--yes', '--max-cost', '5'],
      "--max-cost must be dollars, a share of the value of at most 100% with at most two decimals, or an amount of the chain's coin, such as 15usd, '$15', 2% or 0.01coin",
    ],
    [['resume', '--list', '--yes'], '--list and --yes contradict each other'],
    [['resume', '--min-receive', '5'], '--min-receive does not apply to all runs'],
  ])('of %j names what was typed', async (args, message) => {
    const { code, stderr } = await cli(args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(`Error: ${message}`)])
    expect(stderr).not.toContain('secret')
  })

  test('says once that nothing was sent', async () => {
    const { stderr } = await cli(['swap', '1', 'ethereum:USDC', 'base:USDC', '--yes', '--min-receive', '2'])
    expect(stderr.match(/[Nn]othing was sent/g)).toHaveLength(1)
  })

  test('of two forms of output at once is wrong use', async () => {
    const result = await cli(['history', '--csv', '--json'])
    expect([result.code, result.stdout, failure(result)]).toMatchObject([2, '', { code: 'USAGE' }])
  })
})

test('a misspelt variable is named, with the nearest that has a meaning; its value is not', async () => {
  const env = { SWAPCLI_SLIPAGE: '9999', SWAPCLI_RPC_BASE: 'https://node.example', SWAPCLI_DEBUG: '' }
  const { code, stderr } = await cli(['chains', '--network', 'live'], { env })
  expect([code, stderr.split('\n')[0]]).toEqual([0, 'SWAPCLI_SLIPAGE is not used here. Did you mean SWAPCLI_SLIPPAGE?'])
  expect(stderr).not.toContain('9999')
  expect((await cli(['config', 'get', 'network'], { env: { SWAPCLI_NETWORK: 'live' } })).stderr).toBe('')
})

test('help is found behind global options', async () => {
  const plain = await cli(['help', 'errors'])
  for (const words of [
    ['--sandbox', 'help', 'errors'],
    ['--network', 'live', 'help', 'errors'],
  ])
    expect(await cli(words)).toEqual(plain)
})

describe('a home that depends on the working directory', () => {
  test.each([
    [{ SWAPCLI_HOME: 'data' }, `SWAPCLI_HOME=${join(process.cwd(), 'data')}`],
    [{ SWAPCLI_STATE: 'seen' }, `SWAPCLI_STATE=${join(process.cwd(), 'seen')}`],
  ])('by %j is refused, with what to set', async (env, set) => {
    const [variable = '', value = ''] = Object.entries(env)[0] ?? []
    for (const args of [['doctor'], ['config', 'path'], ['chains'], ['quote', '1', 'ethereum:ETH', 'base:USDC']]) {
      const { code, stdout, stderr } = await cli(args, { env })
      expect([code, stdout]).toEqual([3, ''])
      expect(stderr).toContain(`Error: ${variable} is not an absolute path: ${value}\n`)
      expect(stderr).toContain(`Set it to one, such as ${set}\n`)
    }
    for (const args of [['--help'], ['help', 'quote']]) expect((await cli(args, { env })).code).toBe(0)
  })

  test('is one that is typed, and then of where it is typed; an empty one is refused', async () => {
    const home = await newHome()
    const typed = await cli(['config', 'path', '--home', relative(process.cwd(), home)])
    expect(typed).toMatchObject({ code: 0, stdout: `${join(home, 'config.json')}\n` })
    expect(await cli(['chains', '--home', ''])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--home must not be empty when it is given') as string,
    })
  })
})
