import { describe, expect, test } from 'vitest'
import { asObject } from '../support/contract-fields.ts'
import { cli, json, startCli } from './run-cli.ts'
import { newHome } from '../support/new-home.ts'

const FAST = { SWAPCLI_SANDBOX_SPEED: '100000' }
/** What the last line of stderr says; where to pay may stand before it. */
const error = (stderr: string) =>
  (json(stderr.trimEnd().split('\n').at(-1) ?? '') as { error: Record<string, unknown> }).error

describe('quote, lock and execute in a pipe', () => {
  test('hand the documents on, and the transaction is in the history', async () => {
    const home = await newHome()
    const quoted = await cli(['quote', '100', 'ethereum:USDC', 'bitcoin:BTC', '--json'], { home })
    expect({ code: quoted.code, stderr: quoted.stderr }).toEqual({ code: 0, stderr: '' })
    expect(json(quoted.stdout)).toMatchObject({
      request: { srcChain: 'ethereum', dstChain: 'bitcoin', dstAddress: 'native', amount: '100' },
      data: [{ provider: 'SANDBOX_INTENTS' }, { provider: 'SANDBOX_DEPOSIT' }],
    })
    const locked = await cli(['lock', '-', '--provider', 'SANDBOX_DEPOSIT', '--json'], { home, stdin: quoted.stdout })
    expect(json(locked.stdout)).toMatchObject({ data: { provider: 'SANDBOX_DEPOSIT' } })
    const executed = await cli(['execute', '-', '--json'], { home, stdin: locked.stdout })
    expect(json(executed.stdout)).toMatchObject({
      data: { provider: 'SANDBOX_DEPOSIT', transaction: { status: 'PENDING' } },
    })
    const again = await cli(['execute', '-', '--json'], { home, stdin: locked.stdout })
    expect({ code: again.code, stdout: again.stdout, error: error(again.stderr)['code'] }).toEqual({
      code: 8,
      stdout: '',
      error: 'QUOTE_EXPIRED',
    })
    const history = await cli(['history', '--json'], { home })
    expect(json(history.stdout)).toMatchObject({ data: [{ provider: 'SANDBOX_DEPOSIT' }], pagination: { total: 1 } })
  })

  test.each([
    ['another amount', ['src', 'formatted'], '50', /^The execution .* it sends 100 USDC, not 50 USDC$/],
    ['a higher least amount', ['minimumReceived'], '99999', /it gives .* and the lock promised at least 99999$/],
    ['another provider', ['provider'], 'SANDBOX_DEX', /it is of SANDBOX_DEPOSIT, not of SANDBOX_DEX$/],
  ])('an execution is held against the lock that was piped in: %s', async (_what, [field = '', inner], value, why) => {
    const home = await newHome()
    const quoted = await cli(['quote', '100', 'ethereum:USDC', 'bitcoin:BTC', '--json'], { home })
    const locked = await cli(['lock', '-', '--provider', 'SANDBOX_DEPOSIT', '--json'], { home, stdin: quoted.stdout })
    const document = asObject(json(locked.stdout))
    const data = asObject(document['data'])
    const changed = inner === undefined ? value : { ...asObject(data[field]), [inner]: value }
    const stdin = JSON.stringify({ ...document, data: { ...data, [field]: changed } })
    const executed = await cli(['execute', '-', '--json'], { home, stdin })
    expect([executed.code, executed.stdout, error(executed.stderr)['code']]).toEqual([6, '', 'WALLET_REFUSED'])
    expect(error(executed.stderr)['message']).toMatch(why)
  })

  test('a lock that comes without its request is executed with that said', async () => {
    const home = await newHome()
    const quoted = await cli(['quote', '100', 'ethereum:USDC', 'base:USDC', '--json'], { home })
    const locked = await cli(['lock', '-', '--json'], { home, stdin: quoted.stdout })
    const { request, data } = asObject(json(locked.stdout))
    expect(request).toMatchObject({ srcChain: 'ethereum', amount: '100', provider: asObject(data)['provider'] })
    const executed = await cli(['execute', '-', '--json'], { home, stdin: JSON.stringify({ data }) })
    expect([executed.code, asObject(json(executed.stdout))['warnings']]).toEqual([
      0,
      ['The lock came without its request, so recipient and payload could not be held against it'],
    ])
  })

  test('a lock below what the quote promised at least is refused', async () => {
    const home = await newHome()
    const quoted = await cli(['quote', '100', 'ethereum:USDC', 'base:USDC', '--json'], { home })
    const document = asObject(json(quoted.stdout))
    const route: unknown = Array.isArray(document['data']) ? document['data'][0] : undefined
    const stdin = JSON.stringify({ ...document, data: [{ ...asObject(route), minimumReceived: '101' }] })
    const locked = await cli(['lock', '-', '--json'], { home, stdin })
    expect([locked.code, locked.stdout]).toEqual([6, ''])
    expect(error(locked.stderr)['message']).toMatch(/^The locked route now pays at least .* less than the 101 that/)
  })

  test('say which stage printed nothing', async () => {
    const home = await newHome()
    const lock = await cli(['lock', '-', '--json'], { home })
    expect([lock.code, error(lock.stderr)['message']]).toEqual([
      2,
      'Nothing came on stdin: the stage before, swapcli quote --json, printed no document',
    ])
    const execute = await cli(['execute', '-'], { home })
    expect([execute.code, execute.stdout]).toEqual([2, ''])
    expect(execute.stderr).toContain('swapcli lock --json, printed no document')
    const wrong = await cli(['lock', '-', '--json'], { home, stdin: '{"data":1}' })
    expect([wrong.code, error(wrong.stderr)['code']]).toEqual([2, 'USAGE'])
  })
})

