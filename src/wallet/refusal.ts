import type { RefusalReason } from '../core/api/refusal-reasons.ts'
import { SwapError } from '../core/api/errors.ts'

/**
 * A payment that the wallet does not sign; nothing was sent.
 * @param hint what else can be done. @default quote again
 * @param more.accept the options that accept it, which then end the hint
 */
export function refusalFor(
  reason: RefusalReason,
  message: string,
  hint = 'Nothing was signed. Quote again: swapcli quote AMOUNT FROM TO',
  more: { readonly accept?: readonly string[]; readonly cause?: unknown } = {},
): SwapError {
  return new SwapError('WALLET_REFUSED', message, { reason, hint, ...more })
}

/** A payload that is never signed: neither it nor the terms will change. */
export class RefusedPayload extends SwapError {}

/** Makes the error of a payload that is not signed; `why` is a clause: `it …`, `its …`. */
export function refusedPayload(why: string): RefusedPayload {
  return new RefusedPayload('WALLET_REFUSED', `The provider's payload is not what was agreed: ${why}`, {
    hint: 'Nothing was signed. Choose another provider: swapcli quote AMOUNT FROM TO',
    reason: 'payload',
  })
}
