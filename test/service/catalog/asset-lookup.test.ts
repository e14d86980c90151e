import { expect, test } from 'vitest'
import { createAssetLookup } from '../../../src/service/catalog/asset-lookup.ts'
import { createCatalog } from '../../../src/service/catalog/catalog.ts'
import { catalogData, chain, native, token } from '../../support/catalog-data.ts'

const base = chain('base', 8453)
const [KEPT, DROPPED] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]
const kept = token('base', 'KEPT', KEPT, { decimals: 6 })
const catalog = createCatalog({ data: catalogData([base], [native(base, 'Ether'), kept]) })
const lookup = createAssetLookup(catalog, () => 5n, undefined)
const STATED = { symbol: 'GONE', decimals: 8 }

test('an asset of a stored record is that of the catalog, whatever its terms state', async () => {
  expect(await lookup.readStoredAsset('base', KEPT, STATED)).toEqual({ chain: base, asset: kept, priceUsd: 5n })
})

test('one that the catalog no longer has is made of what its terms state: nothing vouches for it, and it has no price', async () => {
  expect(await lookup.readStoredAsset('base', DROPPED, STATED)).toEqual({
    chain: base,
    asset: {
      ...{ chain: 'base', address: DROPPED, symbol: 'GONE', altSymbols: [], name: 'GONE', decimals: 8, image: '' },
      ...{ isNative: false, caip19: null, addedAt: 0, evidence: 'contract', form: null, unlisted: true },
    },
    priceUsd: undefined,
  })
})

test.each([
  ['of which nothing is stated', 'base', undefined],
  ['of a chain that the catalog no longer has', 'nowhere', STATED],
])('one %s cannot be used', async (_what, chainKey, stated) => {
  await expect(lookup.readStoredAsset(chainKey, DROPPED, stated)).rejects.toMatchObject({
    code: 'STORE_UNUSABLE',
    message: `The catalog no longer holds an asset of ${chainKey} that the store refers to`,
  })
})

test('what only terms state is nothing to quote', async () => {
  await expect(lookup.asset('base', DROPPED)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
})
