import type { Route } from '../../core/api/documents.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import type { StatedTerms } from '../../core/swap/terms.ts'
import type { NewRun } from '../../wallet/index.ts'
import { noteWarnings } from '../views/route-view.ts'
import { during } from '../output/spinner.ts'
import type { Session } from '../session.ts'
import type { LossValues } from './value-loss.ts'

/** A route, and the run that takes it. */
export interface Start {
  readonly route: Route
  readonly terms: StatedTerms
  readonly run: NewRun
}

/** Routes that are valued at most. */
const MOST_VALUED = 5

/**
 * The first one whose loss is agreed to. With --yes no terms are shown later, so it is said here what they warn of.
 * @param values undefined where the user has chosen
 * @throws WALLET_REFUSED for the loss of the first, where none is agreed to
 */
export async function firstAgreed(
  session: Session,
  starts: readonly (() => Start)[],
  values: Pick<LossValues, 'assess' | 'check'> | undefined,
): Promise<Start> {
  const { output } = session
  const [first] = starts
  if (first === undefined) throw new SwapError('NO_ROUTE', 'No provider has a route')
  if (values === undefined) return first()
  // Each may take seconds: all are valued at once, within the time of one.
  const valued = starts.slice(0, MOST_VALUED).map(async (open) => {
    const start = open()
    return { start, loss: await values.assess(start.run, start.terms) }
  })
  for (const one of valued) one.catch(() => undefined)
  let refused: SwapError | undefined
  for (const one of valued) {
    const { start, loss } = await during(session, 'Valuing it', one)
    const { route, run, terms } = start
    noteWarnings(output, [route])
    try {
      values.check(run, terms, loss)
      return start
    } catch (error) {
      if (!isSwapError(error)) throw error
      if (starts.length > 1) output.note(`left out    ${route.provider}: ${error.message}`)
      refused ??= error
    }
  }
  throw refused ?? new SwapError('NO_ROUTE', 'No provider has a route')
}
