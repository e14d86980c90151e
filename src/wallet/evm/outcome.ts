import { type Agreed, NodesDisagree, readAgreed } from '../../core/evm/agreement.ts'
import { defined } from '../../core/defined.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import { quantityOf, recordOf, toQuantity } from '../../core/evm/json-rpc.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import type { Clock, OperatorAnswer } from '../../core/ports.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { larger } from '../../core/money/larger.ts'
import { revertReason } from '../../core/evm/revert-reason.ts'
import { describeForgotten } from './broadcast.ts'
import type { EvmChain } from './evm-chain.ts'
import { heldBackText, isHeldBack, privateSince } from './held-back.ts'
import { endDepth, isDeep, type ReadWorth } from './chain/depth.ts'
import { readCall, readNonce, readReceipt, type Receipt, receiptOf, sameText } from './chain/reads.ts'
import type { ListUnsettled } from '../family.ts'
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
  /** Reads what else this machine has signed for the account and has not seen settled. @default nothing */
  readonly listUnsettled?: ListUnsettled | undefined
  /**
   * Reads what the payment is worth at most, where it spends; undefined where nobody tells. That it failed, or gave way to
   * another one, is final only as deep as that needs: somebody may pay again.
   */
  readonly readWorth?: ReadWorth | undefined
  /** Tells a person what is waited for. */
  readonly tell?: ((text: string) => void) | undefined
}

/** A version of the payment; one that was signed elsewhere has the bytes of that whose call it makes. */
interface Version extends ReplacedPayment {
  /** Hash of that. */
  readonly sameAs?: string
  /** What it may use, where its own bytes are not known. */
  readonly gas?: bigint | undefined
}

/** What is known of the waiting between two polls. */
interface Waiting {
  /** Versions that were signed elsewhere, as blocks showed them. */
  elsewhere: readonly Version[]
  /** `monotonicMs` since when one operator alone has answered; undefined while others do. */
  singleSinceMs: number | undefined
  /** `monotonicMs` since when operators differ about a receipt, or some lack it; undefined while they do not. */
  differSinceMs: number | undefined
  /** True once that was told. */
  isToldOfDiffering: boolean
  /** How many transactions of the account blocks held when no version was in any; undefined until then. */
  mined: bigint | undefined
  /** Checks in a row that found nothing with a nonce before this one. */
  gaps: number
}

/** Polls between two checks that the nodes still have the transaction. */
const RESEND_EVERY = 15
/** Polls between two questions about a receipt to every node, where the one that is asked first knows none. */
const ASK_ALL_EVERY = 5
/** How long other operators are waited for where one alone answers, in milliseconds. */
const SINGLE_NODE_MS = 90_000
/** After how long it is told that operators differ, in milliseconds: one that lags behind catches up earlier. */
const DIFFER_MS = 10_000
/** Checks that must find a nonce empty before that is told: what was just sent takes a moment to be known. */
const GAPS_TO_TELL = 2
/** Polls for a transaction that no node knows any more; a node that lags behind catches up earlier. */
const MOST_FORGOTTEN = 10

/**
 * Waits until one version of a transaction is as deep in the chain as the chain needs, wherever it was signed, or another
 * transaction has its nonce for good. Where one of several operators alone answers, the others are waited for; then a payment that it shows as mined
 * counts, since nothing is signed in place of it, and nothing else does. A version that falls out of the chain is waited for again, and bytes that a node forgot are sent again. Nodes
 * that fail are queried again until they answer.
 * @throws OUTCOME_UNKNOWN when the signal aborts first, CONFIG_INVALID where only nodes that keep old state could tell
 */
