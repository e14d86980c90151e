import { abandonRun } from '../../../wallet/index.ts'
import { openRuns, unfinishedRuns } from '../../kit/run/open-runs.ts'
import { beginRun, replaceAndResume, resumeRun, type ReviewIo, tryName } from './run-work.ts'
import type { EffectTable } from '../../effect-io.ts'
import { noticeEvent } from '../../events.ts'
import { problemOf } from '../../problem.ts'
import { readTheme } from '../../theme.ts'
import { textWidth } from '../../kit/text/text-fit.ts'
import { factsOfRun } from '../../kit/run/run-facts.ts'
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

async function findRuns(_effect: ReviewEffects['find'], io: ReviewIo): Promise<void> {
  try {
    const found = await unfinishedRuns(io.context, (text) => io.dispatch(noticeEvent('bad', text)))
    if (found === undefined) return
    const runs = found.runs.map((run) => factsOfRun(run, found.standing))
    io.dispatch({ on: 'review', type: 'found', runs })
    io.dispatch({ on: 'app', type: 'open-runs', ids: runs.map(({ id }) => id) })
  } catch (error) {
    io.dispatch(noticeEvent('bad', `unfinished swaps cannot be read: ${problemOf(error).message}`))
  }
}

async function drawQr({ id, text, columns }: ReviewEffects['qr'], io: ReviewIo): Promise<void> {
  const { words, settings } = io.context
  const background = readTheme(settings.values['theme']) === 'light' ? 'light' : 'dark'
  const lines = await words?.qr(text, columns, background)
  const code = lines === undefined ? undefined : { lines, width: Math.max(...lines.map(textWidth)) }
  io.dispatch({ on: 'review', type: 'qr', id, text, code })
}
