import type { ChainChoice } from '../../../core/assets/find-assets.ts'
import type { Delivery, HistoryTransaction, Route, Verdict } from '../../../core/api/documents.ts'
import type { RatePoint } from '../../../core/rates/point.ts'
import type { RateRange, RateSize } from '../../../core/rates/series.ts'
import type { RankMode } from '../../../core/swap/ranking.ts'
import type { ProviderRecord } from '../../../core/delivery/safety.ts'
import type { SettingKey } from '../../../io/index.ts'
import type { AddressedTo, AppEffect, AppFacts, None, Notice, Step } from '../../events.ts'
import { NO_SIFTING, type Sifting } from '../../kit/find/sift.ts'
import type { Problem } from '../../problem.ts'
import type { LookedLine } from '../../screen.ts'
import type { ChartedRates } from '../../kit/layout/rate-chart-rows.ts'
import type { Line } from '../../kit/text/line-edit.ts'
import type { AskedSwap, Payee, SwapAsset } from '../../kit/run/swap-asset.ts'
import type { SwapMode } from './keys.ts'

/** Fields of the form, from top to bottom. */
export const FIELDS = ['from', 'amount', 'to', 'recipient', 'slippage'] as const
export type FormField = (typeof FIELDS)[number]
export type TextField = Exclude<FormField, 'from' | 'to'>

/** The list in which an asset is chosen. */
export interface Picker {
  readonly field: 'from' | 'to'
  /** What is being chosen: an asset, or the chain that assets are filtered by. */
  readonly mode: 'assets' | 'chains'
  readonly line: Line
  /** What was typed for assets, while a chain is chosen. */
  readonly kept: Line
  readonly chain: ChainChoice | undefined
  readonly assets: readonly SwapAsset[]
  /** How many assets match in all. */
  readonly total: number
  readonly chains: readonly ChainChoice[]
  /** Index of the marked row. */
  readonly selected: number
  /** Number of the search whose answer is awaited; undefined when the rows are up to date. */
  readonly searching: number | undefined
  /** True once it was chosen while that answer is awaited: what it marks is taken then, and nothing of an older list. */
  readonly isChosen: boolean
  readonly problem: string | undefined
}

/** One quote: routes as they arrive, then how every provider ended. */
export interface Quoting {
  readonly id: number
  readonly asked: AskedSwap
  readonly status: 'asking' | 'done' | 'failed'
  readonly routes: readonly Route[]
  readonly verdicts: readonly Verdict[]
  /** Routes of the quote before, of the same question, from providers that have not answered, or from all where nobody did. */
  readonly earlier: readonly Route[]
  /** When `routes` were asked for, in epoch milliseconds: no price of them is older. */
  readonly askedAt: number
  /** The same of the oldest of `earlier`; undefined where none are there. */
  readonly earlierAt: number | undefined
  readonly problem: Problem | undefined
}

/** The rate of a pair. */
export interface PairRates {
  /** Name of the pair, as `pairKey` gives it. */
  readonly pair: string
  readonly rates: ChartedRates
}

/** What a text of the palette may mean; all texts are clean. */
export interface Lookup extends LookedLine {
  readonly text: string
  /** Assets that it may name, best first. */
  readonly assets: readonly SwapAsset[]
  /** Past swaps that it is found in, newest first. */
  readonly past: readonly HistoryTransaction[]
  /** True where there are more assets or past swaps than these. */
  readonly hasMore: boolean
}

