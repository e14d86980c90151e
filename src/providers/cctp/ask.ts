import type { NoRoute, ProviderContext, ProviderReply } from '../contract.ts'
import { expectStatus } from '../kit/status.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply, optional, refusePair } from '../kit/refuse.ts'
import type { Corridor } from './chains.ts'
import {
  allowanceSchema,
  type CctpAttested,
  type CctpFees,
  feesSchema,
  messageSchema,
  messagesSchema,
  notFoundSchema,
  reattestSchema,
} from './wire.ts'

/** What burns between two chains cost, by finality, with Circle's forwarding service where it mints there. */
export interface FeesAnswer {
  readonly status: 'quoted'
  readonly fees: CctpFees
}

/** @throws ProviderError */
export async function askFees(
  { from, to, isForwarded }: Corridor,
  context: ProviderContext,
): Promise<FeesAnswer | NoRoute> {
  const reply = await context.http.request({
    method: 'GET',
    path: `/v2/burn/USDC/fees/${from.domain}/${to.domain}`,
    ...(isForwarded ? { query: { forward: true } } : {}),
  })
  if (isNotFound(reply)) return refusePair('Circle moves no USDC between these chains')
  if (reply.status !== 200) throw badReply(`It refused to state its fees (${reply.status})`)
  return { status: 'quoted', fees: parseReply(feesSchema, reply.body, 'list of fees') }
}

/** Base units of USDC that may still be burnt fast, by everybody; undefined where Circle does not say. */
export function askFastAllowance(context: ProviderContext): Promise<bigint | undefined> {
  return optional(
    context.http.request({ method: 'GET', path: '/v2/fastBurn/USDC/allowance' }).then((reply) => {
      if (reply.status !== 200) throw badReply(`It refused to state its allowance (${reply.status})`)
      return BigInt(Math.floor(parseReply(allowanceSchema, reply.body, 'allowance').allowance)) * 10n ** 6n
    }),
  )
}

/** The messages of the burns of a transaction; none while Circle has not seen it. @throws ProviderError */
export async function askMessages(
  { from }: Corridor,
  hash: string,
  context: ProviderContext,
): Promise<readonly CctpAttested[]> {
  const reply = await context.http.request({
    method: 'GET',
    path: `/v2/messages/${from.domain}`,
    query: { transactionHash: hash },
  })
  if (isNotFound(reply)) return []
  const { messages } = parseReply(messagesSchema, expectStatus(reply), 'status')
  return messages.map((row) => parseReply(messageSchema, row, 'message'))
}

/** Asks for a new attestation of a message whose own has expired. It moves nothing. @throws ProviderError */
export async function askReattestation(nonce: string, context: ProviderContext): Promise<void> {
  const reply = await context.http.request({ method: 'POST', path: `/v2/reattest/${nonce}`, readOnly: true })
  parseReply(reattestSchema, expectStatus(reply), 'answer')
}

function isNotFound({ status, body }: ProviderReply): boolean {
  return status === 404 && notFoundSchema.safeParse(body).success
}
