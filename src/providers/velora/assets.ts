import type { CatalogChain } from '../../core/assets/catalog.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import { COIN_STAND_IN } from '../../core/evm/tokens.ts'
import type { ListedAsset, ProviderContext, ProviderReply } from '../contract.ts'
import { dedupeAssets, mapInBatches, parseRows, readList, toListedAsset } from '../kit/listed-asset.ts'
import { badReply } from '../kit/refuse.ts'
import { isServed } from './ask.ts'
import { failureSchema, listedTokenSchema, tokensSchema } from './wire.ts'

/** Most bytes of one reply. */
const MAX_BYTES = 8 * 1024 * 1024
/** Chains requested at a time. */
const AT_ONCE = 4

/**
 * The tokens that Velora lists on the chains of both chain table and catalog. It has no list of its chains: one that it no
 * longer serves is left out, and it must serve at least one.
 * @throws ProviderError
 */
export async function veloraAssets(context: ProviderContext, chains: readonly CatalogChain[]): Promise<ListedAsset[]> {
  const ours = chains.filter(isServed)
  const lists = await mapInBatches(ours, AT_ONCE, async (chain) => [await listAssets(chain, context)])
  if (ours.length > 0 && lists.every((list) => list === undefined)) {
    throw badReply('It serves none of the chains that it is known for')
  }
  return dedupeAssets(lists.flatMap((list) => list ?? []))
}

/** Undefined for a chain that Velora does not serve. */
async function listAssets(chain: CatalogChain, context: ProviderContext): Promise<ListedAsset[] | undefined> {
  const reply = await context.http.request({ method: 'GET', path: `/tokens/${chain.chainId}`, maxBytes: MAX_BYTES })
  if (isUnserved(reply)) return undefined
  const { tokens } = readList(reply, tokensSchema, 'list of tokens')
  return parseRows(listedTokenSchema, tokens, 'tokens').flatMap((token) => {
    const { network, address, symbol, name = symbol, decimals, img } = token
    if (network !== chain.chainId) return []
    const isNative = sameAddress(address, COIN_STAND_IN)
    return [toListedAsset(chain, { address, isNative, symbol, name, decimals, image: img }, context.clock.now())]
  })
}

function isUnserved({ status, body }: ProviderReply): boolean {
  const refusal = status === 200 ? undefined : failureSchema.safeParse(body).data
  return refusal !== undefined && /(?:unsupported|invalid) (?:chain|network)/i.test(refusal.error)
}
