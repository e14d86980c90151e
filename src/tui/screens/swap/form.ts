import { contactName, joinPayee, splitPayee } from '../../../core/assets/contacts.ts'
import { isKeptFor } from '../../../core/assets/kept-contact.ts'
import type { SettingKey } from '../../../io/index.ts'
import { movedContactText } from '../../kit/run/contact-of.ts'
import { percentOfBps } from '../../../core/money/basis-points.ts'
import { type AppEffect, type AppFacts, notify, step } from '../../events.ts'
import { isShare } from '../../../core/money/amount-share.ts'
import { lineOf } from '../../kit/text/line-edit.ts'
import type { SwapAsset } from '../../kit/run/swap-asset.ts'
import { amountProblem, awaitShare, isShareToAwait, NO_AMOUNT, settleAmount } from './amount.ts'
import { awaitHeld, keepRead, readAnew } from './held.ts'
import { openPicker } from './picker.ts'
import { dropQuote, requote } from './quote-refresh.ts'
import { askRates } from './rate/pair-rates.ts'
import { fieldProblem, slippageBps } from './quote.ts'
import {
  type FormField,
  type FormFilling,
  FIELDS,
  pairKey,
  type SwapEffect,
  type SwapState,
  type SwapStep,
  type TextField,
} from './state.ts'

const TEXT_FIELDS = ['amount', 'recipient', 'slippage'] as const satisfies readonly TextField[]

/** Takes an asset, and goes on to what is still missing. */
export function chooseAsset(state: SwapState, field: 'from' | 'to', asset: SwapAsset, app: AppFacts): SwapStep {
  const after = dropSlippage({ ...state, [field]: asset, accounts: { depositor: undefined, recipient: undefined } })
  const { state: next, effects } = changePair(checkFields(after, app), field === 'from' ? 'amount' : 'recipient', app)
  return step(next, ...effects, ...tellSlippage(state, next, app))
}

/**
 * The form with another swap in it: no more than that, since nothing is locked or paid by it. A share of the balance is its amount
 * once that is read.
 */
export function fillForm(state: SwapState, filling: FormFilling, app: AppFacts): SwapStep {
  const { from, to, amount, recipient, rank } = filling
  const after: SwapState = {
    ...state,
    ...{ from, to, amount, movesOn: isShare(amount), ...readRecipient(recipient, app) },
    ...{ ...slippageOf(state, filling), rank: rank ?? state.rank },
    ...{
      filling: undefined,
      picker: undefined,
      pairs: undefined,
      editing: undefined,
      marked: undefined,
      panel: undefined,
    },
    compared: [],
    accounts: { depositor: undefined, recipient: undefined },
  }
  const held = isShare(amount) ? awaitHeld(after, app) : after
  const filled = checkFields(amount === '' ? dropSlippage(held) : held, app)
  const { state: next, effects } = changePair(filled, firstProblem(filled) ?? 'recipient', app)
  return step(next, ...effects, ...tellSlippage(state, next, app))
}

/** The slippage that the form has once it is filled in: a pair without an amount is no other swap, and leaves it. */
function slippageOf(state: SwapState, filling: FormFilling): Pick<SwapState, 'slippage' | 'slippagePair'> {
  const { from, to, amount, slippage, isWritten = false } = filling
  if (slippage === '' && amount === '') return { slippage: state.slippage, slippagePair: state.slippagePair }
  return { slippage, slippagePair: slippage === '' || isWritten ? undefined : pairKey(from, to) }
}

/** That the slippage is another one now because that of before was for another swap. */
function tellSlippage(before: SwapState, after: SwapState, app: AppFacts): readonly AppEffect[] {
  const bps = slippageBps(after, app)
  if (after.slippage !== '' || bps === slippageBps(before, app)) return []
  return [notify('info', `slippage is ${percentOfBps(bps)} % again`)]
}

/** The form without a slippage of a past swap of another pair. */
function dropSlippage(state: SwapState): SwapState {
  const { from, to, slippagePair } = state
  const isMeant = from !== undefined && to !== undefined && pairKey(from, to) === slippagePair
  return slippagePair === undefined || isMeant ? state : { ...state, slippage: '', slippagePair: undefined }
}

