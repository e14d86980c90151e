import type { RefusalReason } from '../core/api/refusal-reasons.ts'
import { SwapError } from '../core/api/errors.ts'

/** A payment that the wallet does not sign; nothing was sent. @default hint quote again */
export function refusal(
  message: string,
  hint = 'Nothing was signed. Quote again: swapcli quote',
  cause?: unknown,
): SwapError {
  return new SwapError('WALLET_REFUSED', message, { hint, cause })
}

/** A refusal with its reason. @param hint names the option that accepts it, where one does */
export function refusalFor(reason: RefusalReason, message: string, hint: string): SwapError {
  return new SwapError('WALLET_REFUSED', message, { hint, reason })
}

/** A payload that is never signed: neither it nor the terms will change. */
export class RefusedPayload extends SwapError {}

/** Makes the error of a payload that is not signed; `why` is a clause: `it …`, `its …`. */
export function refusedPayload(why: string): RefusedPayload {
  return new RefusedPayload('WALLET_REFUSED', `The provider's payload is not what was agreed: ${why}`, {
    hint: 'Nothing was signed. Choose another provider: swapcli quote',
    reason: 'payload',
  })
}
