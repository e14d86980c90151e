import { describe, expect, test } from 'vitest'
import { asObject } from '../../support/contract-fields.ts'
import { cli, failure, json } from '../run-cli.ts'
import { newHome } from '../../support/new-home.ts'

const BASE = ['quote', '100', 'ethereum:USDC', 'base:USDC', '--json']

/** A lock as `lock -` prints it, and the home that has it. @param words options of lock */
async function newLock(...words: readonly string[]) {
  const home = await newHome()
  const quoted = await cli(BASE, { home })
  const locked = await cli(['lock', '-', ...words, '--json'], { home, stdin: quoted.stdout })
  return { home, ...asObject(json(locked.stdout)) } as { home: string; request: unknown; data: unknown }
}

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
    expect({ code: again.code, stdout: again.stdout, error: failure(again)['code'] }).toEqual({
      code: 8,
      stdout: '',
      error: 'QUOTE_EXPIRED',
    })
    const history = await cli(['history', '--json'], { home })
    expect(json(history.stdout)).toMatchObject({ data: [{ provider: 'SANDBOX_DEPOSIT' }], pagination: { total: 1 } })
  })

  test.each<[string, { readonly src?: object; readonly [field: string]: unknown }, object, RegExp]>([
    ['another amount', { src: { formatted: '50' } }, {}, /^The execution .* it sends 100 USDC, expected 50 USDC$/],
    ['a higher least amount', { minimumReceived: '99999' }, {}, /it pays out .*, expected at least 99999$/],
    ['another provider', { provider: 'SANDBOX_DEX' }, {}, /: provider SANDBOX_BRIDGE, expected SANDBOX_DEX$/],
    [
      'a request of another amount',
      {},
      { amount: '5' },
      /^The lock does not match the request: it sends 100 USDC, expected 5 USDC$/,
    ],
    [
      'a request to another provider',
      {},
      { provider: 'SANDBOX_DEX' },
      /: provider SANDBOX_BRIDGE, expected SANDBOX_DEX$/,
    ],
    ['a request for another asset', {}, { dstAddress: 'native' }, /: it pays out USDC, expected ETH$/],
    ['another recipient', {}, { recipient: `0x${'ba'.repeat(20)}` }, /its calldata pays another recipient$/],
  ])('an execution is held against the lock that was piped in: %s', async (_what, { src, ...more }, other, why) => {
    const { home, ...locked } = await newLock('--provider', 'SANDBOX_BRIDGE')
    const data = asObject(locked.data)
    const request = { ...asObject(locked.request), ...other }
    const stdin = JSON.stringify({ request, data: { ...data, ...more, src: { ...asObject(data['src']), ...src } } })
    const executed = await cli(['execute', '-', '--json'], { home, stdin })
    expect([executed.code, executed.stdout, failure(executed)['code']]).toEqual([6, '', 'WALLET_REFUSED'])
    expect(failure(executed)['message']).toMatch(why)
  })

  test('a lock that comes without its request is executed with that said', async () => {
    const { home, request, data } = await newLock()
    expect(request).toMatchObject({ srcChain: 'ethereum', amount: '100', provider: asObject(data)['provider'] })
    const executed = await cli(['execute', '-', '--json'], { home, stdin: JSON.stringify({ data }) })
    expect([executed.code, asObject(json(executed.stdout))['warnings']]).toEqual([
      0,
      ['The lock came without its request, so recipient and payload could not be held against it'],
    ])
  })

  test.each([
    ['what the quote promised at least', { minimumReceived: '101' }, /and the quote promised 101 USDC$/],
    [
      'what the quote showed, less the slippage, although it promised next to nothing',
      { minimumReceived: '0.000001', dst: { formatted: '110', currency: 'USDC', usd: '' } },
      /and the quote, less the slippage, comes to 108\.9 USDC$/,
    ],
  ])('a lock below %s is refused', async (_name, change, message) => {
    const quoted = await cli(BASE)
    const document = asObject(json(quoted.stdout))
    const route: unknown = Array.isArray(document['data']) ? document['data'][0] : undefined
    const stdin = JSON.stringify({ ...document, data: [{ ...asObject(route), ...change }] })
    const locked = await cli(['lock', '-', '--json'], { stdin })
    expect([locked.code, locked.stdout]).toEqual([6, ''])
    expect(failure(locked)['message']).toMatch(message)
    expect(failure(locked)).toMatchObject({ details: { reason: 'below-floor' } })
  })

  test('say which stage printed nothing', async () => {
    const lock = await cli(['lock', '-', '--json'])
    expect([lock.code, failure(lock)['message']]).toEqual([
      2,
      'Stdin was empty: the stage before, swapcli quote --json, printed no document',
    ])
    const execute = await cli(['execute', '-'])
    expect([execute.code, execute.stdout]).toEqual([2, ''])
    expect(execute.stderr).toContain('swapcli lock --json, printed no document')
    const wrong = await cli(['lock', '-', '--json'], { stdin: '{"data":1}' })
    expect([wrong.code, failure(wrong)['code']]).toEqual([2, 'USAGE'])
  })
})
