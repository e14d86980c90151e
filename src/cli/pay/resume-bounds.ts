import { defined } from '../../core/defined.ts'
import { ACCEPT_CODES, type AcceptCode } from '../../core/swap/acceptances.ts'
import { isBeforePayment, type RunBounds, type SwapRun } from '../../wallet/index.ts'
import type { FlagsOf } from '../command.ts'
import type { Session } from '../session.ts'
import { type payBounds, readMinReceive, type RUN_OPTIONS } from './pay-options.ts'
import type { Runs } from './runs.ts'
import { acceptedDoubts, noteTrust } from './accepted-doubts.ts'

/** What is named for runs now. */
type NamedBounds = Omit<FlagsOf<typeof RUN_OPTIONS>, 'accept'> & {
  readonly accept: readonly AcceptCode[]
  readonly kept: ReturnType<typeof payBounds>
}

/** What is accepted of the payment itself. */
export function paymentDoubts(accepted: readonly string[]): readonly AcceptCode[] {
  return ACCEPT_CODES.filter((code) => accepted.includes(code))
}

/** Takes a run up with the bounds that are named now: the others stay as they were agreed to. */
export function withBounds(
  session: Session,
  { journal }: Runs,
  flags: NamedBounds,
): (run: SwapRun) => Promise<SwapRun> {
  return async (run) => {
    if (!isBeforePayment(run) && run.payment?.last !== false) return run
    noteTrust(session.output, flags)
    const change = readBounds(session, run, flags)
    return Object.keys(change).length === 0 ? run : journal.save(run, change)
  }
}

/** What of the bounds of a run is named otherwise now. @throws USAGE, CONFIG_INVALID */
export function readBounds(session: Session, run: SwapRun, flags: NamedBounds): RunBounds {
  const asked = { provider: run.request.provider, api: run.api, ...defined({ kept: run.accept }) }
  const { accept } = acceptedDoubts(session, flags, asked)
  const minReceive = readMinReceive(flags.minReceive, run.target?.decimals)
  const isAccepted = accept?.length === run.accept?.length
  return defined({
    ...flags.kept,
    mostLossBps: flags.maxLoss,
    minReceive,
    accept: isAccepted ? undefined : accept,
  })
}
