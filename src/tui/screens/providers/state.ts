import type { Delivery } from '../../../core/api/documents.ts'
import type { ProviderCheck, ProviderState } from '../../../service/index.ts'
import type { AddressedTo, AppEffect, None, Step } from '../../events.ts'
import { NO_SIFTING, type Sifting } from '../../kit/find/sift.ts'
import type { Problem } from '../../problem.ts'

/** How the swaps through a provider ended; those under way are not counted. */
export interface SwapRecord {
  readonly total: number
  readonly success: number
  /** Decimal dollar text. */
  readonly volumeUsd: string
  /** How many have no known value. @default none */
  readonly unvalued?: number | undefined
}

/** One provider as it is listed. All text in it is clean. */
export interface ListedProvider {
  readonly key: string
  readonly name: string
  readonly type: string
  /** How it is set up, and whether it would be asked; undefined where only a server knows that. */
  readonly state: ProviderState | undefined
  readonly record: SwapRecord | undefined
  /** What it promised and delivered; undefined before a swap through it has ended, and where a server does not say. */
  readonly delivery: Delivery | undefined
}

/** What a check of a provider found. */
export interface MadeCheck extends ProviderCheck {
  /** Epoch milliseconds. */
  readonly atMs: number
}

/** What the Providers screen shows. All text in it is clean. */
export interface ProvidersState {
  /** Undefined before the first answer. */
  readonly listed: readonly ListedProvider[] | undefined
  readonly loading: boolean
  /** Epoch milliseconds of the last asking. */
  readonly readAt: number
  /** Epoch milliseconds of the last answer. */
  readonly listedAt: number
  readonly problem: Problem | undefined
  readonly sifting: Sifting
  /** Key of the marked one; undefined for the first. */
  readonly marked: string | undefined
  readonly showsDetail: boolean
  /** First line of the detail that is shown. */
  readonly scroll: number
  /** Keys of those that are being asked whether they answer. */
  readonly checking: readonly string[]
  /** Last answers by key. */
  readonly checks: Readonly<Record<string, MadeCheck>>
  /** What was switched here, by key: it counts when the service is opened again. */
  readonly switched: Readonly<Record<string, boolean>>
}

/** What happens to the Providers screen. All text in it is clean. */
interface ProvidersEvents {
  listed: { listed: readonly ListedProvider[] }
  'list-failed': { problem: Problem }
  checked: { check: ProviderCheck }
  'check-failed': { key: string; problem: Problem }
  switched: { key: string; isOn: boolean }
}
export type ProvidersEvent = AddressedTo<'providers', ProvidersEvents>

/** What the Providers screen asks for. */
export interface ProvidersEffects {
  list: None
  /** Asks each of them at once whether it answers. */
  check: { keys: readonly string[] }
  /** Keeps in the settings that it is on or off. */
  switch: { key: string; isOn: boolean }
}
export type ProvidersEffect = AddressedTo<'providers', ProvidersEffects>

/** What its update functions return. */
export type ProvidersStep = Step<ProvidersState, ProvidersEffect | AppEffect>

/** The screen before anything is known. */
export const START_PROVIDERS: ProvidersState = {
  listed: undefined,
  loading: false,
  readAt: 0,
  listedAt: 0,
  problem: undefined,
  sifting: NO_SIFTING,
  marked: undefined,
  showsDetail: false,
  scroll: 0,
  checking: [],
  checks: {},
  switched: {},
}

/** Epoch milliseconds at which the first of them may be asked again; undefined where none waits. */
export function nextReadyAt({ listed = [] }: ProvidersState): number | undefined {
  const times = listed.flatMap(({ state }) =>
    state?.reason?.until === undefined ? [] : [Date.parse(state.reason.until)],
  )
  return times.length === 0 ? undefined : Math.min(...times)
}
