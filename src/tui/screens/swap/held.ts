import type { AppFacts } from '../../events.ts'
import type { SwapAsset } from '../../kit/run/swap-asset.ts'
import { assetKey, type SwapEffect, type SwapScreenEvent, type SwapState } from './state.ts'

/*
 * How old the balances of the form may be: at rest each is read once a minute, after a payment of one's own none of before
 * counts, and a share is one of what has just been read.
 */

/** Age of a balance that is shown, and of one that a share is taken of, in milliseconds at most. */
const [SHOWN_MS, SHARED_MS] = [60_000, 5_000]

/** Said of a balance that is read anew. */
const READING = 'it is being read'

/** Reads the balances of the form where those that were read are older than they may be. */
export function readHeld(state: SwapState, { now }: AppFacts): SwapEffect {
  return {
    on: 'swap',
    type: 'balances',
    of: 'form',
    assets: endsOf(state),
    sinceMs: Math.max(state.heldSince, now - SHOWN_MS),
  }
}

/** The same for assets that were found, which breaks off no reading of the form. */
export function readFound({ heldSince }: SwapState, assets: readonly SwapAsset[], { now }: AppFacts): SwapEffect {
  return { on: 'swap', type: 'balances', of: 'found', assets, sinceMs: Math.max(heldSince, now - SHOWN_MS) }
}

/** Reads the balances of the form whatever was read before. */
export function readAnew(state: SwapState, { now }: AppFacts): SwapEffect {
  return { on: 'swap', type: 'balances', of: 'form', assets: endsOf(state), sinceMs: now }
}

/** The assets of the form. */
export function endsOf({ from, to }: SwapState): readonly SwapAsset[] {
  return [from, to].flatMap((asset) => asset ?? [])
}

/** The form of which nothing that was read counts any more: something was paid, or came. */
export function dropHeld(state: SwapState, { now }: AppFacts): SwapState {
  const reading = endsOf(state)
    .map(assetKey)
    .filter((name) => name in state.balances)
  const unread = Object.fromEntries(reading.map((name) => [name, READING]))
  return { ...state, heldSince: now, balances: {}, unread: { ...state.unread, ...unread } }
}

/** The same before a share is taken of the asset that is sent, which is being read then; nobody reads one of unknown decimals. */
export function awaitHeld(state: SwapState, app: AppFacts): SwapState {
  const { from } = state
  const dropped = dropHeld(state, app)
  if (from?.decimals === undefined) return dropped
  return { ...dropped, unread: { ...dropped.unread, [assetKey(from)]: READING } }
}

/** True where a share may be taken of what was read of the asset that is sent. */
export function isFreshlyRead({ from, readSince }: SwapState, { now }: AppFacts): boolean {
  const sinceMs = from === undefined ? undefined : readSince[assetKey(from)]
  return sinceMs !== undefined && Math.abs(now - sinceMs) <= SHARED_MS
}

/** True while what there is of the asset that is sent is read anew. */
export function isBeingRead({ from, unread }: SwapState): boolean {
  return from !== undefined && unread[assetKey(from)] === READING
}

type Read = Extract<SwapScreenEvent, { readonly type: 'balances' }>

/** The form with balances that were read: the last reading counts, what could not be read any more may be another balance. */
export function keepRead(state: SwapState, read: Omit<Read, 'on' | 'type'>, { now }: AppFacts): SwapState {
  const { balances, unread = {}, nobodys = [], sinceMs = now } = read
  // What was being read when something was paid is what there was before.
  if (sinceMs < state.heldSince) return state
  const gone = nobodys.filter((name) => name in state.balances || name in state.unread)
  const names = [...Object.keys(balances), ...Object.keys(unread), ...gone]
  if (names.length === 0) return state
  const others = <T>(texts: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(texts).filter(([name]) => !names.includes(name)))
  const readSince = Object.fromEntries(Object.keys(balances).map((name) => [name, sinceMs]))
  return {
    ...state,
    balances: { ...others(state.balances), ...balances },
    unread: { ...others(state.unread), ...unread },
    readSince: { ...others(state.readSince), ...readSince },
  }
}
