import { ACCEPTANCES, type AcceptCode, type Doubt } from '../core/swap/acceptances.ts'
import { type PaymentReview, refusalFor, type SwapRun } from '../wallet/index.ts'

/** Doubts that `--trust-server` accepts: those about calldata and deposits, as before there were codes. */
const TRUSTED: ReadonlySet<string> = new Set<AcceptCode>([
  ...(['unknown-call', 'opaque-call', 'order-by-number', 'passed-on', 'swaps-first'] as const),
  ...(['deposit', 'vault', 'fee-on-top'] as const),
])

/** How a payment is made that nobody reviews. */
interface UnattendedOptions {
  /** Doubts about calldata and deposits are accepted. */
  readonly trustsServer: boolean
  /** Another signer pays: the run ends here, so that the command is given again. @default false */
  readonly isPrinted?: boolean
  /** Another route takes its place: the run ends here too. @default false */
  readonly isLeftOut?: boolean
}

/**
 * A payment that nobody reviews leaves no doubt but those that were accepted. Of the service of this machine that is settled
 * which a simulation saw arrive on one chain, or which the provider's own contract or address promises: what a simulation shows
 * is true of one chain only.
 * @throws WALLET_REFUSED
 */
export function checkUnattendedPayment(
  run: Pick<SwapRun, 'id' | 'api' | 'accept'>,
  review: Pick<PaymentReview, 'recipient' | 'doubts' | 'simulated' | 'cost'>,
  { trustsServer, isPrinted = false, isLeftOut = false }: UnattendedOptions,
): void {
  const { id, accept = [] } = run
  const { cost } = review
  if (cost?.refusal !== undefined) throw cost.refusal
  const open = openDoubts(run, review).filter(
    ({ code }) => !accept.includes(code) && !(trustsServer && TRUSTED.has(code)),
  )
  const [first] = open
  if (first === undefined) return
  const codes = [...new Set([...accept.filter((code) => code in ACCEPTANCES), ...open.map(({ code }) => code)])]
  throw refusalFor(
    'doubt',
    `The payment leaves something open, and no one reviews it: ${first.text}`,
    isPrinted || isLeftOut
      ? `${isPrinted ? 'No transaction was printed' : 'Nothing was signed'}. Look at it with --dry-run, or accept it`
      : `Nothing was signed. Look at it yourself: swapcli resume ${id}; or accept it: swapcli resume ${id} --yes --accept ${codes.join(',')}`,
    isPrinted || isLeftOut ? { accept: ['--accept', codes.join(',')] } : {},
  )
}

/** The doubts about a payment that neither its own service nor a simulation settles. */
export function openDoubts(
  { api }: Pick<SwapRun, 'api'>,
  { recipient, doubts, simulated }: Pick<PaymentReview, 'recipient' | 'doubts' | 'simulated'>,
): PaymentReview['doubts'] {
  const unread = { code: 'opaque-call', text: 'Who is paid cannot be read' } as const
  const all = recipient === undefined && doubts.length === 0 ? [unread] : doubts
  // A call that was read whole does not rest on its simulation.
  const isPartlyRead = all.some(({ code }) => !OF_SIMULATION.has(code) && !BEYOND_SIMULATION.has(code))
  const isSettled = ({ code, isPromise }: Doubt) => {
    if (OF_SIMULATION.has(code)) return !isPartlyRead
    if (api !== undefined || OF_TOKENS.has(code) || code === 'needs-claim') return false
    if (code === 'fee-on-top' || simulated === 'arrival') return true
    return isPromise === true && (BEYOND_SIMULATION.has(code) || simulated !== undefined)
  }
  return all.filter((found) => !isSettled(found))
}

/** Doubts about what a token does, which the review leaves out where it was seen. */
const OF_TOKENS: ReadonlySet<string> = new Set<AcceptCode>(['fee-on-transfer', 'untried-transfer'])
/** Deposits, and what happens on another chain, have nothing that a simulation could show more of. */
const BEYOND_SIMULATION: ReadonlySet<string> = new Set<AcceptCode>(['deposit', 'vault', 'fee-on-top', 'needs-claim'])
/** Doubts about a simulation itself. */
export const OF_SIMULATION: ReadonlySet<string> = new Set<AcceptCode>(['not-simulated', 'single-node'])
