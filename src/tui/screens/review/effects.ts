import { SwapError } from '../../../core/api/errors.ts'
import { startDeadline } from '../../../core/deadline.ts'
import { abandonRun } from '../../../wallet/index.ts'
import { openRuns, readOpenRuns } from '../../kit/run/open-runs.ts'
import { beginRun, replaceAndResume, resumeRun, type ReviewIo, tryName } from './run-work.ts'
import type { EffectTable } from '../../effect-io.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import type { HeldBalance } from '../../../core/money/holdings.ts'
import { noticeEvent } from '../../events.ts'
import { expectedProblem, problemOf } from '../../problem.ts'
import { readTheme } from '../../theme.ts'
import { textWidth } from '../../kit/text/text-fit.ts'
import { STORE_POLL_MS } from '../../kit/store-poll.ts'
import { factsOfRun, type RunFacts } from '../../kit/run/run-facts.ts'
import type { ReviewEffects } from './state.ts'

/** What the screen does outside. Work on runs is held: leaving waits for its end. */
export const REVIEW_EFFECTS: EffectTable<ReviewEffects, ReviewIo> = {
  begin: ({ id, route, asked }, io) => io.hold(tryName(id), beginRun(id, route, asked, io)),
  continue: (effect, io) => io.hold(tryName(effect.id), resumeRun(effect, io)),
  replace: (effect, io) => io.hold(tryName(effect.id), replaceAndResume(effect, io)),
  'give-up': (effect, io) => io.hold(tryName(effect.id), giveUpRun(effect, io)),
  answer: async ({ id, answer }, io) => io.answers.give(tryName(id), answer),
  find: findRuns,
  'look-later': (effect, io) => lookLater(effect, io),
  qr: drawQr,
  'read-held': readHeld,
}

async function giveUpRun({ id, runId, after }: ReviewEffects['give-up'], io: ReviewIo): Promise<void> {
  if (after !== undefined) {
    io.cancel(tryName(after))
    await io.whenSettled(tryName(after))
  }
  if (runId === undefined) return
  try {
    const { journal, standing } = await openRuns(io.context)
    const run = await journal.get(runId)
    if (run === undefined) return
    const closed = await abandonRun(journal, run, standing)
    io.dispatch({ on: 'review', type: 'ended', id, run: factsOfRun(closed, standing), problem: undefined })
  } catch (error) {
    io.dispatch(noticeEvent('bad', problemOf(error).message))
  }
}

/** How many of the runs that were left the service is asked about at the beginning, and each time later. */
const ASKED_AT_START = 20
const ASKED_AGAIN = 1

/** At the beginning it is looked how those stand that were left before they are told of: they may have ended meanwhile. */
async function findRuns({ isStart }: ReviewEffects['find'], io: ReviewIo): Promise<void> {
  try {
    let left: readonly RunFacts[] = []
    await readOpenRuns(io, {
      tell: (text) => io.dispatch(noticeEvent('bad', text)),
      show: (runs) => {
        left = runs
        io.dispatch({ on: 'review', type: 'found', runs, tells: false })
      },
      mostAsked: isStart ? ASKED_AT_START : ASKED_AGAIN,
    })
    if (isStart && left.length > 0) io.dispatch({ on: 'review', type: 'found', runs: left, tells: true })
    if (left.length > 0) await lookLater({ count: left.length }, io)
  } catch (error) {
    const why = `unfinished swaps cannot be read: ${problemOf(error).message}`
    io.dispatch({ on: 'review', type: 'find-failed', why })
    await lookLater({ count: 0 }, io)
  }
}

/** By how much each run makes the pause longer, in milliseconds: reading one takes one or two, which must be little of a core. */
const PAUSE_OF_RUN_MS = 300

async function lookLater({ count }: ReviewEffects['look-later'], io: ReviewIo): Promise<void> {
  const signal = io.begin('look later')
  const isOver = await io.context.clock.sleep(STORE_POLL_MS + count * PAUSE_OF_RUN_MS, signal).then(
    () => true,
    () => false,
  )
  if (isOver) io.dispatch({ on: 'review', type: 'look-due' })
}

/** Longest wait for a balance, in milliseconds. */
const BALANCE_MS = 5000

/** What was read before is not what there is: something may have been paid. */
async function readHeld({ id, asset }: ReviewEffects['read-held'], io: ReviewIo): Promise<void> {
  const { balances, clock } = io.context
  const { chain, address, isNative, decimals } = asset
  if (balances === undefined || decimals === undefined) return
  const signal = io.begin(`held ${id}`)
  const tell = (held: HeldBalance) => {
    if (!signal.aborted) io.dispatch({ on: 'review', type: 'held', id, held })
  }
  const deadline = startDeadline(
    clock,
    BALANCE_MS,
    () => new SwapError('SERVICE_UNAVAILABLE', 'no answer in 5 s'),
    signal,
  )
  const reading = balances(chain, [{ address, isNative, decimals }], clock.now())
  try {
    const [held] = await deadline.race(reading)
    tell(typeof held === 'object' ? { reason: cleanText(held.reason) } : held && cleanText(held, 80))
  } catch (error) {
    if (!signal.aborted) tell({ reason: expectedProblem(error).message })
  } finally {
    deadline.stop()
  }
}

async function drawQr({ id, text, columns }: ReviewEffects['qr'], io: ReviewIo): Promise<void> {
  const { words } = io.context
  const background = readTheme(io.settings()['theme']) === 'light' ? 'light' : 'dark'
  const lines = await words?.qr(text, columns, background)
  const code = lines === undefined ? undefined : { lines, width: Math.max(...lines.map(textWidth)) }
  io.dispatch({ on: 'review', type: 'qr', id, text, code })
}
