import type { PricedBase } from '../devnet/price-feeds.ts'
import { type FeedState, setFeed, setSequencer } from '../devnet/price-feeds.ts'
import { asObject } from '../support/contract-fields.ts'
import { refused, SIGNED } from './case.ts'
import { put } from './hostile-server.ts'
import type { AttackCase, NeighbourCase, Payment, Scene } from './range.ts'

/*
 * What prices rest on lies or fails: feeds, their registry, the sequencer, and what a provider says itself.
 */

const COIN = ['0.05', 'base:ETH', 'base:USDC'] as const
const BUYS = ['100', 'base:USDC', 'base:ETH'] as const
const DOLLARS = ['100', 'base:USDC', 'base:DAI'] as const

const STRICT = { maxLoss: '1' }

/** What feeds say on both chains, or on one. */
const feeds =
  (base: PricedBase, state: FeedState | ((nowSec: bigint) => FeedState), on: 'both' | 'base' | 'ethereum' = 'both') =>
  async ({ devnet }: Scene) => {
    for (const chain of [devnet.base, devnet.ethereum]) {
      if (on !== 'both' && on !== chain.key) continue
      const { timestamp } = await chain.client.getBlock()
      await setFeed(chain, base, typeof state === 'function' ? state(timestamp) : state)
      await chain.client.mine({ blocks: 1 })
    }
  }
const sequencer =
  (answer: 0 | 1, agoSec: bigint) =>
  async ({ devnet }: Scene) => {
    const { timestamp } = await devnet.base.client.getBlock()
    await setSequencer(devnet.base.client, answer, timestamp - agoSec)
    await devnet.base.client.mine({ blocks: 1 })
  }
const OLD = (nowSec: bigint) => ({ updatedSec: nowSec - 3n * 86_400n })
/** What the server says that it is worth, in quote and lock. */
const worth =
  (srcUsd: string, dstUsd: string): NonNullable<Payment['lies']> =>
  () => {
    const change = (told: Readonly<Record<string, unknown>>) =>
      put(told, { src: { ...asObject(told['src']), usd: srcUsd }, dst: { ...asObject(told['dst']), usd: dstUsd } })
    return { quote: change, lock: change }
  }
/** A share of what the honest server would pay, in quote and lock, and no least. @param of @default percent @param srcUsd @default the honest value */
const paying =
  (share: bigint, usd: string, of = 100n, srcUsd?: string): NonNullable<Payment['lies']> =>
  () => {
    const part = (text: unknown) => {
      const [whole = '0', places = ''] = String(text).split('.')
      const units = (BigInt(whole + places) * share) / of
      const digits = units.toString().padStart(places.length + 1, '0')
      return places === '' ? digits : `${digits.slice(0, -places.length)}.${digits.slice(-places.length)}`
    }
    const change = (told: Readonly<Record<string, unknown>>) => {
      const dst = asObject(told['dst'])
      return put(told, {
        ...(srcUsd === undefined ? {} : { src: { ...asObject(told['src']), usd: srcUsd } }),
        dst: { ...dst, formatted: part(dst['formatted']), usd },
        // A least of its own would be judged before the price.
        minimumReceived: undefined,
      })
    }
    return { quote: change, lock: change }
  }

const attack = (
  name: string,
  ending: AttackCase['ending'],
  swap: Payment['swap'],
  before: Payment['before'],
  more: Partial<Payment> = {},
): AttackCase => ({ name, who: 'provider', ending, swap, ...(before === undefined ? {} : { before }), ...more })

/** Half of what the coin is worth, and called so: fair where it costs $1,000. */
const HALF: Partial<Payment> = { lies: paying(50n, '50.00', 100n, '50.00') }

