import { groupThousands } from '../../../core/money/amount.ts'
import { percentOfBps } from '../../../core/money/basis-points.ts'
import { DEAD_ASSET, isPlainlyBacked } from '../../../core/assets/backing-text.ts'
import { backingText, FORM_WORDS } from '../../../core/assets/evidence.ts'
import { addressFingerprint } from '../../../core/assets/fingerprint.ts'
import { standingDoubts } from '../../../core/assets/found-asset.ts'
import { isNotableShortfall } from '../../../core/money/shortfall.ts'
import { checkAddress } from '../../../core/assets/address.ts'
import { splitPayee } from '../../../core/assets/contacts.ts'
import { isRightToLeft } from '../../../core/text/named-address.ts'
import { memoWord, NO_MEMO } from '../../../core/assets/recipient-memo.ts'
import { cutRow, type Piece, type Row, rowWidth, textRow, textRows } from '../../kit/text/rows.ts'
import { textField } from '../../kit/text/text-field.ts'
import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { cutText, fitText, shortAddress, textWidth } from '../../kit/text/text-fit.ts'
import { imitationText } from '../../../core/assets/imitated-address.ts'
import { imitatedOf, nameOfContact, nearContact } from '../../kit/run/contact-of.ts'
import { labelOf, type SwapAsset } from '../../kit/run/swap-asset.ts'
import { amountRows, lackOf, NO_AMOUNT } from './amount.ts'
import { contactPayee, missingMemo, rankOf, slippageBps } from './quote.ts'
import { assetKey, type FormField, FIELDS, type SwapState, type TextField } from './state.ts'

/** What the form draws. */
export interface FormProps {
  readonly state: SwapState
  readonly app: AppFacts
  readonly width: number
  /** Lines of the whole screen: where they are few, the form is folded. */
  readonly height: number
}

const LABELS: Readonly<Record<FormField, string>> = {
  from: 'From',
  amount: 'Amount',
  to: 'To',
  recipient: 'Recipient',
  slippage: 'Slippage',
}
const LABEL_COLUMNS = 12
/** Lines of the screen from which on what is held of an asset has a line where it does not fit beside it. */
const LEAST_WITH_HELD = 30
/** Lines of the screen below which the form is one line and the field that has the focus. */
const LEAST_OPEN = 14

/** What is asked: one line a field, and under it why it does not hold; folded into one line where lines are few. */
export function formRows(props: FormProps): readonly Row[] {
  const { state, width, height } = props
  if (height >= LEAST_OPEN) return FIELDS.flatMap((field) => fieldRows(field, props))
  const shown = FIELDS.filter(
    (field) =>
      field === state.spot ||
      problemOf(field, state) !== undefined ||
      (field === 'slippage' && isNotableShortfall(slippageBps(state, props.app))),
  )
  const lack = state.spot === 'amount' ? undefined : lackOf(state)
  const near = state.spot === 'recipient' ? undefined : nearPayee(state, props.app)
  const warnings = [lack, near].flatMap((text) => (text === undefined ? [] : textRows(`! ${text}`, width, 'warn')))
  return [foldedRow(state, width), ...warnings, ...shown.flatMap((field) => fieldRows(field, props))]
}

/** `1,000 ethereum:USDC → base:USDC`; `?` stands for what is missing. */
function foldedRow({ amount, from, to }: SwapState, width: number): Row {
  const [sent, received] = [from, to].map((asset) => (asset === undefined ? '?' : labelOf(asset)))
  return textRow(`${amount === '' ? '?' : groupThousands(amount)} ${sent} → ${received}`, width, 'title')
}

