import { describe, expect, test } from 'vitest'
import { quote } from '../../../src/cli/commands/quote.ts'
import { loadRanking } from '../../../src/cli/quote/quote-request.ts'
import type { Route, Verdict } from '../../../src/core/api/documents.ts'
import type { Clock } from '../../../src/core/ports.ts'
import { ANSWERS, createFakeService } from '../../server/fake-service.ts'
import { captureOutput } from '../../support/captured-output.ts'
import { runCommand } from '../../support/command-session.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { cli, failure, json } from '../run-here.ts'

describe('quote', () => {
  test('without a route prints an empty list, and exits with 4', async () => {
    const result = await cli(['quote', '1.0404', 'ethereum:USDC', 'bitcoin:BTC', '--json'])
    expect([result.code, json(result.stdout), failure(result)['code']]).toEqual([
      4,
      expect.objectContaining({ data: [] }),
      'NO_ROUTE',
    ])
  })

  test('without a route names the same quote with the reasons, and with the reasons what to do about them', async () => {
    const words = ['quote', '1.0404', 'ethereum:USDC', 'bitcoin:BTC', '--exclude', 'SANDBOX_DEX']
    expect((await cli(words)).stderr).toContain(
      'Next: See why: swapcli quote 1.0404 ethereum:USDC bitcoin:BTC --exclude SANDBOX_DEX --why\n',
    )
    const why = (await cli([...words, '--why'])).stderr
    expect(why).toContain('Next: The reasons stand above: change what they name, or ask whether the providers answer: ')
    expect(why).not.toContain('See why')
  })

  test('exits with 5 when every provider is in error, and says how long to wait', async () => {
    const result = await cli(['quote', '100.0429', 'ethereum:USDC', 'bitcoin:BTC'])
    expect(result.code).toBe(5)
    expect(result.stderr).toContain('Wait 30 s before trying again.')
  })

  test.each([
    ['500', 0],
    ['501', 1],
    ['50%', 1],
  ])('with a slippage of %s warns of it on stderr %d times', async (slippage, times) => {
    const quoted = await cli(['quote', '1', 'ethereum:USDC', 'bitcoin:BTC', '--json', '--slippage', slippage])
    const locked = await cli(['lock', '-'], { stdin: quoted.stdout })
    for (const { stderr } of [quoted, locked]) expect(stderr.match(/warning: a slippage of/g) ?? []).toHaveLength(times)
  })

  test.each([
    [['quote', '0', 'ethereum:USDC', 'bitcoin:BTC'], 2, 'INVALID_AMOUNT'],
    [['quote', '1e3', 'ethereum:USDC', 'bitcoin:BTC'], 2, 'INVALID_AMOUNT'],
    [['quote', '1', 'ethereum:USDC', 'bitcoin:BTC', '--slippage', '10001'], 2, 'INVALID_SLIPPAGE'],
    [['quote', '1', 'ethereum:USDC', 'bitcoin:BTC', '--slippage', 'much'], 2, 'INVALID_SLIPPAGE'],
    [['quote', '1', 'ethereum:USDC', 'bitcoin:BTC', '--slippage', '0.5'], 2, 'INVALID_SLIPPAGE'],
    [['quote', '1', 'ethereum:USDC', 'bitcoin:BTC', '--set', 'slippage=1.0'], 2, 'USAGE'],
    [['quote', '1', 'ethereum:USDC', 'ethereum:USDC'], 2, 'UNSUPPORTED_PAIR'],
    [['quote', '1', 'ethereum:USDC', 'bitcoin:BTC', '--recipient', 'nobody'], 2, 'INVALID_ADDRESS'],
    [['quote', '1', 'ethereum:NOTHERE', 'bitcoin:BTC'], 2, 'VALIDATION_ERROR'],
    [['quote', '1', 'ethereum:USDC', 'bitcoin:BTC', '--rank', 'prettiest'], 2, 'USAGE'],
    [['quote', '1', 'ethereum:USDC'], 2, 'USAGE'],
    [['quote', '1', 'ethereum:USDC', 'bitcoin:BTC', '--network', 'moon'], 2, 'USAGE'],
    [['history', '--csv'], 2, 'USAGE'],
    [['status', 'tx_unknown', '--timeout', '5'], 2, 'USAGE'],
    [['serve', '--lock-ttl', '0'], 2, 'USAGE'],
    [['quote', '1', 'ethereum:USDC', 'bitcoin:BTC', '--quote-deadline', '121'], 2, 'USAGE'],
    [
      ['quote', '1', 'ethereum:USDC', 'bitcoin:BTC', '--quote-deadline', '9', '--api', 'http://127.0.0.1:9'],
      2,
      'USAGE',
    ],
    [['chains', '--set', 'slippage=much'], 2, 'USAGE'],
    [['doctor', '--network', 'moon'], 2, 'USAGE'],
    [['execute', 'lock_unknown'], 8, 'QUOTE_EXPIRED'],
    [['status', 'tx_unknown'], 2, 'NOT_FOUND'],
    [['track', 'tx_unknown'], 2, 'NOT_FOUND'],
    [['swap', '1', 'ethereum:USDC', 'bitcoin:BTC'], 2, 'USAGE'],
    [['resume', 'run_unknown'], 2, 'NOT_FOUND'],
    [['nosuchcommand'], 2, 'USAGE'],
    [['chains', '--nosuchoption'], 2, 'USAGE'],
    [['chains', '--per-page', '1001'], 2, 'VALIDATION_ERROR'],
  ])('%j exits with %i and one line of %s on stderr', async (args, code, expected) => {
    const result = await cli([...args, '--json'])
    expect([result.code, result.stdout]).toEqual([code, ''])
    expect(failure(result)).toMatchObject({
      code: expected,
      exitCode: code,
      hint: expect.stringMatching(/./) as string,
      funds: 'untouched',
    })
  })

  test('says on stderr what stands behind an end where that is not plain, and nothing of it with --json', async () => {
    const sollet = 'solana:9n4nbM75f5Ui33ZbPYXn59EwSgE8CGsHtAeTH5YFeJ9E'
    const notesOf = async (...args: readonly string[]) => {
      const { stdout, stderr } = await cli(['quote', ...args])
      return { stdout, notes: stderr.split('\n').filter((line) => line.includes('asset: ')) }
    }
    const successor = 'solana:3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh'
    const line = `asset: BTC, Wrapped Bitcoin (Sollet) (${sollet}): one list, dead, now ${successor}`
    const { stdout, notes } = await notesOf('100', sollet, 'bitcoin:BTC')
    expect([notes, stdout.includes('asset: ')]).toEqual([[line], false])
    expect((await notesOf('100', sollet, 'bitcoin:BTC', '--json')).notes).toEqual([])
    // A terminal has other remarks beside a document.
    const words = ['100', sollet, 'bitcoin:BTC']
    const { stderr } = await runCommand(quote, words, {}, { network: 'sandbox', json: true, tty: true })
    expect([stderr.includes('slippage: '), stderr.includes('asset: ')]).toEqual([true, false])
    expect((await notesOf('100', 'ethereum:USDC', 'bitcoin:BTC')).notes).toEqual([])
  })

  test('waits for a first route no longer than it is told', async () => {
    const clock = createFakeClock()
    let sleepers = 0
    const sleep: Clock['sleep'] = (ms, signal) => {
      // Every provider of the sandbox takes 3 s for this amount.
      if (ms === 3_000) sleepers += 1
      return clock.sleep(ms, signal)
    }
    const settings = { 'quote-deadline': '2' }
    const place = { network: 'sandbox', settings, json: true, clock: { ...clock, sleep } } as const
    const ended = runCommand(quote, ['100.0100', 'ethereum:USDC', 'base:USDC'], {}, place)
    await expect.poll(() => sleepers, { timeout: 20_000 }).toBe(4)
    await clock.advance(2_000)
    const { stdout, error } = await ended
    expect(error).toMatchObject({ exitCode: 5 })
    const { verdicts } = json(stdout) as { readonly verdicts: readonly Verdict[] }
    expect([...new Set(verdicts.map((verdict) => verdict.outcome === 'error' && verdict.message))]).toEqual([
      'No answer within 2 s',
    ])
  })

  test('explains every route so that the sums add up but for what is rounded: half a cent a figure', async () => {
    const result = await cli(['quote', '100', 'ethereum:USDC', 'base:USDC', '--explain', '--why'])
    expect(result.code).toBe(0)
    const blocks = result.stdout.split('\n\n').slice(1)
    expect(blocks).toHaveLength(4)
    for (const block of blocks) {
      const micro = [...block.matchAll(/^ {2}(\S).*\$(\d+)\.(\d+)$/gm)].map(([, sign, whole, fraction]) => ({
        sign,
        usd: BigInt(whole ?? '0') * 1_000_000n + BigInt((fraction ?? '').padEnd(6, '0')),
      }))
      let [sum, rounded] = [0n, 5_000n]
      for (const { sign, usd } of micro) {
        if (sign !== '=') {
          sum += sign === '-' ? -usd : usd
          rounded += 5_000n
        } else expect([usd - sum <= rounded, sum - usd <= rounded]).toEqual([true, true])
      }
      expect(micro.filter(({ sign }) => sign === '=')).toHaveLength(2)
    }
  })

  test('streams events as lines of JSON, the whole result last', async () => {
    const result = await cli(['quote', '100', 'ethereum:USDC', 'base:USDC', '--stream', '--json'])
    const events = result.stdout.trimEnd().split('\n').map(json) as { type: string }[]
    expect(events.map(({ type }) => type).sort()).toEqual([
      'done',
      ...Array<string>(4).fill('routes'),
      ...Array<string>(4).fill('verdict'),
    ])
    expect(events.at(-1)?.type).toBe('done')
  })
})

