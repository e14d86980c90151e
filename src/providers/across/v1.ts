import { z } from 'zod'
import { providerVariable } from '../../core/provider-variable.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import type { NoRoute, ProviderContext, ProviderQuoteRequest } from '../contract.ts'
import { keyHeaders, readSetting } from '../kit/api-key.ts'
import { refuse, refusePair, withReason } from '../kit/refuse.ts'
import type { StatedSide } from '../kit/stated-side.ts'
import { PLACEHOLDERS } from './chains.ts'
import { readKeyRefusal } from './refusals.ts'
import { V1_URL } from './v1-url.ts'

/*
 * The successor of the Swap API, https://docs.across.to/introduction/migration-guide. Its documentation names few members of
 * requests and replies, and no whole reply is public: nothing payable is made of one until it is recorded.
 */

const API_VARIABLE = providerVariable({ provider: 'ACROSS', name: 'API' })
const KEY_VARIABLE = providerVariable({ provider: 'ACROSS', name: 'API_KEY' })

/** The members that the documentation names; of an action its kind, under either name. */
const quoteSchema = z.object({
  orderId: z.string().catch(''),
  expiresAt: z.union([z.string(), z.number()]).catch(''),
  nextActions: z
    .array(z.object({ type: z.string().optional().catch(undefined), id: z.string().optional().catch(undefined) }))
    .catch([]),
})

/** Which API a user has set; undefined for a word that names none. */
export function readApi(context: ProviderContext): 'legacy' | 'v1' | undefined {
  const api = readSetting(context, 'API')
  if (api === undefined || api === 'legacy') return 'legacy'
  return api === 'v1' ? api : undefined
}

/** The answer where the setting names no API. */
export const UNKNOWN_API: NoRoute = refuse(
  'needs_change',
  `Set ${API_VARIABLE} to v1, or unset it: it names no API of Across`,
)

/**
 * Asks for a quote by `POST /v1/quotes` with the documented members alone, which state no destination. What comes back is told,
 * never paid.
 * @throws ProviderError
 */
export async function askV1Quote(
  { amountIn, depositor }: ProviderQuoteRequest,
  src: StatedSide,
  context: ProviderContext,
): Promise<NoRoute> {
  if (readSetting(context, 'API_KEY') === undefined) {
    return refuse(
      'needs_key',
      `The new API of Across wants a key: ask for one at https://docs.across.to and set it as ${KEY_VARIABLE}`,
    )
  }
  const { status, body } = await context.http.request({
    method: 'POST',
    baseUrl: V1_URL,
    path: '/v1/quotes',
    body: {
      origin: { token: { chainId: Number(src.chainId), address: src.address }, amount: amountIn.toString() },
      depositor: depositor ?? PLACEHOLDERS.evm,
    },
    ...keyHeaders(context, 'authorization', 'Bearer '),
    acceptStatuses: [401, 403],
  })
  const refused = readKeyRefusal(status, context)
  if (refused !== undefined) return refused
  if (status >= 400) {
    const { message } = z
      .object({ message: z.string().catch('') })
      .catch({ message: '' })
      .parse(body)
    return refusePair(
      withReason(`The new API of Across refused the request (${status}), of which it documents a part`, message),
    )
  }
  const { orderId, expiresAt, nextActions } = quoteSchema
    .catch({ orderId: '', expiresAt: '', nextActions: [] })
    .parse(body)
  const actions = nextActions.map(({ type, id }) => type ?? id ?? 'unnamed').join(', ')
  const facts = [
    orderId === '' ? '' : `order ${orderId}`,
    expiresAt === '' ? '' : `until ${expiresAt}`,
    actions === '' ? '' : `actions: ${actions}`,
  ].filter((fact) => fact !== '')
  const told = facts.length === 0 ? '' : ` (${cleanText(facts.join(', '), 160)})`
  return refusePair(
    `The new API of Across answered${told}, and its reply is not documented enough to pay by: unset ${API_VARIABLE}`,
  )
}
