import { NodesDisagree, readSettled } from '../../core/evm/agreement.ts'
import type { Depth } from '../../core/evm/confirmations.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import { isHex, quantityOf, recordOf, toQuantity } from '../../core/evm/json-rpc.ts'
import type { Json, OperatorAnswer } from '../../core/ports.ts'
import { isSwapError } from '../../core/api/errors.ts'
import type { EvmChain } from './evm-chain.ts'
import { isDeep } from './chain/depth.ts'
import { lowerMiddle } from './chain/middle.ts'
import { readQuantity, receiptOf, sameText } from './chain/reads.ts'
import { HEX_WORD } from '../../core/text/hex.ts'
import type { ReplacedPayment } from '../payment.ts'
import { readSigned } from './signed-transaction.ts'

/*
 * What became of a nonce. A transaction may only be called void when every node of the chain that answers agrees that another
 * one holds its nonce, deep enough that no reorganisation brings ours back, and two operators show that one in its block: a
 * second one would be signed in its place. One node's word counts where no other operator is known, or for a node of the user.
 *
 * The key may be in another wallet as well, or in another copy of the home, and sign there what is signed here, for other
 * fees: that is our transaction under another hash.
 */

/** What is known about the nonce of signed bytes. */
export type NonceUse =
  /** One of our versions is in a block. */
  | { readonly state: 'ours' }
  /** No node knows a mined transaction with it. */
  | { readonly state: 'open' }
  /** A transaction with the call of one of our versions has it, which was signed elsewhere. */
  | { readonly state: 'same call'; readonly version: ReplacedPayment; readonly taker: MinedTransaction }
  /** Another transaction has it for good. */
  | { readonly state: 'elsewhere'; readonly hash: string }
  /** It is used, and no node keeps state old enough to tell by what. */
  | { readonly state: 'forgotten' }
  /** Nodes disagree, do not answer, or it is too early to tell. */
  | { readonly state: 'unclear' }

/** A nonce of signed bytes. */
export interface SignedNonce {
  readonly owner: string
  readonly nonce: number
  /** All our versions with it, newest first. */
  readonly versions: readonly ReplacedPayment[]
}

/**
 * Asks the nodes of a chain which transaction took a nonce.
 * @param depth of what took it, before it counts
 */
export async function readNonceUse(chain: EvmChain, signed: SignedNonce, depth: Depth): Promise<NonceUse> {
  try {
    return await findNonceUse(chain, signed, depth)
  } catch (error) {
    if (error instanceof RpcError || error instanceof NodesDisagree || isSwapError(error)) return { state: 'unclear' }
    throw error
  }
}

async function findNonceUse(chain: EvmChain, signed: SignedNonce, depth: Depth): Promise<NonceUse> {
  const { owner, nonce, versions } = signed
  const receipts = await Promise.all(
    versions.map(async ({ hash }) => {
      const answers = await chain.rpc.requestAll({ method: 'eth_getTransactionReceipt', params: [hash] })
      return answers.map((answer) => (answer.status === 'fulfilled' ? receiptOf(answer.value, hash) : 'failed'))
    }),
  )
  const answers = receipts.flat()
  if (answers.some((answer) => answer !== undefined && answer !== 'failed')) return { state: 'ours' }
  const counts = await countsOf(chain, owner, 'latest')
  if (isSaidByAll(counts, (count) => count <= nonce)) return { state: 'open' }
  if (!isSaidByAll(counts, (count) => count > nonce) || answers.includes('failed')) return { state: 'unclear' }
  return findTaker(chain, signed, depth)
}

/**
 * Looks for the transaction that took the nonce. That nodes know no receipt of ours proves nothing: they may lag behind,
 * or keep none of old blocks. Only the other transaction itself does.
 */
async function findTaker(chain: EvmChain, { owner, nonce, versions }: SignedNonce, depth: Depth): Promise<NonceUse> {
  const head = await readQuantity(chain.rpc, 'eth_blockNumber', [])
  const settled = head - BigInt(chain.confirmations - 1)
  const deep = await countsOf(chain, owner, toQuantity(settled > 0n ? settled : 0n))
  if (!isSaidByAll(deep, (count) => count > nonce)) return { state: 'unclear' }
  const taker = await findByNonce(chain, { owner, nonce }, settled)
  if (typeof taker === 'string') return { state: taker }
  const { hash, block } = taker
  if (versions.some((own) => sameText(hash, own.hash))) return { state: 'ours' }
  const version = await findSameCall(chain, versions, taker)
  if (version !== undefined) return { state: 'same call', version, taker }
  return (await isDeep(chain.rpc, depth, block)) ? { state: 'elsewhere', hash } : { state: 'unclear' }
}

/** The version whose call a transaction makes: all that the account signed of it but what it pays for gas. */
async function findSameCall(
  { chainId }: EvmChain,
  versions: readonly ReplacedPayment[],
  { to, data, value }: MinedTransaction,
): Promise<ReplacedPayment | undefined> {
  for (const version of versions) {
    // Bytes that cannot be read are compared with nothing.
    const own = await readSigned(version).catch((error: unknown) => {
      if (isSwapError(error)) return undefined
      throw error
    })
    if (own?.chainId !== chainId || own.value !== value) continue
    if (sameText(to, own.to) && sameText(data, own.data)) return version
  }
  return undefined
}

