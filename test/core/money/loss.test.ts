import { describe, expect, test } from 'vitest'
import { isSwapError } from '../../../src/core/api/errors.ts'
import {
  assessLoss,
  checkLoss,
  type SwapLoss,
  type LossBound,
  lossProblem,
  lossText,
} from '../../../src/core/money/loss.ts'
import type { Evidence, SwapValue, Valuation } from '../../../src/core/money/valuation.ts'
import { parseUsd } from '../../../src/core/money/usd.ts'

const usd = (text: string) => parseUsd(text) ?? 0n
const worth = (low: string, high = low, by: Evidence = 'oracle', more: Partial<Valuation> = {}): Valuation => ({
  usdLow: usd(low),
  usdHigh: usd(high),
  sources: [],
  by,
  ...more,
})
const swap = (src: Valuation | undefined, dst: Valuation | undefined, more: Partial<SwapValue> = {}): SwapValue => ({
  kind: 'priced',
  onTop: 0n,
  unvalued: [],
  ...(src === undefined ? {} : { src }),
  ...(dst === undefined ? {} : { dst }),
  ...more,
})
const NOTHING_STATED = { src: {}, dst: {} }
const LIVE: LossBound = { isSandbox: false, hasMinReceive: false }
const assess = (value: SwapValue | undefined, stated = NOTHING_STATED) => assessLoss(value, stated)

describe('the loss by evidence', () => {
  test('is the middle value of what leaves, with costs on top, less that of what arrives; what prices may be off is apart', () => {
    expect(assess(swap(worth('99', '100'), worth('97', '98', 'pool'), { onTop: usd('2') }))).toEqual({
      kind: 'priced',
      bps: 395,
      usd: usd('4'),
      leavesUsd: usd('101.5'),
      arrivesUsd: usd('97.5'),
      uncertaintyBps: 103,
      by: 'pool',
      isTooGood: false,
      isSingleNode: false,
      unvalued: [],
      onTop: { usd: usd('2'), bps: 198 },
    })
  })

  test('is none where more arrives, and too good where that is over 2 %', () => {
    const gain = (arrives: string) => {
      const { bps, isTooGood } = assess(swap(worth('100'), worth(arrives)))
      return [bps, isTooGood]
    }
    expect([gain('102'), gain('102.000001')]).toEqual([
      [0, false],
      [0, true],
    ])
    expect(assess(swap(worth('99', '100'), worth('101.9', '120'))).isTooGood).toBe(false)
  })

  test('is by the offers of others where a side has no value', () => {
    const fair = { units: 100n, shown: 90n, by: 'peers' } as const
    const figures = (value: SwapValue) => {
      const { bps, usd: lost, leavesUsd, by } = assess(value)
      return [bps, lost, leavesUsd, by]
    }
    expect(figures(swap(worth('50'), undefined, { fair }))).toEqual([1_000, usd('5'), usd('50'), 'peers'])
    expect(figures(swap(undefined, worth('45'), { fair }))).toEqual([1_000, usd('5'), usd('50'), 'peers'])
    expect(figures(swap(undefined, undefined, { fair }))).toEqual([1_000, undefined, undefined, 'peers'])
    expect(figures(swap(worth('50'), undefined, { fair, onTop: usd('5') }))).toEqual([
      1_819,
      usd('10'),
      usd('55'),
      'peers',
    ])
    expect(figures(swap(undefined, undefined, { fair, onTop: 1n }))[0]).toBeUndefined()
    expect(assess(swap(undefined, undefined, { fair: { ...fair, shown: 103n } })).isTooGood).toBe(true)
  })

  test('is not known without evidence, nor with a cost that nobody can value', () => {
    for (const value of [
      undefined,
      swap(worth('100'), undefined),
      swap(undefined, worth('100')),
      swap(worth('100'), worth('100'), { unvalued: ['Fixed fee'] }),
    ]) {
      expect(assess(value).bps).toBeUndefined()
    }
  })

  test('knows the share of the costs on top also where the rest is not known', () => {
    const onTop = (value: SwapValue) => assess(value).onTop
    const cost = { onTop: usd('25') }
    expect(onTop(swap(worth('74', '76'), undefined, cost))).toEqual({ usd: usd('25'), bps: 2_500 })
    expect(onTop(swap(undefined, worth('75'), cost))).toEqual({ usd: usd('25'), bps: 10_000 })
    expect(onTop(swap(worth('1000', '1000', 'oracle', { isSingleNode: true }), undefined, cost))?.bps).toBe(10_000)
    expect(onTop(swap(worth('75'), undefined))).toBeUndefined()
  })

  test('knows what is lost beside a cost that nobody can value', () => {
    const rest = (more: Partial<Valuation>) =>
      assess(swap(worth('100', '100', 'oracle', more), worth('90'), { unvalued: ['Fixed fee'] })).rest
    expect(rest({})).toEqual({ bps: 1_000, usd: usd('10'), by: 'oracle' })
    expect(rest({ isSingleNode: true })).toBeUndefined()
    expect(assess(swap(worth('100'), worth('90'))).rest).toBeUndefined()
  })

  test('keeps what the counterparty states beside it', () => {
    const stated = { src: { usd: usd('100') }, dst: { usd: usd('90') } }
    expect(assessLoss(undefined, stated).statedBps).toBe(1_000)
    expect(assessLoss(undefined, { ...stated, priceImpactBps: 1_500 }).statedBps).toBe(1_500)
  })
})