/** After one of the assets changed: wallets and rates are those of the pair. */
function changePair(state: SwapState, next: FormField, app: AppFacts): SwapStep {
  const { from, to } = state
  // With both assets there, providers are asked once the wallets of the pair are known.
  const requested = dropQuote(state)
  const accountEffects: SwapEffect[] =
    from === undefined || to === undefined ? [] : [{ on: 'swap', type: 'accounts', from, to }]
  const rated = askRates(requested.state, app)
  const moved = moveOn(rated.state, next)
  const ofPair = [...accountEffects, ...rated.effects]
  return step(moved.state, ...requested.effects, readAnew(state, app), ...ofPair, ...moved.effects)
}

/** Moves on to the first field that still has to be filled in; to the routes when there is none. */
function moveOn(state: SwapState, next: FormField): SwapStep {
  if (state.from === undefined) return step({ ...state, spot: 'from' })
  if (state.amount === '') return step(beginEdit(state, 'amount'))
  if (state.to === undefined) return openPicker(state, 'to')
  return step({ ...state, spot: Object.keys(state.problems).length > 0 ? next : 'routes' })
}

/** The form with a judgement on every text field. */
function checkFields(state: SwapState, app: AppFacts): SwapState {
  const problems = TEXT_FIELDS.flatMap((field) => {
    const problem = field === 'amount' ? amountProblem(state, app) : fieldProblem(state, field)
    return problem === undefined ? [] : [[field, problem] as const]
  })
  return { ...state, problems: Object.fromEntries(problems) }
}

/** The first text field that does not hold; undefined where all do. */
function firstProblem({ problems }: SwapState): TextField | undefined {
  return TEXT_FIELDS.find((field) => problems[field] !== undefined)
}

/** Names who is paid by the name in the address book. */
export function payContact(state: SwapState, name: string, app: AppFacts): SwapStep {
  const editing = { field: 'recipient', line: lineOf(`@${name}`) } as const
  return endEdit({ ...state, filling: undefined, picker: undefined, editing }, undefined, app)
}

/** Begins to write in a field. */
export function beginEdit(state: SwapState, field: TextField): SwapState {
  return { ...state, spot: field, editing: { field, line: lineOf(state[field]) } }
}

/** Ends the writing in a field. @param next where to go; undefined to where something is missing */
export function endEdit(state: SwapState, next: FormField | 'routes' | undefined, app: AppFacts): SwapStep {
  const { editing } = state
  if (editing === undefined) return step(state)
  const { field } = editing
  const typed = editing.line.text.trim()
  if (field === 'amount' && isShare(typed) && isShareToAwait(state, app)) {
    const awaited = awaitShare({ ...state, editing: undefined, spot: field }, typed, app)
    if (next !== undefined) return { ...awaited, state: { ...awaited.state, spot: next } }
    const moved = moveOn(awaited.state, field)
    const movesOn = moved.state.spot === field
    return step({ ...moved.state, movesOn }, ...awaited.effects, ...moved.effects)
  }
  const after = checkFields({ ...writeField(state, field, typed, app), editing: undefined }, app)
  const isSame = after[field] === state[field] && after.contact === state.contact
  const quoted = isSame ? step(after) : requote(after, app)
  const isNamed = field === 'recipient' && after.contact !== undefined
  const requested = isNamed ? step(quoted.state, ...quoted.effects, LOOK_AT_SETTINGS) : quoted
  if (requested.state.problems[field] !== undefined) return { ...requested, state: { ...requested.state, spot: field } }
  if (next !== undefined) return { ...requested, state: { ...requested.state, spot: next } }
  const moved = moveOn(requested.state, field)
  return step(withEmptyAmount(moved.state, field), ...requested.effects, ...moved.effects)
}

/** An amount that was left empty is asked for once more: then the field says so. */
function withEmptyAmount(state: SwapState, left: TextField): SwapState {
  const isAsked = left === 'amount' && state.amount === '' && state.editing?.field === 'amount'
  return isAsked ? { ...state, problems: { ...state.problems, amount: NO_AMOUNT } } : state
}

