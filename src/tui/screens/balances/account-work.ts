import { cleanText } from '../../../core/text/clean-text.ts'
import type { AccountWork, ApprovalsReading, WorkAsks, WorkFact } from '../../context.ts'
import type { EffectIo } from '../../effect-io.ts'
import type { PendingAnswers } from '../../kit/run/pending-answers.ts'
import { expectedProblem, problemOf } from '../../problem.ts'
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

/** Reads what contracts may take of the account in use; what is begun later ends it. */
export async function readApprovals(_effect: BalancesEffects['read-approvals'], io: BalancesIo): Promise<void> {
  const signal = io.begin('approvals')
  const tell = (reading: ApprovalsReading) => {
    if (!signal.aborted) io.dispatch({ on: 'balances', type: 'approvals', reading: cleanReading(reading) })
  }
  try {
    const reading = await io.context.accountWork?.approvals(tell)
    if (reading !== undefined) tell(reading)
  } catch (error) {
    const problem = expectedProblem(error)
    if (!signal.aborted) io.dispatch({ on: 'balances', type: 'approvals-failed', problem })
  }
}

const clean = (text: string) => cleanText(text, MAX_TEXT)

function cleanReading({ account, approvals, remarks, ...chains }: ApprovalsReading): ApprovalsReading {
  return {
    ...{ ...chains, account: clean(account) },
    approvals: approvals.map((given) => ({
      ...{ ...given, chain: clean(given.chain), token: clean(given.token), tokenAddress: clean(given.tokenAddress) },
      ...{ allowed: clean(given.allowed), atRisk: clean(given.atRisk), provider: clean(given.provider) },
      ...{ spender: clean(given.spender), spenderName: clean(given.spenderName) },
    })),
    remarks: remarks.map((remark) => ({ ...remark, chain: clean(remark.chain), text: clean(remark.text) })),
  }
}

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
  run: (accounts: AccountWork, asks: WorkAsks) => Promise<readonly WorkFact[]>,
): Promise<void> {
  const signal = io.begin('work')
  const { accountWork } = io.context
  try {
    const told = accountWork === undefined ? [] : await run(accountWork, asksOf(id, io, signal))
    io.dispatch({ on: 'balances', type: 'work-done', id, told: cleanFacts(told) })
  } catch (error) {
    if (signal.aborted) return
    io.dispatch({ on: 'balances', type: 'work-failed', id, problem: expectedProblem(error) })
  }
}

function asksOf(id: number, io: BalancesIo, signal: AbortSignal): WorkAsks {
  let number = 0
  const told: string[] = []
  const ask = async (kind: WorkQuestion['kind'], text: string, more: Partial<WorkQuestion>): Promise<string> => {
    number += 1
    const asked = { ...{ kind, number, text: clean(text), leaving: '', facts: [], wrong: '' }, ...more }
    io.dispatch({ on: 'balances', type: 'asked', id, question: asked })
    return io.answers.wait(`work ${id}`, signal)
  }
  return {
    text: async ({ question, isHidden = false, leaving = '', refused = '', problem }) => {
      for (let wrong = clean(refused); ;) {
        const answer = await ask(isHidden ? 'hidden' : 'text', question, { leaving: clean(leaving), wrong })
        const found = await problem?.(answer)
        if (found === undefined) return answer
        wrong = clean(found)
      }
    },
    agree: async (question, facts) => (await ask('agree', question, { facts: cleanFacts(facts) })) === 'yes',
    pay: async (question, facts) => (await ask('pay', question, { facts: cleanFacts(facts) })) === 'yes',
    tell: (text) => {
      told.push(clean(text))
      io.dispatch({ on: 'balances', type: 'work-told', id, text: clean(text) })
      io.printAtEnd(`work ${id}`, async () => told)
    },
    signal,
  }
}

function cleanFacts(facts: readonly WorkFact[]): readonly WorkFact[] {
  return facts.map(([name, value]) => [clean(name), clean(value)] as const)
}
