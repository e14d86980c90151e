import { NodesDisagree, readSettled } from '../../core/evm/agreement.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import { recordOf, toQuantity } from '../../core/evm/json-rpc.ts'
import type { Clock, OperatorAnswer } from '../../core/ports.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { revertReason } from '../../core/evm/revert-reason.ts'
import { describeForgotten } from './broadcast.ts'
import type { EvmChain } from './evm-chain.ts'
import { readCall, readNonce, readQuantity, readReceipt, type Receipt, receiptOf, sameText } from './chain/reads.ts'
import { readNonceUse } from './nonce-use.ts'
import { readSigned } from './signed-transaction.ts'
import type { Payment, ReplacedPayment, PaymentOutcome } from '../payment.ts'

/** What waiting needs, apart from the chain. */
export interface OutcomeParts {
  readonly clock: Clock
  /** Milliseconds between two polls. */
  readonly pollMs: number
  /** 0x address that signed. */
  readonly owner: string
  readonly nonce: number
  /** Transactions of the same payment that were mined before it, oldest first: those that fall out are sent again. */
  readonly earlier: readonly Payment[]
}

/** Polls between two checks that the nodes still have the transaction. */
const RESEND_EVERY = 15
/** Polls for a transaction that no node knows any more; a node that lags behind catches up earlier. */
const MOST_FORGOTTEN = 10

/**
 * Waits until one version of a transaction is as deep in the chain as the chain needs, or another transaction has its
 * nonce for good. A version that falls out of the chain is waited for again, and bytes that a node forgot are sent again. Nodes
 * that fail are queried again until they answer.
 * @throws OUTCOME_UNKNOWN when the signal aborts first, CONFIG_INVALID where only nodes that keep old state could tell
 */
export async function awaitOutcome(
  parts: OutcomeParts,
  chain: EvmChain,
  payment: Payment,
  signal: AbortSignal,
): Promise<PaymentOutcome> {
  for (let [polls, misses] = [0, 0]; ; polls += 1) {
    if (signal.aborted) throw stillPending(payment)
    try {
      const settlement = await poll(parts, chain, payment)
      if (typeof settlement === 'object') return settlement
      misses = settlement === 'forgotten' ? misses + 1 : 0
      if (misses >= MOST_FORGOTTEN) throw needsArchiveNode(chain, parts.nonce)
      if (polls % RESEND_EVERY === RESEND_EVERY - 1) await resendAll(chain, [...parts.earlier, payment])
    } catch (error) {
      // A node's failure says nothing about the transaction.
      if (!(error instanceof RpcError) && !(isSwapError(error) && error.code === 'SERVICE_UNAVAILABLE')) throw error
    }
    try {
      await parts.clock.sleep(parts.pollMs, signal)
    } catch {
      throw stillPending(payment)
    }
  }
}

async function poll(
  parts: OutcomeParts,
  chain: EvmChain,
  payment: Payment,
): Promise<PaymentOutcome | 'forgotten' | undefined> {
  const versions: readonly ReplacedPayment[] = [payment, ...(payment.replaced ?? [])]
  const head = await readQuantity(chain.rpc, 'eth_blockNumber', [])
  const receipts = await Promise.all(versions.map(({ hash }) => readReceipt(chain.rpc, hash)))
  const index = receipts.findIndex((receipt) => receipt !== undefined)
  const receipt = receipts[index]
  const version = versions[index]
  if (receipt !== undefined && version !== undefined) {
    const isDeep = ({ blockNumber }: Receipt) => head - blockNumber + 1n >= BigInt(chain.confirmations)
    const agreed = isDeep(receipt) ? await readAgreedReceipt(chain, version.hash) : undefined
    return agreed !== undefined && isDeep(agreed) ? readOutcome(chain, parts.owner, version, agreed) : undefined
  }
  if ((await readNonce(chain.rpc, parts.owner, 'latest')) <= BigInt(parts.nonce)) return undefined
  const hashes = versions.map(({ hash }) => hash)
  const use = await readNonceUse(chain, parts.owner, parts.nonce, hashes)
  if (use.state === 'forgotten') return 'forgotten'
  return use.state === 'elsewhere' ? { state: 'replaced', hash: use.hash } : undefined
}

async function readOutcome(
  chain: EvmChain,
  owner: string,
  version: ReplacedPayment,
  receipt: Receipt,
): Promise<PaymentOutcome> {
  const { hash } = version
  if (version.kind === 'cancel') return { state: 'cancelled', hash }
  if (receipt.ok) return { state: 'mined', hash }
  return { state: 'reverted', hash, reason: await reasonOf(chain, owner, version, receipt) }
}

/** Runs the call again on the state before its block; what other transactions of that block did is left out. */
async function reasonOf(chain: EvmChain, owner: string, version: ReplacedPayment, receipt: Receipt): Promise<string> {
  const { to, data, value, gas } = await readSigned(version)
  if (receipt.gasUsed >= gas) return 'it ran out of gas'
  try {
    await readCall(chain.rpc, { from: owner, to, data, value }, toQuantity(receipt.blockNumber - 1n))
  } catch (error) {
    if (error instanceof RpcError) return revertReason(error) ?? 'no reason was given'
    if (!isSwapError(error)) throw error
  }
  return 'the reason cannot be read'
}

/** The receipt that nodes of two operators have, where two are known. */
async function readAgreedReceipt({ rpc }: EvmChain, hash: string): Promise<Receipt | undefined> {
  const call = { method: 'eth_getTransactionReceipt', params: [hash] }
  const read = (answer: OperatorAnswer) => {
    if ('error' in answer) throw answer.error
    return receiptOf(answer.value, hash)
  }
  try {
    return await readSettled(rpc, call, read, (a, b) => a?.block === b?.block)
  } catch (error) {
    if (error instanceof NodesDisagree) return undefined
    throw error
  }
}

/** Sends transactions again that no node has, the same bytes, in their order. */
export async function resendAll(chain: EvmChain, payments: readonly Payment[]): Promise<void> {
  for (const payment of payments) await resend(chain, payment)
}

/** Sends the newest version again where no node has any. */
async function resend({ rpc }: EvmChain, { hash, raw, replaced = [] }: Payment): Promise<void> {
  for (const version of [hash, ...replaced.map((other) => other.hash)]) {
    const known = recordOf(await rpc.request({ method: 'eth_getTransactionByHash', params: [version] }))
    if (sameText(known['hash'], version)) return
  }
  await rpc.requestAll({ method: 'eth_sendRawTransaction', params: [raw] })
}

function needsArchiveNode(chain: EvmChain, nonce: number): SwapError {
  return new SwapError(
    'CONFIG_INVALID',
    `${describeForgotten(chain, nonce)}; name one that does, as rpc.${chain.key}`,
    {
      funds: 'unknown',
      hint: `Name one: swapcli config set rpc.${chain.key} https://…`,
    },
  )
}

function stillPending({ hash }: Payment): SwapError {
  return new SwapError('OUTCOME_UNKNOWN', `The transaction ${hash} was sent and is in no block that counts yet`, {
    funds: 'unknown',
    hint: 'Go on waiting for it: swapcli resume',
  })
}
