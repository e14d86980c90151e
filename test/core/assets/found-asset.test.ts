import { expect, test } from 'vitest'
import { ASSET_COLUMNS, assetCells } from '../../../src/core/assets/asset-columns.ts'
import { doubtsOf, type FoundAsset, referenceOf } from '../../../src/core/assets/found-asset.ts'
import { columnWidths } from '../../../src/core/text/column-widths.ts'

const USDC: FoundAsset = {
  ...{ chain: 'linea', chainName: 'Linea', chainId: 59_144, addressFamily: 'evm', symbol: 'USDC', name: 'USD Coin' },
  ...{ address: '0x176211869cA2b568f2A7D4EE941E073a821EE1ff', isNative: false, decimals: 6, providerCount: 3 },
  ...{ evidence: 'issuer', form: 'issuer', warnings: [] },
}
const byAddress = `linea:${USDC.address}`

test.each([
  [{}, 'linea:USDC', [], "issuer's"],
  [{ evidence: 'two_lists', form: 'canonical_bridge' }, 'linea:USDC', [], 'two lists, canonical bridge'],
  [{ evidence: 'provider', form: 'native', isNative: true }, 'linea:USDC', [], "only a provider, chain's coin"],
  // Nothing answers to a famous symbol but its issuer's form and what the canonical bridge makes of that.
  [{ evidence: 'two_lists', form: 'other_bridge' }, byAddress, [], 'two lists, another bridge'],
  [{ evidence: 'one_list', form: null }, byAddress, ['one list'], 'one list'],
  [{ evidence: 'provider', form: null }, byAddress, ['only a provider'], 'only a provider'],
  [{ evidence: 'contract', form: null, warnings: ['unlisted'] }, byAddress, ['unlisted'], 'only its contract'],
  [{ form: 'dead' }, byAddress, ['dead'], "issuer's, dead"],
  [{ warnings: ['looks like USDC'] }, byAddress, ['looks like USDC'], "issuer's"],
] as const)(
  'an asset of %j is written, doubted and shown by what stands behind it',
  (rest, reference, doubts, cell) => {
    const asset: FoundAsset = { ...USDC, ...rest }
    expect(referenceOf(asset)).toBe(reference)
    expect(doubtsOf(asset)).toEqual(doubts)
    const at = ASSET_COLUMNS.findIndex(({ header }) => header === 'EVIDENCE')
    expect(assetCells(asset, '').at(at)).toBe(cell)
  },
)

test('evidence is the last of the columns to be left out where the terminal is narrow', () => {
  const rows = [assetCells({ ...USDC, evidence: 'two_lists', form: 'canonical_bridge' }, '1234.5')]
  const shownAt = (width: number) => {
    const widths = columnWidths(ASSET_COLUMNS, rows, width, (text) => text.length)
    return ASSET_COLUMNS.filter(({ drop }, index) => drop !== undefined && widths[index] !== 0).map(
      ({ header }) => header,
    )
  }
  expect([shownAt(120), shownAt(70), shownAt(60), shownAt(40)]).toEqual([
    ['BALANCE', 'PROVIDERS', 'EVIDENCE', 'NAME'],
    ['BALANCE', 'EVIDENCE'],
    ['EVIDENCE'],
    [],
  ])
})
