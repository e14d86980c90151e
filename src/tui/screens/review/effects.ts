import { abandonRun } from '../../../wallet/index.ts'
import { beginRun, openRuns, replaceAndResume, resumeRun } from './run-work.ts'
import { type EffectIo, problemOf } from '../../runtime.ts'
import { readTheme } from '../../theme.ts'
import { textWidth } from '../../kit/text/text-fit.ts'
import { factsOfRun } from '../../kit/run/run-facts.ts'
import type { ReviewEffect } from './state.ts'

/** Does what the screen asked for. */
export async function runReviewEffect(effect: ReviewEffect, io: EffectIo): Promise<void> {
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
      return io.questions.answer(`run ${effect.id}`, effect.answer)
    case 'find':
      return findRuns(io)
    case 'qr':
      return drawQr(effect.text, effect.columns, io)
  }
}

async function giveUpRun(id: number, runId: string, io: EffectIo): Promise<void> {
  try {
    const { journal } = await openRuns(io)
    const run = await journal.get(runId)
    if (run === undefined) return
    const closed = await abandonRun(journal, run)
    io.dispatch({ on: 'review', type: 'ended', id, run: factsOfRun(closed), problem: undefined })
  } catch (error) {
    io.dispatch({ on: 'app', type: 'notice', notice: { tone: 'bad', text: problemOf(error).message } })
  }
}

/** Newest first. */
async function findRuns(io: EffectIo): Promise<void> {
  if (io.context.runs === undefined) return
  try {
    const { journal } = await io.context.runs()
    const runs = (await journal.unfinished()).reverse()
    io.dispatch({ on: 'review', type: 'found', runs: runs.map(factsOfRun) })
  } catch (error) {
    const text = `unfinished swaps cannot be read: ${problemOf(error).message}`
    io.dispatch({ on: 'app', type: 'notice', notice: { tone: 'bad', text } })
  }
}

async function drawQr(text: string, columns: number, io: EffectIo): Promise<void> {
  const { words, settings } = io.context
  const background = readTheme(settings.values['theme']) === 'light' ? 'light' : 'dark'
  const lines = await words?.qr(text, columns, background)
  const code = lines === undefined ? undefined : { lines, width: Math.max(...lines.map(textWidth)) }
  io.dispatch({ on: 'review', type: 'qr', text, code })
}
