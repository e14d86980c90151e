import { percentOfBps } from '../../../core/money/basis-points.ts'
import { Box } from 'ink'
import { checkAddress } from '../../../core/assets/address.ts'
import { splitPayee } from '../../../core/assets/contacts.ts'
import { memoWord, NO_MEMO } from '../../../core/assets/recipient-memo.ts'
import { TextField as TextInput } from '../../kit/components/TextField.tsx'
import { Tone } from '../../kit/components/Tone.tsx'
import type { AppFacts } from '../../events.ts'
import { cutText, fitText, shortAddress, textWidth } from '../../kit/text/text-fit.ts'
import { labelOf, type SwapAsset } from '../../kit/run/swap-asset.ts'
import { missingMemo, rankOf, slippageBps } from './quote.ts'
import { assetKey, type FormField, FIELDS, type SwapState, type TextField } from './state.ts'
import { Text } from '../../kit/components/Text.tsx'

interface FormProps {
  readonly state: SwapState
  readonly app: AppFacts
  readonly width: number
}

const LABELS: Readonly<Record<FormField, string>> = {
  from: 'From',
  amount: 'Amount',
  to: 'To',
  recipient: 'Recipient',
  slippage: 'Slippage',
}
const LABEL_COLUMNS = 12
/** Columns that the text of a field keeps beside what is wrong with it. */
const LEAST_TEXT = 12

/** What is asked: one line a field. */
export function SwapForm({ state, app, width }: FormProps) {
  return (
    <Box flexDirection="column" width={width} height={FIELDS.length}>
      {FIELDS.map((field) => {
        const focused = state.spot === field
        return (
          <Box key={field} width={width} height={1}>
            <Box width={LABEL_COLUMNS} flexShrink={0}>
              <Tone role={focused ? 'accent' : 'dim'}>
                {`${focused ? '▸' : ' '} ${fitText(LABELS[field], LABEL_COLUMNS - 2)}`}
              </Tone>
            </Box>
            {field === 'from' || field === 'to' ? (
              <AssetLine asset={state[field]} balances={state.balances} width={width - LABEL_COLUMNS} />
            ) : (
              <TextLine field={field} state={state} app={app} width={width - LABEL_COLUMNS} />
            )}
          </Box>
        )
      })}
    </Box>
  )
}

interface AssetLineProps {
  readonly asset: SwapAsset | undefined
  readonly balances: SwapState['balances']
  readonly width: number
}

function AssetLine({ asset, balances, width }: AssetLineProps) {
  if (asset === undefined) return <Tone role="dim">Enter to choose</Tone>
  const label = labelOf(asset)
  const balance = balances[assetKey(asset)]
  const where = asset.isNative ? 'native' : shortAddress(asset.address)
  const rest = `  ${asset.name} · ${where}${balance === undefined ? '' : ` · balance ${balance}`}`
  const warning = asset.warnings.length === 0 ? '' : `  ! ${asset.warnings.join(', ')}`
  const room = Math.max(0, width - textWidth(label) - textWidth(warning))
  return (
    <Text wrap="truncate-end">
      <Tone role="title">{cutText(label, width)}</Tone>
      <Tone role="dim">{cutText(rest, room)}</Tone>
      <Tone role="warn">{warning}</Tone>
    </Text>
  )
}

interface TextLineProps extends FormProps {
  readonly field: TextField
}

function TextLine({ field, state, app, width }: TextLineProps) {
  const active = state.editing?.field === field
  const line = active ? state.editing.line : { text: state[field], cursor: 0 }
  const [role, note] = active ? (['dim', ''] as const) : noteOf(field, state, app)
  // What is wrong has to be read; what is typed is seen in full where it is edited.
  const least = role === 'bad' ? LEAST_TEXT : width
  const room =
    note === '' ? width : Math.max(Math.min(textWidth(line.text), least), Math.max(0, width - textWidth(note) - 2))
  const field_ = <TextInput line={line} width={room} active={active} placeholder={placeholderOf(field, state, app)} />
  if (note === '') return field_
  return (
    <Text wrap="truncate-end">
      {field_}
      <Tone role={role}>{`  ${note}`}</Tone>
    </Text>
  )
}

function placeholderOf(field: TextField, state: SwapState, app: AppFacts): string {
  switch (field) {
    case 'amount':
      return `how much${state.from === undefined ? '' : ` ${state.from.symbol}`} to send, for example 100`
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

/** What stands behind a field: why it does not hold, or what it means. */
function noteOf(field: TextField, state: SwapState, app: AppFacts): readonly ['bad' | 'warn' | 'dim', string] {
  const problem = state.problems[field]
  if (problem !== undefined) return ['bad', `! ${problem}`]
  switch (field) {
    case 'amount':
      return ['dim', state.amount === '' ? '' : (state.from?.symbol ?? '')]
    case 'recipient': {
      const { address } = splitPayee(state.recipient)
      const check = address === '' ? undefined : checkAddress(state.to?.addressFamily ?? '', address)
      if (check?.ok === true && check.warning !== undefined) return ['warn', `! ${check.warning}`]
      if (state.recipient !== '' || state.accounts.recipient === undefined) return ['dim', '']
      const unknown = missingMemo(state)
      if (unknown !== undefined) return ['warn', `! write it with its ${unknown} behind it, or ${NO_MEMO}`]
      const { payee } = state.accounts
      if (payee === undefined) return ['dim', '(known wallet)']
      return payee.note === '' ? ['dim', `(${payee.name})`] : ['warn', `(${payee.name}) ! ${payee.note}`]
    }
    case 'slippage': {
      const bps = slippageBps(state, app)
      const percent = `= ${percentOfBps(bps)} %`
      const excluded = state.excluded.length === 0 ? '' : `   excluded: ${state.excluded.join(', ')} (u)`
      return ['dim', `${percent}   rank: ${rankOf(state, app)}${excluded}`]
    }
  }
}
