import { groupThousands } from '../../../core/money/amount.ts'
import { usdForPeople } from '../../../core/money/fees.ts'
import { shortfallText } from '../../../core/money/shortfall.ts'
import { worthAtStake } from '../../../core/money/typed-consent.ts'
import { parseUsd } from '../../../core/money/usd.ts'
import { isPaperProvider } from '../../../core/api/paper.ts'
import { readSetting } from '../../../io/index.ts'
import { isRightToLeft } from '../../../core/text/named-address.ts'
import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { type RunFacts, symbolsOf } from '../../kit/run/run-facts.ts'
import { ASKED_AGAIN } from '../../kit/run/run-rows.ts'
import { addressRows, fieldRows, type Row, textRows } from '../../kit/text/rows.ts'
import { cutText } from '../../kit/text/text-fit.ts'
import { doubtOf, LEAVE_MOVED, movedOf, otherNetworkOf, serverAway, shortfallOf, wordOf } from './answers.ts'
import { moneyForms } from './money-rows.ts'
import {
  listedRuns,
  markedIndex,
  type PaymentQuestion,
  type ReviewState,
  type RiskyAction,
  shownWork,
  type TermsQuestion,
  type Work,
} from './state.ts'
import { pageText } from './work-list-rows.ts'

/** The lines of one and the same question: the first form says most, the last one takes the fewest lines. */
export type QuestionForms = readonly (readonly Row[])[]

/*
 * The lines that stay below everything else while something is asked: what the next key does, and with a payment how
 * long the lock holds, what is sent, to whom, and the least that arrives. None of it is ever scrolled away or cut: where
 * lines are few, it is said in fewer words.
 */

/** What is asked; none while nothing is. */
export function questionForms(state: ReviewState, app: AppFacts, width: number, spoken: boolean): QuestionForms {
  const { confirming } = state
  const keys = keysOf(app)
  if (confirming !== undefined) return [textRows(`${confirmText(state, confirming)} ${keys.yesOrNo}`, width, 'warn')]
  const work = shownWork(state)
  return work === undefined ? [] : askedForms(work, pageText(state, app), app, width, spoken)
}

/** @param page which of several swaps this is, for the form that stands alone; undefined where there is only one */
function askedForms(
  work: Work,
  page: string | undefined,
  app: AppFacts,
  width: number,
  spoken: boolean,
): QuestionForms {
  const { question, run } = work
  const keys = keysOf(app)
  switch (question?.kind) {
    case undefined:
      return []
    case 'name': {
      const { name, address, doubt } = question
      const named = isRightToLeft(name)
        ? [...fieldRows('name', name, width), ...addressRows('address', address, '', width)]
        : addressRows(cutText(name, 12), address, '', width)
      return [
        [
          ...textRows(doubt, width, 'warn'),
          ...named,
          ...textRows(
            `Is that the right address? ${keys.yes} yes; ${keys.no} or Esc no, and nothing is locked.`,
            width,
            'warn',
          ),
        ],
      ]
    }
    case 'password': {
      const wrong = question.attempt === 1 ? '' : ' That password was wrong.'
      return [textRows(`Password of the account ${question.account}; Esc signs nothing.${wrong}`, width, 'warn')]
    }
    case 'terms':
    case 'payment':
      if (run === undefined) return []
      if (question.kind === 'terms' && question.expired) {
        const moved = movedOf(work, app)
        if (moved !== undefined && question.typing === undefined) {
          return [textRows(`Nothing was sent. ${moved}: ${LEAVE_MOVED}.`, width, 'bad')]
        }
        const text =
          question.typing === undefined
            ? `Nothing was sent. ${keys.lock} locks the route again and shows what changed; ${keys.no} declines.`
            : 'Nothing was sent, and what is typed here sends nothing any more. Enter leaves the field.'
        return [textRows(text, width, 'warn')]
      }
      return moneyForms({ ...work, question, run, shortfall: shortfallOf(work), doubt: doubtOf(work, app) }, app, {
        width,
        spoken,
        page,
        ...nextTexts(work, question, run, app),
      })
  }
}

function confirmText(state: ReviewState, action: RiskyAction): string {
  const work = shownWork(state)
  const run = work === undefined ? listedRuns(state)[markedIndex(state)] : work.run
  if (action !== 'give-up' || run?.step !== 'executing') return CONFIRM_TEXTS[action]
  return `Give it up? Its money: ${run.money}. ${ASKED_AGAIN.replace('to', 'To')} instead.`
}