const LOOK_AT_SETTINGS = { on: 'swap', type: 'look-at-settings' } as const

/** The form with what was typed in a field: a share of the balance is its amount, a contact its address. */
function writeField(state: SwapState, field: TextField, typed: string, app: AppFacts): SwapState {
  switch (field) {
    case 'amount':
      return { ...state, amount: settleAmount(typed, state, app) }
    case 'recipient':
      // The address of a contact that was only looked at is still that of the contact.
      return typed === state.recipient ? state : { ...state, ...readRecipient(typed, app) }
    case 'slippage':
      return typed === state.slippage ? state : { ...state, slippage: typed, slippagePair: undefined }
  }
}

/**
 * The form under other settings: a contact is who its name stands for now, and a price with another slippage is another one.
 * @param keys of the settings that were changed
 */
export function receiveSettings(state: SwapState, keys: readonly SettingKey[], app: AppFacts): SwapStep {
  const { contact } = state
  const isAsked = keys.includes('slippage') && state.quote !== undefined
  const isMoved =
    contact !== undefined &&
    keys.includes(`contact.${contact}`) &&
    !isKeptFor(app.settings[`contact.${contact}`] ?? '', splitPayee(state.recipient))
  if (!isMoved) return isAsked ? requote(state, app) : step(state)
  const after = checkFields({ ...state, ...readRecipient(`@${contact}`, app) }, app)
  const requested = requote(after, app)
  const isFound = state.recipient.startsWith('@')
  const text = isFound ? undefined : movedContactText(app.settings, `@${contact}`, splitPayee(state.recipient))
  return step(requested.state, ...requested.effects, ...(text === undefined ? [] : [notify('bad', text)]))
}

/** The form with balances that were read: a share that waited for one is its amount now. */
export function receiveBalances(state: SwapState, read: Parameters<typeof keepRead>[1], app: AppFacts): SwapStep {
  const known = keepRead(state, read, app)
  if (known === state || !isShare(state.amount)) return step(known)
  const amount = settleAmount(state.amount, known, app)
  const checked = checkFields({ ...known, amount, movesOn: false }, app)
  // Why there is none to take a share of may be another reason now.
  if (amount === state.amount) return step(checked)
  const quoted = requote(checked, app)
  if (!state.movesOn) return quoted
  const moved = moveOn(quoted.state, firstProblem(quoted.state) ?? 'amount')
  return step(moved.state, ...quoted.effects, ...moved.effects)
}

/** What is kept of a contact for its `@name`, so that it is seen; any other text as it is. */
export function readRecipient(
  text: string,
  { settings }: Pick<AppFacts, 'settings'>,
): Pick<SwapState, 'recipient' | 'contact'> {
  const { address, memo } = splitPayee(text)
  const contact = contactName(address)
  const kept = contact === undefined ? undefined : settings[`contact.${contact}`]
  if (kept === undefined) return { recipient: text, contact }
  const found = splitPayee(kept)
  // A memo that is written behind the name is the one that is meant here.
  return { recipient: joinPayee({ address: found.address, memo: memo ?? found.memo }), contact }
}

/** The field above or below, or the routes. */
export function nextSpot(spot: FormField | 'routes', by: 1 | -1): FormField | 'routes' {
  const spots: readonly (FormField | 'routes')[] = [...FIELDS, 'routes']
  return spots[Math.min(spots.length - 1, Math.max(0, spots.indexOf(spot) + by))] ?? 'from'
}

/** Turns the pair around. */
export function flip(state: SwapState, app: AppFacts): SwapStep {
  const { from, to } = state
  if (from === undefined && to === undefined) return step(state)
  // The amount was one of the other asset, and the address one on the other chain.
  const turned = dropSlippage({
    ...state,
    from: to,
    to: from,
    amount: '',
    recipient: '',
    contact: undefined,
    accounts: { depositor: undefined, recipient: undefined },
  })
  const { state: next, effects } = changePair(checkFields(turned, app), 'amount', app)
  return step(next, ...effects, ...tellSlippage(state, next, app))
}
