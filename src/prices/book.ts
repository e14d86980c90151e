import { startDeadline } from '../core/deadline.ts'
import { defined } from '../core/defined.ts'
import { medianOfPeers } from '../core/money/peers.ts'
import {
  type AssetUnits,
  feeUnits,
  lossFees,
  middleOf,
  type PriceBook,
  type SwapQuestion,
  type SwapValue,
  VALUE_DEADLINE_MS,
  type Valuation,
} from '../core/money/valuation.ts'
import type { ContractRead } from '../core/evm/multicall3.ts'
import type { ChainRpc, Clock } from '../core/ports.ts'
import { createKeeper } from './keeper.ts'
import { DOLLAR, feedReads, type PriceRange, readFeed } from './feeds.ts'
import { findPinnedBlock, type PinnedReads, readPinned } from './pinned-reads.ts'
import { type Anchor, hasPools, usdOf, valuesByPools } from './pools.ts'
import { type Feed, type Member, type PriceData, type PriceTables, readTables } from './tables.ts'
import { larger, smaller } from '../core/money/larger.ts'

/** What a price book works with. */
interface PriceBookParts {
  readonly clock: Clock
  /** The nodes of a chain, by the catalog's id; undefined where none are known. */
  readonly nodes: (chainId: number) => Promise<ChainRpc | undefined>
  /** The tables of `data/prices.json`. */
  readonly data: () => PriceData
}

/** How long a price is used, and a block read at, in milliseconds. */
const PRICE_TTL_MS = 30_000
const BLOCK_TTL_MS = 2_000
/** How long one chain's feed is waited for before another chain's is asked too, in milliseconds. */
const PATIENCE_MS = 1_500
/** Most chains whose feeds are asked for one price. */
const MOST_CHAINS = 4

/** How far a firm dollar may be from a dollar, by the middle of its price, to be valued at one: in basis points. */
const PEG_BPS = 50
/** Where an amount stands in a swap. */
type Side = 'src' | 'dst'

/** A price of one whole token, and what gave it. */
interface Price extends PriceRange {
  readonly source: string
  readonly isSingleNode: boolean
  readonly isDisputed: boolean
}

