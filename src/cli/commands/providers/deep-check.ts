import { SwapError } from '../../../core/api/errors.ts'
import { defined } from '../../../core/defined.ts'
import { countText } from '../../../core/text/count-text.ts'
import { readReplyShapes } from '../../../io/index.ts'
import type { DriftCheck, RecordedShapes } from '../../../service/index.ts'
import { duringSteps } from '../../output/spinner.ts'
import { openAdmin, type Session } from '../../session.ts'
import { driftDocument, printDrift } from '../../views/drift-view.ts'
import { keepReplies, saveRecordings } from './kept-replies.ts'

/**
 * Asks providers for a real price of each kind, keeps the replies, and says what of them is not as it was recorded.
 * @param timeoutMs longest time for one question, in milliseconds
 * @param folder where recordings are written; undefined for none
 * @throws NO_ROUTE where routes are lost, else PROVIDER_UNAVAILABLE where a provider gave no answer
 */
export async function checkDeeply(
  session: Session,
  keys: readonly string[],
  timeoutMs: number,
  folder: string | undefined,
): Promise<void> {
  const { output } = session
  const admin = await openAdmin(session)
  const found = await duringSteps(session, 'Asking every provider for real prices', (show) => {
    const done: string[] = []
    return admin.checkDrift(keys.length === 0 ? undefined : keys, {
      shapes: readReplyShapes<RecordedShapes>(),
      deadlineMs: timeoutMs,
      signal: session.signal,
      onProvider: (key) => {
        done.push(key)
        show(`Asking every provider for real prices; through with ${done.join(', ')}`)
      },
    })
  })
  const checks = found.map((one) => (one.next === undefined ? one : { ...one, next: output.namePlace(one.next) }))
  const kept = await keepReplies(session, checks)
  const saved = folder === undefined ? [] : await saveRecordings(folder, checks)
  if (output.json) output.printJson({ data: checks.map(driftDocument), ...defined({ kept }), saved })
  else await printDrift(output, checks)
  if (kept !== undefined) output.note(`the replies are kept in ${kept}, without keys`)
  if (saved.length > 0) output.note(`${countText(saved.length, 'provider')} recorded: ${saved.join(', ')}`)
  refuseDrift(checks)
}

/** @throws NO_ROUTE PROVIDER_UNAVAILABLE */
function refuseDrift(checks: readonly DriftCheck[]): void {
  const keys = [...new Set(checks.map(({ key }) => key))]
  const keysOf = (...results: readonly DriftCheck['result'][]) =>
    keys.filter((key) => checks.some((check) => check.key === key && results.includes(check.result)))
  const lost = keysOf('lost')
  // These pairs are everyday ones: who has a route for none of them, and is not halted, has probably understood none.
  const empty = keysOf('no_route').filter(
    (key) =>
      !keysOf('ok', 'changed', 'lost').includes(key) &&
      checks.every((check) => check.key !== key || check.code !== 'halted'),
  )
  const failed = keysOf('failed')
  const [gone] = [...lost, ...empty]
  if (gone !== undefined) {
    const parts = [
      ...(lost.length === 0 ? [] : [`Routes are lost, because replies are not as expected: ${lost.join(', ')}`]),
      ...(empty.length === 0 ? [] : [`No route for any of these pairs: ${empty.join(', ')}`]),
    ]
    throw new SwapError('NO_ROUTE', parts.join('; '), {
      hint: `Leave it out of quotes until that is mended: swapcli providers disable ${gone}`,
    })
  }
  if (failed.length > 0) {
    throw new SwapError('PROVIDER_UNAVAILABLE', `Not usable now: ${failed.join(', ')}`, {
      hint: checks.find(({ next }) => next !== undefined)?.next ?? 'swapcli providers check',
    })
  }
}
