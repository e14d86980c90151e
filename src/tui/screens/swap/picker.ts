import type { ChainChoice } from '../../../core/assets/find-assets.ts'
import { standingDoubts } from '../../../core/assets/found-asset.ts'
import { type AppFacts, step } from '../../events.ts'
import { type Edit, editLine, lineOf } from '../../kit/text/line-edit.ts'
import { moveIndex } from '../../kit/moves.ts'
import type { SwapAsset } from '../../kit/run/swap-asset.ts'
import { readFound } from './held.ts'
import type { PickerAction } from './keys.ts'
import type { Picker, SwapEffect, SwapScreenEvent, SwapState, SwapStep } from './state.ts'

/** Assets whose balance is asked for after a search: about as many as are seen. */
const BALANCES = 24

/** The entry before all chains. */
const ALL_CHAINS: ChainChoice = { key: '', name: 'all chains' }

/** Takes the chosen asset. */
type Choose = (state: SwapState, field: 'from' | 'to', asset: SwapAsset) => SwapStep

/** Opens the list in which the asset of a field is chosen. */
export function openPicker(state: SwapState, field: 'from' | 'to'): SwapStep {
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
    isChosen: false,
    problem: undefined,
  }
  return search({ ...state, spot: field, editing: undefined }, picker)
}

/** The screen after an edit of the search. */
export function editSearch(state: SwapState, picker: Picker, edit: Edit): SwapStep {
  const line = editLine(picker.line, edit)
  return line.text === picker.line.text
    ? show(state, { ...picker, line, isChosen: false })
    : search(state, { ...picker, line })
}

/** The screen after a key of the picker. */
export function updatePicker(state: SwapState, picker: Picker, action: PickerAction, choose: Choose): SwapStep {
  switch (action) {
    case 'pick-close':
      return step({ ...state, picker: undefined })
    case 'pick-chains':
      return search(state, { ...picker, mode: 'chains', kept: picker.line, line: lineOf(''), chains: [] })
    case 'pick-assets':
      return search(state, { ...picker, mode: 'assets', line: picker.kept })
    case 'pick-choose':
      return choosePicked(state, picker, choose)
  }
}

/** The picker with the mark so many rows further. */
export function movePicked(state: SwapState, picker: Picker, by: number): SwapStep {
  const count = picker.mode === 'assets' ? picker.assets.length : picker.chains.length
  return show(state, { ...picker, isChosen: false, selected: moveIndex(picker.selected, by, count) })
}

type FoundEvent = Extract<SwapScreenEvent, { readonly type: 'assets-found' | 'chains-found' | 'find-failed' }>

/**
 * The screen after an answer to the search of the picker; answers to earlier searches change nothing. Where it was chosen already,
 * what the answer marks is: an asset that is warned of, or not called as typed, is looked at first.
 */
export function receiveFound(state: SwapState, event: FoundEvent, choose: Choose, app: AppFacts): SwapStep {
  const { picker: before } = state
  if (before?.searching !== event.id) return step(state)
  const found = listFound(state, before, event, app)
  const { picker } = found.state
  if (!before.isChosen || picker?.problem !== undefined || picker === undefined) return found
  const [first] = picker.assets
  if (
    picker.mode === 'assets' &&
    first !== undefined &&
    (first.match !== undefined || standingDoubts(first).length > 0)
  )
    return found
  const chosen = choosePicked(found.state, picker, choose)
  return step(chosen.state, ...found.effects, ...chosen.effects)
}

function listFound(state: SwapState, picker: Picker, event: FoundEvent, app: AppFacts): SwapStep {
  const found = { ...picker, searching: undefined, isChosen: false, problem: undefined }
  switch (event.type) {
    case 'assets-found': {
      // Asked for again each time, since they change.
      const seen = event.assets.slice(0, BALANCES)
      const next = { ...state, picker: { ...found, assets: event.assets, total: event.total, selected: 0 } }
      return seen.length === 0 ? step(next) : step(next, readFound(state, seen, app))
    }
    case 'chains-found':
      return show(state, { ...found, chains: [ALL_CHAINS, ...event.chains], selected: event.chains.length > 0 ? 1 : 0 })
    case 'find-failed':
      return show(state, { ...found, problem: event.problem.message })
  }
}

function show(state: SwapState, picker: Picker): SwapStep {
  return step({ ...state, picker })
}

function search(state: SwapState, picker: Picker): SwapStep {
  const id = state.lastId + 1
  const { text } = picker.line
  const effect: SwapEffect =
    picker.mode === 'assets'
      ? { on: 'swap', type: 'find-assets', id, text, chain: picker.chain?.key }
      : { on: 'swap', type: 'find-chains', id, text }
  return step({ ...state, lastId: id, picker: { ...picker, searching: id, isChosen: false, selected: 0 } }, effect)
}

/** What is on the list must be what was searched for: while an answer is awaited, the choice waits for it. */
function choosePicked(state: SwapState, picker: Picker, choose: Choose): SwapStep {
  if (picker.searching !== undefined) return show(state, { ...picker, isChosen: true })
  if (picker.mode === 'chains') {
    const chain = picker.chains[picker.selected]
    if (chain === undefined) return step(state)
    return search(state, {
      ...picker,
      mode: 'assets',
      line: picker.kept,
      chain: chain.key === '' ? undefined : chain,
    })
  }
  const asset = picker.assets[picker.selected]
  return asset === undefined ? step(state) : choose({ ...state, picker: undefined }, picker.field, asset)
}