function fieldRows(field: FormField, { state, app, width, height }: FormProps): readonly Row[] {
  const focused = state.spot === field
  const label = `${focused ? '▸' : ' '} ${fitText(LABELS[field], LABEL_COLUMNS - 2)}`
  const room = width - LABEL_COLUMNS
  // Above the routes: the mark goes through both.
  const spot = { list: 'route', row: FIELDS.indexOf(field) - FIELDS.length, isMarked: focused, action: field }
  const [value = [], ...below] =
    field === 'from' || field === 'to'
      ? assetRows(state[field], field === 'to' ? heldText(state) : '', room, height)
      : field === 'amount'
        ? amountRows(state, app, room, height >= LEAST_WITH_HELD)
        : textFieldRows(field, state, app, room)
  const problem = problemOf(field, state)
  const lack = field === 'amount' && problem === undefined && state.editing?.field !== field ? lackOf(state) : undefined
  return [
    [{ text: label, role: focused ? 'accent' : 'dim' } as const, ...value].map((piece) => ({ ...piece, spot })),
    ...below.map((row): Row => [{ text: ' '.repeat(LABEL_COLUMNS) }, ...row]),
    ...(problem === undefined ? [] : textRows(`! ${problem}`, width, 'bad')),
    ...(lack === undefined ? [] : textRows(`! ${lack}`, width, 'warn')),
  ]
}

/** Why a field does not hold; undefined where it does, and while it is being written: that nothing is stays true until then. */
function problemOf(field: FormField, { to, problems, editing }: SwapState): string | undefined {
  if (field === 'to' && to?.form === 'dead') {
    return `${to.symbol} is ${FORM_WORDS.dead}: only a command receives it, swapcli swap … --accept ${DEAD_ASSET}`
  }
  if (field === 'from' || field === 'to') return undefined
  const problem = problems[field]
  if (editing?.field !== field) return problem
  return problem === NO_AMOUNT && editing.line.text === '' ? problem : undefined
}

/** What is held of what is received; '' where nobody's balance was asked for. */
function heldText({ to, balances, unread }: SwapState): string {
  const key = to === undefined ? '' : assetKey(to)
  const balance = balances[key]
  if (balance !== undefined) return `balance ${groupThousands(balance)}`
  return key in unread ? 'balance unknown' : ''
}

/** @param height lines of the whole screen */
function assetRows(asset: SwapAsset | undefined, held: string, width: number, height: number): readonly Row[] {
  if (asset === undefined) return [[{ text: 'Enter to choose', role: 'dim' }]]
  const label = labelOf(asset)
  const where = asset.isNative ? 'native' : shortAddress(asset.address)
  const backing = isPlainlyBacked(asset) ? '' : ` · ${backingText(asset)}`
  const own = `  ${asset.name} · ${where}${backing}`
  const whole = `${own}${held === '' ? '' : ` · ${held}`}`
  const doubts = standingDoubts(asset)
  const warning = doubts.length === 0 ? '' : `  ! ${doubts.join(', ')}`
  const room = Math.max(0, width - textWidth(label) - textWidth(warning))
  const hasBelow = held !== '' && textWidth(whole) > room && height >= LEAST_WITH_HELD
  const row: Row = [
    { text: label, role: 'title' },
    { text: cutText(hasBelow ? own : whole, room), role: 'dim' },
    { text: warning, role: 'warn' },
  ]
  return [cutRow(row, width), ...(hasBelow ? textRows(held, width, 'dim') : [])]
}

/** Fields of text beside the amount. */
type WordField = Exclude<TextField, 'amount'>

/** The text, and what it means behind it; under it where the text itself would be cut for that. */
function textFieldRows(field: WordField, state: SwapState, app: AppFacts, width: number): readonly Row[] {
  const active = state.editing?.field === field
  if (field === 'slippage' && !active && state.problems.slippage === undefined) return slippageRows(state, app, width)
  const line = active ? state.editing.line : { text: state[field], cursor: 0 }
  const [role, note] = active ? (['dim', ''] as const) : noteOf(field, state, app)
  const placeholder = placeholderOf(field, state, app)
  const own = textWidth(line.text === '' ? placeholder : line.text)
  const beside = width - textWidth(note) - 2
  if (field === 'recipient' && note !== '' && own > beside) {
    return [textField({ line, width, active, placeholder }), ...textRows(note, width, role)]
  }
  const room = note === '' ? width : Math.max(textWidth(line.text), beside)
  const shown = textField({ line, width: room, active, placeholder })
  return [note === '' ? shown : cutRow([...shown, { text: `  ${note}`, role }], width)]
}

