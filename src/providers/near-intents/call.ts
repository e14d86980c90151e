import { checkAddress } from '../../core/assets/address.ts'
import { defined } from '../../core/defined.ts'
import type { Prepared, ProviderContext, ProviderError, ProviderLock } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply, expectQuoted, priceFell } from '../kit/refuse.ts'
import { askQuote, type NearQuote, needsMemo, type QuoteMode, type NearTerms, termsOfLock, WAIT_MS } from './ask.ts'
import { stateSchema } from './wire.ts'

/** Longest quote that tracking stores, in characters; most have about 2,000. */
const MAX_PROOF_LENGTH = 32_768

/** Asks for a firm quote, which creates the deposit address; an unused one costs nothing. */
export async function prepare(lock: ProviderLock, context: ProviderContext): Promise<Prepared> {
  const terms = termsOfLock(lock, parseReply(stateSchema, lock.state, 'stored route'))
  const { reply, text } = await askForPromise(lock, terms, context)
  const { depositAddress, depositMemo } = reply.quote
  const { deadline } = reply.quoteRequest
  if (depositAddress === undefined || depositAddress === null) throw badDeposit('no deposit address')
  if (!checkAddress(lock.src.chain.addressFamily, depositAddress).ok) {
    throw badDeposit(`a deposit address that is not a ${lock.src.chain.name} address`)
  }
  if (needsMemo(lock.src) && (depositMemo ?? '') === '') throw badDeposit('a deposit address without its memo')
  if (Date.parse(deadline) <= context.clock.now()) throw badDeposit('a deposit address that has already expired')
  const deposit = { depositAddress, ...defined({ depositMemo: depositMemo ?? undefined }) }
  const depositBefore = new Date(deadline).toISOString()
  const id = reply.correlationId
  const ids = defined({ providerQuoteId: id })
  return {
    exec: { meta: { executionMode: 'server', walletExecution: false, ...ids, ...deposit, depositBefore } },
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
      // The signed quote, byte by byte, is the only proof in a dispute.
      ...defined({ proof: text.length > MAX_PROOF_LENGTH ? undefined : text }),
    },
    needsHash: false,
  }
}

/** A firm quote that keeps the lock's promise. When the price fell a little, it is requested with the slippage that is left. */
async function askForPromise(lock: ProviderLock, terms: NearTerms, context: ProviderContext) {
  const mode: QuoteMode = { dry: false, nowMs: context.clock.now(), waitMs: WAIT_MS.promise }
  const first = expectQuoted<NearQuote>(await askQuote(terms, mode, context))
  const { amountOut, minAmountOut } = first.reply.quote
  if (minAmountOut >= lock.minimumOut) return first
  if (amountOut < lock.minimumOut) throw priceFell()
  const slippageBps = Number(((amountOut - lock.minimumOut) * 10_000n) / amountOut)
  const second = expectQuoted<NearQuote>(await askQuote({ ...terms, slippageBps }, mode, context))
  if (second.reply.quote.minAmountOut < lock.minimumOut) throw priceFell()
  return second
}

function badDeposit(what: string): ProviderError {
  return badReply(`It gave ${what}`)
}