/** What the Swap screen shows. */
export interface SwapState {
  /** What has the focus. */
  readonly spot: FormField | 'routes'
  /** The text field that is being written in. */
  readonly editing: { readonly field: TextField; readonly line: Line } | undefined
  readonly picker: Picker | undefined
  /** Index of the marked pair, while the list of pairs is open. */
  readonly pairs: number | undefined
  readonly from: SwapAsset | undefined
  readonly to: SwapAsset | undefined
  /** As it was written. */
  readonly amount: string
  /** As it was written, a memo behind the address; '' for the wallet that is known for the destination chain. */
  readonly recipient: string
  /** The name of the address book that `recipient` was written as, without @; undefined where it was no name. */
  readonly contact: string | undefined
  /** Basis points as written; '' for the setting, or 100. */
  readonly slippage: string
  /** The pair, as `pairKey` names it, of the past swap that it is of, and for which alone it is; undefined where it was typed. */
  readonly slippagePair: string | undefined
  readonly problems: Partial<Readonly<Record<TextField, string>>>
  /** The mark is on the amount until the balance is read that it is a share of, and no key was pressed since. */
  readonly movesOn: boolean
  /** Wallets that settings or this machine name for the chosen chains. */
  readonly accounts: {
    readonly depositor: string | undefined
    readonly recipient: string | undefined
    /** What payments to the recipient must state, or `none`; undefined where that is not known. */
    readonly memo?: string | undefined
    /** The name that the recipient was looked up for. */
    readonly payee?: Payee | undefined
  }
  /** Balances by `chain:address`, as decimal text. */
  readonly balances: Readonly<Record<string, string>>
  /** Why there are none, by the same names: those that could not be read, and those that are being read anew. */
  readonly unread: Readonly<Record<string, string>>
  /** No balance was read before then, by the same names, in epoch milliseconds. */
  readonly readSince: Readonly<Record<string, number>>
  /** Balances that were read before then are not what is held: epoch milliseconds. */
  readonly heldSince: number
  readonly quote: Quoting | undefined
  /** Number of the last quote or search that was begun. */
  readonly lastId: number
  /** Number of what the form is to be filled with, while that is looked for; undefined otherwise. */
  readonly filling: number | undefined
  /** What the text of the palette may mean, as far as it was looked up. */
  readonly lookup: Lookup | undefined
  /** Epoch milliseconds of the next refresh; undefined while none is due. */
  readonly refreshAt: number | undefined
  /** The user stopped the refreshing. */
  readonly paused: boolean
  /** Refreshes that still happen without a key being pressed. */
  readonly refreshesLeft: number
  readonly rank: RankMode | undefined
  /** How swaps through the providers ended, for the mode `safest`. */
  readonly records: readonly ProviderRecord[]
  /** What the providers promised and delivered, as far as the service says. */
  readonly deliveries: readonly Delivery[]
  readonly excluded: readonly string[]
  /** Which routes are listed, and in which order. */
  readonly sifting: Sifting
  /** The routes that are compared, by their names: two at most. */
  readonly compared: readonly string[]
  /** The marked route, by provider and its place among the provider's routes. */
  readonly marked: string | undefined
  /** When an answer put another route under the mark, in epoch milliseconds; undefined once the user has moved it. */
  readonly markChangedAt: number | undefined
  /** The panel next to the routes: fees and steps of the marked one, why providers have none, or two routes side by side. */
  readonly panel: 'fees' | 'no-route' | 'compare' | undefined
  /** First line of that panel that is shown. */
  readonly scroll: number
  /** Over which time the user wants the rate of the pair; undefined for the shortest that holds all that is known. */
  readonly range: RateRange | undefined
  /** The rate that was read last; undefined before. */
  readonly rates: PairRates | undefined
  /** Rates of the quotes of these screens, by pair, oldest first: all that is known where the service is on a server. */
  readonly ownRates: Readonly<Record<string, readonly RatePoint[]>>
}

/** Where an asset of a past swap is. */
export interface AssetOfPast {
  /** Chain key. */
  readonly chain: string
  /** Null for the native coin. */
  readonly contract: string | null
}

/** A swap of the past, as far as it can be asked for again. */
export interface RepeatedSwap {
  /** Of its transaction; absent for a pair that is no swap yet. */
  readonly id?: string
  readonly from: AssetOfPast
  readonly to: AssetOfPast
  /** Decimal text. */
  readonly amount: string
  /** A memo behind the address; '' for the wallet that is known for the destination chain. */
  readonly recipient: string
}

/** What the form is filled with, at once. */
export interface FormFilling {
  readonly from: SwapAsset
  readonly to: SwapAsset
  readonly amount: string
  /** Contact or address, a memo behind it; '' for the wallet that is known for the destination chain. */
  readonly recipient: string
  /** As written; '' for the setting. What was typed for another swap is not meant for this one, nor that of a past swap for the next pair. */
  readonly slippage: string
  /** True where the user wrote all of it, so that the slippage is meant for the next pair too. @default false */
  readonly isWritten?: boolean
  /** Undefined for what it is. */
  readonly rank: RankMode | undefined
  /** What to know of it. @default nothing */
  readonly remark?: Notice
}

/** Whether the server is there, which is asked in a while, and again after each answer. */
export interface ServerCheck {
  /** Id of the quote that it is about. */
  readonly id: number
  /** Checks that follow. */
  readonly left: number
  /** True once it did not answer one: with the next answer it is back. @default false */
  readonly isLost?: boolean
}