describe('what --yes accepts', () => {
  const lossOf = (more: Partial<SwapLoss>): SwapLoss => ({
    kind: 'priced',
    isTooGood: false,
    isSingleNode: false,
    unvalued: [],
    ...more,
  })
  const of1000 = (bps: number, more: Partial<SwapLoss> = {}) =>
    lossOf({ bps, usd: BigInt(bps) * 100_000n, leavesUsd: usd('1000'), by: 'oracle', ...more })

  const onTop = (worth: string, bps: number) => lossOf({ onTop: { usd: usd(worth), bps } })

  test.each<readonly [string, SwapLoss, Partial<LossBound>, string | undefined]>([
    ['1 % of the same asset', of1000(100, { kind: 'same' }), {}, undefined],
    ['not more of the same asset', of1000(101, { kind: 'same' }), {}, 'loss'],
    ['3 % of another', of1000(300), {}, undefined],
    ['not more of another', of1000(301), {}, 'loss'],
    ['a dollar of a small swap', lossOf({ bps: 5_000, usd: usd('1') }), {}, undefined],
    ['not more than a dollar of a small swap', lossOf({ bps: 5_000, usd: usd('1.000001') }), {}, 'loss'],
    ['no share above it whose value is not known', lossOf({ bps: 5_000 }), {}, 'loss'],
    ['more where --max-loss says so', of1000(1_000), { mostBps: 1_000 }, undefined],
    ['not more than --max-loss says, also of a small swap', lossOf({ bps: 51, usd: 1n }), { mostBps: 50 }, 'loss'],
    ['what prices cannot tell within the bound', of1000(10, { uncertaintyBps: 300 }), {}, undefined],
    ['nothing that prices are too uncertain for', of1000(10, { uncertaintyBps: 301 }), {}, 'no-price'],
    ['nothing too uncertain for --max-loss', of1000(10, { uncertaintyBps: 101 }), { mostBps: 100 }, 'no-price'],
    [
      'an uncertain dollar of a small swap',
      lossOf({ bps: 0, leavesUsd: usd('20'), uncertaintyBps: 500 }),
      {},
      undefined,
    ],
    ['what is uncertain with --min-receive', of1000(10, { uncertaintyBps: 301 }), { hasMinReceive: true }, undefined],
    [
      'what is uncertain by what others offer',
      of1000(10, { uncertaintyBps: 301, offered: { bps: 300, by: 'peers' } }),
      {},
      undefined,
    ],
    [
      'nothing uncertain that others offer more for',
      of1000(10, { uncertaintyBps: 301, offered: { bps: 301, by: 'peers' } }),
      { hasMinReceive: true },
      'loss',
    ],
    ['nothing too good', of1000(0, { isTooGood: true }), {}, 'too-good'],
    ['what is too good where --max-loss is given', of1000(0, { isTooGood: true }), { mostBps: 300 }, undefined],
    ['nothing without a price', lossOf({}), {}, 'no-price'],
    ['nothing without a price by --max-loss', lossOf({}), { mostBps: 10_000 }, 'no-price'],
    ['what nobody prices with --min-receive', lossOf({}), { hasMinReceive: true }, undefined],
    ['no price of a single node', of1000(0, { isSingleNode: true }), {}, 'no-price'],
    [
      'what a cost on top hides for --min-receive',
      lossOf({ unvalued: ['Fixed fee'] }),
      { hasMinReceive: true },
      'no-price',
    ],
    [
      'a cost that nobody values, accepted by name, and what must arrive',
      lossOf({ unvalued: ['Fixed fee'] }),
      { hasMinReceive: true, acceptsOnTop: true },
      undefined,
    ],
    [
      'no large loss beside a cost that was accepted by name',
      lossOf({ unvalued: ['Fixed fee'], rest: { bps: 1_000, usd: usd('10'), by: 'oracle' } }),
      { hasMinReceive: true, acceptsOnTop: true },
      'loss',
    ],
    [
      'a small loss beside a cost that was accepted by name',
      lossOf({ unvalued: ['Fixed fee'], rest: { bps: 200, usd: usd('10'), by: 'oracle' } }),
      { hasMinReceive: true, acceptsOnTop: true },
      undefined,
    ],
    ['such a cost accepted by name alone', lossOf({ unvalued: ['Fixed fee'] }), { acceptsOnTop: true }, 'no-price'],
    ['such a cost in the sandbox', lossOf({ unvalued: ['Fixed fee'] }), { isSandbox: true }, undefined],
    ['a small cost on top of what nobody prices', onTop('3', 300), { hasMinReceive: true }, undefined],
    ['a dollar on top of what nobody prices', onTop('1', 10_000), { hasMinReceive: true }, undefined],
    [
      'no large cost on top for --min-receive',
      onTop('2012', 9_526),
      { hasMinReceive: true, acceptsOnTop: true },
      'loss',
    ],
    ['a large cost on top for --max-loss', onTop('2012', 9_526), { hasMinReceive: true, mostBps: 9_600 }, undefined],
    [
      'no large cost on top of what a single node values',
      { ...onTop('2012', 9_526), bps: 0, isSingleNode: true },
      { hasMinReceive: true },
      'loss',
    ],
    ['no known loss for --min-receive', of1000(301), { hasMinReceive: true }, 'loss'],
    ['no loss that the counterparty itself states', of1000(0, { statedBps: 301 }), {}, 'loss'],
    ['a stated loss of a dollar', lossOf({ bps: 0, leavesUsd: usd('10'), statedBps: 1_000 }), {}, undefined],
    ['no stated loss for --min-receive', lossOf({ statedBps: 301 }), { hasMinReceive: true }, 'loss'],
    ['15 % in the sandbox', of1000(1_500), { isSandbox: true }, undefined],
    ['not more in the sandbox', of1000(1_501), { isSandbox: true }, 'loss'],
    ['what nobody prices in the sandbox', lossOf({}), { isSandbox: true }, undefined],
  ])('is %s', (_what, loss, bound, problem) => {
    expect(lossProblem(loss, { ...LIVE, ...bound })).toBe(problem)
  })

  const refusal = (loss: SwapLoss, bound: Partial<LossBound> = {}) => {
    try {
      checkLoss(loss, { ...LIVE, ...bound }, '98.5')
    } catch (error) {
      if (isSwapError(error)) return [error.code, error.message, error.hint, error.reason]
      throw error
    }
    return []
  }

  test('is nothing that a counterparty could make look better by its own values', () => {
    const atPar = { src: { usd: usd('1000') }, dst: { usd: usd('1000') } }
    const byOracle = swap(worth('1000'), worth('850'))
    expect(lossProblem(assessLoss(byOracle, atPar), LIVE)).toBe('loss')
    expect(lossProblem(assessLoss(undefined, atPar), LIVE)).toBe('no-price')
    expect(lossProblem(assessLoss(swap(worth('1000'), worth('999')), atPar), LIVE)).toBeUndefined()
  })

  test('is said with the figure and the option', () => {
    const end = 'Look at the terms yourself, or'
    expect(refusal(of1000(1_234))).toEqual([
      'WALLET_REFUSED',
      'The swap loses $123.40, 12.34 % of the value (by price feeds), and only 3 % or $1.00 is accepted without confirmation',
      `${end} accept it: --max-loss 13`,
      'loss',
    ])
    expect(refusal(of1000(100, { statedBps: 500 }), { mostBps: 200 })).toEqual([
      'WALLET_REFUSED',
      'The swap loses 5 % of the value by the figures of the quote, and only 2 % is accepted without confirmation',
      `${end} accept it: --max-loss 5.1`,
      'loss',
    ])
    expect(refusal(of1000(0, { isTooGood: true }))).toEqual([
      'WALLET_REFUSED',
      'Over 2 % more would arrive than leaves, so the quote is probably wrong',
      `${end} accept it: --max-loss 3`,
      'too-good',
    ])
    expect(refusal(lossOf({}))).toEqual([
      'WALLET_REFUSED',
      'What the swap loses is not known: nobody independent says what it is worth',
      `${end} say what must arrive (the figure is the provider's promise: check it): --min-receive 98.5`,
      'no-price',
    ])
    expect(refusal(lossOf({ unvalued: ['Fixed fee'] }), { hasMinReceive: true })).toEqual([
      'WALLET_REFUSED',
      'What the swap loses is not known: nobody independent says what a cost on top is worth (Fixed fee)',
      `${end} say what must arrive (the figure is the provider's promise: check it): --accept fee-on-top --min-receive 98.5`,
      'no-price',
    ])
    expect(refusal(onTop('2012', 9_526), { hasMinReceive: true })).toEqual([
      'WALLET_REFUSED',
      'The swap takes $2,012.00 on top, and only 3 % or $1.00 is accepted without confirmation',
      `${end} accept it: --max-loss 98`,
      'loss',
    ])
    const rest = { bps: 1_000, usd: usd('10'), by: 'oracle' } as const
    expect(refusal(lossOf({ unvalued: ['Fixed fee'], rest }), { hasMinReceive: true, acceptsOnTop: true })).toEqual([
      'WALLET_REFUSED',
      'The swap loses $10.00, 10 % of the value (by price feeds), and only 3 % or $1.00 is accepted without confirmation',
      `${end} accept it: --max-loss 11`,
      'loss',
    ])
    expect(refusal(of1000(300))).toEqual([])
  })

  test('is accepted by a hint just above it, also when prices have moved a little', () => {
    const hints = [3, 101, 330, 9_990].map((bps) => refusal(of1000(bps), { mostBps: 1 })[2]?.split('--max-loss ')[1])
    expect(hints).toEqual(['0.08', '1.1', '3.4', '100'])
    for (const [index, bps] of [6, 105, 335, 9_990].entries())
      expect(lossProblem(of1000(bps), { ...LIVE, mostBps: Number(hints[index]) * 100 })).toBeUndefined()
  })

  test('is shown in words', () => {
    expect([
      lossText(of1000(25)),
      lossText(of1000(25, { isSingleNode: true })),
      lossText(of1000(0, { isTooGood: true })),
      lossText(lossOf({ bps: 25, by: 'peers' })),
      lossText(lossOf({ unvalued: ['Fixed fee'] })),
      // Beside its dollars to the nearest hundredth, while bounds are held against one that is rounded up.
      lossText({ ...of1000(16), usd: 1_504_000n }),
      lossText({ ...of1000(1), usd: 40_000n }),
    ]).toEqual([
      '$2.50, 0.25 % of the value (by price feeds), network cost apart',
      '$2.50, 0.25 % of the value (by price feeds), network cost apart; by a single node',
      'none; over 2 % more arrives than leaves',
      '0.25 % of the value (by what other providers offer), network cost apart',
      'not known: nobody independent says what a cost on top is worth (Fixed fee)',
      '$1.50, 0.15 % of the value (by price feeds), network cost apart',
      '$0.04, under 0.01 % of the value (by price feeds), network cost apart',
    ])
  })
})
