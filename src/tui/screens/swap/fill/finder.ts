import type { HistoryTransaction } from '../../../../core/api/documents.ts'
import { doubtsOf } from '../../../../core/assets/found-asset.ts'
import { shortAddress } from '../../../../core/assets/short-address.ts'
import { contactOfKey } from '../../../../core/assets/contact-name.ts'
import { splitPayee } from '../../../../core/assets/contacts.ts'
import { shortTimeText } from '../../../../core/text/times.ts'
import type { AppFacts } from '../../../events.ts'
import { zoneOf } from '../../../kit/text/zone.ts'
import type { FoundItem, Screen } from '../../../screen.ts'
import { pastWords } from './past-swaps.ts'
import { pastOf } from './repeated-swap.ts'
import type { Lookup, SwapScreenEvent, SwapState } from '../state.ts'

type FoundOnSwap = FoundItem<SwapScreenEvent>

/** What the palette finds that fills the form: contacts, and assets and past swaps that were looked up. */
export const SWAP_FINDER: NonNullable<Screen<'swap', SwapState, SwapScreenEvent>['finder']> = {
  look: (text, cursor) => ({ on: 'swap', type: 'look', text, cursor }),
  found: ({ lookup }, app, text) => [
    ...contactItems(app),
    ...(lookup?.text.trim() === text ? lookedItems(lookup, app) : []),
  ],
  hasMore: ({ lookup }, text) => lookup?.text.trim() === text && lookup.hasMore,
}

/** Of assets and swaps only those that were looked up for exactly this text. */
function lookedItems({ assets, past }: Lookup, app: AppFacts): readonly FoundOnSwap[] {
  return [
    ...assets.flatMap((asset): readonly FoundOnSwap[] => {
      const doubts = doubtsOf(asset).map((doubt) => `, ! ${doubt}`)
      const name = `${asset.symbol} · ${asset.name} on ${asset.chainName}${doubts.join('')}`
      return [
        { kind: 'asset', label: `from ${name}`, event: { on: 'swap', type: 'source', asset } },
        { kind: 'asset', label: `to ${name}`, event: { on: 'swap', type: 'target', asset } },
      ]
    }),
    ...past.flatMap((transaction) => pastItem(transaction, app)),
  ]
}

/** Names of the address book, without @. */
export function contactNames({ settings }: Pick<AppFacts, 'settings'>): readonly string[] {
  return Object.keys(settings).flatMap((key) => contactOfKey(key) ?? [])
}

function contactItems(app: AppFacts): readonly FoundOnSwap[] {
  return contactNames(app).map((name) => {
    const { address } = splitPayee(app.settings[`contact.${name}`] ?? '')
    return {
      kind: 'contact',
      name,
      label: `recipient @${name} ${shortAddress(address)}`,
      event: { on: 'swap', type: 'payee', name },
    }
  })
}

function pastItem(transaction: HistoryTransaction, app: AppFacts): readonly FoundOnSwap[] {
  const past = pastOf(transaction)
  if (past === undefined) return []
  const label = `${pastWords(transaction)}, ${shortTimeText(transaction.createdAt, zoneOf(app), app.now)}`
  return [{ kind: 'past swap', label, event: { on: 'swap', type: 'again', past } }]
}