describe('quote --stream', () => {
  test('prints one route a line in a pipe, in the order of arrival, and nothing that moves a cursor', async () => {
    const args = ['quote', '100', 'ethereum:USDC', 'base:USDC', '--stream', '--rank', 'safest']
    const result = await cli(args)
    const lines = result.stdout.trimEnd().split('\n')
    expect([result.code, lines.map((line) => line.split('  ')[0]).sort()]).toEqual([
      0,
      ['SANDBOX_BRIDGE', 'SANDBOX_DEPOSIT', 'SANDBOX_DEX', 'SANDBOX_INTENTS'],
    ])
    expect(result.stdout).not.toContain('\u001B')
    expect(result.stderr).toContain('no finished swaps yet')
    const noted = async (teller: 'service' | 'server') => {
      const { deliveries: _none, ...stats } = ANSWERS.stats.data
      const byProvider = [{ provider: 'A', total: 1, success: 1, volumeUsd: '1' }]
      const ranking = await loadRanking(
        createFakeService({ stats: async () => ({ ...stats, byProvider }) }),
        ...(['safest', teller] as const),
      )
      const { output, said } = captureOutput({ json: false })
      ranking.noteSample(output, [{ provider: 'A' } as Route])
      return said.stderr
    }
    expect(await noted('server')).toContain('what the server says, of all its users\nA: 1 of 1 finished')
    expect(await noted('service')).not.toContain('server')
  })
})
