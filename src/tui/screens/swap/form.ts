import { contactName } from '../../../core/assets/contacts.ts'
import { type AppFacts, type Effect, stay, type Step } from '../../events.ts'
import { lineOf } from '../../kit/text/line-edit.ts'
import type { SwapAsset } from '../../kit/run/swap-asset.ts'
import { openPicker } from './picker.ts'
import { dropQuote, requote } from './quote-refresh.ts'
import { fieldProblem } from './quote.ts'
import { type Field, FIELDS, pairKey, type SwapState, type TextField } from './state.ts'

/** Takes an asset, and goes on to what is still missing. */
export function chosen(state: SwapState, field: 'from' | 'to', asset: SwapAsset): Step<SwapState> {
  const after = { ...state, [field]: asset, accounts: { depositor: undefined, recipient: undefined } }
  return changedPair(judged(after), field === 'from' ? 'amount' : 'recipient')
}

/** After one of the assets changed: wallets and rates are those of the pair. */
function changedPair(state: SwapState, next: Field): Step<SwapState> {
  const { from, to } = state
  // With both assets there, providers are asked once the wallets of the pair are known.
  const asked = dropQuote(state)
  const pairEffects: Effect[] =
    from === undefined || to === undefined
      ? []
      : [
          { on: 'swap', type: 'accounts', from, to },
          ...(state.rates[pairKey(from, to)] === undefined ? [{ on: 'swap', type: 'rates', from, to } as const] : []),
        ]
  const guided = guide(asked.state, next)
  return { state: guided.state, effects: [...asked.effects, ...pairEffects, ...guided.effects] }
}

/** Moves on to the first field that still has to be filled in; to the routes when there is none. */
function guide(state: SwapState, next: Field): Step<SwapState> {
  if (state.from === undefined) return stay({ ...state, spot: 'from' })
  if (state.amount === '') return stay(beginEdit(state, 'amount'))
  if (state.to === undefined) return openPicker(state, 'to')
  return stay({ ...state, spot: Object.keys(state.problems).length > 0 ? next : 'routes' })
}

/** The form with a judgement on every text field. */
function judged(state: SwapState): SwapState {
  const problems = (['amount', 'recipient', 'slippage'] as const).flatMap((field) => {
    const problem = fieldProblem(state, field)
    return problem === undefined ? [] : [[field, problem] as const]
  })
  return { ...state, problems: Object.fromEntries(problems) }
}

/** Begins to write in a field. */
export function beginEdit(state: SwapState, field: TextField): SwapState {
  return { ...state, spot: field, editing: { field, line: lineOf(state[field]) } }
}

/** Ends the writing in a field. @param next where to go; undefined to where something is missing */
export function endEdit(state: SwapState, next: Field | 'routes' | undefined, app: AppFacts): Step<SwapState> {
  const { editing } = state
  if (editing === undefined) return stay(state)
  const { field } = editing
  const typed = editing.line.text.trim()
  const text = field === 'recipient' ? addressMeant(typed, app) : typed
  const before = state[field]
  const after = judged({ ...state, editing: undefined, [field]: text })
  const asked = text === before ? stay(after) : requote(after, app)
  if (asked.state.problems[field] !== undefined) return { ...asked, state: { ...asked.state, spot: field } }
  if (next !== undefined) return { ...asked, state: { ...asked.state, spot: next } }
  const guided = guide(asked.state, field)
  return { state: guided.state, effects: [...asked.effects, ...guided.effects] }
}

/** The address of a contact for its `@name`, so that it is seen; any other text as it is. */
function addressMeant(text: string, { settings }: AppFacts): string {
  const name = contactName(text)
  return name === undefined ? text : (settings[`contact.${name}`] ?? text)
}

/** The field above or below, or the routes. */
export function neighbour(spot: Field | 'routes', by: 1 | -1): Field | 'routes' {
  const spots: readonly (Field | 'routes')[] = [...FIELDS, 'routes']
  return spots[Math.min(spots.length - 1, Math.max(0, spots.indexOf(spot) + by))] ?? 'from'
}

/** Turns the pair around. */
export function flip(state: SwapState): Step<SwapState> {
  const { from, to } = state
  if (from === undefined && to === undefined) return stay(state)
  // The amount was one of the other asset, and the address one on the other chain.
  const turned = judged({
    ...state,
    from: to,
    to: from,
    amount: '',
    recipient: '',
    accounts: { depositor: undefined, recipient: undefined },
  })
  return changedPair(turned, 'amount')
}
