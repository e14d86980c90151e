import type { Place } from '../../context.ts'
import { type AppEffect, notify } from '../../events.ts'
import { mainHashOfRun } from '../../kit/run/main-hash.ts'
import type { RunFacts, ShownText } from '../../kit/run/run-facts.ts'
import { psbtCommand } from '../../kit/run/run-rows.ts'
import { resumeCommand } from '../../kit/run/scrollback-lines.ts'
import type { CopyAction } from './keys.ts'
import type { Question } from './state.ts'

/** Copies what a key names; says so where there is nothing, or where the text shown is not the text itself. */
export function copyText(
  action: CopyAction,
  run: RunFacts | undefined,
  question: Question | undefined,
  place: Place,
): AppEffect {
  if (action === 'copy') return copyText(mainOf(run), run, question, place)
  if (action === 'copy-resume' && run !== undefined) {
    if (place.isTour === true)
      return notify('info', 'the tour has no command that goes on with it: its home is gone afterwards')
    return { on: 'app', type: 'copy', text: resumeCommand(run.id, place), what: 'resume command' }
  }
  const { what, text } = sourceOf(action, run, question, place)
  if (text === undefined) return notify('info', `no ${what} to copy`)
  if (typeof text === 'string') return { on: 'app', type: 'copy', text, what: `${what} ${text}` }
  if (text.isExact) return { on: 'app', type: 'copy', text: text.text, what: `${what} ${text.text}` }
  const why = 'holds characters that cannot be shown; take it from swapcli status --json'
  return notify('info', `not copied: the ${what} ${why}`)
}

/** What is most likely wanted: where to pay, else what was paid, else the name of the swap. */
function mainOf(run: RunFacts | undefined): Exclude<CopyAction, 'copy'> {
  if (run?.payment === undefined && run?.deposit?.address !== undefined) return 'copy-address'
  return run !== undefined && hashOf(run) !== undefined ? 'copy-hash' : 'copy-id'
}

interface CopySource {
  readonly what: string
  readonly text: string | ShownText | undefined
}

function sourceOf(
  action: Exclude<CopyAction, 'copy'>,
  run: RunFacts | undefined,
  question: Question | undefined,
  place: Place,
): CopySource {
  // What was paid already must not be paid again.
  const deposit = run?.payment === undefined ? run?.deposit : undefined
  switch (action) {
    case 'copy-address':
      return { what: 'deposit address', text: deposit?.address }
    case 'copy-memo':
      return { what: 'memo', text: deposit?.memo }
    case 'copy-amount':
      return { what: 'amount', text: run?.step === 'closed' ? run.amount : deposit?.number }
    case 'copy-link':
      return { what: 'payment link', text: deposit?.uri }
    case 'copy-hex':
      return { what: 'hex', text: deposit?.steps.find(({ hex }) => hex !== undefined)?.hex }
    case 'copy-psbt':
      return {
        what: 'psbt command',
        text: run === undefined || deposit?.hasPsbt !== true ? undefined : psbtCommand(run, place),
      }
    case 'copy-data':
      return { what: 'calldata', text: question?.kind === 'payment' ? undefined : run?.call?.data }
    case 'copy-hash':
      return { what: 'hash', text: run === undefined ? undefined : hashOf(run) }
    case 'copy-id':
      return { what: 'id', text: run?.transactionId ?? run?.id }
    case 'copy-resume':
      return { what: 'resume command', text: undefined }
  }
}

/** Where nothing was paid yet, the last approval is what can be looked up. */
function hashOf(run: RunFacts): string | undefined {
  return mainHashOfRun(run)?.hash ?? run.approvals.at(-1)?.hash
}
