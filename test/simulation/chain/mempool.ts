import type { ChainTransaction } from './transactions.ts'
import { intrinsicGas } from './execute.ts'

/* What waits for a block at one node, or at the builder of blocks, by geth's rules. */

/** Percent by which both fees of a replacement must be higher. */
const REPLACE_PERCENT = 110n

/** What a pool has to know of the chain. */
export interface PoolView {
  nonceOf(address: string): number
  coinsOf(address: string): bigint
  /** Wei for one gas of the next block. */
  readonly baseFee: bigint
  readonly chainId: number
  readonly blockGasLimit: number
  /** True where a fee cap below the base fee is refused. */
  readonly refusesLowFeeCap: boolean
}

/** Transactions that wait at one place. */
export interface Mempool {
  /** Adds a transaction. @returns why it is refused, as nodes put it; undefined for one that was taken */
  add(transaction: ChainTransaction, view: PoolView): string | undefined
  get(hash: string): ChainTransaction | undefined
  at(address: string, nonce: number): ChainTransaction | undefined
  /** Waiting transactions of an account without a gap from a nonce on. */
  pendingFrom(address: string, nonce: number): readonly ChainTransaction[]
  remove(hash: string): void
  /** Forgets what an account's next nonce makes void. */
  prune(address: string, nonce: number): void
  all(): readonly ChainTransaction[]
  readonly size: number
}

export function createMempool(): Mempool {
  const byHash = new Map<string, ChainTransaction>()
  const byAccount = new Map<string, Map<number, ChainTransaction>>()
  const remove = (hash: string) => {
    const known = byHash.get(hash)
    if (known === undefined) return
    byHash.delete(hash)
    const account = byAccount.get(known.from)
    account?.delete(known.nonce)
    if (account?.size === 0) byAccount.delete(known.from)
  }
  const pendingFrom = (address: string, nonce: number): readonly ChainTransaction[] => {
    const account = byAccount.get(address)
    const found: ChainTransaction[] = []
    for (let next = account?.get(nonce); next !== undefined; next = account?.get(next.nonce + 1)) found.push(next)
    return found
  }
  return {
    add: (transaction, view) => {
      const { hash, from, nonce } = transaction
      if (byHash.has(hash)) return 'already known'
      const refusal = refusalOf(transaction, view)
      if (refusal !== undefined) return refusal
      const account = byAccount.get(from) ?? new Map<number, ChainTransaction>()
      const before = account.get(nonce)
      if (before !== undefined) {
        if (!isDearer(transaction, before)) return 'replacement transaction underpriced'
        byHash.delete(before.hash)
      }
      account.set(nonce, transaction)
      byAccount.set(from, account)
      byHash.set(hash, transaction)
      return undefined
    },
    get: (hash) => byHash.get(hash),
    at: (address, nonce) => byAccount.get(address)?.get(nonce),
    pendingFrom,
    remove,
    prune: (address, nonce) => {
      for (const one of [...(byAccount.get(address)?.values() ?? [])]) if (one.nonce < nonce) remove(one.hash)
    },
    all: () => [...byHash.values()],
    get size() {
      return byHash.size
    },
  }
}

function isDearer(next: ChainTransaction, before: ChainTransaction): boolean {
  return (
    next.maxFeePerGas * 100n >= before.maxFeePerGas * REPLACE_PERCENT &&
    next.maxPriorityFeePerGas * 100n >= before.maxPriorityFeePerGas * REPLACE_PERCENT
  )
}

/** Why no pool takes it, in geth's words. */
function refusalOf(transaction: ChainTransaction, view: PoolView): string | undefined {
  const { from, nonce, data, value, gas, chainId, maxFeePerGas, maxPriorityFeePerGas } = transaction
  if (chainId !== view.chainId) return `invalid chain id for signer: have ${chainId ?? 0} want ${view.chainId}`
  if (gas > view.blockGasLimit) return 'exceeds block gas limit'
  const least = intrinsicGas(data)
  if (gas < least) return `intrinsic gas too low: gas ${gas}, minimum needed ${least}`
  if (maxPriorityFeePerGas > maxFeePerGas) return 'max priority fee per gas higher than max fee per gas'
  const next = view.nonceOf(from)
  if (nonce < next) return `nonce too low: next nonce ${next}, tx nonce ${nonce}`
  const [held, cost] = [view.coinsOf(from), BigInt(gas) * maxFeePerGas + value]
  if (held < cost) {
    return `insufficient funds for gas * price + value: balance ${held}, tx cost ${cost}, overshot ${cost - held}`
  }
  if (view.refusesLowFeeCap && maxFeePerGas < view.baseFee) {
    return `max fee per gas less than block base fee: address ${from}, maxFeePerGas: ${maxFeePerGas}, baseFee: ${view.baseFee}`
  }
  return undefined
}