export const PRICE_ATTACKS: readonly AttackCase[] = [
  attack('outage: feeds of the coin that say nothing', refused('no-price'), COIN, feeds('ETH', { price: '0' })),
  attack('outage: feeds of the coin below nothing', refused('no-price'), COIN, feeds('ETH', { price: '-2000' })),
  attack(
    'the coin for half, by feeds that are three days old',
    refused('no-price'),
    COIN,
    feeds('ETH', (now) => ({ ...OLD(now), price: '1000' })),
    HALF,
  ),
  attack(
    'the coin for half, by feeds of tomorrow',
    refused('no-price'),
    COIN,
    feeds('ETH', (now) => ({ updatedSec: now + 86_400n, price: '1000' })),
    HALF,
  ),
  attack(
    'the coin for half, by feeds of another coin',
    refused('no-price'),
    COIN,
    feeds('ETH', { description: 'BTC / USD', price: '1000' }),
    HALF,
  ),
  attack(
    'a coin that is worth half of what the pool gives',
    refused('too-good'),
    COIN,
    feeds('ETH', { price: '1000' }),
  ),
  attack('a coin that is worth twice what the pool gives', refused('loss'), COIN, feeds('ETH', { price: '4000' })),
  attack('a coin that is bought at twice its worth', refused('loss'), BUYS, feeds('ETH', { price: '1000' })),
  attack('a coin that is bought at half its worth', refused('too-good'), BUYS, feeds('ETH', { price: '4000' })),
  attack('a pool whose coin is 4 % too cheap', refused('loss'), COIN, feeds('ETH', { price: '2090' })),
  attack('DAI that has lost its peg', refused('loss'), DOLLARS, feeds('DAI', { price: '0.8' })),
  attack('DAI that has lost 3 % of its peg', refused('loss'), DOLLARS, feeds('DAI', { price: '0.97' })),
  attack('outage: feeds of DAI that are silent for days', SIGNED, DOLLARS, feeds('DAI', OLD)),
  attack('outage: feeds of DAI that say nothing', SIGNED, DOLLARS, feeds('DAI', { price: '0' })),
  attack(
    'the coin for half, by the feed of a chain whose sequencer is down',
    refused('no-price'),
    COIN,
    async (scene) => {
      await feeds('ETH', { price: '1000' })(scene)
      await sequencer(1, 600n)(scene)
      await feeds('ETH', OLD, 'ethereum')(scene)
    },
    HALF,
  ),
  attack(
    'the coin for half, by the feed of a chain whose sequencer has been up for a minute',
    refused('no-price'),
    COIN,
    async (scene) => {
      await feeds('ETH', { price: '1000' })(scene)
      await sequencer(0, 60n)(scene)
      await feeds('ETH', { price: '0' }, 'ethereum')(scene)
    },
    HALF,
  ),
  attack('the coin for half, called as much in dollars', refused('loss'), COIN, undefined, {
    lies: paying(50n, '100.00'),
  }),
  attack('the coin for half, without a word of dollars', refused('loss'), COIN, undefined, {
    lies: paying(50n, ''),
  }),
  attack('dollars for 97 % of them, called as much', refused('loss'), DOLLARS, undefined, {
    lies: paying(97n, '100.00'),
  }),
  attack('dollars for 98.9 % of them, where 1 % may go', refused('loss'), DOLLARS, undefined, {
    options: STRICT,
    lies: paying(9_890n, '100.00', 10_000n),
  }),
  attack('DAI that has lost 1.5 % of its peg, called par', refused('loss'), DOLLARS, feeds('DAI', { price: '0.985' }), {
    options: STRICT,
  }),
  attack('the coin bought for 96 % of its worth, called more', refused('loss'), BUYS, undefined, {
    lies: paying(96n, '1000.00'),
  }),
  attack('three times as much as is fair', refused('too-good'), DOLLARS, undefined, { lies: paying(300n, '100.00') }),
  attack('a value of what leaves that hides the loss', refused('loss'), COIN, undefined, {
    lies: (scene) => {
      const half = paying(50n, '50.00')(scene)
      const small = worth('50.00', '50.00')(scene)
      return {
        quote: (told) => small.quote?.(asObject(half.quote?.(told))),
        lock: (told) => small.lock?.(asObject(half.lock?.(told))),
      }
    },
  }),
  attack('a loss of half by its own figures', refused('loss'), COIN, undefined, { lies: worth('100.00', '50.00') }),
  attack('a price impact of 40 % by its own figures', refused('loss'), COIN, undefined, {
    lies: () => ({
      quote: (told) => put(told, { priceImpactBps: 4_000 }),
      lock: (told) => put(told, { priceImpactBps: 4_000 }),
    }),
  }),
  attack('values that are no numbers', SIGNED, COIN, undefined, { lies: worth('1e9', '-5') }),
  attack('nothing priced, and a least of the user that is not held', refused('below-floor'), COIN, feeds('ETH', OLD), {
    options: { minReceive: '99' },
    lies: paying(90n, ''),
  }),
]

const honest = (
  name: string,
  swap: Payment['swap'],
  before?: Payment['before'],
  more: Partial<Payment> = {},
): NeighbourCase => ({ name, who: 'provider', swap, ...(before === undefined ? {} : { before }), ...more })

export const PRICE_NEIGHBOURS: readonly NeighbourCase[] = [
  honest('a feed of the chain that is old, and one elsewhere that is not', COIN, feeds('ETH', OLD, 'base')),
  honest('a feed of the chain that says nothing, and one elsewhere', COIN, feeds('ETH', { price: '0' }, 'base')),
  honest('feeds elsewhere that are old', COIN, feeds('ETH', OLD, 'ethereum')),
  honest('a coin whose feeds are 1 % above the pool', COIN, feeds('ETH', { price: '2020' })),
  honest('a coin whose feeds are 1 % below the pool', COIN, feeds('ETH', { price: '1980' })),
  honest(
    'dollars by parity, whatever the feed of the coin says',
    ['100', 'base:USDC', 'ethereum:USDC'],
    feeds('ETH', { price: '2100' }),
    {
      provider: 'ACROSS',
    },
  ),
  honest('dollars for other dollars, of which 1 % may go', DOLLARS, undefined, { options: STRICT }),
  honest('other dollars for dollars, of which 1 % may go', ['100', 'base:DAI', 'base:USDC'], undefined, {
    options: STRICT,
  }),
  honest('the coin for dollars, of which 1 % may go', COIN, undefined, { options: STRICT }),
  honest('a sequencer that has been up for hours', COIN, sequencer(0, 36_000n)),
  honest('a sequencer that is down, and a feed elsewhere', COIN, sequencer(1, 600n)),
  honest('nothing priced, and a least of the user', COIN, feeds('ETH', OLD), { options: { minReceive: '98' } }),
  honest('a pool at 4 % below the feeds, which the user accepts', COIN, feeds('ETH', { price: '2090' }), {
    options: { maxLoss: '6' },
  }),
  honest('DAI at 0.998', DOLLARS, feeds('DAI', { price: '0.998' })),
  honest('DAI at 1.002', DOLLARS, feeds('DAI', { price: '1.002' })),
  honest('USDC at 0.999', BUYS, feeds('USDC', { price: '0.999' })),
  honest('a provider whose values are a little off', DOLLARS, undefined, { lies: worth('100.10', '99.95') }),
  honest('2 cents of a token', ['0.02', 'base:USDC', 'base:DAI']),
  honest('five dollars, of which a dollar may go', ['5', 'base:USDC', 'base:ETH']),
  honest('a whole coin', ['1', 'base:ETH', 'base:USDC']),
]
