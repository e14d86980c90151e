import type { Clock } from '../../core/ports.ts'
import { defined } from '../../core/defined.ts'
import { evmAccountId } from './account.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import type { HandOver } from '../../core/api/documents.ts'
import { SwapError } from '../../core/api/errors.ts'
import { larger } from '../../core/money/larger.ts'
import type { MicroUsd } from '../../core/money/usd.ts'
import { formatAmount } from '../../core/money/amount.ts'
import type { SigningOptions, ListUnsettled, WalletParts } from '../family.ts'
import { broadcastPayment, describeForgotten } from './broadcast.ts'
import { endDepth, type ReadWorth } from './chain/depth.ts'
import { readFreeNonce } from './chain/checks.ts'
import { type EvmChain, isEvmChain } from './evm-chain.ts'
import { readNonce } from './chain/reads.ts'
import { reportRefusal } from './chain/node-refusal.ts'
import { MOST_RISE, mostPerGas } from './network-fees.ts'
import type { NetworkCost } from './payment-cost.ts'
import { rehearse } from './payment-rehearsal.ts'
import { type CheckedPayment, type CheckParts, checkPayment } from './payment-check.ts'
import { isHeldBack, privateSince } from './held-back.ts'
import { reviewPayment } from './payment-review.ts'
import { refusalFor } from '../refusal.ts'
import { signReplacement } from './fee-bump.ts'
import { ERC20, selectorOf } from '../../core/evm/functions.ts'
import { readArgument } from '../../core/evm/words.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { readNonceUse } from './nonce-use.ts'
import { awaitOutcome, resendAll } from './outcome.ts'
import { readSigned, signTransaction } from './signed-transaction.ts'
import { type EvmSigner, requireEvmSigner, type UnsignedTransaction } from './keys/signer.ts'
import { type PaymentQueue, waitInQueue } from '../run/payment-queue.ts'
import type { Payment, PayTerms, Spend, Wallet } from '../payment.ts'

/** Milliseconds between two looks for a transaction where the chain names no other time. */
const POLL_MS = 1_000
/** Looks for a mined approval on a node that lags behind. */
const MOST_LOOKS = 20
/** Transactions before the one that spends: more mean that the token or the node misbehaves. */
const MOST_EARLIER = 8

/** What the wallet is made of, as EVM chains have it. */
interface Parts extends CheckParts {
  readonly signer: EvmSigner
  readonly options: SigningOptions
  readonly listUnsettled?: ListUnsettled
}

