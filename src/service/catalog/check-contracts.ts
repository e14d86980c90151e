import * as z from 'zod'
import type { CatalogAsset, CatalogChain } from '../../core/assets/catalog.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { startDeadline } from '../../core/deadline.ts'
import { inTurns } from '../../core/in-turns.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import { isWithin } from '../../core/stored-time.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { countText } from '../../core/text/count-text.ts'
import { DAY_MS } from '../../core/text/duration.ts'
import { ProviderError } from '../../providers/index.ts'
import type { Store } from '../../store/index.ts'
import type { ServiceContext } from '../context.ts'
import type { ServiceRpc } from '../providers/chain-rpc.ts'
import { assetKey } from './catalog.ts'
import { compareContracts, type ContractVerdict } from './compare-contracts.ts'
import { copySignal } from './refresh.ts'
import { canHoldToken } from './unlisted-tokens.ts'

/*
 * Whether the rows of the catalog that a user has are what their contracts say. It reports, and changes no row: a contract
 * may lie about its symbol, and a row may be right where nodes are not.
 */

/** An asset by its chain key and address. */
export interface AssetPlace {
  readonly chain: string
  readonly address: string
}

export interface ContractCheckOptions {
  /** Only these, and those of `chains`. @default those of swaps and locks, of `held`, and those that were added to the catalog */
  readonly assets?: readonly AssetPlace[]
  /** Keys of chains of which all rows are compared. */
  readonly chains?: readonly string[]
  /** What the accounts hold, as far as that is known. */
  readonly held?: readonly AssetPlace[]
  /** Most rows that nodes are asked about, from 1. */
  readonly limit: number
  /** True to ask again about rows that were found the same within a week. */
  readonly isFresh: boolean
  /** Longest time for all of it, in milliseconds. */
  readonly deadlineMs: number
  readonly signal?: AbortSignal
}

/** A row of the catalog that was not found to be the same; clean text. */
interface NamedRow extends AssetPlace {
  readonly symbol: string
  readonly decimals: number
}

/** A row that its contract contradicts. */
export type DifferingRow = NamedRow & Pick<Extract<ContractVerdict, { kind: 'differs' }>, 'differences' | 'stated'>

/** A row that was not compared. */
export interface UncomparedRow extends NamedRow {
  /** A clause that says why. */
  readonly why: string
}

export interface ContractReport {
  /** Rows that are what their contracts say. */
  readonly same: number
  /** Rows that were found so within a week, and not asked about again. */
  readonly kept: number
  /** Rows beyond the limit. */
  readonly left: number
  readonly differing: readonly DifferingRow[]
  /** Rows about which the nodes gave no answer that counts. */
  readonly unknown: readonly UncomparedRow[]
  /** Rows without a contract that is read here. */
  readonly unreadable: readonly UncomparedRow[]
}

type CheckContext = Pick<ServiceContext, 'catalog' | 'clock' | 'readStoredAsset'> & {
  readonly store: Pick<Store, 'catalog' | 'documents'> & {
    readonly locks: Pick<Store['locks'], 'latest'>
    readonly transactions: Pick<Store['transactions'], 'list'>
  }
}

interface Row {
  readonly chain: CatalogChain
  readonly asset: CatalogAsset
}

/** How many of the newest swaps and locks are looked through. */
const MOST_SWAPS = 500
const MOST_LOCKS = 100
/** Chains that are read at the same time. */
const CHAINS_AT_ONCE = 4
/** How long a row that was found the same is not asked about again, in milliseconds. */
const KEEP_MS = 7 * DAY_MS

const KEPT_KEY = 'contracts-same'
/** By chain and comparable address: the row as it was then. */
const keptSchema = z.record(z.string(), z.object({ atMs: z.number(), symbol: z.string(), decimals: z.number() }))

/**
 * Compares rows of the catalog with their contracts.
 * @throws INTERRUPTED when the signal aborts, STORE_UNUSABLE for a named asset that neither catalog nor store hold
 */