/** Values amounts over the nodes of their chains; nobody that profits from a price is asked. */
export function createPriceBook({ clock, nodes, data }: PriceBookParts): PriceBook {
  let tables: PriceTables | undefined
  const openTables = () => (tables ??= readTables(data()))
  const prices = createKeeper<Price>(clock, PRICE_TTL_MS)
  const pools = createKeeper<readonly Valuation[]>(clock, PRICE_TTL_MS)
  const blocks = createKeeper<bigint>(clock, BLOCK_TTL_MS)
  const chains = new Map<number, Promise<ChainRpc | undefined>>()

  const nodesOf = (chainId: number) => {
    const known = chains.get(chainId)
    if (known !== undefined) return known
    const opened = nodes(chainId).catch(() => {
      // Asked again the next time.
      chains.delete(chainId)
      return undefined
    })
    chains.set(chainId, opened)
    return opened
  }

  const read = async (chainId: number, reads: readonly ContractRead[]): Promise<PinnedReads | undefined> => {
    const rpc = await nodesOf(chainId)
    const block = rpc === undefined ? undefined : await blocks.keep(String(chainId), () => findPinnedBlock(rpc))
    return rpc === undefined || block === undefined ? undefined : readPinned(rpc, clock, chainId, block, reads)
  }

  const readPrice = (feed: Feed): Promise<Price | undefined> =>
    prices.keep(`${feed.chainId} ${feed.base}`, async () => {
      const answers = await read(feed.chainId, feedReads(feed))
      const range = answers === undefined ? undefined : readFeed(feed, answers)
      if (answers === undefined || range === undefined) return undefined
      const { isSingleNode, isDisputed } = answers
      return { ...range, source: `${feed.base} / USD feed on ${feed.chainName}`, isSingleNode, isDisputed }
    })

  /** The first price that two operators agree on, of the chain's own feed or another chain's. */
  const priceOf = async (base: string, chainId: number): Promise<Price | undefined> => {
    const asked: Promise<Price | undefined>[] = []
    let [single, disputed]: [Price | undefined, Price | undefined] = [undefined, undefined]
    const judge = (price: Price | undefined): Price | 'conflict' | undefined => {
      if (price === undefined) return undefined
      if (price.isSingleNode) single ??= price
      else if (price.isDisputed) disputed ??= price
      else if (disputed === undefined || overlap(price, disputed)) return price
      else return 'conflict'
      return undefined
    }
    for (const feed of openTables().feeds(base, chainId)) {
      if (asked.length === MOST_CHAINS) break
      if ((await nodesOf(feed.chainId)) === undefined) continue
      const asking = readPrice(feed)
      asked.push(asking)
      const verdict = judge(await within(clock, PATIENCE_MS, asking))
      if (verdict !== undefined) return verdict === 'conflict' ? undefined : verdict
    }
    for (const asking of asked) {
      const verdict = judge(await asking)
      if (verdict !== undefined) return verdict === 'conflict' ? undefined : verdict
    }
    // Where nodes quarrel over one feed, another one decides.
    return disputed === undefined ? single : undefined
  }

  const anchorsOn = async (chainId: number): Promise<readonly Anchor[]> => {
    const found = openTables()
      .membersOn(chainId)
      .filter(({ kind, group, address }) => kind === 'firm' && ANCHORS.has(group) && BigInt(address) !== 0n)
    const priced = await Promise.all(
      found.map(async (member) => ({ member, price: await priceOf(member.feed ?? '', chainId) })),
    )
    return priced.flatMap(({ member, price }) => (price === undefined || price.isSingleNode ? [] : [{ member, price }]))
  }

  const poolValues = (amount: AssetUnits): Promise<readonly Valuation[] | undefined> =>
    pools.keep(`${amount.chainId} ${amount.address} ${amount.units}`, async () => {
      if (!hasPools(amount.chainId) || !/^0x[0-9a-f]{40}$/i.test(amount.address)) return undefined
      const anchors = (await anchorsOn(amount.chainId)).filter(
        ({ member }) => BigInt(member.address) !== BigInt(amount.address),
      )
      const values = await valuesByPools((reads) => read(amount.chainId, reads), amount, anchors)
      if (values.length === 0) return undefined
      return values.map((value) => valuation(value, 'pool', [value.source], value.isSingleNode))
    })
  const poolValue = async (amount: AssetUnits, side?: Side) => forSide(side, (await poolValues(amount)) ?? [])

  /** The member that an amount is of; `wrong` where it claims other decimals. */
  const memberOf = ({ chainId, address, decimals }: AssetUnits): Member | 'wrong' | undefined => {
    const member = openTables().member(chainId, address)
    return member === undefined || member.decimals === decimals ? member : 'wrong'
  }

  /** What a member is sold for, whatever it claims to be. */
  const marketValue = (amount: AssetUnits, member: Member, side?: Side) =>
    member.feed === undefined ? poolValue(amount, side) : feedValue(amount, member.feed)

  /** A soft member's worth: its group's where its price says that it still is what it claims to be. */
  const softValue = async (amount: AssetUnits, member: Member, side?: Side): Promise<Valuation | undefined> => {
    const groupFeed = openTables().groupFeed(member.group)
    const [market, group] = await Promise.all([
      marketValue(amount, member, side),
      groupFeed === undefined ? undefined : priceOf(groupFeed, amount.chainId),
    ])
    if (market === undefined || group === undefined) return market
    const sources = [...market.sources, group.source]
    const isSingleNode = market.isSingleNode === true || group.isSingleNode
    const par = valuation(valuedAt(amount, group), 'parity', sources, isSingleNode)
    // Middle against middle: what both prices may be off must not come on top of what the member may be off.
    if (isNear(middleOf(market), middleOf(par), member.toleranceBps)) return par
    return forSide(
      side,
      [market, par].map((value) => valuation(value, market.by, sources, isSingleNode)),
    )
  }

  const feedValue = async (amount: AssetUnits, base: string): Promise<Valuation | undefined> => {
    const price = await priceOf(base, amount.chainId)
    return price === undefined
      ? undefined
      : valuation(valuedAt(amount, price), 'oracle', [price.source], price.isSingleNode)
  }

  const valueNow = async (amount: AssetUnits, side?: Side): Promise<Valuation | undefined> => {
    const member = memberOf(amount)
    if (member === 'wrong' || member?.kind === 'broken') return undefined
    if (member?.feed !== undefined && member.kind === 'firm') return feedValue(amount, member.feed)
    return member?.kind === 'soft' ? softValue(amount, member, side) : poolValue(amount, side)
  }

  const inTime = <T>(work: Promise<T>): Promise<T | undefined> => within(clock, VALUE_DEADLINE_MS, work)
  const value = (amount: AssetUnits, side?: Side) => inTime(valueNow(amount, side))

  /** A token of a dollar at one dollar while what it is sold for, and its group's feed, say so; undefined where one does not. */
  const dollarValue = async (amount: AssetUnits, member: Member, side: Side): Promise<Valuation | undefined> => {
    if (!member.isDollar || member.kind === 'broken') return undefined
    const groupFeed = openTables().groupFeed(member.group)
    const [market, group] = await Promise.all([
      marketValue(amount, member, side),
      groupFeed === undefined ? undefined : feedValue(amount, groupFeed),
    ])
    const par = valuedAt(amount, { low: DOLLAR, high: DOLLAR })
    const seen = [market, ...(groupFeed === undefined ? [] : [group])]
    const isAtPar = seen.every(
      (one) =>
        one !== undefined &&
        one.isSingleNode !== true &&
        isNear(middleOf(one), middleOf(par), Math.max(PEG_BPS, member.toleranceBps)),
    )
    if (!isAtPar) return undefined
    const sources = new Set(seen.flatMap((one) => one?.sources ?? []))
    return valuation(par, 'parity', ['parity', ...sources], false)
  }

  /** Two dollars of different issuers at par, so that what feeds may be off is no loss; else each side by its own prices. */
  const valueApart = async (
    src: AssetUnits,
    dst: AssetUnits,
    from: Member | undefined,
    to: Member | undefined,
  ): Promise<Partial<SwapValue>> => {
    const areDollars = from?.isDollar === true && to?.isDollar === true
    const [parSrc, parDst] = areDollars
      ? await Promise.all([inTime(dollarValue(src, from, 'src')), inTime(dollarValue(dst, to, 'dst'))])
      : []
    if (parSrc !== undefined && parDst !== undefined) return { src: parSrc, dst: parDst }
    const [left, right] = await Promise.all([value(src, 'src'), value(dst, 'dst')])
    return defined({ src: left, dst: right })
  }

  /** Both forms of one asset at one price, so that what feeds may be off cancels out. */
  const valueSame = async (src: AssetUnits, dst: AssetUnits, from: Member, to: Member): Promise<Partial<SwapValue>> => {
    const groupFeed = openTables().groupFeed(from.group)
    const soft = (amount: AssetUnits, member: Member, side: Side) =>
      member.kind === 'soft' ? inTime(softValue(amount, member, side)) : undefined
    const [price, softSrc, softDst] = await Promise.all([
      from.isDollar || groupFeed === undefined ? undefined : inTime(priceOf(groupFeed, src.chainId)),
      soft(src, from, 'src'),
      soft(dst, to, 'dst'),
    ])
    const areFirm = from.kind === 'firm' && to.kind === 'firm'
    const point = from.isDollar
      ? DOLLAR
      : price === undefined || price.isSingleNode
        ? undefined
        : (price.low + price.high) / 2n
    if (point === undefined)
      return areFirm ? { fair: { units: rescale(src, dst), shown: dst.units, by: 'parity' } } : {}
    const sources = ['parity', ...(price === undefined ? [] : [price.source])]
    // What a soft member may differ by is for saying whether it is at par: counted on top, it would be the swap's loss.
    const side = (amount: AssetUnits, { kind }: Member, value: Valuation | undefined) =>
      kind === 'soft' && value?.by !== 'parity'
        ? value
        : valuation(
            valuedAt(amount, { low: point, high: point }),
            'parity',
            value?.sources ?? sources,
            value?.isSingleNode === true,
          )
    return defined({ src: side(src, from, softSrc), dst: side(dst, to, softDst) })
  }

  return {
    value: (amount) => value(amount),
    valueSwap: async ({ src, dst, fees, peers = [] }: SwapQuestion): Promise<SwapValue> => {
      const [from, to] = [memberOf(src), memberOf(dst)]
      const areSame = typeof from === 'object' && typeof to === 'object' && from.group === to.group
      const isBroken = areSame && (from.kind === 'broken' || to.kind === 'broken')
      const sides: Promise<Partial<SwapValue>> =
        areSame && !isBroken
          ? valueSame(src, dst, from, to)
          : valueApart(src, dst, from === 'wrong' ? undefined : from, to === 'wrong' ? undefined : to)
      const [valued, costs] = await Promise.all([
        sides,
        Promise.all(lossFees(fees).map(async (fee) => ({ fee, worth: await value(feeUnits(fee)) }))),
      ])
      const median = medianOfPeers(peers)
      const fair = median === undefined ? undefined : ({ units: median, shown: dst.units, by: 'peers' } as const)
      const isCounted = ({ worth }: (typeof costs)[number]) => worth !== undefined && worth.isSingleNode !== true
      return {
        kind: areSame ? 'same' : 'priced',
        ...defined({ fair }),
        ...valued,
        onTop: costs.filter(isCounted).reduce((sum, { worth }) => sum + (worth?.usdHigh ?? 0n), 0n),
        unvalued: costs.filter((cost) => !isCounted(cost)).map(({ fee }) => fee.description),
      }
    },
  }
}