/** A wallet that pays on EVM chains: it sets every field that it signs, and checks everything again before each signature. */
export function createEvmWallet({ address: owner, clock, queue, options, ...outside }: WalletParts): Wallet {
  let used: EvmSigner | undefined
  const parts: Parts = {
    owner,
    clock,
    options,
    approve: options.allowance,
    ids: outside.ids,
    isListed: outside.isListed,
    ...defined({
      appraise: outside.appraise,
      listVaults: outside.listVaults,
      listUnsettled: outside.listUnsettled,
    }),
    chain: async (chainId) => {
      const chain = await outside.chain(chainId)
      return chain !== undefined && isEvmChain(chain) ? chain : undefined
    },
    signer: {
      family: 'evm',
      address: owner,
      sign: async (transaction) => {
        used = requireEvmSigner(await outside.signer())
        return used.sign(transaction)
      },
      forget: () => used?.forget?.(),
    },
  }
  /** What the user saw that it costs, by lock. */
  const shown = new Map<string, NetworkCost>()
  return {
    address: (family) => (family === 'evm' ? owner : undefined),
    paysDeposits: true,
    review: (execution, terms) =>
      reportRefusal(async () => {
        const checked = await checkPayment(parts, execution, terms)
        const { review, cost } = await reviewPayment(parts, checked, options)
        shown.set(execution.lockId, cost)
        const gap = await nonceGap(checked.chain, owner, options.sequence)
        return gap === undefined ? review : { ...review, warnings: [...review.warnings, gap] }
      }),
    findPaid: (asked) =>
      reportRefusal(async () => {
        const chain = await parts.chain(asked.terms.src.chainId)
        // Where no node is known, nothing is signed either.
        if (chain === undefined) return { now: undefined, doubts: [] }
        const { findPaid } = await import('./paid-before.ts')
        const listUnsettled = async () => (await outside.listUnsettled?.()) ?? []
        const chosen = defined({ chosen: options.sequence })
        return findPaid({ chain, owner, nowMs: clock.now(), listUnsettled, ...chosen }, asked)
      }),
    readPlace: async (chainId) => {
      const chain = await parts.chain(chainId)
      return chain === undefined ? undefined : (await import('./paid-before.ts')).readPlace(chain, owner)
    },
    sign: (execution, terms, earlier) =>
      reportRefusal(async () => {
        const payment = await signNext(parts, shown, execution, terms, earlier)
        // After the one that spends there is nothing more to sign.
        if (payment.last === true) parts.signer.forget?.()
        return payment
      }),
    broadcast: (payment, spend) =>
      reportRefusal(async () => {
        const { chain, nonce } = await placeOf(parts, payment)
        noteSent(chain, [payment])
        const readWorth = worthReader(parts, spend)
        const isHeld = isHeldBack(chain, privateSince(payment), clock.now())
        await broadcastPayment(chain, payment, { owner, nonce, readWorth, isHeld })
      }),
    ...defined({ enterQueue: queue === undefined ? undefined : entrance(queue, clock, owner) }),
    settle: async (payment, signal, earlier = [], spend) => {
      const { chain, nonce } = await placeOf(parts, payment)
      noteSent(chain, [...earlier, payment])
      const readWorth = worthReader(parts, spend)
      const { listUnsettled, tell } = outside
      const ways = { clock, pollMs: chain.pollMs ?? POLL_MS, owner, nonce, earlier, readWorth, tell, listUnsettled }
      return awaitOutcome(ways, chain, payment, signal)
    },
    readTaker: (payment, spend) =>
      reportRefusal(async () => {
        const { chain, nonce } = await placeOf(parts, payment)
        const depth = await endDepth(chain, worthReader(parts, spend))
        const versions = [payment, ...(payment.replaced ?? [])]
        const use = await readNonceUse(chain, { owner, nonce, versions }, depth)
        if (use.state === 'elsewhere') return { state: 'another', hash: use.hash }
        return use.state === 'forgotten'
          ? { state: 'unreadable', text: describeForgotten(chain, nonce) }
          : { state: 'own' }
      }),
    leftApprovals: (earlier, { src }, pending) =>
      reportRefusal(async () => {
        const chain = await chainOf(parts, src.chainId)
        const { findLeft } = await import('./approvals/approvals.ts')
        return findLeft(chain, owner, { earlier, pending }, src.units, clock.now())
      }),
    revoke: (approval, { mostCost, mostFeeRate, src }, earlier) =>
      reportRefusal(async () => {
        const chain = await chainOf(parts, approval.chainId)
        const { checkRevocation, signRevocation } = await import('./approvals/revoke.ts')
        const { appraise, listUnsettled } = parts
        const done = await Promise.all(earlier.map(readSigned))
        const kept = defined({ mostCost, maxFeeRate: mostFeeRate, appraise, listUnsettled })
        const bounds = { ...kept, ...options, paidFor: src, done }
        const checked = await checkRevocation(chain, approval, bounds)
        if (checked.refusal !== undefined) throw checked.refusal
        const signed = await signRevocation(chain, parts.signer, approval, checked, bounds).finally(() =>
          parts.signer.forget?.(),
        )
        return stamp(chain, clock, signed)
      }),
    forget: () => parts.signer.forget?.(),
    replace: (payment, how, terms, earlier = []) =>
      reportRefusal(async () => {
        const { chain } = await placeOf(parts, payment)
        const done = await Promise.all(earlier.map(readSigned))
        const signed = await signReplacement({ ...parts, options }, chain, payment, how, terms, done).finally(() =>
          parts.signer.forget?.(),
        )
        return stamp(chain, clock, signed)
      }),
  }
}

