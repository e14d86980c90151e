import type { Effect } from '../../events.ts'
import type { RunFacts, ShownText } from '../../kit/run/run-facts.ts'
import type { Question } from './state.ts'

/** Copies what a key names; says so where there is nothing, or where what is shown is not the thing itself. */
export function copyEffects(
  action: string,
  run: RunFacts | undefined,
  question: Question | undefined,
): readonly Effect[] {
  const found = wanted(action, run, question)
  if (found === undefined) return []
  const { what, text } = found
  if (text === undefined) return [said(`no ${what} to copy`)]
  if (typeof text === 'string') return [{ on: 'app', type: 'copy', text, what: `${what} ${text}` }]
  if (text.isExact) return [{ on: 'app', type: 'copy', text: text.text, what: `${what} ${text.text}` }]
  return [said(`not copied: the ${what} holds characters that cannot be shown; take it from swapcli status --json`)]
}

interface Wanted {
  readonly what: string
  readonly text: string | ShownText | undefined
}

function wanted(action: string, run: RunFacts | undefined, question: Question | undefined): Wanted | undefined {
  switch (action) {
    case 'review.copy-address':
      return { what: 'deposit address', text: run?.deposit?.address }
    case 'review.copy-memo':
      return { what: 'memo', text: run?.deposit?.memo }
    case 'review.copy-amount':
      return { what: 'amount', text: run?.deposit?.number ?? run?.amount }
    case 'review.copy-link':
      return { what: 'payment link', text: run?.deposit?.uri }
    case 'review.copy-data':
      return { what: 'calldata', text: question?.kind === 'payment' ? undefined : run?.call?.data }
    case 'review.copy-hash':
      return { what: 'hash', text: hashOf(run) }
    case 'review.copy-id':
      return { what: 'id', text: run?.transactionId ?? run?.id }
    default:
      return undefined
  }
}

/** The hash that says most: of what arrived, else of what was sent. */
function hashOf(run: RunFacts | undefined): string | undefined {
  const { outboundHash, refundHash, inboundHash, hash } = run?.transaction ?? {}
  const known = [outboundHash, refundHash, inboundHash, hash, run?.payment?.hash, run?.approvals.at(-1)?.hash]
  return known.find((text) => typeof text === 'string' && text !== '') ?? undefined
}

function said(text: string): Effect {
  return { on: 'app', type: 'send', event: { on: 'app', type: 'notice', notice: { tone: 'info', text } } }
}
