import { formatAmount } from '../../core/money/amount.ts'
import type { NoRoute, ProviderContext, ProviderQuoteRequest, ProviderReply } from '../contract.ts'
import { keyHeaders, readSetting } from '../kit/api-key.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { NO_WALLET, refusePair } from '../kit/refuse.ts'
import { isEvm, type StatedSide } from '../kit/stated-side.ts'
import { PLACEHOLDERS, toAcrossSide } from './chains.ts'
import { GONE_STATUSES } from './gone.ts'
import { explainGone, isUnknownToken, readKeyRefusal, readRefusal } from './refusals.ts'
import { askV1Quote, readApi, UNKNOWN_API } from './v1.ts'
import { type AcrossQuote, approvalSchema, refusalSchema } from './wire.ts'

/** Highest slippage that the API accepts, in basis points. */
const MOST_SLIPPAGE_BPS = 5_000

/** A quote with the pair in Across's names. */
export interface AcrossAnswer {
  readonly status: 'quoted'
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
): Promise<AcrossAnswer | NoRoute> {
  if (!isEvm(request.src.chain)) return NO_WALLET
  if (request.src.chain.key === request.dst.chain.key) return refusePair('It does not swap within one chain')
  const src = toAcrossSide(request.src)
  const dst = toAcrossSide(request.dst)
  if (src === undefined || dst === undefined) return refusePair('It does not serve this chain')
  const api = readApi(context)
  if (api !== 'legacy') return api === undefined ? UNKNOWN_API : askV1Quote(request, src, context)
  const reply = await context.http.request({
    method: 'GET',
    path: '/swap/approval',
    query: queryOf(request, src, dst, readSetting(context, 'INTEGRATOR_ID')),
    ...keyHeaders(context, ...KEY_HEADER),
    acceptStatuses: GONE_STATUSES,
  })
  if (reply.status !== 200) return readQuoteRefusal(reply, request, context)
  return { status: 'quoted', quote: parseReply(approvalSchema, reply.body, 'quote'), src, dst }
}

/** @throws ProviderError */
function readQuoteRefusal(
  { status, body }: ProviderReply,
  { src }: ProviderQuoteRequest,
  context: ProviderContext,
): NoRoute {
  const keyless = readKeyRefusal(status, context)
  if (keyless !== undefined) return keyless
  const words = refusalSchema.safeParse(body).data?.message ?? ''
  if (GONE_STATUSES.includes(status) && !isUnknownToken(status, words)) throw explainGone(status, context)
  return readRefusal(status, parseReply(refusalSchema, body, 'refusal'), src)
}

/** Where the key goes in a request. */
export const KEY_HEADER = ['authorization', 'Bearer '] as const

/** The API cannot simulate without a wallet, so the query switches that off. */
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
    integratorId,
    skipOriginTxEstimation: depositor === undefined || undefined,
    skipChecks: depositor === undefined || undefined,
  }
}