function worthReader(parts: CheckParts, spend: Spend | undefined): ReadWorth | undefined {
  return spend === undefined ? undefined : () => worthOf(parts, spend)
}

/** The larger of what the provider states and what is known without it; undefined where nobody tells. */
async function worthOf({ appraise }: CheckParts, { src, statedUsd }: Spend): Promise<MicroUsd | undefined> {
  const { chainKey: chain, address, decimals, units } = src
  const worth = decimals === undefined ? undefined : await appraise?.({ chain, address, decimals, units })
  return worth === undefined ? statedUsd : larger(worth.usdHigh, statedUsd ?? 0n)
}

function entrance(queue: PaymentQueue, clock: Clock, owner: string): NonNullable<Wallet['enterQueue']> {
  return (chainId, wait) => {
    const account = evmAccountId(chainId, owner)
    return wait === undefined ? queue.enter(account) : waitInQueue(queue, clock, account, wait)
  }
}

async function signNext(
  parts: Parts,
  shown: ReadonlyMap<string, NetworkCost>,
  execution: HandOver,
  terms: PayTerms,
  earlier: readonly Payment[],
): Promise<Payment> {
  const { signer, options } = parts
  if (earlier.length > MOST_EARLIER) {
    throw refusalFor(
      'token',
      `${earlier.length} transactions were sent for this payment, and it still cannot be paid`,
      'Nothing more was signed. See what may still be taken: swapcli wallet approvals list',
    )
  }
  const done = await Promise.all(earlier.map(readSigned))
  const checked = await checkAfter(parts, execution, terms, earlier, done)
  const { chain, calls, payload } = checked
  const [next, ...later] = calls
  if (next === undefined) throw new Error('a payment without a call')
  const isLast = later.length === 0
  const seen = shown.get(execution.lockId)
  // Whoever saw a cost above the bound and went on agreed to that.
  const agreed = seen?.refusal === undefined ? options : { ...options, mostCost: { coin: seen.units } }
  const { cost } = await rehearse(parts, checked, done, agreed)
  const { price, limits } = cost
  const [gas = 0n] = limits
  checkRise(mostPerGas(price), seen === undefined ? undefined : mostPerGas(seen.price))
  if (cost.refusal !== undefined) throw cost.refusal
  const { to, data, value } = next
  const nonce = await nextNonce(chain, signer.address, done, options.sequence, parts.listUnsettled)
  const { chainId } = payload
  const signed = await signTransaction(signer, { chainId, nonce, to, data, value, gas, ...price })
  const { nameApproval } = await import('./approvals/approvals.ts')
  const approves = isLast ? undefined : await nameApproval(signed, signer.address)
  return stamp(chain, parts.clock, { ...signed, last: isLast, kind: next.kind, ...defined({ approves }) })
}

/**
 * True where later transactions of the account than these are in the chain: another payment may have used what these
 * approved, after a process was killed between its approval and its payment.
 */
async function isFollowed({ rpc }: EvmChain, owner: string, done: readonly UnsignedTransaction[]): Promise<boolean> {
  const after = Math.max(0, ...done.map(({ nonce }) => nonce + 1))
  return (await readNonce(rpc, owner, 'latest')) > BigInt(after)
}

/**
 * Checks a payment; again a little later while the chain does not show what an earlier transaction did: a node may lag behind,
 * or its block may have fallen out of the chain, and then it is sent again. It is signed once more only where later transactions
 * of the account are in the chain.
 * @throws WALLET_REFUSED where the chain does not come to show it
 */