export async function checkContracts(
  context: CheckContext,
  rpc: Pick<ServiceRpc, 'chainRpc'>,
  options: ContractCheckOptions,
): Promise<ContractReport> {
  const { clock } = context
  const rows = await chooseRows(context, options)
  const stored = await context.store.documents.get(KEPT_KEY)
  const known = keptSchema.safeParse(stored?.doc).data ?? {}
  const fresh = Object.entries(known).filter(([, { atMs }]) => isWithin(atMs, clock.now(), KEEP_MS))
  const kept = new Map(fresh)
  const isKept = (row: Row) => {
    const before = kept.get(keyOf(row))
    return !options.isFresh && before?.symbol === row.asset.symbol && before.decimals === row.asset.decimals
  }
  const readable = rows.filter((row) => whyUnreadable(row) === undefined)
  const due = readable.filter((row) => !isKept(row))
  const verdicts = await compareAll(context, rpc, due.slice(0, options.limit), options)
  const atMs = clock.now()
  for (const [row, { kind }] of verdicts) {
    const { symbol, decimals } = row.asset
    if (kind === 'same') kept.set(keyOf(row), { atMs, symbol, decimals })
    else kept.delete(keyOf(row))
  }
  // Where another process writes at the same moment, these rows are asked about once more.
  if (verdicts.size > 0) await context.store.documents.put(KEPT_KEY, Object.fromEntries(kept), stored?.version ?? 0)
  const all = [...verdicts]
  return {
    same: all.filter(([, { kind }]) => kind === 'same').length,
    kept: readable.length - due.length,
    left: Math.max(0, due.length - options.limit),
    differing: all.flatMap(([row, verdict]) =>
      verdict.kind === 'differs' ? [{ ...nameRow(row), differences: verdict.differences, stated: verdict.stated }] : [],
    ),
    unknown: all.flatMap(([row, verdict]) =>
      verdict.kind === 'unknown' ? [{ ...nameRow(row), why: cleanText(verdict.why, 300) }] : [],
    ),
    unreadable: rows.flatMap((row) => {
      const why = whyUnreadable(row)
      return why === undefined ? [] : [{ ...nameRow(row), why }]
    }),
  }
}

/** The verdict of each row, in their order; one that the time did not suffice for is unknown. @throws INTERRUPTED */
async function compareAll(
  { clock }: CheckContext,
  rpc: Pick<ServiceRpc, 'chainRpc'>,
  rows: readonly Row[],
  { deadlineMs, signal }: ContractCheckOptions,
): Promise<ReadonlyMap<Row, ContractVerdict>> {
  const late = `its nodes did not answer within ${countText(Math.round(deadlineMs / 1000), 'second')}`
  const verdicts = new Map<Row, ContractVerdict>(rows.map((row) => [row, { kind: 'unknown', why: late }]))
  const chains = new Map(rows.map(({ chain }) => [chain.key, chain]))
  const deadline = startDeadline(clock, deadlineMs, () => new Error(late), copySignal(signal))
  const compareChain = async (chain: CatalogChain) => {
    const rowOf = new Map(rows.flatMap((row) => (row.chain.key === chain.key ? [[row.asset, row] as const] : [])))
    const tell = (asset: CatalogAsset, verdict: ContractVerdict) => {
      const row = rowOf.get(asset)
      if (row !== undefined && !deadline.signal.aborted) verdicts.set(row, verdict)
    }
    try {
      const nodes = await rpc.chainRpc(chain.key, deadline.signal)
      await compareContracts(nodes, chain, [...rowOf.keys()], tell)
    } catch (error) {
      if (!(error instanceof ProviderError || error instanceof RpcError)) throw error
      for (const asset of rowOf.keys()) tell(asset, { kind: 'unknown', why: error.message })
    }
  }
  try {
    await deadline.race(inTurns(CHAINS_AT_ONCE, [...chains.values()], compareChain))
  } catch (error) {
    if (signal?.aborted === true) throw new SwapError('INTERRUPTED', 'Interrupted: not all rows were compared')
    if (!deadline.signal.aborted) throw error
  } finally {
    deadline.stop()
  }
  return verdicts
}

async function chooseRows(context: CheckContext, options: ContractCheckOptions): Promise<readonly Row[]> {
  const { assets = [], chains = [], held = [] } = options
  const isNamed = assets.length + chains.length > 0
  const ofChains = await Promise.all(chains.map((key) => context.catalog.assets(key)))
  const places = isNamed ? [...assets, ...ofChains.flat()] : [...(await readOwnPlaces(context)), ...held]
  const added = isNamed ? [] : await context.store.catalog.assets()
  const rows = new Map<string, Row>()
  for (const place of [...places, ...added]) {
    const row = await context.readStoredAsset(place.chain, place.address).catch((error: unknown) => {
      // What the catalog lacks by now is no row of it.
      if (!isNamed && isSwapError(error)) return undefined
      throw error
    })
    if (row !== undefined) rows.set(keyOf(row), row)
  }
  return [...rows.values()]
}

/** Both sides of swaps, the newest first, and of locks that can be executed. */
async function readOwnPlaces({ store }: CheckContext): Promise<readonly AssetPlace[]> {
  const [swaps, locks] = await Promise.all([
    store.transactions.list({}, 1, MOST_SWAPS),
    store.locks.latest(0, MOST_LOCKS),
  ])
  return [...swaps.items, ...locks.map(({ doc }) => doc)].flatMap((pair) => [
    { chain: pair.srcChain, address: pair.srcAddress },
    { chain: pair.dstChain, address: pair.dstAddress },
  ])
}

function keyOf({ chain, asset }: Row): string {
  return `${chain.key}:${assetKey(chain, asset.address)}`
}

function whyUnreadable({ chain, asset }: Row): string | undefined {
  if (asset.isNative) return 'the coin of a chain has no contract'
  return canHoldToken(chain, asset.address) ? undefined : 'only contracts of EVM chains are read'
}

function nameRow({ asset: { chain, address, symbol, decimals } }: Row): NamedRow {
  return { chain, address: cleanText(address), symbol: cleanText(symbol, 40), decimals }
}
