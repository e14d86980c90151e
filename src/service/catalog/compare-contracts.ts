import { NodesDisagree, readAgreed } from '../../core/evm/agreement.ts'
import { MULTICALL3 } from '../../core/evm/contracts.ts'
import { ERC20 } from '../../core/evm/functions.ts'
import { isHex } from '../../core/evm/json-rpc.ts'
import { decodeAggregate3, encodeAggregate3 } from '../../core/evm/multicall3.ts'
import { readResult } from '../../core/evm/words.ts'
import type { CatalogAsset, CatalogChain } from '../../core/assets/catalog.ts'
import { isSameSymbol } from '../../core/assets/look-alikes.ts'
import { inTurns } from '../../core/in-turns.ts'
import { MOST_DECIMALS } from '../../core/money/amount.ts'
import type { ChainRpc, RpcCall } from '../../core/ports.ts'
import { readSymbol, saysNoFunction } from './token-contract.ts'

/*
 * Rows of the catalog beside what their contracts state. What counts is what the nodes of two operators say alike, or what
 * the user's own node says: a single stranger could make a right row look wrong, and a wrong one right.
 */

/** In what a row differs from its contract; `no_decimals` where the contract there states none that a token can have. */
export type ContractDifference = 'decimals' | 'symbol' | 'no_contract' | 'no_decimals'

/** What a contract states; null for what it does not. */
export interface ContractStatement {
  readonly decimals: number | null
  /** Clean text. */
  readonly symbol: string | null
}

/** How a row compares with its contract. */
export type ContractVerdict =
  | { readonly kind: 'same' }
  | {
      readonly kind: 'differs'
      readonly differences: readonly ContractDifference[]
      readonly stated: ContractStatement
    }
  | {
      readonly kind: 'unknown'
      /** A clause that says why it could not be compared. */
      readonly why: string
    }

/** Rows that one call of Multicall3 reads: two reads each, far below the gas that nodes give a call. */
const BATCH = 50
/** Rows that are read by themselves at the same time. */
const AT_ONCE = 4

/**
 * Compares the tokens of one EVM chain with their contracts. Multicall3 reads many rows at once; a row of which that does not show
 * that it is the same is read by itself, before anything is said against it.
 * @param tell called with each row as it is known
 * @throws ProviderError where the setting of the chain's nodes is wrong
 */
export async function compareContracts(
  rpc: ChainRpc,
  chain: Pick<CatalogChain, 'key' | 'name'>,
  assets: readonly CatalogAsset[],
  tell: (asset: CatalogAsset, verdict: ContractVerdict) => void,
): Promise<void> {
  for (let start = 0; start < assets.length; start += BATCH) {
    const batch = assets.slice(start, start + BATCH)
    const read = await readBatch(rpc, chain, batch)
    if (read.kind === 'unread') {
      // Nodes that do not answer to one batch are not asked for the others.
      for (const asset of assets.slice(start)) tell(asset, { kind: 'unknown', why: read.why })
      return
    }
    const others = batch.filter((asset, index) => {
      const [decimals, symbol] = read.results.slice(index * 2, index * 2 + 2)
      const isSame = isSameToken(asset, {
        decimals: readDecimals(decimals),
        symbol: readSymbol(symbol ?? '0x') ?? null,
      })
      if (isSame) tell(asset, { kind: 'same' })
      return !isSame
    })
    await inTurns(AT_ONCE, others, async (asset) => tell(asset, await compareOne(rpc, chain, asset)))
  }
}

/** What nodes say alike, as 0x-hex in small letters, or why nothing is known. */
type ConfirmedRead =
  | { readonly kind: 'read'; readonly bytes: string }
  /** They contradict each other. */
  | { readonly kind: 'split'; readonly why: string }
  /** Too few of them answer. */
  | { readonly kind: 'unread'; readonly why: string }

