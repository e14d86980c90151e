import { checkAddress } from '../../core/assets/address.ts'
import { type Prepared, type ProviderContext, ProviderError, type ProviderLock } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { ask, type Asking, needsMemo, type Terms, termsOfLock, WAIT_MS } from './ask.ts'
import { stateSchema } from './wire.ts'

/** Longest quote that is kept, in characters; ordinary ones have about 2,000. */
const MAX_PROOF_LENGTH = 32_768

/** The firm quote: it creates the deposit address, which costs nothing when it stays unused. */
export async function prepare(lock: ProviderLock, context: ProviderContext): Promise<Prepared> {
  const terms = termsOfLock(lock, parseReply(stateSchema, lock.state, 'kept route'))
  const { reply, text } = await askForPromise(lock, terms, context)
  const { depositAddress, depositMemo } = reply.quote
  const { deadline } = reply.quoteRequest
  if (depositAddress === undefined || depositAddress === null) throw badDeposit('no deposit address')
  if (!checkAddress(lock.src.chain.addressFamily, depositAddress).ok) {
    throw badDeposit(`a deposit address that is none of ${lock.src.chain.name}`)
  }
  if (needsMemo(lock.src) && (depositMemo ?? '') === '') throw badDeposit('a deposit address without its memo')
  if (Date.parse(deadline) <= context.clock.now()) throw badDeposit('a deposit address that has already expired')
  const deposit = {
    depositAddress,
    ...(depositMemo === undefined || depositMemo === null ? {} : { depositMemo }),
  }
  const depositBefore = new Date(deadline).toISOString()
  const id = reply.correlationId
  return {
    exec: {
      meta: {
        executionMode: 'server',
        walletExecution: false,
        ...(id === undefined ? {} : { providerQuoteId: id }),
        ...deposit,
        depositBefore,
      },
    },
    providerResult: {
      ...(id === undefined ? {} : { requestId: id }),
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
      // The signed quote, as it was sent, is the only proof in a dispute.
      ...(text.length > MAX_PROOF_LENGTH ? {} : { proof: text }),
    },
    needsHash: false,
  }
}

/** A firm quote that keeps the lock's promise. Where the price fell a little, it is asked for with the slippage that is left. */
async function askForPromise(lock: ProviderLock, terms: Terms, context: ProviderContext) {
  const asking = { dry: false, nowMs: context.clock.now(), waitMs: WAIT_MS.promise }
  const first = await askFirm(terms, asking, context)
  const { amountOut, minAmountOut } = first.reply.quote
  if (minAmountOut >= lock.minimumOut) return first
  if (amountOut < lock.minimumOut) throw priceFell()
  const slippageBps = Number(((amountOut - lock.minimumOut) * 10_000n) / amountOut)
  const second = await askFirm({ ...terms, slippageBps }, asking, context)
  if (second.reply.quote.minAmountOut < lock.minimumOut) throw priceFell()
  return second
}

async function askFirm(terms: Terms, asking: Asking, context: ProviderContext) {
  const asked = await ask(terms, asking, context)
  if ('noRoute' in asked) throw new ProviderError('unavailable', asked.noRoute.message)
  return asked
}

function priceFell(): ProviderError {
  return new ProviderError('unavailable', 'The price fell below what was locked')
}

function badDeposit(what: string): ProviderError {
  return new ProviderError('bad_response', `It gave ${what}`)
}
