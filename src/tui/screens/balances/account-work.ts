import { isSwapError } from '../../../core/api/errors.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import type { AccountWork, GivenApproval, WorkAsks } from '../../context.ts'
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

/** Reads what contracts may take of the account in use. */
export async function readApprovals(_effect: BalancesEffects['read-approvals'], io: BalancesIo): Promise<void> {
  try {
    const { approvals, notes } = (await io.context.accountWork?.approvals()) ?? { approvals: [], notes: [] }
    io.dispatch({ on: 'balances', type: 'approvals', approvals: approvals.map(cleanApproval), notes: cleanAll(notes) })
  } catch (error) {
    if (!isSwapError(error)) throw error
    io.dispatch({ on: 'balances', type: 'approvals-failed', problem: problemOf(error) })
  }
}

function cleanApproval(given: GivenApproval): GivenApproval {
  const clean = (text: string) => cleanText(text, MAX_TEXT)
  const { chain, token, allowed, spender, provider } = given
  return {
    ...given,
    ...{ chain: clean(chain), token: clean(token), allowed: clean(allowed) },
    ...{ spender: clean(spender), provider: clean(provider) },
  }
}

const cleanAll = (texts: readonly string[]) => texts.map((text) => cleanText(text, MAX_TEXT))

/** Takes an approval back. Leaving the screens waits for it, which ends soon then: what was sent is followed later. */
export function revoke({ id, key }: BalancesEffects['revoke'], io: BalancesIo): Promise<void> {
  return io.hold(
    'work',
    work(id, io, async (accounts, asks) => accounts.revoke(key, asks)),
  )
}

/** Adds an account by asking for what it takes; what happens once nothing is asked any more is said whoever looks. */
export async function addAccount({ id, way }: BalancesEffects['add-account'], io: BalancesIo): Promise<void> {
  await work(id, io, async (accounts, asks) => {
    const told = await accounts.add(way, asks)
    // Another account may pay now, in all screens.
    const wallet = (await io.context.settings.read?.())?.['wallet']
    io.dispatch({ on: 'app', type: 'saved', key: 'wallet', value: wallet })
    return told
  })
}

async function work(
  id: number,
  io: BalancesIo,
  run: (accounts: AccountWork, asks: WorkAsks) => Promise<readonly string[]>,
): Promise<void> {
  const signal = io.begin('work')
  const { accountWork } = io.context
  try {
    const told = accountWork === undefined ? [] : await run(accountWork, asksOf(id, io, signal))
    io.dispatch({ on: 'balances', type: 'work-done', id, told: cleanAll(told) })
  } catch (error) {
    if (signal.aborted) return
    if (!isSwapError(error)) throw error
    io.dispatch({ on: 'balances', type: 'work-failed', id, problem: problemOf(error) })
  }
}

function asksOf(id: number, io: BalancesIo, signal: AbortSignal): WorkAsks {
  let number = 0
  const told: string[] = []
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
    agree: async (question, facts) =>
      (await ask({ kind: 'agree', facts: cleanFacts(facts), wrong: '' }, question)) === 'yes',
    pay: async (question, facts) =>
      (await ask({ kind: 'pay', facts: cleanFacts(facts), wrong: '' }, question)) === 'yes',
    tell: (text) => {
      told.push(cleanText(text, MAX_TEXT))
      io.dispatch({ on: 'balances', type: 'work-told', id, text: cleanText(text, MAX_TEXT) })
      io.printAtEnd(`work ${id}`, async () => told)
    },
    signal,
  }
}

function cleanFacts(facts: readonly (readonly [string, string])[]): WorkQuestion['facts'] {
  return facts.map(([name, value]) => [cleanText(name, MAX_TEXT), cleanText(value, MAX_TEXT)] as const)
}
