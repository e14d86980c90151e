import { DEAD_ASSET } from '../../../core/assets/backing-text.ts'
import { writeBps } from '../../../core/money/basis-points.ts'
import { formatAmount } from '../../../core/money/amount.ts'
import { writeMostCost } from '../../../core/money/most-cost.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import {
  describeAccepted,
  describeFunds,
  type HomeStanding,
  type SwapRun,
  describeSwap,
} from '../../../wallet/index.ts'
import type { Place, RunWords } from '../../context.ts'
import { commandLine, placeWords } from '../../../core/text/command-line.ts'

/** The command that continues a run. */
export function resumeCommand(id: string, place: Place): string {
  return commandLine(['resume', id, ...placeWords(place)])
}

/** How a run of this service goes on: by a key of the screens, or by a command where one finds it. @param key that continues it */
export function continuingText(id: string, place: Place, key: string): string {
  return place.isTour === true ? `${key} continues it` : `${key} continues it, or: ${resumeCommand(id, place)}`
}

/** The command that makes the same swap. */
function swapCommand(run: SwapRun, place: Place): string {
  const { request, from, to } = run
  const { amount, provider, depositor, recipient, recipientMemo } = request
  const { slippage, confidentiality, referralCode, exclude = [] } = request
  return commandLine([
    'swap',
    amount,
    from,
    to,
    '--provider',
    provider,
    '--depositor',
    depositor,
    '--recipient',
    recipient,
    ...(recipientMemo === undefined ? [] : ['--recipient-memo', recipientMemo]),
    ...(slippage === undefined ? [] : ['--slippage', writeBps(slippage)]),
    ...(confidentiality === undefined ? [] : ['--confidentiality', confidentiality]),
    ...(exclude.length === 0 ? [] : ['--exclude', exclude.join(',')]),
    ...(referralCode === undefined ? [] : ['--referral-code', referralCode]),
    ...boundWords(run),
    ...placeWords(place),
  ])
}

/** Within what it was agreed to, as options. */
function boundWords({ minReceive, mostLossBps, mostCost, accept = [], target, request }: SwapRun): readonly string[] {
  // One in coin is what a person saw of this payment.
  const cost = mostCost === undefined || 'coin' in mostCost ? undefined : writeMostCost(mostCost)
  const codes = [...accept, ...(request.acceptDeadAsset === true ? [DEAD_ASSET] : [])]
  return [
    ...(minReceive === undefined || target?.decimals === undefined
      ? []
      : ['--min-receive', formatAmount(minReceive, target.decimals)]),
    ...(mostLossBps === undefined ? [] : ['--max-loss', String(mostLossBps / 100)]),
    ...(cost === undefined ? [] : ['--max-cost', cost]),
    ...(codes.length === 0 ? [] : ['--accept', codes.join(',')]),
  ]
}

/**
 * What is left of a run in the scrollback: its record and the same as a command, or how to go on with it; clean lines.
 * One of the tour has no command that goes on with it, or makes it with money.
 */
export function linesOfRun(
  run: SwapRun,
  place: Place,
  words: RunWords | undefined,
  home?: HomeStanding,
): readonly string[] {
  if (run.step === 'closed' && run.closedAs === 'declined') return []
  const isTour = place.isTour === true
  const title = `run ${run.id}: ${describeSwap(run)}`
  if (run.step === 'closed') return clean([title, run.reason ?? 'closed'])
  if (run.step !== 'final' || run.transaction === undefined) {
    const how = isTour ? [] : [`continue it: ${resumeCommand(run.id, place)}`]
    return clean([`${title}, ${describeFunds(run, home)}`, ...how])
  }
  const failure = words?.failure(run.transaction, run.lock?.terms)
  return clean([
    ...(words?.record(run.transaction, describeAccepted(run)) ?? [title, run.transaction.status]),
    ...(failure === undefined
      ? []
      : [failure.message, ...(failure.hint === undefined || isTour ? [] : [failure.hint])]),
    ...(isTour ? [] : [`the same again: ${swapCommand(run, place)}`]),
  ])
}

function clean(lines: readonly string[]): readonly string[] {
  return lines.map((line) => cleanText(line, 1000))
}
