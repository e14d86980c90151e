import { isSwapError } from '../../../core/api/errors.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import type { WorkAsks } from '../../context.ts'
import type { EffectIo } from '../../effect-io.ts'
import type { PendingAnswers } from '../../kit/run/pending-answers.ts'
import { problemOf } from '../../problem.ts'
import type { BalancesEffects, BalancesEvent } from './state.ts'
import type { WorkQuestion } from './work.ts'

/** What the effects of the screen work with. */
export interface BalancesIo extends EffectIo<BalancesEvent> {
  readonly answers: PendingAnswers<string>
}

/** Longest sentence that is shown, in UTF-16 units. */
const MAX_TEXT = 500

/** Lists the accounts of this machine. */
export async function listKnown(_effect: BalancesEffects['list-accounts'], io: BalancesIo): Promise<void> {
  try {
    const known = (await io.context.accountWork?.list()) ?? []
    io.dispatch({ on: 'balances', type: 'known', known })
  } catch (error) {
    io.dispatch({ on: 'balances', type: 'known-failed', problem: problemOf(error) })
  }
}

/** Adds an account by asking for what it takes; what happens once nothing is asked any more is said whoever looks. */
export async function addAccount({ id, way }: BalancesEffects['add-account'], io: BalancesIo): Promise<void> {
  const signal = io.begin('work')
  try {
    const told = (await io.context.accountWork?.add(way, asksOf(id, io, signal))) ?? []
    const wallet = (await io.context.settings.read?.())?.['wallet']
    io.dispatch({ on: 'balances', type: 'work-done', id, told: told.map((text) => cleanText(text, MAX_TEXT)) })
    // Another account may pay now, in all screens.
    io.dispatch({ on: 'app', type: 'saved', key: 'wallet', value: wallet })
  } catch (error) {
    if (signal.aborted) return
    if (!isSwapError(error)) throw error
    io.dispatch({ on: 'balances', type: 'work-failed', id, problem: problemOf(error) })
  }
}

function asksOf(id: number, io: BalancesIo, signal: AbortSignal): WorkAsks {
  let number = 0
  const ask = async (question: Omit<WorkQuestion, 'number' | 'text'>, text: string): Promise<string> => {
    number += 1
    const asked = { ...question, number, text: cleanText(text, MAX_TEXT) }
    io.dispatch({ on: 'balances', type: 'asked', id, question: asked })
    return io.answers.wait(`work ${id}`, signal)
  }
  return {
    text: async ({ question, isHidden = false, problem }) => {
      for (let wrong = ''; ;) {
        const answer = await ask({ kind: isHidden ? 'hidden' : 'text', facts: [], wrong }, question)
        const found = await problem?.(answer)
        if (found === undefined) return answer
        wrong = cleanText(found, MAX_TEXT)
      }
    },
    agree: async (question, facts) => {
      const clean = facts.map(([name, value]) => [cleanText(name, MAX_TEXT), cleanText(value, MAX_TEXT)] as const)
      return (await ask({ kind: 'agree', facts: clean, wrong: '' }, question)) === 'yes'
    },
  }
}
