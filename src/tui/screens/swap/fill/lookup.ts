import { unresolvedAsset } from '../../../../core/assets/asset-reference.ts'
import { findAssets } from '../../../../core/assets/find-assets.ts'
import { completeEntry } from '../../../../core/entry/complete-entry.ts'
import { matchEntry } from '../../../../core/entry/match-entry.ts'
import { beginsEntry, readEntry } from '../../../../core/entry/read-entry.ts'
import { cleanDocument } from '../../../kit/text/clean-document.ts'
import type { OpenedSwaps } from '../../../context.ts'
import { type Problem, problemOf } from '../../../problem.ts'
import { FORM_CLAUSES } from './filling.ts'
import type { Lookup } from '../state.ts'

/** Most assets and past swaps that are offered. */
const MOST_ASSETS = 6
const MOST_PAST = 4

/** What is known of a text before it is looked up. */
export function nothingOf(text: string): Lookup {
  return { text, assets: [], past: [], problem: undefined, completions: [] }
}

/**
 * Looks up what a text may mean. @param cursor UTF-16 units before it @param contacts names of the address book
 * @throws what the service throws
 */
export async function lookUp(
  opened: OpenedSwaps,
  text: string,
  cursor: number,
  contacts: readonly string[],
): Promise<Lookup> {
  const nothing = nothingOf(text)
  if (text.trim() === '') return nothing
  if (beginsEntry(text)) {
    const names = { contacts, providers: [], clauses: FORM_CLAUSES }
    const completions = await completeEntry(opened.catalog, names, text, cursor)
    return { ...nothing, completions, problem: await problemOfLine(opened, text) }
  }
  const [{ assets }, { data }] = await Promise.all([
    findAssets(opened, text, undefined),
    opened.service.history({ query: text.trim(), perPage: MOST_PAST }),
  ])
  return { ...nothing, assets: assets.slice(0, MOST_ASSETS), past: cleanDocument(data) }
}

/** Of an asset that is still being written nothing is said, unless the line is whole. */
async function problemOfLine(opened: OpenedSwaps, text: string): Promise<Problem | undefined> {
  const reading = readEntry(text, FORM_CLAUSES)
  const { from, to } = await matchEntry(opened.catalog, reading)
  const isBeingWritten = reading.order === undefined && reading.spans.at(-1)?.end === text.length
  const last = reading.spans.at(-1)?.part
  for (const [part, match] of [['from', from] as const, ['to', to] as const]) {
    if (match === undefined || match.kind === 'ok' || (isBeingWritten && last === part)) continue
    // A token that the catalog lacks is read from its contract.
    if (match.kind === 'unknown' && match.chain !== undefined && match.contract !== undefined) continue
    return problemOf(unresolvedAsset(match))
  }
  return undefined
}
