import * as z from 'zod'

/** A quote request as it is kept or handed on; the service itself checks what its fields say. */
export const quoteRequestSchema = z.object({
  srcChain: z.string(),
  srcAddress: z.string(),
  dstChain: z.string(),
  dstAddress: z.string(),
  amount: z.string(),
  slippage: z.number().exactOptional(),
  confidentiality: z.string().exactOptional(),
  depositor: z.string().exactOptional(),
  recipient: z.string().exactOptional(),
  exclude: z.array(z.string()).exactOptional(),
})

/** A lock request, likewise. */
export const lockRequestSchema = quoteRequestSchema.extend({
  depositor: z.string(),
  recipient: z.string(),
  provider: z.string(),
  routeId: z.string().exactOptional(),
  referralCode: z.string().exactOptional(),
})
