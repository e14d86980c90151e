import type { z } from 'zod'
import { isEvmAddress, toChecksumAddress } from '../../core/assets/addresses/evm.ts'
import { type CatalogChain, NATIVE_ADDRESS, NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { type ListedAsset, ProviderError } from '../contract.ts'

/** A token of a provider's list, with its chain already translated. */
export interface StatedListing {
  /** As the provider writes it; of no use for a native coin. */
  readonly address: string
  readonly isNative: boolean
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  readonly image: string | undefined
}

/** Longest image URL that the catalog takes. */
const MAX_IMAGE_LENGTH = 500

/**
 * A token of a provider's list as the catalog has it. Its text stays as it is: the import judges it.
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
      // What names a native coin there, its SLIP-44 number, is only known of bundled ones.
      caip19: isEvm && !isNative && chain.caip2 !== null ? `${chain.caip2}/erc20:${address}` : null,
      addedAt: nowMs,
    },
  }
}

/** Each asset once, as it is first listed. */
export function dedupeAssets(assets: readonly ListedAsset[]): ListedAsset[] {
  const first = new Map<string, ListedAsset>()
  for (const listed of assets) {
    const key = `${listed.chain.key}:${listed.asset.address}`
    if (!first.has(key)) first.set(key, listed)
  }
  return [...first.values()]
}

/**
 * The rows of a long list that the schema can read: one odd row must not hide all others.
 * @throws ProviderError bad_response when it can read none of them
 */
export function parseRows<T extends z.ZodType>(schema: T, rows: readonly unknown[], what: string): z.output<T>[] {
  const read = rows.flatMap((row) => {
    const parsed = schema.safeParse(row)
    return parsed.success ? [parsed.data] : []
  })
  if (rows.length > 0 && read.length === 0)
    throw new ProviderError('bad_response', `Its ${what} are not what its API documents`)
  return read
}

/**
 * What `ask` gives for each item, in the order of the items; never more than `atOnce` at a time. After a failure nothing
 * more is asked for, and what was asked for has ended.
 * @param atOnce 1 or more
 */
export async function mapInBatches<T, R>(
  items: readonly T[],
  atOnce: number,
  ask: (item: T) => Promise<readonly R[]>,
): Promise<R[]> {
  const answers: R[] = []
  for (let at = 0; at < items.length; at += atOnce) {
    const asked = items.slice(at, at + atOnce).map(ask)
    await Promise.allSettled(asked)
    answers.push(...(await Promise.all(asked)).flat())
  }
  return answers
}

/** A refusal to tell a list; `status` is that of HTTP. */
export function listRefusal(status: number): ProviderError {
  return new ProviderError('bad_response', `It refused to list what it can route (${status})`)
}