/** What happens to the Swap screen. All text in it is clean. */
interface SwapEvents {
  'assets-found': { id: number; assets: readonly SwapAsset[]; total: number }
  'chains-found': { id: number; chains: readonly ChainChoice[] }
  'find-failed': { id: number; problem: Problem }
  /**
   * Balances by `chain:address`, as decimal text.
   * @param unread why others could not be read. @default all were
   * @param nobodys those that are nobody's to read. @default none are
   * @param sinceMs none was read before then, in epoch milliseconds. @default now
   */
  balances: {
    balances: Readonly<Record<string, string>>
    unread?: Readonly<Record<string, string>>
    nobodys?: readonly string[]
    sinceMs?: number
  }
  /** Something was paid, or came: balances are not what was read. */
  moved: None
  accounts: { from: string; to: string; accounts: SwapState['accounts'] }
  rates: PairRates
  /** Another screen chose what is sent. */
  source: { asset: SwapAsset }
  records: { records: readonly ProviderRecord[]; deliveries: readonly Delivery[] }
  routes: { id: number; routes: readonly Route[] }
  verdict: { id: number; verdict: Verdict }
  quoted: { id: number; routes: readonly Route[]; verdicts: readonly Verdict[] }
  /** @param isAway true where the same question may be answered later */
  'quote-failed': { id: number; problem: Problem; isAway?: boolean }
  /** The server answers. */
  'server-stands': ServerCheck
  /** It does not. @param check what it did not answer to; absent where another call found it gone */
  'server-lost': { problem: Problem; check?: ServerCheck }
  /** What is to be received, and who is to be paid, was chosen in the palette. */
  target: { asset: SwapAsset }
  payee: { name: string }
  /** A text is written in the palette. @param cursor UTF-16 units before it */
  look: { text: string; cursor: number }
  looked: { lookup: Lookup }
  /** A swap was written on one line. */
  'line-written': { text: string }
  /** A swap of the past is asked for again. */
  again: { past: RepeatedSwap }
  filled: { id: number; filling: FormFilling }
  'fill-failed': { id: number; text: string }
  /** The pair that was used last was found. */
  recalled: { id: number; filling: FormFilling }
}
export type SwapScreenEvent = AddressedTo<'swap', SwapEvents>

/** What the Swap screen asks for. */
export interface SwapEffects {
  'find-assets': { id: number; text: string; chain: string | undefined }
  'find-chains': { id: number; text: string }
  /** @param of what a reading of the same is broken off for @param sinceMs epoch milliseconds: none may be read before then */
  balances: { of: 'form' | 'found'; assets: readonly SwapAsset[]; sinceMs: number }
  accounts: { from: SwapAsset; to: SwapAsset }
  /** Reads the rate of a pair, where the service is in this process. */
  rates: { from: SwapAsset; to: SwapAsset; range: RateRange | undefined; size: RateSize | undefined }
  records: None
  quote: { id: number; asked: AskedSwap }
  'cancel-quote': None
  /** Asks the server in a while whether it is there. */
  'check-server': ServerCheck
  /** Looks up what a text of the palette may mean. */
  look: { text: string; cursor: number; settings: AppFacts['settings'] }
  /** Finds what an entry means. */
  'read-line': { id: number; text: string }
  /** Finds the assets of a past swap; of the last one, where none is given. */
  'find-past': { id: number; past: RepeatedSwap | undefined }
  /** Finds the assets of the pair that was used last; nothing is said where they are not there any more. */
  recall: { id: number; past: RepeatedSwap }
  /** Keeps what payments to a recipient must state, where the settings file holds its address alone. */
  'keep-memo': { key: SettingKey; value: string }
  /** Looks whether the settings were changed elsewhere: a name that was written may mean somebody else. */
  'look-at-settings': None
}
export type SwapEffect = AddressedTo<'swap', SwapEffects>

/** Refreshes without a key press: after them no one is assumed to be looking, and providers are left alone. */
export const IDLE_REFRESHES = 15

/** What its update functions return. */
export type SwapStep = Step<SwapState, SwapEffect | AppEffect>

/** The screen before anything is known. */
export const START_SWAP: SwapState = {
  spot: 'from',
  editing: undefined,
  picker: undefined,
  pairs: undefined,
  from: undefined,
  to: undefined,
  amount: '',
  recipient: '',
  contact: undefined,
  slippage: '',
  slippagePair: undefined,
  problems: {},
  movesOn: false,
  accounts: { depositor: undefined, recipient: undefined },
  balances: {},
  unread: {},
  readSince: {},
  heldSince: -Infinity,
  quote: undefined,
  lastId: 0,
  filling: undefined,
  lookup: undefined,
  refreshAt: undefined,
  paused: false,
  refreshesLeft: IDLE_REFRESHES,
  rank: undefined,
  records: [],
  deliveries: [],
  excluded: [],
  sifting: NO_SIFTING,
  compared: [],
  marked: undefined,
  markChangedAt: undefined,
  panel: undefined,
  scroll: 0,
  range: undefined,
  rates: undefined,
  ownRates: {},
}

/** Which keys of the table apply. */
export function swapMode({ picker, pairs, editing, panel, sifting }: SwapState): SwapMode {
  if (pairs !== undefined) return 'pairs'
  if (picker !== undefined) return picker.mode === 'assets' ? 'assets' : 'chains'
  if (editing !== undefined) return 'edit'
  return sifting.line === undefined ? (panel ?? 'form') : 'filter'
}

/** True while a refresh is counted down to, or prices are shown, which grow old. */
export function swapTicks({ quote, refreshAt, picker }: SwapState): boolean {
  if (picker !== undefined) return false
  return refreshAt !== undefined || (quote !== undefined && quote.routes.length + quote.earlier.length > 0)
}

/** Name of an asset in `balances`, and of each end of a pair. */
export function assetKey({ chain, address }: { readonly chain: string; readonly address: string }): string {
  return `${chain}:${address}`
}

/** Name of a pair. */
export function pairKey(from: SwapAsset, to: SwapAsset): string {
  return `${assetKey(from)} ${assetKey(to)}`
}
