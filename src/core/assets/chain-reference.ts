import type { Catalog, CatalogChain } from './catalog.ts'
import { cleanText } from '../text/clean-text.ts'
import { SwapError } from '../api/errors.ts'
import { nearest } from '../text/nearest.ts'

/** The chain that a text means, or why there is none. */
export type ChainMatch =
  | {
      readonly kind: 'ok'
      readonly chain: CatalogChain
      /** Other chains that people call the same: `sei` is the EVM side by its key, and there is `sei-cosmos`. */
      readonly also: readonly CatalogChain[]
    }
  | { readonly kind: 'unknown'; readonly suggestions: readonly CatalogChain[] }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly CatalogChain[] }

/**
 * Finds the chain that `text` means, in any letter case: by key, shortname, name, alias, chain id or CAIP-2 id. A key
 * is exact and wins; anything else that several chains have is ambiguous. Never guesses: near misses are suggestions.
 */
export async function matchChain(catalog: Pick<Catalog, 'chains' | 'aliases'>, text: string): Promise<ChainMatch> {
  const chains = await catalog.chains()
  const aliases = catalog.aliases()
  const typed = text.trim().toLowerCase()
  const spelled = new Set([typed, spelledAsKey(typed)])
  const keys = new Set<string>()
  for (const spelling of spelled) {
    for (const key of [aliases.input.get(spelling), ...(aliases.ambiguous.get(spelling) ?? [])]) {
      if (key !== undefined) keys.add(key)
    }
  }
  const called = chains.filter(
    (chain) => keys.has(chain.key) || chainNames(chain).some((name) => spelled.has(name.toLowerCase())),
  )
  const byKey = called.find(({ key }) => spelled.has(key))
  if (byKey !== undefined) return { kind: 'ok', chain: byKey, also: called.filter((chain) => chain !== byKey) }
  const [only, ...others] = called
  if (only === undefined) {
    return {
      kind: 'unknown',
      // Computed on demand: most texts that are not a chain are an asset.
      get suggestions() {
        return nearest(typed, spellings(chains, aliases.input), 3)
      },
    }
  }
  return others.length === 0 ? { kind: 'ok', chain: only, also: [] } : { kind: 'ambiguous', candidates: called }
}

/** The chain that `text` means. @throws VALIDATION_ERROR when none is or several are; the message lists them */
export async function resolveChain(catalog: Pick<Catalog, 'chains' | 'aliases'>, text: string): Promise<CatalogChain> {
  const match = await matchChain(catalog, text)
  if (match.kind === 'ok') return match.chain
  throw unresolvedChain(text, match)
}

/** The error for a text that is not a chain, with suggestions. */
export function unresolvedChain(text: string, match: Exclude<ChainMatch, { kind: 'ok' }>): SwapError {
  const quoted = `"${cleanText(text.trim(), 60)}"`
  if (match.kind === 'ambiguous') {
    const keys = match.candidates.map(({ key, name }) => `${cleanText(key)} (${cleanText(name, 60)})`)
    return new SwapError('VALIDATION_ERROR', `${quoted} names several chains: ${keys.join(', ')}`, {
      hint: `Write the key of the one you mean, such as ${cleanText(match.candidates[0]?.key ?? '')}`,
    })
  }
  const suggestions = match.suggestions.map(({ key }) => cleanText(key))
  return new SwapError('VALIDATION_ERROR', `Unknown chain ${quoted}`, {
    hint: suggestions.length === 0 ? 'See them all: swapcli chains' : `Did you mean ${suggestions.join(' or ')}?`,
  })
}

/** By what a chain is found beside its aliases: key, shortname, name, chain id and CAIP-2 id. */
export function chainNames(chain: CatalogChain): readonly string[] {
  return [chain.key, chain.shortname, chain.name, String(chain.chainId), ...(chain.caip2 === null ? [] : [chain.caip2])]
}

/** A name of a chain as a key would be written: `Arbitrum One` finds `arbitrum-one` too. */
export function spelledAsKey(name: string): string {
  return name.toLowerCase().replace(/[\s_]+/g, '-')
}

/** What can be mistyped: keys, shortnames, names and aliases. */
function* spellings(
  chains: readonly CatalogChain[],
  input: ReadonlyMap<string, string>,
): Iterable<readonly [string, CatalogChain]> {
  for (const chain of chains) {
    for (const name of [chain.key, chain.shortname, chain.name]) yield [name, chain]
  }
  const byKey = new Map(chains.map((chain) => [chain.key, chain]))
  for (const [alias, key] of input) {
    const chain = byKey.get(key)
    if (chain !== undefined) yield [alias, chain]
  }
}
