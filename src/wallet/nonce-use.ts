import { RpcError } from '../core/chain-rpc.ts'
import type { Json } from '../core/context.ts'
import { isSwapError } from '../core/errors.ts'
import type { PayChain } from './chain-node.ts'
import { quantityOf, readNonce, readQuantity, receiptOf, recordOf, sameText, toHex } from './chain-reads.ts'

/*
 * What became of a nonce. A transaction may only be called void when every node of the chain agrees that another one holds
 * its nonce, deep enough that no reorganisation brings ours back: a second one would be signed in its place.
 */

/** Blocks back for which nodes that keep no archive still know the state of accounts. */
const KNOWN_BLOCKS = 96n

/** What is known about the nonce of signed bytes. */
export type NonceUse =
  /** One of our versions is in a block. */
  | { readonly state: 'ours' }
  /** No node knows a mined transaction with it. */
  | { readonly state: 'open' }
  /** Another transaction has it for good; `hash` where it could be found. */
  | { readonly state: 'elsewhere'; readonly hash: string | undefined }
  /** Nodes disagree, do not answer, or it is too fresh to tell. */
  | { readonly state: 'unclear' }

/** Asks every node of a chain which transaction took a nonce. @param hashes of all our versions with that nonce */
export async function readNonceUse(
  chain: PayChain,
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
  chain: PayChain,
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

/** Looks for the transaction that took the nonce, in the blocks of which state is known. */
async function findTaker(chain: PayChain, owner: string, nonce: bigint, hashes: readonly string[]): Promise<NonceUse> {
  const { rpc } = chain
  const head = await readQuantity(rpc, 'eth_blockNumber', [])
  const settled = head - BigInt(chain.confirmations - 1)
  const deep = await countsOf(chain, owner, toHex(settled > 0n ? settled : 0n))
  if (!deep.every((count) => count !== undefined && count > nonce)) return { state: 'unclear' }
  const before = await blockBefore(chain, owner, nonce, settled)
  if (before === 'long ago') return { state: 'elsewhere', hash: undefined }
  if (before === undefined) return { state: 'unclear' }
  let [low, high] = [before, settled]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if ((await readNonce(rpc, owner, toHex(middle))) > nonce) high = middle
    else low = middle
  }
  const hash = await hashInBlock(chain, owner, nonce, high)
  if (hash === undefined) return { state: 'unclear' }
  return hashes.some((own) => sameText(hash, own)) ? { state: 'ours' } : { state: 'elsewhere', hash }
}

/** A block in which the nonce was still free; undefined where nodes do not tell. */
async function blockBefore(
  { rpc }: PayChain,
  owner: string,
  nonce: bigint,
  settled: bigint,
): Promise<bigint | 'long ago' | undefined> {
  for (let step = 1n; ; step *= 2n) {
    const back = step < KNOWN_BLOCKS ? step : KNOWN_BLOCKS
    const at = settled > back ? settled - back : 0n
    const count = await readNonce(rpc, owner, toHex(at)).catch((error: unknown) => {
      if (error instanceof RpcError) return undefined
      throw error
    })
    if (count === undefined) return undefined
    if (count <= nonce) return at
    if (back === KNOWN_BLOCKS || at === 0n) return 'long ago'
  }
}

async function hashInBlock(
  { rpc }: PayChain,
  owner: string,
  nonce: bigint,
  block: bigint,
): Promise<string | undefined> {
  const answer = recordOf(await rpc.request({ method: 'eth_getBlockByNumber', params: [toHex(block), true] }))
  const transactions: readonly unknown[] = Array.isArray(answer['transactions']) ? answer['transactions'] : []
  const found = transactions
    .map(recordOf)
    .find(({ from, nonce: used }) => sameText(from, owner) && quantityOf(used) === nonce)
  const hash = found?.['hash']
  return typeof hash === 'string' && /^0x[0-9a-fA-F]{64}$/.test(hash) ? hash : undefined
}

/** The account's count at every node; undefined for a node that does not tell. */
async function countsOf({ rpc }: PayChain, owner: string, tag: Json): Promise<readonly (bigint | undefined)[]> {
  const answers = await rpc.requestAll({ method: 'eth_getTransactionCount', params: [owner, tag] })
  if (answers.length === 0) return [undefined]
  return answers.map((answer) => (answer.status === 'fulfilled' ? quantityOf(answer.value) : undefined))
}
