import { SwapError } from '../core/api/errors.ts'
import { commandLine } from '../core/text/command-line.ts'
import { failedRun, type HomeStanding, knownFunds, type SwapRun } from '../wallet/index.ts'

/**
 * Why a closed run is no success; undefined where the user wanted it closed.
 * @param home undefined for a run that this process made
 */
export function closedFailure(run: SwapRun, home: HomeStanding | undefined): SwapError | undefined {
  const { closedAs = 'unpaid', execution, reason = 'The run was closed' } = run
  const { funds, text } = knownFunds(run, home)
  const known = {
    run: run.earlier === undefined ? undefined : failedRun(run),
    funds,
  }
  switch (closedAs) {
    case 'unpaid':
      return execution === undefined ? new SwapError('WALLET_REFUSED', reason, { reason: 'run' }) : undefined
    case 'declined':
      return new SwapError('WALLET_REFUSED', reason, { reason: 'declined', ...known })
    case 'refused':
      return new SwapError('WALLET_REFUSED', `The run ${run.id} was refused and is over (${text}): ${reason}`, {
        ...{ reason: 'run', ...known },
        hint: `Swap anew: ${commandLine(['swap', run.request.amount, run.from, run.to])}`,
      })
    case 'replaced':
      return new SwapError('WALLET_REFUSED', reason, { reason: 'nonce', ...known })
    case 'reverted':
      return new SwapError('SWAP_FAILED', reason, { ...known, hint: 'Quote again: swapcli quote AMOUNT FROM TO' })
    case 'lost':
      return new SwapError('OUTCOME_UNKNOWN', reason, {
        funds,
        hint: 'See what became of it in an explorer',
      })
    case 'cancelled':
    case 'given_up':
      return undefined
  }
}