/** A transaction of an account in its block, as nodes of two operators have it, where two are known. */
export interface MinedTransaction {
  readonly hash: string
  readonly block: bigint
  /** 0x address; undefined where it makes a contract. */
  readonly to: string | undefined
  /** 0x-hex. */
  readonly data: string
  /** Base units of the coin. */
  readonly value: bigint
  /** Most that it may use; undefined where the node does not say. */
  readonly gas: bigint | undefined
}

/**
 * The transaction that took a nonce at or before a block; `forgotten` where no node keeps the state to tell, `unclear` where
 * nodes differ, or too few of them answer.
 * @param after a block up to which the nonce was not used, where one is known
 */
export async function findByNonce(
  chain: EvmChain,
  { owner, nonce }: Pick<SignedNonce, 'owner' | 'nonce'>,
  upTo: bigint,
  after = -1n,
): Promise<MinedTransaction | 'forgotten' | 'unclear'> {
  const block = await blockOfUse(chain, owner, nonce, upTo, after)
  if (block === undefined) return 'forgotten'
  return (await transactionInBlock(chain, owner, nonce, block)) ?? 'unclear'
}

/** Most operators that are asked how many transactions an account has sent. */
const MOST_OPERATORS = 4

/** The block in which the nonce was used, at or before `settled`; what it holds is read by itself. Undefined where no node keeps the state to tell. */
async function blockOfUse(
  chain: EvmChain,
  owner: string,
  nonce: number,
  settled: bigint,
  after: bigint,
): Promise<bigint | undefined> {
  const isUsedAt = async (block: bigint): Promise<boolean | undefined> => {
    const { stated } = await countsOf(chain, owner, toQuantity(block))
    const known = lowerMiddle(stated.filter((count) => count !== undefined))
    return known === undefined ? undefined : known > nonce
  }
  let [low, high] = [settled, settled]
  // Back from the newest block in steps that grow, until one is found without it, or without state.
  let dark: bigint | undefined
  for (let step = 1n; low === high; step *= 2n) {
    const at = settled > step ? settled - step : 0n
    if (at <= after) {
      low = after
      break
    }
    const isUsed = await isUsedAt(at)
    if (isUsed === true && at === 0n) return undefined
    if (isUsed === undefined) {
      dark = at
      break
    }
    low = at
    if (isUsed) high = at
  }
  // Nodes keep the state of so many blocks, which need not be what a step goes back.
  while (high - (dark ?? low) > 1n) {
    const middle = ((dark ?? low) + high) / 2n
    const isUsed = await isUsedAt(middle)
    if (isUsed === true) high = middle
    else if (isUsed === false) [low, dark] = [middle, undefined]
    else if (dark === undefined) return undefined
    else dark = middle
  }
  if (dark !== undefined) return undefined
  return high
}

/** The transaction of a block with the nonce, as nodes of two operators have that block, where two are known. */
async function transactionInBlock(
  { rpc }: EvmChain,
  owner: string,
  nonce: number,
  block: bigint,
): Promise<MinedTransaction | undefined> {
  const call = { method: 'eth_getBlockByNumber', params: [toQuantity(block), true] }
  const read = (answer: OperatorAnswer): MinedTransaction | undefined => {
    if ('error' in answer) throw answer.error
    const { transactions } = recordOf(answer.value)
    const found = (Array.isArray(transactions) ? (transactions as readonly unknown[]) : [])
      .map(recordOf)
      .find(({ from, nonce: used }) => sameText(from, owner) && quantityOf(used) === BigInt(nonce))
    const { hash, to, input, value, gas } = found ?? {}
    if (typeof hash !== 'string' || !HEX_WORD.test(hash)) return undefined
    const fields = { to: isHex(to) ? to.toLowerCase() : undefined, data: isHex(input) ? input.toLowerCase() : '0x' }
    return { hash: hash.toLowerCase(), block, ...fields, value: quantityOf(value) ?? 0n, gas: quantityOf(gas) }
  }
  return readSettled(rpc, call, read, (a, b) => textOf(a) === textOf(b))
}

function textOf(found: MinedTransaction | undefined): string {
  return found === undefined ? '' : [found.hash, found.to, found.data, found.value].join(' ')
}

/** The account's count at each node of the user, or at each operator that answers; undefined for one that does not tell. */
export interface Counts {
  readonly stated: readonly (bigint | undefined)[]
  /** False where fewer operators answered than it takes to believe them. */
  readonly isEnough: boolean
}

/** How many transactions an account has sent up to a block, by every operator that is asked. */
export async function countsOf({ rpc }: EvmChain, owner: string, tag: Json): Promise<Counts> {
  const call = { method: 'eth_getTransactionCount', params: [owner, tag] }
  if (rpc.isOwn) {
    const answers = await rpc.requestAll(call)
    const stated = answers.map((answer) => (answer.status === 'fulfilled' ? quantityOf(answer.value) : undefined))
    return { stated, isEnough: stated.length > 0 }
  }
  const answers = await rpc.requestOperators(call, MOST_OPERATORS)
  const stated = answers.map((answer) => ('value' in answer ? quantityOf(answer.value) : undefined))
  return { stated, isEnough: stated.length >= Math.min(2, rpc.operators.length) && stated.length > 0 }
}

/** True where every one that was asked says so, and enough of them were. */
function isSaidByAll({ stated, isEnough }: Counts, says: (count: bigint) => boolean): boolean {
  return isEnough && stated.every((count) => count !== undefined && says(count))
}
