import { abandonRun } from '../../../wallet/index.ts'
import { openRuns, readOpenRuns } from '../../kit/run/open-runs.ts'
import { beginRun, replaceAndResume, resumeRun, type ReviewIo, tryName } from './run-work.ts'
import type { EffectTable } from '../../effect-io.ts'
import { noticeEvent } from '../../events.ts'
import { problemOf } from '../../problem.ts'
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
  'give-up': ({ id, runId }, io) => io.hold(tryName(id), giveUpRun(id, runId, io)),
  answer: async ({ id, answer }, io) => io.answers.give(tryName(id), answer),
  find: findRuns,
  qr: drawQr,
}

async function giveUpRun(id: number, runId: string, io: ReviewIo): Promise<void> {
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
    if (left.length > 0) await lookLater(left.length, io)
  } catch (error) {
    io.dispatch(noticeEvent('bad', `unfinished swaps cannot be read: ${problemOf(error).message}`))
  }
}

/** By how much each run makes the pause longer, in milliseconds: reading one takes one or two, which must be little of a core. */
const PAUSE_OF_RUN_MS = 300

async function lookLater(count: number, io: ReviewIo): Promise<void> {
  const signal = io.begin('look later')
  const isOver = await io.context.clock.sleep(STORE_POLL_MS + count * PAUSE_OF_RUN_MS, signal).then(
    () => true,
    () => false,
  )
  if (isOver) io.dispatch({ on: 'review', type: 'look-due' })
}

async function drawQr({ id, text, columns }: ReviewEffects['qr'], io: ReviewIo): Promise<void> {
  const { words } = io.context
  const background = readTheme(io.settings()['theme']) === 'light' ? 'light' : 'dark'
  const lines = await words?.qr(text, columns, background)
  const code = lines === undefined ? undefined : { lines, width: Math.max(...lines.map(textWidth)) }
  io.dispatch({ on: 'review', type: 'qr', id, text, code })
}