/** The slippage, and behind it what fits of what it means; beneath it what must be seen and does not. */
function slippageRows(state: SwapState, app: AppFacts, width: number): readonly Row[] {
  const bps = slippageBps(state, app)
  const [line, placeholder] = [{ text: state.slippage, cursor: 0 }, placeholderOf('slippage', state, app)]
  const isNotable = isNotableShortfall(bps)
  const without = state.excluded.join(', ')
  const parts: readonly (Piece & { readonly isNeeded: boolean })[] = [
    { text: `= ${percentOfBps(bps)} %`, role: isNotable ? 'warn' : 'dim', isNeeded: true },
    isNotable
      ? { text: '! as much less than quoted may arrive', role: 'warn', isNeeded: true }
      : { text: `rank: ${rankOf(state, app)}`, role: 'dim', isNeeded: false },
    ...(without === ''
      ? []
      : [{ text: `excluded: ${without} (${keyFor(app, 'include', 'u')})`, role: 'dim', isNeeded: true } as const]),
  ]
  const own = textField({ line, width, active: false, placeholder })
  return parts.reduce<readonly Row[]>(
    ([first = [], ...below], { isNeeded, ...part }) => {
      const joined: Row = [...first, { text: '  ' }, part]
      if (rowWidth(joined) <= width) return [joined, ...below]
      return isNeeded ? [first, ...below, ...textRows(part.text, width, part.role)] : [first, ...below]
    },
    [own],
  )
}

function placeholderOf(field: WordField, state: SwapState, app: AppFacts): string {
  switch (field) {
    case 'recipient':
      return (
        state.accounts.recipient ??
        (state.to === undefined
          ? 'address that receives'
          : `an address on ${state.to.chainName}${memoHint(state.to.addressFamily)}`)
      )
    case 'slippage': {
      const bps = slippageBps(state, app)
      return `${bps} bps`
    }
  }
}

function memoHint(family: string): string {
  const word = memoWord(family)
  return word === undefined ? '' : `, and its ${word} or ${NO_MEMO} behind it`
}

/** The fingerprint of an address, as it stands beside it. */
function markOf(address: string): string {
  return `[${addressFingerprint(address)}]`
}

/** The contact who is paid: by the name that was written, else by the first one that stands for the address. */
function namedContact(state: SwapState, app: AppFacts): string | undefined {
  return contactPayee(state, app)?.name ?? nameOfContact(app, splitPayee(state.recipient))
}

/** That the address or the name of who is paid is easily taken for another one; undefined where neither is. */
function nearPayee(state: SwapState, app: AppFacts): string | undefined {
  const { address } = splitPayee(state.recipient === '' ? (state.accounts.recipient ?? '') : state.recipient)
  const imitated = imitatedOf(app, address, state.accounts.depositor)
  if (imitated !== undefined) return imitationText(imitated)
  const near = nearContact(app, namedContact(state, app))
  return near === undefined ? undefined : `easily taken for ${near}: check who is meant`
}

/** What stands behind a field: what it means. */
function noteOf(field: WordField, state: SwapState, app: AppFacts): readonly ['warn' | 'dim', string] {
  if (field === 'slippage' || state.problems[field] !== undefined) return ['dim', '']
  const { address } = splitPayee(state.recipient)
  const check = address === '' ? undefined : checkAddress(state.to?.addressFamily ?? '', address)
  if (check?.ok === true && check.warning !== undefined) return ['warn', `! ${check.warning}`]
  if (state.recipient !== '') {
    const name = namedContact(state, app)
    const parts = [name === undefined ? '' : `(${name})`, check?.ok === true ? markOf(address) : '']
    // Behind such a name a terminal may move the fingerprint.
    const ordered = name !== undefined && isRightToLeft(name) ? parts.reverse() : parts
    const note = ordered.filter((part) => part !== '').join(' ')
    const near = nearPayee(state, app)
    return near === undefined ? ['dim', note] : ['warn', `${note} ! ${near}`]
  }
  if (state.accounts.recipient === undefined) return ['dim', '']
  const unknown = missingMemo(state)
  if (unknown !== undefined) return ['warn', `! write it with its ${unknown} behind it, or ${NO_MEMO}`]
  const { payee } = state.accounts
  const near = nearPayee(state, app)
  if (near !== undefined) return ['warn', `! ${near}`]
  if (payee === undefined) return ['dim', '(known wallet)']
  return payee.note === '' ? ['dim', `(${payee.name})`] : ['warn', `(${payee.name}) ! ${payee.note}`]
}
