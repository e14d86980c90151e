import { z } from 'zod'

/** What following a deposit needs besides its hash. */
export const trackingSchema = z.object({
  memo: z.string(),
  recipient: z.string(),
  /** The network's name of the target asset. */
  toAsset: z.string(),
  /** How the deposit travels. */
  deposit: z.string(),
})
export type Tracking = z.output<typeof trackingSchema>
