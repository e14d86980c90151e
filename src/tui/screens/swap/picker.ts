import type { Effect, ScreenInput, Step } from '../../events.ts'
import { stay } from '../../events.ts'
import { editLine, lineOf } from '../../kit/text/line-edit.ts'
import type { SwapAsset } from '../../kit/run/swap-asset.ts'
import { assetKey, type ChainChoice, type Picker, type SwapEvent, type SwapState } from './state.ts'

/** Assets whose balance is asked for after a search: about as many as are seen. */
const BALANCES = 24

/** The entry before all chains. */
const ALL_CHAINS: ChainChoice = { key: '', name: 'all chains' }

/** Opens the list in which the asset of a field is chosen. */
export function openPicker(state: SwapState, field: 'from' | 'to'): Step<SwapState> {
  const picker: Picker = {
    field,
    mode: 'assets',
    line: lineOf(''),
    kept: lineOf(''),
    chain: undefined,
    assets: [],
    total: 0,
    chains: [],
    selected: 0,
    searching: undefined,
    problem: undefined,
  }
  return search({ ...state, spot: field, editing: undefined }, picker)
}

/** The screen after a key or an edit while the picker is open. @param choose told which asset was taken */
export function updatePicker(
  state: SwapState,
  picker: Picker,
  input: Extract<ScreenInput, { readonly type: 'action' | 'edit' }>,
  choose: (state: SwapState, field: 'from' | 'to', asset: SwapAsset) => Step<SwapState>,
): Step<SwapState> {
  if (input.type === 'edit') {
    const line = editLine(picker.line, input.edit)
    return line.text === picker.line.text ? show(state, { ...picker, line }) : search(state, { ...picker, line })
  }
  switch (input.action) {
    case 'pick.close':
      return stay({ ...state, picker: undefined })
    case 'pick.up':
      return move(state, picker, -1)
    case 'pick.down':
      return move(state, picker, 1)
    case 'pick.page-up':
      return move(state, picker, -10)
    case 'pick.page-down':
      return move(state, picker, 10)
    case 'pick.chains':
      return search(state, { ...picker, mode: 'chains', kept: picker.line, line: lineOf(''), chains: [] })
    case 'pick.assets':
      return search(state, { ...picker, mode: 'assets', line: picker.kept })
    case 'pick.choose':
      return chosen(state, picker, choose)
    default:
      return stay(state)
  }
}

/** The picker after an answer to its search; answers to earlier searches change nothing. */
export function pickerFound(
  state: SwapState,
  event: Extract<SwapEvent, { readonly type: 'assets-found' | 'chains-found' | 'find-failed' }>,
): Step<SwapState> {
  const { picker } = state
  if (picker?.searching !== event.id) return stay(state)
  const found = { ...picker, searching: undefined, problem: undefined }
  switch (event.type) {
    case 'assets-found': {
      // Asked for again each time, since they change; so are those of the form, whose answers this breaks off.
      const ofForm = [state.from, state.to].flatMap((asset) => asset ?? [])
      const seen = new Map([...ofForm, ...event.assets.slice(0, BALANCES)].map((asset) => [assetKey(asset), asset]))
      return {
        state: { ...state, picker: { ...found, assets: event.assets, total: event.total, selected: 0 } },
        effects: seen.size === 0 ? [] : [{ on: 'swap', type: 'balances', assets: [...seen.values()] }],
      }
    }
    case 'chains-found':
      return show(state, { ...found, chains: [ALL_CHAINS, ...event.chains], selected: event.chains.length > 0 ? 1 : 0 })
    case 'find-failed':
      return show(state, { ...found, problem: event.problem.message })
  }
}

function show(state: SwapState, picker: Picker): Step<SwapState> {
  return stay({ ...state, picker })
}

function move(state: SwapState, picker: Picker, by: number): Step<SwapState> {
  const count = picker.mode === 'assets' ? picker.assets.length : picker.chains.length
  const selected = Math.min(Math.max(0, count - 1), Math.max(0, picker.selected + by))
  return show(state, { ...picker, selected })
}

function search(state: SwapState, picker: Picker): Step<SwapState> {
  const id = state.lastId + 1
  const { text } = picker.line
  const effect: Effect =
    picker.mode === 'assets'
      ? { on: 'swap', type: 'find-assets', id, text, chain: picker.chain?.key }
      : { on: 'swap', type: 'find-chains', id, text }
  return { state: { ...state, lastId: id, picker: { ...picker, searching: id, selected: 0 } }, effects: [effect] }
}

/** What is on the list must be what was searched for: while an answer is awaited, nothing can be chosen. */
function chosen(
  state: SwapState,
  picker: Picker,
  choose: (state: SwapState, field: 'from' | 'to', asset: SwapAsset) => Step<SwapState>,
): Step<SwapState> {
  if (picker.searching !== undefined) return stay(state)
  if (picker.mode === 'chains') {
    const chain = picker.chains[picker.selected]
    if (chain === undefined) return stay(state)
    return search(state, {
      ...picker,
      mode: 'assets',
      line: picker.kept,
      chain: chain.key === '' ? undefined : chain,
    })
  }
  const asset = picker.assets[picker.selected]
  return asset === undefined ? stay(state) : choose({ ...state, picker: undefined }, picker.field, asset)
}
