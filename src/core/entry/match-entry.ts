import { type AssetMatch, matchAsset, type ReferenceCatalog } from '../assets/asset-reference.ts'
import type { EntryReading } from './read-entry.ts'

/** The assets that an entry names; undefined where it does not name one yet. */
export interface EntryAssets {
  readonly from: AssetMatch | undefined
  readonly to: AssetMatch | undefined
}

/** Looks up the assets of an entry, also of one that is not finished: exactly one asset each, or why not. */
export async function matchEntry(
  catalog: ReferenceCatalog,
  { spans }: Pick<EntryReading, 'spans'>,
): Promise<EntryAssets> {
  const match = async (part: 'from' | 'to') => {
    const reference = spans.find((span) => span.part === part)?.reference
    return reference === undefined ? undefined : matchAsset(catalog, reference)
  }
  const [from, to] = await Promise.all([match('from'), match('to')])
  return { from, to }
}
