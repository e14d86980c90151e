import { countText } from '../../core/text/count-text.ts'
import type { DriftCheck, QuestionKind, ReplyChange } from '../../service/index.ts'
import type { Output } from '../output/output.ts'
import { right, sentences } from '../output/table.ts'
import { groupThousands } from '../../core/money/amount.ts'

const KIND_NAMES: Readonly<Record<QuestionKind, string>> = {
  'token-across': 'token to another chain',
  'coin-across': 'coin to another chain',
  'token-one-chain': 'token on one chain',
  'coin-one-chain': 'coin on one chain',
  'to-other-family': 'token to Bitcoin or Solana',
  'from-deposit': 'deposit of Bitcoin',
}

/** What kind of quote was asked for. */
export function kindName(kind: QuestionKind): string {
  return KIND_NAMES[kind]
}

/** Prints how providers answered: a line each question, then each field that is not as it was recorded. */
export async function printDrift(output: Output, checks: readonly DriftCheck[]): Promise<void> {
  await output.table(
    ['KEY', 'QUOTE', 'RESULT', right('MS'), sentences('WHAT')],
    checks.map((check) => [
      check.key,
      check.kind === undefined ? '-' : kindName(check.kind),
      check.result.replace('_', ' '),
      check.ms === undefined ? '' : String(check.ms),
      whatText(check),
    ]),
  )
  for (const { key, kind, pair, result, message, changes } of checks) {
    if ((changes.length === 0 && result !== 'lost') || kind === undefined || pair === undefined) continue
    output.print(output.clean(''))
    output.print(output.clean(`${key}, ${kindName(kind)} (${groupThousands(pair.amount)} ${pair.src} -> ${pair.dst}):`))
    if (message !== undefined) output.print(output.clean(`  ${message}`))
    for (const change of changes) output.print(output.clean(`  ${changeText(change)}`))
  }
  for (const next of new Set(checks.flatMap((check) => check.next ?? []))) {
    const keys = new Set(checks.filter((check) => check.next === next).map(({ key }) => key))
    output.note(`${[...keys].join(', ')}: ${next}`)
  }
}

function whatText({ result, message, changes, unrecorded }: DriftCheck): string {
  const read = changes.filter(({ effect }) => effect !== 'unread').length
  const parts = [
    ...(changes.length === 0 ? [] : [`${countText(changes.length, 'field')} changed, ${read} read by us`]),
    ...(message === undefined || changes.length > 0 ? [] : [message]),
    ...(unrecorded.length === 0 ? [] : [`not recorded: ${unrecorded.join(', ')}`]),
  ]
  return parts.length === 0 && result === 'ok' ? 'as it was recorded' : parts.join('; ')
}

/** `missing  details.rate (string) of POST /quote: read by us, and the route is lost`. */
function changeText({ call, field, change, was, now, effect }: ReplyChange): string {
  const types = change === 'changed' ? `${was}, now ${now}` : change === 'added' ? now : was
  return `${change.padEnd(8)} ${field === '' ? 'all of it' : field} (${types}) of ${call}: ${EFFECTS[effect]}`
}

const EFFECTS: Readonly<Record<ReplyChange['effect'], string>> = {
  lost: 'read by us, and the route is lost',
  stands: 'read by us, and there is a route all the same',
  unread: 'not read by us: harmless',
}

/** A check as `--json` prints it, without the replies. */
export function driftDocument({
  calls: _,
  asked: _asked,
  outcome: _outcome,
  nowMs: _nowMs,
  ...check
}: DriftCheck): object {
  return { ...check, ok: check.result !== 'lost' && check.result !== 'failed' }
}