describe('quote', () => {
  test('without a route prints an empty list, and exits with 4', async () => {
    const home = await newHome()
    const result = await cli(['quote', '1.0404', 'ethereum:USDC', 'bitcoin:BTC', '--json'], { home })
    expect([result.code, json(result.stdout), error(result.stderr)['code']]).toEqual([
      4,
      expect.objectContaining({ data: [] }),
      'NO_ROUTE',
    ])
  })

  test('exits with 5 when every provider is in error, and says how long to wait', async () => {
    const home = await newHome()
    const result = await cli(['quote', '100.0429', 'ethereum:USDC', 'bitcoin:BTC'], { home })
    expect(result.code).toBe(5)
    expect(result.stderr).toContain('Wait 30 s before trying again.')
  })

  test.each([
    [['quote', '0', 'ethereum:USDC', 'bitcoin:BTC'], 2, 'INVALID_AMOUNT'],
    [['quote', '1e3', 'ethereum:USDC', 'bitcoin:BTC'], 2, 'INVALID_AMOUNT'],
    [['quote', '1', 'ethereum:USDC', 'bitcoin:BTC', '--slippage', '10001'], 2, 'INVALID_SLIPPAGE'],
    [['quote', '1', 'ethereum:USDC', 'bitcoin:BTC', '--slippage', 'much'], 2, 'INVALID_SLIPPAGE'],
    [['quote', '1', 'ethereum:USDC', 'ethereum:USDC'], 2, 'UNSUPPORTED_PAIR'],
    [['quote', '1', 'ethereum:USDC', 'bitcoin:BTC', '--recipient', 'nobody'], 2, 'INVALID_ADDRESS'],
    [['quote', '1', 'ethereum:NOTHERE', 'bitcoin:BTC'], 2, 'VALIDATION_ERROR'],
    [['quote', '1', 'ethereum:USDC', 'bitcoin:BTC', '--rank', 'prettiest'], 2, 'USAGE'],
    [['quote', '1', 'ethereum:USDC'], 2, 'USAGE'],
    [['quote', '1', 'ethereum:USDC', 'bitcoin:BTC', '--network', 'moon'], 3, 'CONFIG_INVALID'],
    [['execute', 'lock_unknown'], 8, 'QUOTE_EXPIRED'],
    [['status', 'tx_unknown'], 2, 'NOT_FOUND'],
    [['track', 'tx_unknown'], 2, 'NOT_FOUND'],
    [['swap', '1', 'ethereum:USDC', 'bitcoin:BTC'], 2, 'USAGE'],
    [['resume', 'run_unknown'], 2, 'NOT_FOUND'],
    [['nosuchcommand'], 2, 'USAGE'],
    [['chains', '--nosuchoption'], 2, 'USAGE'],
    [['chains', '--per-page', '1001'], 2, 'VALIDATION_ERROR'],
  ])('%j exits with %i and one line of %s on stderr', async (args, code, expected) => {
    const home = await newHome()
    const result = await cli([...args, '--json'], { home })
    expect([result.code, result.stdout]).toEqual([code, ''])
    expect(error(result.stderr)).toMatchObject({
      code: expected,
      exitCode: code,
      hint: expect.stringMatching(/./) as string,
      funds: 'untouched',
    })
  })

  test('explains every route so that the sums add up', async () => {
    const home = await newHome()
    const result = await cli(['quote', '100', 'ethereum:USDC', 'base:USDC', '--explain', '--why'], { home })
    expect(result.code).toBe(0)
    const blocks = result.stdout.split('\n\n').slice(1)
    expect(blocks).toHaveLength(4)
    for (const block of blocks) {
      const micro = [...block.matchAll(/^ {2}(\S).*\$(\d+)\.(\d+)$/gm)].map(([, sign, whole, fraction]) => ({
        sign,
        usd: BigInt(whole ?? '0') * 1_000_000n + BigInt((fraction ?? '').padEnd(6, '0')),
      }))
      let sum = 0n
      for (const { sign, usd } of micro) {
        if (sign === '=') expect(usd).toBe(sum)
        else sum += sign === '-' ? -usd : usd
      }
      expect(micro.filter(({ sign }) => sign === '=')).toHaveLength(2)
    }
  })

  test('streams events as lines of JSON, the whole result last', async () => {
    const home = await newHome()
    const result = await cli(['quote', '100', 'ethereum:USDC', 'base:USDC', '--stream', '--json'], { home })
    const events = result.stdout.trimEnd().split('\n').map(json) as { type: string }[]
    expect(events.map(({ type }) => type).sort()).toEqual([
      'done',
      ...Array<string>(4).fill('routes'),
      ...Array<string>(4).fill('verdict'),
    ])
    expect(events.at(-1)?.type).toBe('done')
  })
})