async function checkAfter(
  checks: CheckParts,
  execution: HandOver,
  terms: PayTerms,
  earlier: readonly Payment[],
  done: readonly UnsignedTransaction[],
): Promise<CheckedPayment> {
  // What was taken back may be approved again.
  const recent = done.slice(Math.max(0, done.findLastIndex(isTakingBack)))
  for (let looks = 1; ; looks += 1) {
    const checked = await checkPayment(checks, execution, terms)
    const { chain, calls } = checked
    const [next] = calls
    if (!recent.some(({ to, data }) => next?.data === data && sameAddress(next.to, to))) return checked
    if (await isFollowed(chain, checks.owner, done)) return checked
    if (looks >= MOST_LOOKS) {
      throw refusalFor(
        'nodes',
        `The nodes of ${cleanText(chain.name, 60)} do not show what was approved already`,
        'Nothing more was signed. Continue a little later: swapcli resume',
      )
    }
    await resendAll(chain, earlier, checks.clock.now())
    await checks.clock.sleep(chain.pollMs ?? POLL_MS)
  }
}

function isTakingBack({ data }: UnsignedTransaction): boolean {
  return selectorOf(data) === ERC20.approve.selector && readArgument(data, 1) === 0n
}

function checkRise(perGas: bigint, before: bigint | undefined): void {
  if (before === undefined || perGas <= before * MOST_RISE) return
  throw refusalFor(
    'fee',
    `One gas costs up to ${formatAmount(perGas, 9)} gwei now, and the review showed ${formatAmount(before, 9)}`,
    'Nothing was signed. Wait and continue, or allow more',
    { accept: ['--max-fee', formatAmount(perGas, 9)] },
  )
}

/** Warning for a chosen nonce that cannot be mined yet; undefined for all others. */
async function nonceGap(
  { rpc, name }: EvmChain,
  owner: string,
  chosen: number | undefined,
): Promise<string | undefined> {
  if (chosen === undefined) return undefined
  const next = await readNonce(rpc, owner, 'pending')
  if (BigInt(chosen) <= next) return undefined
  return `Nonce ${chosen} leaves a gap: the payment cannot be mined until the nonces from ${next} on are used on ${name}`
}

/** The next nonce that no transaction of the wallet has, mined or pending. @throws WALLET_REFUSED for a used nonce */
async function nextNonce(
  chain: EvmChain,
  owner: string,
  done: readonly UnsignedTransaction[],
  chosen: number | undefined,
  listUnsettled: ListUnsettled | undefined,
): Promise<number> {
  const after = Math.max(0, ...done.map(({ nonce }) => nonce + 1))
  if (chosen !== undefined && done.length === 0) {
    const used = await readNonce(chain.rpc, owner, 'latest')
    if (BigInt(chosen) >= used) return chosen
    throw refusalFor(
      'nonce',
      `Nonce ${chosen} is already used on ${chain.name}; the next one is ${used}`,
      'Nothing was signed. Leave --nonce out',
    )
  }
  return Math.max(after, await readFreeNonce(chain, owner, listUnsettled))
}

/** Keeps with a payment since when it is sent privately: a later process counts from then. */
function stamp({ rpc }: EvmChain, clock: Clock, payment: Payment): Payment {
  return rpc.privateSending === undefined ? payment : { ...payment, sentAtMs: clock.now(), isPrivate: true }
}

function noteSent({ rpc }: EvmChain, payments: readonly Payment[]): void {
  for (const { raw, sentAtMs } of payments) if (sentAtMs !== undefined) rpc.privateSending?.noteSent(raw, sentAtMs)
}

/** Chain and nonce of signed bytes. @throws CONFIG_INVALID for a chain without node, WALLET_REFUSED for unreadable bytes */
async function placeOf(
  parts: CheckParts,
  payment: Payment,
): Promise<{ readonly chain: EvmChain; readonly nonce: number }> {
  const { chainId, nonce } = await readSigned(payment)
  return { chain: await chainOf(parts, chainId, ` of the transaction ${payment.hash}`), nonce }
}

/** The chain of transactions that were signed. @param what continues `the chain 1` @throws CONFIG_INVALID */
async function chainOf(parts: CheckParts, chainId: number, what = ''): Promise<EvmChain> {
  const chain = await parts.chain(chainId)
  if (chain?.chainId === chainId) return chain
  throw new SwapError('CONFIG_INVALID', `No node is set for the chain ${chainId}${what}`, {
    funds: 'unknown',
    hint: 'Name one: swapcli config set rpc.<chain> https://…',
  })
}
