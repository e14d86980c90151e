import { isSwapError, refusalOf, SwapError } from '../../../core/api/errors.ts'
import { defined } from '../../../core/defined.ts'
import { countText } from '../../../core/text/count-text.ts'
import { fileProblem, readReplyShapes, verifyFolder } from '../../../io/index.ts'
import type { DriftCheck, RecordedShapes } from '../../../service/index.ts'
import { duringSteps } from '../../output/spinner.ts'
import { openAdmin, type Session } from '../../session.ts'
import { driftDocument, printDrift } from '../../views/drift-view.ts'
import { usage } from '../../usage.ts'
import { keepReplies, saveRecordings } from './kept-replies.ts'

/**
 * Asks providers for a real price of each kind, keeps the replies, and says what of them is not as it was recorded.
 * @param timeoutMs longest time for one question, in milliseconds
 * @param folder where recordings are written; undefined for none
 * @throws USAGE where no files can be written in the folder, before anybody is asked; NO_ROUTE where routes are lost, else
 * PROVIDER_UNAVAILABLE where a provider gave no answer, else what kept a file from being written
 */
export async function checkDeeply(
  session: Session,
  keys: readonly string[],
  timeoutMs: number,
  folder: string | undefined,
): Promise<void> {
  const { output } = session
  if (folder !== undefined) await refuseFolder(folder)
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
  // What was asked of strangers is told, whatever becomes of the files.
  const replies = await orRefusal(keepReplies(session, checks))
  const recordings = folder === undefined ? [] : await orRefusal(saveRecordings(folder, checks))
  const kept = isSwapError(replies) ? undefined : replies
  const saved = isSwapError(recordings) ? [] : recordings
  const [failure] = [replies, recordings].filter(isSwapError)
  if (output.json) output.printJson({ data: checks.map(driftDocument), ...defined({ kept }), saved })
  else await printDrift(output, checks)
  if (kept !== undefined) output.note(`the replies are kept in ${kept}, without keys`)
  if (saved.length > 0) output.note(`${countText(saved.length, 'provider')} recorded: ${saved.join(', ')}`)
  const verdict = refusalOf(() => refuseDrift(checks))
  if (verdict !== undefined && failure !== undefined) output.warn(`${failure.message}. ${failure.hint ?? ''}`)
  const refusal = verdict ?? failure
  if (refusal !== undefined) throw refusal
}

async function orRefusal<T>(work: Promise<T>): Promise<T | SwapError> {
  return work.catch((error: unknown) => {
    if (isSwapError(error)) return error
    throw error
  })
}

/** Before anybody is asked and a budget is spent. @throws USAGE */
async function refuseFolder(folder: string): Promise<void> {
  await verifyFolder(folder).catch((error: unknown) => {
    throw usage(
      `The recordings cannot be written to ${folder}: ${fileProblem(error)}`,
      'Name a folder that you can write: swapcli providers check --deep --save DIR',
    )
  })
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