describe('swap', () => {
  test.each([
    ['100', 0, 'SUCCESS', undefined],
    ['100.0060', 7, 'FAILED', 'SWAP_FAILED'],
    ['100.0070', 7, 'REFUND', 'SWAP_FAILED'],
  ])('of %s USDC exits with %i after %s', async (amount, code, status, failure) => {
    const home = await newHome()
    const args = ['swap', amount, 'ethereum:USDC', 'base:USDC', '--yes', '--json', '--provider', 'SANDBOX_DEX']
    const result = await cli(args, { home, env: FAST })
    expect(result.code).toBe(code)
    expect(json(result.stdout)).toMatchObject({ data: { step: 'final', final: true, transaction: { status } } })
    expect(result.stderr === '' ? undefined : error(result.stderr)['code']).toBe(failure)
  })

  test('that does not settle in time exits with 7 and names the command that goes on', async () => {
    const home = await newHome()
    const args = ['swap', '100.0080', 'ethereum:USDC', 'base:USDC', '--yes', '--json', '--timeout', '0']
    const result = await cli(args, { home, env: FAST })
    expect(result.code).toBe(7)
    expect(error(result.stderr)).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      hint: expect.stringMatching(/swapcli resume run_/) as string,
    })
  })

  test('refuses less than --min-receive with nothing sent', async () => {
    const home = await newHome()
    const args = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--yes', '--json', '--min-receive', '101']
    const result = await cli(args, { home })
    expect([result.code, result.stdout]).toEqual([6, ''])
    expect(error(result.stderr)).toMatchObject({ code: 'WALLET_REFUSED', funds: 'untouched' })
  })

  test.each([
    ['100.0409', 5],
    ['100.0502', 5],
    ['100.0503', 5],
  ])('of %s USDC, which the provider refuses, exits with %i and nothing is sent', async (amount, code) => {
    const home = await newHome()
    const result = await cli(['swap', amount, 'ethereum:USDC', 'base:USDC', '--yes', '--json'], { home })
    expect([result.code, error(result.stderr)['funds']]).toEqual([code, 'untouched'])
  })

  test('that is interrupted while it is followed exits with 7, keeps its payment, and resume ends it', async () => {
    const home = await newHome()
    const args = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_BRIDGE', '--yes']
    const child = startCli(args, { home })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      const before = stderr
      stderr += text
      if (stderr.includes('\ntracking') && !before.includes('\ntracking')) child.kill('SIGINT')
    })
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(7)
    expect(stderr).toMatch(/Funds: they were sent\.\nNext: Go on following it: swapcli resume run_/)
    const listed = await cli(['resume', '--list', '--json'], { home })
    expect(json(listed.stdout)).toMatchObject({ data: [{ step: 'tracked', money: 'sent' }] })
  })

  test('with --no-wait returns once it is tracked, and resume follows it to its end', async () => {
    const home = await newHome()
    const args = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--yes', '--json', '--no-wait']
    const started = await cli(args, { home })
    expect(json(started.stdout)).toMatchObject({ data: { step: 'tracked', final: false } })
    const listed = await cli(['resume', '--list', '--json'], { home })
    expect(json(listed.stdout)).toMatchObject({ data: [{ step: 'tracked', amount: '100' }] })
  })

  test('demo ends in a success that the history shows', async () => {
    const home = await newHome()
    const demo = await cli(['demo'], { home, env: FAST })
    expect(demo.code).toBe(0)
    for (const part of ['SANDBOX_BRIDGE', 'SANDBOX_DEX', 'SANDBOX_DEPOSIT', 'SANDBOX_INTENTS', 'SUCCESS', 'Try next']) {
      expect(demo.stdout).toContain(part)
    }
    expect(demo.stdout).toMatch(/source hash +0x[0-9a-f]{64}\ndestination hash +0x[0-9a-f]{64}/)
    const history = await cli(['history', '--json'], { home })
    expect(json(history.stdout)).toMatchObject({ data: [{ status: 'SUCCESS' }] })
  })
})
