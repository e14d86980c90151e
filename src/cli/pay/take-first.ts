import type { Route } from '../../core/api/documents.ts'
import { refusalOf, SwapError } from '../../core/api/errors.ts'
import type { StatedTerms } from '../../core/swap/terms.ts'
import type { NewRun } from '../../wallet/index.ts'
import { clean, cleanText } from '../../core/text/clean-text.ts'
import { noteWarnings } from '../views/route-view.ts'
import { during } from '../output/spinner.ts'
import type { Session } from '../session.ts'
import type { LossValues } from '../../payments/index.ts'

/** A route, and the run that takes it. */
export interface Start {
  readonly route: Route
  readonly terms: StatedTerms
  readonly run: NewRun
}

/** Routes that are tried at most. */
const MOST_TRIED = 5

/**
 * Takes the first route whose loss is agreed to and which is not left out. With --yes no terms are shown later, so it is said
 * here what they warn of.
 * @param values undefined where the user has chosen
 * @param take takes a route. It gives why it is left out, with nothing of it to be paid; undefined once it is taken
 * @returns the route that was taken
 * @throws why the first was left out, where none is taken, and what `take` throws
 */
export async function takeFirst(
  session: Session,
  starts: readonly (() => Start)[],
  values: Pick<LossValues, 'assess' | 'check'> | undefined,
  take: (start: Start) => Promise<SwapError | undefined>,
): Promise<Start> {
  const { output } = session
  // Each may take seconds: all are valued at once, within the time of one.
  const tried = starts.slice(0, MOST_TRIED).map(async (open) => {
    const start = open()
    return { start, loss: await values?.assess(start.run, start.terms) }
  })
  for (const one of tried) one.catch(() => undefined)
  let first: SwapError | undefined
  for (const one of tried) {
    const { start, loss } = await during(session, 'Valuing it', one)
    const { route, run, terms } = start
    if (values !== undefined) noteWarnings(output, [route])
    const lost = loss === undefined ? undefined : refusalOf(() => values?.check(run, terms, loss))
    const refused = lost ?? (await take(start))
    if (refused === undefined) return start
    // Also where only data is printed: another route than the best one is paid.
    if (starts.length > 1)
      output.say(clean`left out    ${cleanText(route.provider, 40)}: ${cleanText(refused.message, 300)}`)
    first ??= refused
  }
  throw first ?? new SwapError('NO_ROUTE', 'No provider has a route')
}
