import * as z from 'zod'
import { someReadableRows } from '../kit/readable.ts'

/*
 * Replies of Circle's attestation service, https://developers.circle.com/api-reference/cctp: only what is used. Amounts are
 * base units of USDC unless said otherwise.
 */

/** Decimals to which basis points are counted. */
export const BPS_DECIMALS = 6

/** Basis points with a fraction, as millionths of one, rounded up. */
const fractionalBps = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^[0-9]{1,5}(?:\.[0-9]{1,20})?$/)
      .transform(Number),
  ])
  .pipe(z.number().min(0).max(10_000))
  .transform((bps) => BigInt(Math.ceil(Number((bps * 10 ** BPS_DECIMALS).toFixed(3)))))

const units = z.union([z.number().int().nonnegative(), z.string().regex(/^[0-9]{1,18}$/)]).transform(BigInt)

/** What the forwarding service takes, by the level of the network's fees; the middle one has two names. */
const level = units.optional().catch(undefined)
const forwardFee = z.object({ medium: level, med: level, high: level })

/** `GET /v2/burn/USDC/fees/{source}/{destination}?forward=true`: one row a finality; one that cannot be read hides no other. */
export const feesSchema = someReadableRows(
  z.object({
    finalityThreshold: z.number().int(),
    minimumFee: fractionalBps,
    forwardFee: forwardFee.nullish().catch(undefined),
  }),
)
export type CctpFees = z.infer<typeof feesSchema>

/** `GET /v2/fastBurn/USDC/allowance`: whole USDC that may still be burnt fast, by everybody. */
export const allowanceSchema = z.object({ allowance: z.number().min(0).max(1e15) })

/** `GET /v2/messages/{source}?transactionHash=…`: one row a burn of the transaction; each is read by itself. */
export const messagesSchema = z.object({ messages: z.array(z.unknown()) })

/** A row of it. */
export const messageSchema = z.object({
  /** 0x-hex; nothing while it is not attested. */
  message: z.string().catch(''),
  attestation: z.string().nullish().catch(undefined),
  status: z.string().catch(''),
  delayReason: z.string().nullish().catch(undefined),
  forwardState: z.string().nullish().catch(undefined),
  forwardTxHash: z.string().nullish().catch(undefined),
})
export type CctpAttested = z.infer<typeof messageSchema>

/** `POST /v2/reattest/{nonce}`. */
export const reattestSchema = z.object({ nonce: z.string() })

/** The two ways in which the service says that it knows nothing of what was asked for. */
export const notFoundSchema = z.union([z.object({ code: z.literal(404) }), z.strictObject({ error: z.string() })])

/** What a lock stores of its route. */
export const stateSchema = z.object({
  way: z.enum(['fast', 'standard']),
  /** The expected and the highest fee, base units of USDC. */
  fee: z.string().regex(/^[0-9]{1,18}$/),
  maxFee: z.string().regex(/^[0-9]{1,18}$/),
  /** Who mints: Circle's forwarding service, or whoever claims. Locks of earlier versions have the former. */
  mintedBy: z.enum(['forwarder', 'claim']).default('forwarder'),
})
export type CctpState = z.infer<typeof stateSchema>

/** What tracking stores of the burn. */
export const trackingSchema = z.object({
  depositor: z.string(),
  recipient: z.string(),
  /** Base units. */
  amount: z.string().regex(/^[0-9]{1,78}$/),
  maxFee: z.string().regex(/^[0-9]{1,78}$/),
  /** Epoch milliseconds at which a new attestation was last asked for. */
  reattestedAtMs: z.number().exactOptional(),
})
export type CctpTracking = z.infer<typeof trackingSchema>
