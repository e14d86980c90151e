import { expect, test } from 'vitest'
import { openBundledCatalog } from '../../../src/cli/quote/bundled-catalog.ts'
import { findAsset } from '../../../src/cli/quote/find-asset.ts'
import type { Catalog } from '../../../src/core/assets/catalog.ts'
import { createCatalog } from '../../../src/service/catalog/catalog.ts'
import { createFakeService } from '../../server/fake-service.ts'
import { catalogData, chain as madeChain, native, token } from '../../support/catalog-data.ts'

const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const UNKNOWN = '0x6666666666666666666666666666666666666666'
const pagination = { page: 1, perPage: 1000, total: 1, hasMore: false }

/** What a text means where a server has one asset for everything, and says that Ethereum is another chain. */
function named(text: string, symbol: string, address: string, isSeen = true, catalog: Catalog = openBundledCatalog()) {
  const asset = { name: '', symbol, address, image: '', chain: 'ethereum', isNative: false, new: false, decimals: 18 }
  const chain = {
    name: 'Ethereum',
    shortname: '',
    image: '',
    type: 'EVM' as const,
    active: true,
    new: false,
    chainId: 8453,
  }
  const service = createFakeService({
    assets: async () => ({ data: [asset], pagination }),
    chains: async () => ({ data: [{ ...chain, key: 'ethereum' }], pagination }),
  })
  return findAsset({ service, catalog, embedded: undefined }, text, { field: 'from', isSeen })
}

test('a server names what the catalog does not know, on the chain that the catalog knows', async () => {
  expect(await named('ethereum:NEWCOIN', 'NEWCOIN', UNKNOWN)).toMatchObject({
    label: 'ethereum:NEWCOIN',
    chain: { key: 'ethereum', chainId: 1, addressFamily: 'evm' },
    asset: { address: UNKNOWN, symbol: 'NEWCOIN', decimals: 18 },
  })
})

test('a symbol that only a server knows is not taken unseen, and its address is', async () => {
  await expect(named('ethereum:NEWCOIN', 'NEWCOIN', UNKNOWN, false)).rejects.toMatchObject({
    ...{ code: 'WALLET_REFUSED', reason: 'name', message: 'Only the server says which asset ethereum:NEWCOIN is' },
    hint: 'Look at it on a terminal, without --yes, or name it by its address: ethereum:ADDRESS',
  })
  expect(await named(`ethereum:${UNKNOWN}`, 'NEWCOIN', UNKNOWN, false)).toMatchObject({ asset: { address: UNKNOWN } })
  expect(await named('ethereum:WETH', 'WETH', UNKNOWN, false)).toMatchObject({ asset: { address: WETH } })
})

test.each([
  ['a contract that the catalog knows by another name', 'ethereum:NEWCOIN', 'NEWCOIN', WETH],
  ['a contract whose symbol is the address that was asked for', `ethereum:${UNKNOWN}`, UNKNOWN, `0x${'7'.repeat(40)}`],
])('a server does not name %s', async (_name, text, symbol, address) => {
  await expect(named(text, symbol, address)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', field: 'from' })
})

const ethereum = madeChain('ethereum', 1)
const listed = token('ethereum', 'XYZ', WETH, { evidence: 'one_list', altSymbols: ['OLDXYZ'] })
const made = createCatalog({ data: catalogData([ethereum], [native(ethereum, 'Ether'), listed]) })

test.each([
  ['a symbol that the catalog knows too weakly', 'ethereum:XYZ', /known only to one list/],
  ['another symbol of what the catalog knows', 'ethereum:OLDXYZ', /known only to one list/],
  ['a famous symbol that the catalog lacks there', 'ethereum:USDC', /The catalog has no "USDC"/],
  ['what looks like one', 'ethereum:U5DC', /The catalog has no "U5DC"/],
])('a server does not say what %s means', async (_name, text, message) => {
  const symbol = text.slice('ethereum:'.length)
  await expect(named(text, symbol, UNKNOWN, true, made)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringMatching(message) as string,
  })
})

test('an asset that its symbol does not mean is found by its address, and is called by it', async () => {
  const found = await named(`ethereum:${WETH.toLowerCase()}`, 'XYZ', UNKNOWN, true, made)
  expect(found).toMatchObject({ label: `ethereum:${WETH}`, asset: { symbol: 'XYZ', address: WETH } })
  expect(await named('eth', 'XYZ', UNKNOWN, true, made)).toMatchObject({ label: 'ethereum:ETH' })
})