/** @param isAnswer true for an error that says that nothing is there, which counts as `0x` */
async function readConfirmed(
  rpc: ChainRpc,
  { key, name }: Pick<CatalogChain, 'key' | 'name'>,
  call: RpcCall,
  isAnswer: (error: Error) => boolean,
): Promise<ConfirmedRead> {
  try {
    const agreed = await readAgreed(rpc, call, (answer) => {
      if ('error' in answer) {
        if (isAnswer(answer.error)) return '0x'
        throw answer.error
      }
      if (!isHex(answer.value)) throw new Error('no bytes')
      return answer.value.toLowerCase()
    })
    if (agreed !== undefined && agreed.by !== 'single node') return { kind: 'read', bytes: agreed.value }
    const setting = `swapcli config set rpc.${key} <url>`
    if (rpc.operators.length === 0) return { kind: 'unread', why: `no node of ${name} is known: ${setting}` }
    if (agreed === undefined) return { kind: 'unread', why: `no node of ${name} answers` }
    return {
      kind: 'unread',
      why: `single node: only one operator answers on ${name}; set one that you trust: ${setting}`,
    }
  } catch (error) {
    if (error instanceof NodesDisagree) return { kind: 'split', why: error.message }
    throw error
  }
}

/** Reads decimals and symbol of each in one call; nothing of any where the chain's Multicall3 does not show them. */
async function readBatch(
  rpc: ChainRpc,
  chain: Pick<CatalogChain, 'key' | 'name'>,
  assets: readonly CatalogAsset[],
): Promise<
  | { readonly kind: 'read'; readonly results: readonly (string | undefined)[] }
  | Extract<ConfirmedRead, { kind: 'unread' }>
> {
  const reads = assets.flatMap(({ address: to }) => [
    { to, data: ERC20.decimals.selector },
    { to, data: ERC20.symbol.selector },
  ])
  const call = callOf(MULTICALL3, encodeAggregate3(reads))
  const read = await readConfirmed(rpc, chain, call, () => true)
  if (read.kind === 'unread') return read
  const results = read.kind === 'read' ? decodeAggregate3(read.bytes, reads.length) : undefined
  return { kind: 'read', results: results ?? [] }
}

async function compareOne(
  rpc: ChainRpc,
  chain: Pick<CatalogChain, 'key' | 'name'>,
  asset: CatalogAsset,
): Promise<ContractVerdict> {
  const { address } = asset
  const [decimals, symbol] = await Promise.all(
    [ERC20.decimals, ERC20.symbol].map(({ selector }) =>
      readConfirmed(rpc, chain, callOf(address, selector), saysNoFunction),
    ),
  )
  if (decimals?.kind !== 'read') return { kind: 'unknown', why: decimals?.why ?? '' }
  const stated = { decimals: readDecimals(decimals.bytes), symbol: null }
  if (stated.decimals === null) {
    const code = await readConfirmed(rpc, chain, { method: 'eth_getCode', params: [address, 'latest'] }, () => false)
    if (code.kind !== 'read') return { kind: 'unknown', why: code.why }
    return { kind: 'differs', differences: [code.bytes === '0x' ? 'no_contract' : 'no_decimals'], stated }
  }
  const named = symbol?.kind === 'read' ? (readSymbol(symbol.bytes) ?? null) : null
  const differences = differencesOf(asset, { ...stated, symbol: named })
  if (differences.length > 0) return { kind: 'differs', differences, stated: { ...stated, symbol: named } }
  if (named !== null) return { kind: 'same' }
  const why = symbol?.kind === 'read' || symbol === undefined ? 'its contract states no symbol' : symbol.why
  return { kind: 'unknown', why: `its decimals are the same, and its symbol is not known: ${why}` }
}

function callOf(to: string, data: string): RpcCall {
  return { method: 'eth_call', params: [{ to, data }, 'latest'] }
}

/** From 0 to MOST_DECIMALS; null for anything else. */
function readDecimals(returned = '0x'): number | null {
  const places = readResult(returned)
  return places === undefined || places > MOST_DECIMALS ? null : Number(places)
}

function isSameToken(asset: CatalogAsset, stated: ContractStatement): boolean {
  return stated.decimals !== null && stated.symbol !== null && differencesOf(asset, stated).length === 0
}

/** What is not stated is no difference. */
function differencesOf(asset: CatalogAsset, { decimals, symbol }: ContractStatement): readonly ContractDifference[] {
  return [
    ...(decimals === null || decimals === asset.decimals ? [] : (['decimals'] as const)),
    ...(symbol === null || symbolsOf(asset).some((known) => isSameSymbol(known, symbol)) ? [] : (['symbol'] as const)),
  ]
}

/** By what an asset is known; behind a dot the catalog names the bridge, as in USDC.e, which its contract need not do. */
function symbolsOf({ symbol, altSymbols }: CatalogAsset): readonly string[] {
  return [symbol, symbol.replace(/\.[a-z]+$/i, ''), ...altSymbols]
}
