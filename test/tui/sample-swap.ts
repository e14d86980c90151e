import { type AppState, SCREENS, type ProgramEffect, type ProgramEvent } from '../../src/tui/screens.ts'
import { cleanDocument } from '../../src/tui/kit/text/clean-document.ts'
import { type Route, type Verdict, readVerdict } from '../../src/core/api/documents.ts'
import { createKeyDecoder, isKeyPress, type KeyName, type KeyPress } from '../../src/tui/terminal/key-decoder.ts'
import { readableQuestion, startState } from '../../src/tui/state.ts'
import type { SwapAsset } from '../../src/tui/kit/run/swap-asset.ts'
import { update } from '../../src/tui/update.ts'

/** Where the clocks of these tests stand. */
export const NOW = Date.UTC(2026, 0, 15, 12)

export const USDC: SwapAsset = {
  chain: 'ethereum',
  chainName: 'Ethereum',
  chainId: 1,
  addressFamily: 'evm',
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  symbol: 'USDC',
  name: 'USD Coin',
  isNative: false,
  decimals: 6,
  providerCount: 3,
  evidence: 'issuer',
  form: 'issuer',
  warnings: [],
}

export const BTC: SwapAsset = {
  ...USDC,
  chain: 'bitcoin',
  chainName: 'Bitcoin',
  chainId: 0,
  addressFamily: 'bitcoin',
  address: 'native',
  symbol: 'BTC',
  name: 'Bitcoin',
  isNative: true,
  form: 'native',
  decimals: 8,
}

export function route(provider: string, change: Partial<Route> = {}): Route {
  return cleanDocument({
    provider,
    routeId: `${provider}-1`,
    src: { formatted: '100', currency: 'USDC', usd: '100.00' },
    dst: { formatted: '0.001', currency: 'BTC', usd: '99.00' },
    fees: { total: { usd: '1.00', formatted: '$1.00' }, items: [] },
    estimatedTime: 60,
    steps: [{ type: 'swap', name: provider, image: '' }],
    ...change,
  })
}

type VerdictChange = Verdict extends infer V
  ? V extends Verdict
    ? Pick<V, 'outcome'> & Partial<Omit<V, 'provider' | 'outcome'>>
    : never
  : never

/** A verdict of this provider, as the client reads it. */
export function verdict(provider: string, change: VerdictChange = { outcome: 'routes' }): Verdict {
  return readVerdict({ provider, routes: change.outcome === 'routes' ? 1 : 0, ...change })
}

/** The screens of a terminal of this size, before anything happened. */
export function screensOf(columns = 118, rows = 40): AppState {
  return startState(SCREENS, {
    now: NOW,
    size: { columns, rows },
    place: { network: 'sandbox', api: undefined, version: '0.0.0' },
    settings: {},
  })
}

/** What became of the screens after events, and everything that was asked for on the way. */
export interface Played {
  readonly state: AppState
  readonly effects: readonly ProgramEffect[]
}

/** A key of somebody who has read what is asked. */
function readFirst(state: AppState, event: ProgramEvent): ProgramEvent {
  if (event.on !== 'app' || event.type !== 'key' || 'asked' in event) return event
  return { ...event, asked: readableQuestion(SCREENS, state) }
}

/** Plays events one after the other at one moment. */
export function play(start: AppState, events: readonly ProgramEvent[], now = NOW): Played {
  let state = start
  const effects: ProgramEffect[] = []
  for (const event of events) {
    const step = update(SCREENS, state, readFirst(state, event), now)
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects }
}

/** Events that effects send to the app and to screens. */
export function eventsIn(effects: readonly ProgramEffect[]): readonly ProgramEvent[] {
  // The screens of the program send no other events.
  return effects.flatMap((effect) => (effect.type === 'send' ? [effect.event as ProgramEvent] : []))
}

/** Keys by name. */
export function keys(...names: readonly KeyName[]): ProgramEvent[] {
  return names.map((name) => pressed({ name, text: name.length === 1 ? name : '' }))
}

/** A key that is pressed so often. */
export function times(count: number, name: KeyName): ProgramEvent[] {
  return Array.from({ length: count }, () => keys(name)).flat()
}

/** A text as it is typed. */
export function typed(text: string): ProgramEvent[] {
  const { read } = createKeyDecoder(() => 0)
  return read(text).filter(isKeyPress).map(pressed)
}

function pressed(press: KeyPress): ProgramEvent {
  return { on: 'app', type: 'key', press }
}

/** Answers the search that the open picker waits for with these assets. */
export function found(state: AppState, ...assets: readonly SwapAsset[]): ProgramEvent[] {
  const id = state.screens.swap.picker?.searching ?? -1
  return [{ on: 'swap', type: 'assets-found', id, assets, total: assets.length }]
}

/** The screens with USDC, an amount and BTC chosen, wallets named, and a quote being asked. */
export function asking(columns = 118, rows = 40): AppState {
  let { state } = play(screensOf(columns, rows), [{ on: 'app', type: 'opened' }, ...keys('enter')])
  state = play(state, [...found(state, USDC), ...keys('enter'), ...typed('100'), ...keys('enter')]).state
  state = play(state, [...found(state, BTC), ...keys('enter')]).state
  return play(state, [
    {
      on: 'swap',
      type: 'accounts',
      from: 'ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      to: 'bitcoin:native',
      accounts: { depositor: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', recipient: 'bc1qxyz' },
    },
  ]).state
}

/** The same with the quote answered. */
export function quoted(routes: readonly Route[], verdicts: readonly Verdict[], columns = 118, rows = 40): AppState {
  const state = asking(columns, rows)
  const id = state.screens.swap.quote?.id ?? -1
  return play(state, [{ on: 'swap', type: 'quoted', id, routes, verdicts }]).state
}
