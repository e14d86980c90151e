import type { z } from 'zod'
import { isEvmAddress, toChecksumAddress } from '../../core/assets/addresses/evm.ts'
import { type CatalogChain, NATIVE_ADDRESS, NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { UNBACKED } from '../../core/assets/evidence.ts'
import type { ListedAsset, ProviderCall, ProviderContext, ProviderReply } from '../contract.ts'
import { parseReply } from './parse-reply.ts'
import { badReply } from './refuse.ts'

/** A token of a provider's list, whose chain is already known. */
export interface StatedListing {
  /** As the provider writes it; ignored for a native coin. */
  readonly address: string
  readonly isNative: boolean
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  readonly image: string | undefined
}

/** Longest image URL that the catalog accepts, in characters. */
const MAX_IMAGE_LENGTH = 500

/**
 * A token of a provider's list as a catalog asset. Its text is unchanged: the import checks it.
 * @param nowMs epoch milliseconds
 */
export function toListedAsset(chain: CatalogChain, stated: StatedListing, nowMs: number): ListedAsset {
  const { isNative, symbol, name, decimals, image = '' } = stated
  const isEvm = chain.type === 'EVM'
  const native = isEvm ? NATIVE_EVM_ADDRESS : NATIVE_ADDRESS
  const address = isEvm && isEvmAddress(stated.address) ? toChecksumAddress(stated.address) : stated.address
  return {
    chain,
    asset: {
      chain: chain.key,
      address: isNative ? native : address,
      symbol,
      altSymbols: [],
      name,
      decimals,
      image: /^https:\/\/[!-~]+$/.test(image) && image.length <= MAX_IMAGE_LENGTH ? image : '',
      isNative,
      // CAIP-19 names a native coin by its SLIP-44 number, which only bundled assets state.
      caip19: isEvm && !isNative && chain.caip2 !== null ? `${chain.caip2}/erc20:${address}` : null,
      addedAt: nowMs,
      ...UNBACKED,
    },
  }
}

/** Each asset once: its first row. */
export function dedupeAssets(assets: readonly ListedAsset[]): ListedAsset[] {
  const first = new Map<string, ListedAsset>()
  for (const listed of assets) {
    const key = `${listed.chain.key}:${listed.asset.address}`
    if (!first.has(key)) first.set(key, listed)
  }
  return [...first.values()]
}

/**
 * The rows of a long list that the schema can read: one bad row must not hide the others.
 * @throws ProviderError bad_response when it can read no row
 */
export function parseRows<T extends z.ZodType>(schema: T, rows: readonly unknown[], what: string): z.output<T>[] {
  const read = rows.flatMap((row) => {
    const parsed = schema.safeParse(row)
    return parsed.success ? [parsed.data] : []
  })
  if (rows.length > 0 && read.length === 0) throw badReply(`Its ${what} are not what its API documents`)
  return read
}

/**
 * Asks for each item, at most `atOnce` at a time; the answers are in the order of the items. After a failure no further
 * item is asked for, and every call has ended.
 * @param atOnce 1 or more
 */
export async function mapInBatches<T, R>(
  items: readonly T[],
  atOnce: number,
  ask: (item: T) => Promise<readonly R[]>,
): Promise<R[]> {
  const answers: R[] = []
  for (let at = 0; at < items.length; at += atOnce) {
    const batch = items.slice(at, at + atOnce).map(ask)
    await Promise.allSettled(batch)
    answers.push(...(await Promise.all(batch)).flat())
  }
  return answers
}

/**
 * Asks for a list and reads it by its schema; `what` names it in a few words, for the error.
 * @throws ProviderError
 */
export async function askList<T extends z.ZodType>(
  context: ProviderContext,
  call: Omit<ProviderCall, 'method'> & { readonly method?: 'GET' | 'POST' },
  schema: T,
  what: string,
): Promise<z.output<T>> {
  return readList(await context.http.request({ method: 'GET', ...call }), schema, what)
}

/** Reads the reply to a request for a list. @throws ProviderError bad_response */
export function readList<T extends z.ZodType>({ status, body }: ProviderReply, schema: T, what: string): z.output<T> {
  if (status !== 200) throw badReply(`It refused to list what it can route (${status})`)
  return parseReply(schema, body, what)
}
