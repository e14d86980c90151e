import { RpcError } from '../../core/evm/rpc-error.ts'
import { quantityOf, recordOf, toQuantity } from '../../core/evm/json-rpc.ts'
import type { Json } from '../../core/ports.ts'
import { isSwapError } from '../../core/api/errors.ts'
import type { EvmChain } from './evm-chain.ts'
import { readQuantity, receiptOf, sameText } from './chain/reads.ts'
import { HEX_WORD } from '../../core/text/hex.ts'

/*
 * What became of a nonce. A transaction may only be called void when every node of the chain agrees that another one holds
 * its nonce, deep enough that no reorganisation brings ours back: a second one would be signed in its place.
 */

/** What is known about the nonce of signed bytes. */
export type NonceUse =
  /** One of our versions is in a block. */
  | { readonly state: 'ours' }
  /** No node knows a mined transaction with it. */
  | { readonly state: 'open' }
  /** Another transaction has it for good. */
  | { readonly state: 'elsewhere'; readonly hash: string }
  /** It is used, and no node keeps state old enough to tell by what. */
  | { readonly state: 'forgotten' }
  /** Nodes disagree, do not answer, or it is too early to tell. */
  | { readonly state: 'unclear' }

/** Asks every node of a chain which transaction took a nonce. @param hashes of all our versions with that nonce */
export async function readNonceUse(
  chain: EvmChain,
  owner: string,
  nonce: number,
  hashes: readonly string[],
): Promise<NonceUse> {
  try {
    return await findNonceUse(chain, owner, BigInt(nonce), hashes)
  } catch (error) {
    if (error instanceof RpcError || isSwapError(error)) return { state: 'unclear' }
    throw error
  }
}

async function findNonceUse(
  chain: EvmChain,
  owner: string,
  nonce: bigint,
  hashes: readonly string[],
): Promise<NonceUse> {
  const receipts = await Promise.all(
    hashes.map(async (hash) => {
      const answers = await chain.rpc.requestAll({ method: 'eth_getTransactionReceipt', params: [hash] })
      return answers.map((answer) => (answer.status === 'fulfilled' ? receiptOf(answer.value, hash) : 'failed'))
    }),
  )
  const answers = receipts.flat()
  if (answers.some((answer) => answer !== undefined && answer !== 'failed')) return { state: 'ours' }
  const counts = await countsOf(chain, owner, 'latest')
  if (counts.every((count) => count !== undefined && count <= nonce)) return { state: 'open' }
  const agreed = counts.every((count) => count !== undefined && count > nonce)
  if (!agreed || answers.includes('failed')) return { state: 'unclear' }
  return findTaker(chain, owner, nonce, hashes)
}

/**
 * Looks for the transaction that took the nonce. That nodes know no receipt of ours proves nothing: they may lag behind,
 * or keep none of old blocks. Only the other transaction itself does.
 */
async function findTaker(chain: EvmChain, owner: string, nonce: bigint, hashes: readonly string[]): Promise<NonceUse> {
  const head = await readQuantity(chain.rpc, 'eth_blockNumber', [])
  const settled = head - BigInt(chain.confirmations - 1)
  const deep = await countsOf(chain, owner, toQuantity(settled > 0n ? settled : 0n))
  if (!deep.every((count) => count !== undefined && count > nonce)) return { state: 'unclear' }
  const block = await blockOfUse(chain, owner, nonce, settled)
  if (block === undefined) return { state: 'forgotten' }
  const hash = await hashInBlock(chain, owner, nonce, block)
  if (hash === undefined) return { state: 'unclear' }
  return hashes.some((own) => sameText(hash, own)) ? { state: 'ours' } : { state: 'elsewhere', hash }
}

/** The block in which the nonce was used, at or before `settled`; undefined where no node keeps the state to tell. */
async function blockOfUse(chain: EvmChain, owner: string, nonce: bigint, settled: bigint): Promise<bigint | undefined> {
  const isUsedAt = async (block: bigint): Promise<boolean | undefined> => {
    const counts = await countsOf(chain, owner, toQuantity(block))
    const known = counts.find((count) => count !== undefined)
    return known === undefined ? undefined : known > nonce
  }
  let [low, high] = [settled, settled]
  for (let step = 1n; low === high; step *= 2n) {
    const at = settled > step ? settled - step : 0n
    const isUsed = await isUsedAt(at)
    if (isUsed === undefined || (isUsed && at === 0n)) return undefined
    low = at
    if (isUsed) high = at
  }
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    const isUsed = await isUsedAt(middle)
    if (isUsed === undefined) return undefined
    if (isUsed) high = middle
    else low = middle
  }
  return high
}

async function hashInBlock(
  { rpc }: EvmChain,
  owner: string,
  nonce: bigint,
  block: bigint,
): Promise<string | undefined> {
  const answer = recordOf(await rpc.request({ method: 'eth_getBlockByNumber', params: [toQuantity(block), true] }))
  const transactions: readonly unknown[] = Array.isArray(answer['transactions']) ? answer['transactions'] : []
  const found = transactions
    .map(recordOf)
    .find(({ from, nonce: used }) => sameText(from, owner) && quantityOf(used) === nonce)
  const hash = found?.['hash']
  return typeof hash === 'string' && HEX_WORD.test(hash) ? hash : undefined
}

/** The account's count at every node; undefined for a node that does not tell. */
async function countsOf({ rpc }: EvmChain, owner: string, tag: Json): Promise<readonly (bigint | undefined)[]> {
  const answers = await rpc.requestAll({ method: 'eth_getTransactionCount', params: [owner, tag] })
  if (answers.length === 0) return [undefined]
  return answers.map((answer) => (answer.status === 'fulfilled' ? quantityOf(answer.value) : undefined))
}
