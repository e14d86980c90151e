import { SwapError } from '../../core/api/errors.ts'
import type { PaymentReview, SwapRun } from '../../wallet/index.ts'

/**
 * A payment that a server asks for and nobody reviews must show its recipient and leave nothing open: a server may name any
 * address.
 * @throws WALLET_REFUSED
 */
export function checkUnattendedPayment(
  { id, api }: Pick<SwapRun, 'id' | 'api'>,
  { recipient, doubts, cost }: Pick<PaymentReview, 'recipient' | 'doubts' | 'cost'>,
  trustsServer: boolean,
): void {
  if (cost?.refusal !== undefined) throw cost.refusal
  const [doubt] = doubts
  if (api === undefined || trustsServer || (recipient !== undefined && doubt === undefined)) return
  throw new SwapError(
    'WALLET_REFUSED',
    recipient === undefined
      ? 'What the server asks to be signed does not show who is paid, and no one reviews it'
      : `What the server asks to be signed leaves something open, and no one reviews it: ${doubt?.text ?? ''}`,
    {
      hint: `Nothing was signed. Look at it on a terminal, without --yes, or trust the server: swapcli resume ${id} --trust-server`,
    },
  )
}