const CONFIRM_TEXTS: Readonly<Record<RiskyAction, string>> = {
  'give-up': 'Give it up? Nothing was signed.',
  'speed-up': 'Speed it up? The same transaction is signed again with higher fees; only one of the two is mined.',
  cancel:
    'Cancel it? An empty transaction with higher fees replaces it and costs only its fees; if the original is mined first, that one counts.',
}

function keysOf(app: AppFacts) {
  const [pay, yes, no] = [keyFor(app, 'pay', 'P'), keyFor(app, 'yes', 'Y'), keyFor(app, 'no', 'n')]
  return { pay, yes, no, lock: keyFor(app, 'lock-again', 'L'), yesOrNo: `${yes} yes, ${no} no.` }
}

/** Exactly what the next key does: in a sentence, and in few words behind what is sent. */
function nextTexts(
  work: Work,
  question: TermsQuestion | PaymentQuestion,
  run: RunFacts,
  app: AppFacts,
): { readonly next: string; readonly nextShort: string } {
  const money = `${groupThousands(run.amount)} ${symbolsOf(run).from}`
  const { pay, yes, no } = keysOf(app)
  const moved = movedOf(work, app)
  if (moved !== undefined) {
    const name = run.recipientName ?? ''
    return {
      next: `${moved}. Nothing is sent: ${LEAVE_MOVED}.`,
      nextShort: `${name} was changed: nothing is sent; Esc no`,
    }
  }
  const other = otherNetworkOf(app)
  if (other !== undefined) {
    const decline = question.typing === undefined ? `${no} declines` : 'Esc no'
    return {
      next: `${other}. Nothing is agreed to meanwhile; ${decline}.`,
      nextShort: `! server of the other network; ${decline}`,
    }
  }
  const away = serverAway({ question, run }, app)
  if (away !== undefined && question.kind === 'terms') {
    const what = question.typing !== undefined ? 'what is typed' : question.next === 'pays' ? pay : yes
    const decline = question.typing === undefined ? `${no} declines` : 'Esc no'
    return {
      next: `${away[0]?.toUpperCase() ?? ''}${away.slice(1)}: ${what} is not taken until it answers; ${decline}.`,
      nextShort: `! ${away}: no ${question.typing !== undefined ? 'Enter' : what}; ${decline}`,
    }
  }
  if (question.typing !== undefined) {
    const word = wordOf(work, app) ?? ''
    const [does, doesShort] =
      question.kind === 'terms' && question.next === 'asks'
        ? ['execute; what is to be signed is shown before it is paid', 'executes']
        : [`send ${money}`, 'sends']
    const [why, whyShort] = whyTyped(work, app)
    return {
      next: `${why}: type ${word} and Enter to ${does}; Esc no`,
      nextShort: `${whyShort}type ${word === run.amount ? 'the amount' : word}, Enter ${doesShort}; Esc no`,
    }
  }
  if (question.kind === 'payment') {
    return {
      next: `Sign and send ${money}? ${pay} pays, ${no} declines.`,
      nextShort: `${pay} signs and sends; ${no} no`,
    }
  }
  const [next, nextShort] = {
    pays: [`${pay} pays: executes, and sends ${money} at once`, `${pay} pays at once`],
    asks: [`${yes} executes; what is to be signed is shown before it is paid`, `${yes} executes, then asks`],
    'you-pay': isPaperProvider(run.provider)
      ? [`${yes} executes; it is of paper, and nothing real is to be sent`, `${yes} executes, of paper`]
      : [`${yes} executes; ${money} is then for you to send`, `${yes} executes, then you send`],
  }[question.next]
  return { next: `Agree to these terms? ${next}; ${no} declines.`, nextShort: `${nextShort}; ${no} declines` }
}

/** Why something must be typed, in a clause and in few words; '' where it stands marked before it. */
type Why = readonly [clause: string, short: string]

const WHY_TYPED = {
  loss: ['Much of the value is lost', ''],
  value: ['What is lost is not known', ''],
} as const satisfies Readonly<Record<string, Why>>

function whyTyped(work: Work, app: AppFacts): Why {
  const { run, loss } = work
  const shortfall = shortfallOf(work)
  if (shortfall !== undefined) return [shortfallText(shortfall), '']
  const doubt = doubtOf(work, app)
  if (doubt === 'loss' || doubt === 'value') return WHY_TYPED[doubt]
  const above = readSetting('confirm-above', app.settings['confirm-above'])
  const terms = run?.lock?.terms
  const worth = terms === undefined ? undefined : worthAtStake(terms, loss)
  const limit = parseUsd(above) ?? 0n
  if (worth === undefined || worth <= limit) return ['To be sure', 'to be sure: ']
  const usd = usdForPeople(above)
  return [`Above ${usd}`, `above ${usd}: `]
}
