import { formatAmount } from '../../core/money/amount.ts'
import type { NoRouteAnswer, ProviderContext, ProviderQuoteRequest } from '../contract.ts'
import { refusePair } from '../kit/offer.ts'
import { parseReply } from '../kit/parse-reply.ts'
import type { StatedSide } from '../kit/stated-side.ts'
import { isEvm, PLACEHOLDERS, toAcrossSide } from './chains.ts'
import { readRefusal } from './refusals.ts'
import { type AcrossQuote, approvalSchema, refusalSchema } from './wire.ts'

/** Most slippage that it accepts, in basis points. */
const MOST_SLIPPAGE_BPS = 5_000

/** A quote with the pair in Across's names. */
export interface AcrossAnswer {
  readonly quote: AcrossQuote
  readonly src: StatedSide
  readonly dst: StatedSide
}

/**
 * A quote by `GET /swap/approval`, which also gives the transaction. Routes start on EVM chains.
 * @throws ProviderError
 */
export async function askQuote(
  request: ProviderQuoteRequest,
  context: ProviderContext,
): Promise<AcrossAnswer | NoRouteAnswer> {
  if (!isEvm(request.src.chain)) return refusePair('From this chain it needs a wallet that this program does not have')
  if (request.src.chain.key === request.dst.chain.key) return refusePair('It does not swap within one chain')
  const src = toAcrossSide(request.src)
  const dst = toAcrossSide(request.dst)
  if (src === undefined || dst === undefined) return refusePair('It does not serve this chain')
  const key = context.setting('API_KEY')
  const reply = await context.http.request({
    method: 'GET',
    path: '/swap/approval',
    query: queryOf(request, src, dst, context.setting('INTEGRATOR_ID')),
    ...(key === undefined || key === '' ? {} : { headers: { authorization: `Bearer ${key}` } }),
  })
  if (reply.status !== 200) {
    return {
      status: 'no_route',
      noRoute: readRefusal(reply.status, parseReply(refusalSchema, reply.body, 'refusal'), request.src),
    }
  }
  return { quote: parseReply(approvalSchema, reply.body, 'quote'), src, dst }
}

/** Without a wallet it cannot simulate, so it is told not to. */
function queryOf(
  request: ProviderQuoteRequest,
  src: StatedSide,
  dst: StatedSide,
  integratorId: string | undefined,
): Record<string, string | boolean | undefined> {
  const { depositor, recipient, amountIn, slippageBps } = request
  return {
    tradeType: 'exactInput',
    amount: amountIn.toString(),
    inputToken: src.address,
    outputToken: dst.address,
    originChainId: src.chainId.toString(),
    destinationChainId: dst.chainId.toString(),
    depositor: depositor ?? PLACEHOLDERS.evm,
    recipient: recipient ?? (isEvm(request.dst.chain) ? undefined : PLACEHOLDERS.solana),
    slippage: formatAmount(BigInt(Math.min(slippageBps, MOST_SLIPPAGE_BPS)), 4),
    integratorId: integratorId === '' ? undefined : integratorId,
    ...(depositor === undefined ? { skipOriginTxEstimation: true, skipChecks: true } : {}),
  }
}