/** Groups whose firm members most tokens are traded against. */
const ANCHORS: ReadonlySet<string> = new Set(['USDC', 'USDT', 'ETH', 'BNB', 'POL', 'AVAX'])

/** The one that a side of a swap counts by: the lowest of what arrives, the highest of what leaves, or else from and to. */
function forSide(side: Side | undefined, values: readonly Valuation[]): Valuation | undefined {
  const byMiddle = values.toSorted((a, b) => (middleOf(a) < middleOf(b) ? -1 : 1))
  const [lowest, highest] = [byMiddle[0], byMiddle.at(-1)]
  if (side !== undefined || lowest === undefined || highest === undefined) return side === 'dst' ? lowest : highest
  return {
    ...lowest,
    usdLow: values.map(({ usdLow }) => usdLow).reduce(smaller),
    usdHigh: values.map(({ usdHigh }) => usdHigh).reduce(larger),
  }
}

/** True where a value is what another is, but for basis points of it. */
function isNear(value: bigint, par: bigint, bps: number): boolean {
  return (larger(value, par) - smaller(value, par)) * 10_000n <= par * BigInt(bps)
}

function valuation(
  { usdLow, usdHigh }: Pick<Valuation, 'usdLow' | 'usdHigh'>,
  by: Valuation['by'],
  sources: readonly string[],
  isSingleNode: boolean,
): Valuation {
  return { usdLow, usdHigh, sources, by, ...(isSingleNode ? { isSingleNode } : {}) }
}

function valuedAt({ units, decimals }: AssetUnits, { low, high }: PriceRange) {
  return { usdLow: usdOf(units, decimals, low), usdHigh: usdOf(units, decimals, high) }
}

/** The source amount in base units of the destination asset. */
function rescale(src: AssetUnits, dst: AssetUnits): bigint {
  return (src.units * 10n ** BigInt(dst.decimals)) / 10n ** BigInt(src.decimals)
}

function overlap(a: PriceRange, b: PriceRange): boolean {
  return a.low <= b.high && b.low <= a.high
}

/** What work gives; undefined when it fails or takes longer. @param ms milliseconds */
async function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | undefined> {
  const deadline = startDeadline(clock, ms, () => new Error('too late'))
  try {
    return await deadline.race(work)
  } catch {
    return undefined
  } finally {
    deadline.stop()
  }
}
