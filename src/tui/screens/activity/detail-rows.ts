import type { StatusTransaction } from '../../../core/documents.ts'
import { commandLine, usdForPeople } from '../../figures.ts'
import { resumeCommand } from '../../run-lines.ts'
import type { AppFacts } from '../../events.ts'
import { addressRows, BLANK, fieldRows, type Row, textRows } from '../review/rows.ts'
import { runRows } from '../review/run-rows.ts'
import type { ActivityRow } from './listing.ts'
import type { ActivityDetail, ActivityState } from './state.ts'

/** One line of the detail. */
export interface DetailLine {
  readonly row: Row
  /** An https page that the line leads to. */
  readonly link?: string
}

/** What is known of the marked swap. @param width columns */
export function detailLines(
  state: ActivityState,
  row: ActivityRow,
  app: AppFacts,
  width: number,
  spoken: boolean,
): readonly DetailLine[] {
  const id = row.kind === 'transaction' ? row.transaction.id : row.run.transactionId
  const detail = state.detail?.transaction.id === id ? state.detail : undefined
  const run = row.kind === 'run' ? runLines(row, app, width, spoken) : []
  if (id === undefined) return run
  const told = detail?.transaction ?? (row.kind === 'transaction' ? { ...row.transaction, updatedAt: '' } : undefined)
  if (told === undefined) return [...run, ...plain(textRows('reading …', width, 'dim'))]
  const blank = run.length === 0 ? [] : plain([BLANK])
  return [...run, ...blank, ...transactionLines(told, detail, app, width)]
}

function runLines(
  { run }: Extract<ActivityRow, { readonly kind: 'run' }>,
  app: AppFacts,
  width: number,
  spoken: boolean,
): readonly DetailLine[] {
  const isPaper = app.place.network === 'sandbox' && app.place.api === undefined
  return plain([
    ...textRows(`${run.title}: not ended. What is known about the money: ${run.money}`, width, 'warn'),
    ...textRows(`c continues it, or: ${resumeCommand(run.id, app.place)}`, width, 'dim'),
    BLANK,
    ...runRows({ run, playing: false, now: app.now, width, spoken, isPaper }),
  ])
}

const FLOW = ['awaiting_deposit', 'confirming', 'swapping', 'paying_out', 'done']
const NAMES = ['deposit', 'confirm', 'swap', 'pay out', 'done']

function transactionLines(
  transaction: StatusTransaction,
  detail: ActivityDetail | undefined,
  { place }: AppFacts,
  width: number,
): readonly DetailLine[] {
  const { id, status, srcAsset, dstAsset, provider, fee, reason, createdAt, updatedAt } = transaction
  const placed = place.api === undefined ? ['--network', place.network] : ['--api', place.api]
  const feeUsd = fee.amountUsd
  return [
    ...plain([
      flowRow(transaction),
      ...fieldRows('status', statusText(transaction), width, status === 'FAILED' ? 'bad' : 'text'),
      ...fieldRows('reason', reason ?? '', width),
      ...fieldRows('sent', `${transaction.srcAmount} ${srcAsset.symbol ?? '?'} on ${srcAsset.chain ?? '?'}`, width),
      ...fieldRows(
        status === 'SUCCESS' ? 'received' : 'promised',
        `${transaction.dstAmount} ${dstAsset.symbol ?? '?'} on ${dstAsset.chain ?? '?'}`,
        width,
      ),
      ...fieldRows('fees', feeUsd === undefined || feeUsd === null ? '' : usdForPeople(String(feeUsd)), width),
      ...fieldRows('provider', provider, width),
      ...addressRows('from', transaction.walletAddress, '', width),
      ...addressRows('to', transaction.recipientWalletAddress, '', width),
    ]),
    ...hashLines(transaction, detail, width),
    ...plain([
      ...fieldRows('created', createdAt, width),
      ...fieldRows('updated', updatedAt, width),
      ...fieldRows('id', id, width),
      ...fieldRows('command', commandLine(['status', id, ...placed]), width, 'dim'),
      ...failureRows(detail, width),
      BLANK,
      ...journalRows(detail, place.api, width),
    ]),
  ]
}

function flowRow({ status, stage = 'awaiting_deposit' }: StatusTransaction): Row {
  if (status === 'FAILED' || status === 'REFUND') return [{ text: `✗ ${status}`, role: 'bad' }]
  const at = status === 'SUCCESS' ? FLOW.length : FLOW.indexOf(stage)
  return NAMES.map((name, index) => ({
    text: `${index < at ? '✓' : index === at ? '▸' : '·'} ${name}  `,
    role: index < at ? 'good' : index === at ? 'accent' : 'dim',
  }))
}

function statusText({ status, stage, late }: StatusTransaction): string {
  if (status !== 'PENDING') return status
  return `${status}${stage === undefined ? '' : `, ${stage.replaceAll('_', ' ')}`}${late === true ? ' (longer than estimated)' : ''}`
}

function hashLines(
  { inboundHash, hash, outboundHash, refundHash }: StatusTransaction,
  detail: ActivityDetail | undefined,
  width: number,
): readonly DetailLine[] {
  const unread = [
    { name: 'source', hash: inboundHash || hash, link: undefined },
    { name: 'destination', hash: outboundHash ?? '', link: undefined },
    { name: 'refund', hash: refundHash ?? '', link: undefined },
  ]
  return (detail?.hashes ?? unread).flatMap(({ name, hash: text, link }) =>
    fieldRows(name, text, width).map((row) => ({ row, ...(link === undefined ? {} : { link }) })),
  )
}

function failureRows(detail: ActivityDetail | undefined, width: number): readonly Row[] {
  const { failure } = detail ?? {}
  if (failure === undefined) return []
  return [
    BLANK,
    ...textRows(`! ${failure.message}`, width, 'bad'),
    ...(failure.hint === undefined ? [] : textRows(failure.hint, width, 'accent')),
  ]
}

function journalRows(detail: ActivityDetail | undefined, api: string | undefined, width: number): readonly Row[] {
  if (detail === undefined) return textRows('reading what happened …', width, 'dim')
  const { entries } = detail
  if (entries === undefined)
    return textRows(`What happened step by step, only ${api ?? 'the server'} knows`, width, 'dim')
  return [
    ...textRows('What happened', width, 'title'),
    ...entries.flatMap(({ at, text }) => fieldRows(timeOf(at), text, width)),
  ]
}

/** `12:00:03.120` of an ISO 8601 time; the day stands above. */
function timeOf(at: string): string {
  return at.slice(11, 23) || at
}

function plain(rows: readonly Row[]): readonly DetailLine[] {
  return rows.map((row) => ({ row }))
}
