import { checkAddress } from '../../core/assets/address.ts'
import { defined } from '../../core/defined.ts'
import type { Prepared, ProviderContext, ProviderError, ProviderLock } from '../contract.ts'
import { depositWindow } from '../kit/deposit-window.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply, expectQuoted, priceFell, unavailable } from '../kit/refuse.ts'
import {
  askQuote,
  checkFirmEcho,
  type NearQuote,
  needsMemo,
  type NearTerms,
  type QuoteMode,
  termsOfLock,
  WAIT_MS,
} from './ask.ts'
import { appFeeBpsOf, isRefundDearer, refundCostText } from './route.ts'
import { type QuoteReply, stateSchema } from './wire.ts'

/** Longest quote that tracking stores, in characters; most have about 2,000. */
const MAX_PROOF_LENGTH = 32_768

/** Asks for a firm quote, which creates the deposit address; an unused one costs nothing. */
export async function prepare(lock: ProviderLock, context: ProviderContext): Promise<Prepared> {
  const { refundFee: quotedRefundFee, appFeeBps, ...assets } = parseReply(stateSchema, lock.state, 'stored route')
  const terms = termsOfLock(lock, assets)
  const mode: QuoteMode = { dry: false, nowMs: context.clock.now(), waitMs: WAIT_MS.promise }
  const { reply, body, text } = await askForPromise(lock, terms, mode, context)
  checkFirmEcho(reply, terms, mode)
  if (appFeeBps !== undefined && !((appFeeBpsOf(reply) ?? Infinity) <= appFeeBps)) {
    throw badReply('Its quote has higher appFees than it quoted before')
  }
  await verifySignature(reply, body, context)
  const { depositAddress, depositMemo, refundFee } = reply.quote
  if (depositAddress === undefined || depositAddress === null) throw badDeposit('no deposit address')
  if (!checkAddress(lock.src.chain.addressFamily, depositAddress).ok) {
    throw badDeposit(`a deposit address that is not a ${lock.src.chain.name} address`)
  }
  if (needsMemo(lock.src) && (depositMemo ?? '') === '') throw badDeposit('a deposit address without its memo')
  const depositBefore = new Date(readDeadline(reply, lock, context)).toISOString()
  const deposit = { depositAddress, ...defined({ depositMemo: depositMemo ?? undefined }) }
  const id = reply.correlationId
  const refundCost = refundCostText(refundFee, lock.src)
  if (refundCost !== undefined && isRefundDearer(refundFee ?? 0n, BigInt(quotedRefundFee), lock.amountIn)) {
    throw unavailable(`A refund would now cost ${refundCost}, more than it quoted before`)
  }
  const facts = defined({
    providerQuoteId: id,
    instructions: refundCost === undefined ? undefined : `Of a deposit that is refunded, ${refundCost} are kept`,
  })
  return {
    exec: { meta: { executionMode: 'server', walletExecution: false, ...facts, ...deposit, depositBefore } },
    providerResult: {
      ...defined({ requestId: id }),
      ...deposit,
      depositBefore,
      execution: 'server',
      status: 'awaiting_deposit',
    },
    tracking: {
      ...deposit,
      originAsset: terms.originAsset,
      destinationAsset: terms.destinationAsset,
      submitted: '',
      amountIn: lock.amountIn.toString(),
      depositBefore,
      // The signed quote, byte by byte, is the only proof in a dispute.
      ...defined({ proof: text.length > MAX_PROOF_LENGTH ? undefined : text }),
    },
    needsHash: false,
  }
}

/** A firm quote that keeps the lock's promise. When the price fell a little, it is requested with the slippage that is left. */
async function askForPromise(lock: ProviderLock, terms: NearTerms, mode: QuoteMode, context: ProviderContext) {
  const first = expectQuoted<NearQuote>(await askQuote(terms, mode, context))
  const { amountOut, minAmountOut } = first.reply.quote
  if (minAmountOut >= lock.minimumOut) return first
  if (amountOut < lock.minimumOut) throw priceFell()
  const slippageBps = Number(((amountOut - lock.minimumOut) * 10_000n) / amountOut)
  const second = expectQuoted<NearQuote>(await askQuote({ ...terms, slippageBps }, mode, context))
  if (second.reply.quote.minAmountOut < lock.minimumOut) throw priceFell()
  return second
}

/** How far the time of a signed quote may be from now, in milliseconds: an old one is signed as well. */
const MOST_AGE_MS = 5 * 60_000

/** @throws ProviderError bad_response for a quote that the provider has not signed, or not just now */
async function verifySignature(reply: QuoteReply, body: unknown, context: ProviderContext): Promise<void> {
  // Loaded here: no price needs it.
  const { isSigned, QUOTE_KEY } = await import('./signature.ts')
  if (!isSigned(body, context.setting('QUOTE_KEY') ?? QUOTE_KEY)) {
    throw badReply('Its quote is not signed by NEAR Intents: the deposit address may be of somebody else')
  }
  const ageMs = Math.abs(context.clock.now() - Date.parse(reply.timestamp ?? ''))
  if (!(ageMs <= MOST_AGE_MS)) {
    throw badReply('Its quote is signed for another time: it is an old one, or the clock of this machine is wrong')
  }
}

/** Until when a deposit is swapped: while its address lives, and before refunds begin. Epoch milliseconds. */
function readDeadline({ quote, quoteRequest }: QuoteReply, { src }: ProviderLock, { clock }: ProviderContext): number {
  if (quote.deadline === undefined || quote.deadline === null)
    throw badDeposit('a deposit address without its deadline')
  const untilMs = Math.min(Date.parse(quote.deadline), Date.parse(quoteRequest.deadline ?? ''))
  if (!(untilMs > clock.now())) throw badDeposit('a deposit address that has already expired')
  if (untilMs - clock.now() < depositWindow(src).least) {
    throw badDeposit('a deposit address that expires too soon to pay and confirm')
  }
  return untilMs
}

function badDeposit(what: string): ProviderError {
  return badReply(`It gave ${what}`)
}