export async function awaitOutcome(
  parts: OutcomeParts,
  chain: EvmChain,
  payment: Payment,
  signal: AbortSignal,
): Promise<PaymentOutcome> {
  const waiting: Waiting = {
    ...{ elsewhere: [], singleSinceMs: undefined, differSinceMs: undefined },
    isToldOfDiffering: false,
    mined: undefined,
    gaps: 0,
  }
  for (let [polls, misses] = [0, 0]; ; polls += 1) {
    if (signal.aborted) throw stillPending(payment)
    try {
      const settlement = await poll(parts, chain, payment, waiting, polls % ASK_ALL_EVERY === ASK_ALL_EVERY - 1)
      if (typeof settlement === 'object') return settlement
      misses = settlement === 'forgotten' ? misses + 1 : 0
      if (misses >= MOST_FORGOTTEN) throw needsArchiveNode(chain, parts.nonce)
      if (polls % RESEND_EVERY === RESEND_EVERY - 1) {
        const nowMs = parts.clock.now()
        const isHeld = polls < RESEND_EVERY && isHeldBack(chain, privateSince(payment), nowMs)
        if (isHeld) parts.tell?.(`waiting: ${heldBackText(chain, 'the transaction was sent')}`)
        const before = await listBefore(parts, chain)
        await resendAll(chain, [...parts.earlier, ...before.map((one) => one.payment), payment], nowMs)
        await tellOfGap(parts, chain, before, waiting)
      }
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
  waiting: Waiting,
  asksAll: boolean,
): Promise<PaymentOutcome | 'forgotten' | undefined> {
  const versions: readonly Version[] = [payment, ...(payment.replaced ?? []), ...waiting.elsewhere]
  const found = await Promise.all(versions.map(({ hash }) => hasReceipt(chain, hash, asksAll)))
  const version = versions[found.indexOf(true)]
  if (version !== undefined) {
    const agreed = await readAgreedReceipt(chain, version.hash)
    const receipt = agreed?.value
    if (agreed === undefined || receipt === undefined) {
      tellOfDiffering(parts, chain, version.hash, waiting)
      return undefined
    }
    waiting.differSinceMs = undefined
    const isMined = receipt.ok && version.kind !== 'cancel'
    if (!mayRestOn(parts, chain, agreed, isMined, waiting)) return undefined
    const depth = isMined ? { blocks: chain.confirmations } : await endDepth(chain, parts.readWorth)
    return (await isDeep(chain.rpc, depth, receipt.blockNumber))
      ? readOutcome(chain, parts.owner, version, receipt)
      : undefined
  }
  waiting.mined = await readNonce(chain.rpc, parts.owner, 'latest')
  if (waiting.mined <= BigInt(parts.nonce)) return undefined
  const use = await readNonceUse(
    chain,
    { owner: parts.owner, nonce: parts.nonce, versions },
    await endDepth(chain, parts.readWorth),
  )
  if (use.state === 'same call') {
    // From now on it is waited for as the others are.
    const { version, taker } = use
    const found = { ...version, hash: taker.hash, sameAs: version.hash, gas: taker.gas }
    waiting.elsewhere = [...waiting.elsewhere, found]
    parts.tell?.(
      `${taker.hash} has its nonce and makes the same call: it was signed elsewhere, and is followed as this payment`,
    )
    return undefined
  }
  if (use.state === 'forgotten') return 'forgotten'
  return use.state === 'elsewhere' ? { state: 'replaced', hash: use.hash } : undefined
}

/** True where a node, or one of all, shows a receipt. One whose answer cannot be used must not keep the others from being heard. */
async function hasReceipt({ rpc }: EvmChain, hash: string, asksAll: boolean): Promise<boolean> {
  try {
    if ((await readReceipt(rpc, hash)) !== undefined) return true
  } catch (error) {
    if (!asksAll || rpc.isOwn) throw error
  }
  if (!asksAll || rpc.isOwn) return false
  const answers = await rpc.requestAll({ method: 'eth_getTransactionReceipt', params: [hash] })
  return answers.some(({ status, ...answer }) => status === 'fulfilled' && 'value' in answer && answer.value !== null)
}

/** True for what two operators say, or the only one that is known; what one of several says counts for what is mined, in time. */
function mayRestOn(
  { clock, tell }: OutcomeParts,
  { rpc, name }: EvmChain,
  { by }: Agreed<unknown>,
  isMined: boolean,
  waiting: Waiting,
): boolean {
  if (by !== 'single node' || rpc.operators.length <= 1) {
    waiting.singleSinceMs = undefined
    return true
  }
  if (waiting.singleSinceMs === undefined) {
    waiting.singleSinceMs = monotonicMs(clock)
    const then = isMined ? `for ${SINGLE_NODE_MS / 1000} s` : 'for as long as it takes'
    tell?.(`single node: only one operator of ${name} answers; waiting for another one ${then}`)
  }
  if (!isMined || monotonicMs(clock) - waiting.singleSinceMs < SINGLE_NODE_MS) return false
  tell?.(`single node: going on, though only one operator of ${name} says that the transaction is in a block`)
  return true
}

/** Says once what is waited for: a receipt that some operators show counts only where two show the same. */
function tellOfDiffering({ clock, tell }: OutcomeParts, { rpc, name }: EvmChain, hash: string, waiting: Waiting): void {
  waiting.differSinceMs ??= monotonicMs(clock)
  if (waiting.isToldOfDiffering || monotonicMs(clock) - waiting.differSinceMs < DIFFER_MS) return
  waiting.isToldOfDiffering = true
  const asked = rpc.operators.slice(0, 3).join(', ')
  tell?.(
    `waiting: no two operators of ${name} show the same receipt of ${hash} (asked: ${asked}); going on once two do`,
  )
}

async function readOutcome(
  chain: EvmChain,
  owner: string,
  version: Version,
  receipt: Receipt,
): Promise<PaymentOutcome> {
  const found = { hash: version.hash, ...defined({ sameAs: version.sameAs }) }
  if (version.kind === 'cancel') return { state: 'cancelled', ...found }
  if (receipt.ok) return { state: 'mined', ...found }
  return { state: 'reverted', ...found, reason: await reasonOf(chain, owner, version, receipt) }
}

/** Runs the call again on the state before its block; what other transactions of that block did is left out. */
async function reasonOf(chain: EvmChain, owner: string, version: Version, receipt: Receipt): Promise<string> {
  const { to, data, value, gas } = await readSigned(version)
  if (receipt.gasUsed >= (version.gas ?? gas)) return 'it ran out of gas'
  try {
    await readCall(chain.rpc, { from: owner, to, data, value }, toQuantity(receipt.blockNumber - 1n))
  } catch (error) {
    if (error instanceof RpcError) return revertReason(error) ?? 'no reason was given'
    if (!isSwapError(error)) throw error
  }
  return 'the reason cannot be read'
}

/** The receipt that nodes of two operators have, or the only node that answers; undefined where they do not agree. */
async function readAgreedReceipt({ rpc }: EvmChain, hash: string): Promise<Agreed<Receipt | undefined> | undefined> {
  const call = { method: 'eth_getTransactionReceipt', params: [hash] }
  const read = (answer: OperatorAnswer) => {
    if ('error' in answer) throw answer.error
    return receiptOf(answer.value, hash)
  }
  try {
    return await readAgreed(rpc, call, read, (a, b) => a?.block === b?.block)
  } catch (error) {
    if (error instanceof NodesDisagree) return undefined
    throw error
  }
}

/** A payment of this machine that no block takes after the one that is waited for. */
interface Before {
  readonly payment: Payment
  readonly nonce: number
}

/** What no block takes before this payment: what was signed for earlier nonces, such as an approval of another run. */
async function listBefore({ nonce, listUnsettled }: OutcomeParts, { chainId }: EvmChain): Promise<readonly Before[]> {
  // It only helps: what cannot be read must not end the waiting.
  const unsettled = (await listUnsettled?.().catch(() => [])) ?? []
  const read = async (payment: Payment) => {
    const signed = await readSigned(payment).catch(() => undefined)
    return signed?.chainId === chainId && signed.nonce < nonce ? [{ payment, nonce: signed.nonce }] : []
  }
  const found = (await Promise.all(unsettled.map(read))).flat()
  return found.sort((a, b) => a.nonce - b.nonce)
}

/**
 * Says once that nothing has a nonce before this one, neither on any node nor here: such as after what had it fell out of the
 * chain and was forgotten, where an older copy of the home was put back. No block takes the payment until something has it.
 */
async function tellOfGap(
  { owner, nonce, tell }: OutcomeParts,
  { rpc, name }: EvmChain,
  before: readonly Before[],
  waiting: Waiting,
): Promise<void> {
  if (waiting.gaps >= GAPS_TO_TELL || waiting.mined === undefined || waiting.mined >= BigInt(nonce)) return
  const call = { method: 'eth_getTransactionCount', params: [owner, 'pending'] }
  const answers = await rpc.requestAll(call)
  const stated = answers.flatMap((answer) => (answer.status === 'fulfilled' ? (quantityOf(answer.value) ?? []) : []))
  const next = stated.reduce<bigint>(larger, waiting.mined)
  const isGap = stated.length > 0 && next < BigInt(nonce) && !before.some((one) => BigInt(one.nonce) === next)
  waiting.gaps = isGap ? waiting.gaps + 1 : 0
  if (waiting.gaps < GAPS_TO_TELL) return
  tell?.(
    `waiting: no node of ${name} shows a transaction of ${owner} with the nonce ${next}, and no block takes this one, ${nonce}, before it; the next one that the account sends has it, from any wallet: a transfer of nothing to itself is enough`,
  )
}

/** Sends transactions again that no node has, the same bytes, in their order. */
export async function resendAll(chain: EvmChain, payments: readonly Payment[], nowMs: number): Promise<void> {
  for (const payment of payments) {
    if (!isHeldBack(chain, privateSince(payment), nowMs)) await resend(chain, payment)
  }
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
