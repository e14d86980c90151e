import { abandonRun } from '../../../wallet/index.ts'
import { openRuns, unfinishedRuns } from '../../kit/run/open-runs.ts'
import { createPendingAnswers } from './pending-answers.ts'
import { beginRun, replaceAndResume, resumeRun, type ReviewIo } from './run-work.ts'
import type { EffectIo } from '../../effect-io.ts'
import { noticeEvent } from '../../events.ts'
import { problemOf } from '../../problem.ts'
import type { EffectRunner } from '../../screen.ts'
import { readTheme } from '../../theme.ts'
import { textWidth } from '../../kit/text/text-fit.ts'
import { factsOfRun } from '../../kit/run/run-facts.ts'
import type { Answer, ReviewEffect, ReviewEvent } from './state.ts'

/** Opens what does what the screen asks for. */
export function openReviewRunner(io: EffectIo<ReviewEvent>): EffectRunner<ReviewEffect> {
  const own: ReviewIo = { ...io, answers: createPendingAnswers<Answer>() }
  return { run: (effect) => runEffect(effect, own) }
}

async function runEffect(effect: ReviewEffect, io: ReviewIo): Promise<void> {
  switch (effect.type) {
    case 'begin':
      return io.hold('run', beginRun(effect.id, effect.route, effect.asked, io))
    case 'continue':
      return io.hold('run', resumeRun(effect.id, effect.runId, io))
    case 'replace':
      return io.hold('run', replaceAndResume(effect.id, effect.runId, effect.how, io))
    case 'give-up':
      return io.hold('run', giveUpRun(effect.id, effect.runId, io))
    case 'answer':
      return io.answers.give(`run ${effect.id}`, effect.answer)
    case 'find':
      return findRuns(io)
    case 'qr':
      return drawQr(effect.text, effect.columns, io)
  }
}

async function giveUpRun(id: number, runId: string, io: ReviewIo): Promise<void> {
  try {
    const { journal } = await openRuns(io.context)
    const run = await journal.get(runId)
    if (run === undefined) return
    const closed = await abandonRun(journal, run)
    io.dispatch({ on: 'review', type: 'ended', id, run: factsOfRun(closed), problem: undefined })
  } catch (error) {
    io.dispatch(noticeEvent('bad', problemOf(error).message))
  }
}

async function findRuns(io: ReviewIo): Promise<void> {
  try {
    const runs = await unfinishedRuns(io.context)
    if (runs !== undefined) io.dispatch({ on: 'review', type: 'found', runs: runs.map(factsOfRun) })
  } catch (error) {
    io.dispatch(noticeEvent('bad', `unfinished swaps cannot be read: ${problemOf(error).message}`))
  }
}

async function drawQr(text: string, columns: number, io: ReviewIo): Promise<void> {
  const { words, settings } = io.context
  const background = readTheme(settings.values['theme']) === 'light' ? 'light' : 'dark'
  const lines = await words?.qr(text, columns, background)
  const code = lines === undefined ? undefined : { lines, width: Math.max(...lines.map(textWidth)) }
  io.dispatch({ on: 'review', type: 'qr', text, code })
}
