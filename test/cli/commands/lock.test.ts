import { describe, expect, test } from 'vitest'
import { verifyPipedLock } from '../../../src/cli/pay/verify-execution.ts'
import type { OpenedService, Session } from '../../../src/cli/session.ts'
import type { Lock } from '../../../src/core/api/documents.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { asObject } from '../../support/contract-fields.ts'
import { cli, failure, json } from '../run-here.ts'
import { newHome } from '../../support/new-home.ts'

const BASE = ['quote', '100', 'ethereum:USDC', 'base:USDC', '--json']

const PAPER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

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
    [
      'another amount',
      { src: { formatted: '50' } },
      {},
      /^The lock does not match the request: it sends 50 USDC, expected 100 USDC$/,
    ],
    [
      'a higher least amount',
      { minimumReceived: '99999' },
      {},
      /^The lock contradicts itself: it pays out .*, expected the least that it promises, 99,999$/,
    ],
    [
      'another provider',
      { provider: 'SANDBOX_DEX' },
      {},
      /^The lock .*: provider SANDBOX_DEX, expected SANDBOX_BRIDGE$/,
    ],
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

  test('a lock that comes without its request is held in the decimals that it is written with', async () => {
    const { data } = await newLock()
    const { dst } = asObject(data)
    const heldAt = (minimumReceived: string) => {
      const lock = { ...asObject(data), dst: { ...asObject(dst), formatted: '99.844999' }, minimumReceived }
      const place = { clock: createFakeClock(0) } as unknown as Session
      const piped = { request: undefined, data: lock as unknown as Lock }
      return verifyPipedLock(place, {} as OpenedService, piped, { minReceive: undefined })
    }
    // A hundredth less is 98.84654901, of which a provider promises six decimals.
    await expect(heldAt('98.846549')).resolves.toMatchObject({ doubts: [expect.stringMatching(/without its request/)] })
    await expect(heldAt('98.846546')).rejects.toMatchObject({ reason: 'below-floor' })
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

  test.each<[string, readonly string[], string, string]>([
    ['--min-receive', ['--min-receive', '100'], 'below-floor', '--min-receive'],
    ['--max-loss', ['--max-loss', '0'], 'loss', '--max-loss'],
  ])('a piped lock outside of %s is not even asked to be executed', async (_name, bounds, reason, option) => {
    const { home, request, data } = await newLock('--provider', 'SANDBOX_BRIDGE')
    const stdin = JSON.stringify({ request, data })
    const refused = await cli(['execute', '-', ...bounds, '--json'], { home, stdin })
    expect([refused.code, refused.stdout]).toEqual([6, ''])
    expect(failure(refused)).toMatchObject({
      details: { reason },
      hint: expect.stringMatching(new RegExp(`: swapcli execute - ${option} [0-9.]+$`)) as string,
    })
    const history = await cli(['history', '--json'], { home })
    expect(json(history.stdout)).toMatchObject({ data: [] })
    const accepted = await cli(['execute', '-', '--min-receive', '90', '--max-loss', '2%', '--json'], { home, stdin })
    expect(accepted.code).toBe(0)
  })

  test('bounds that cannot be held are refused: of the id of a lock, and of a lock without its request', async () => {
    const { home, data } = await newLock()
    for (const [words, stdin] of [
      [[String(asObject(data)['lockId']), '--max-loss', '5'], ''],
      [['-', '--accept', 'vault'], JSON.stringify({ data })],
    ] as const) {
      const refused = await cli(['execute', ...words, '--json'], { home, stdin })
      expect([refused.code, failure(refused)['message']]).toEqual([
        2,
        expect.stringMatching(
          /^--(max-loss does not apply to the id of a lock|accept does not apply to a lock without)/,
        ),
      ])
    }
  })

  test('lock refuses less than --min-receive', async () => {
    const quoted = await cli(BASE)
    const locked = await cli(['lock', '-', '--min-receive', '99.99', '--json'], { stdin: quoted.stdout })
    expect([locked.code, asObject(failure(locked)['details'])['reason']]).toEqual([6, 'below-floor'])
    expect(failure(locked)['hint']).toMatch(/or take less: swapcli lock - --min-receive [0-9.]+$/)
    expect((await cli(['lock', '-', '--min-receive', '90'], { stdin: quoted.stdout })).code).toBe(0)
  })

  test('what a name became goes on through every stage', async () => {
    const home = await newHome()
    const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const named = ['--set', `contact.bob=${bob}`, '--recipient', '@bob']
    const quoted = await cli([...BASE, ...named], { home })
    const streamed = await cli([...BASE, ...named, '--stream'], { home })
    const locked = await cli(['lock', '-', '--json'], { home, stdin: quoted.stdout })
    const executed = await cli(['execute', '-', '--json'], { home, stdin: locked.stdout })
    const last = streamed.stdout.trim().split('\n').at(-1) ?? ''
    for (const stdout of [quoted.stdout, last, locked.stdout, executed.stdout]) {
      expect(json(stdout)).toMatchObject({ names: { '@bob': bob } })
    }
    const shown = await cli(['lock', '-'], { home, stdin: quoted.stdout })
    expect(shown.stdout).toMatch(new RegExp(`^to +@bob, ${bob}$`, 'm'))
    const other = JSON.stringify({ ...asObject(json(quoted.stdout)), names: { '@bob': PAPER } })
    expect(json((await cli(['lock', '-', '--json'], { home, stdin: other })).stdout)).not.toHaveProperty('names')
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
