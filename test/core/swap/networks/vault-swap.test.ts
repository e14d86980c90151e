import { describe, expect, it } from 'vitest'
import {
  encodeVaultSwapTerms,
  findVaultAsset,
  leastAtPrice,
  readVaultSwapTerms,
  vaultAssetByNumber,
  vaultRecipient,
} from '../../../../src/core/swap/networks/vault-swap.ts'
import { CHAINFLIP_VAULTS } from '../../../../src/core/evm/contracts.ts'
import { argumentsOf, readBytes, readNumber, Unreadable } from '../../../../src/core/evm/words.ts'
import { openBundledCatalog } from '../../../support/bundled-catalog.ts'
import {
  asciiHex,
  BTC_PAID,
  COIN_CALL,
  COIN_TERMS,
  EVM_PAID,
  LEGACY_CALL,
  REFUND_TO,
  TOKEN_CALL,
  TOKEN_TERMS,
  vaultCall,
} from '../../../support/vault-calls.ts'

/* Against calls that the protocol itself encoded, and one that was sent. */

const TERMS = readBytes(argumentsOf(COIN_CALL), 3)

describe('the terms of a swap by the Vault', () => {
  it.each([
    ['coin', COIN_CALL, 3, COIN_TERMS],
    ['token', TOKEN_CALL, 5, TOKEN_TERMS],
  ])('of a recorded call with a %s are read and written as the protocol does', (_, call, at, terms) => {
    const written = readBytes(argumentsOf(call), at)
    expect(readVaultSwapTerms(written)).toEqual(terms)
    expect(encodeVaultSwapTerms(terms)).toBe(written)
  })

  it('of a swap in parts are two numbers longer', () => {
    const terms = { ...COIN_TERMS, parts: { count: 3, intervalBlocks: 258 } }
    const written = encodeVaultSwapTerms(terms)
    expect(written).toBe(`${TERMS.slice(0, 120)}010300000002010000${TERMS.slice(122)}`)
    expect(readVaultSwapTerms(written)).toEqual(terms)
  })

  it.each([
    ['of the version before', readBytes(argumentsOf(LEGACY_CALL), 3)],
    ['with a message for the refund', `${TERMS.slice(0, 116)}01${TERMS.slice(118)}`],
    ['with a bound by an oracle', `${TERMS.slice(0, 118)}0107${TERMS.slice(120)}`],
    ['with a boost', `${TERMS.slice(0, 122)}09${TERMS.slice(124)}`],
    ['with a commission', `${TERMS.slice(0, 188)}0700${TERMS.slice(192)}`],
    ['with an affiliate', `${TERMS.slice(0, 192)}04010a`],
    ['that end early', TERMS.slice(0, -2)],
    ['that go on', `${TERMS}00`],
    ['that are none', '0x'],
  ])('%s are not read', (_, terms) => {
    expect(() => readVaultSwapTerms(terms)).toThrow(Unreadable)
  })

  it('cannot hold more than their fields can', () => {
    expect(() => encodeVaultSwapTerms({ ...COIN_TERMS, minPriceX128: 1n << 256n })).toThrow(RangeError)
  })
})

it('calls that tests make are those that the protocol makes', () => {
  const shared = { retry: 100, refund: REFUND_TO } as const
  const coin = { chain: 3, to: asciiHex(BTC_PAID), asset: 5, minPrice: COIN_TERMS.minPriceX128 }
  const token = {
    chain: 4,
    to: EVM_PAID,
    asset: 6,
    minPrice: TOKEN_TERMS.minPriceX128,
    amount: 1_000_000_000n,
  } as const
  expect(vaultCall({ ...shared, ...coin })).toBe(COIN_CALL)
  expect(vaultCall({ ...shared, ...token })).toBe(TOKEN_CALL)
})

it('a price is what one base unit gives: 0.03 BTC for one ETH', () => {
  expect(leastAtPrice(10n ** 18n, COIN_TERMS.minPriceX128 + 1n)).toBe(3_000_000n)
})

it('recipients are written as the protocol does', () => {
  expect(vaultRecipient('bitcoin', BTC_PAID)).toBe(readBytes(argumentsOf(COIN_CALL), 1))
  expect(vaultRecipient('arbitrum', '0x000000000000000000000000000000000000bEEF')).toBe(
    readBytes(argumentsOf(TOKEN_CALL), 1),
  )
  expect(vaultRecipient('solana', 'Gzf9tQWoE6EZ4SgV4Q76wBqbTCF3knWNvUvyrHKhdyCc')).toMatch(/^0x[0-9a-f]{64}$/)
})

it('assets have the numbers of recorded calls', () => {
  const numbers = (call: string) => [0, 2].map((at) => Number(readNumber(argumentsOf(call), at)))
  const known = (chainKey: string, address: string) => {
    const asset = findVaultAsset(chainKey, address)
    return [asset?.chainNumber, asset?.number]
  }
  expect(known('bitcoin', 'native')).toEqual(numbers(COIN_CALL))
  expect(known('arbitrum', '0x0000000000000000000000000000000000000000')).toEqual(numbers(TOKEN_CALL))
  expect(known('solana', 'native')).toEqual(numbers(LEGACY_CALL))
})

it('every numbered asset is one of the catalog, on its chain, once', async () => {
  const catalog = await openBundledCatalog()
  const assets = Array.from({ length: 40 }, (_, number) => vaultAssetByNumber(number)).filter(
    (one) => one !== undefined,
  )
  expect(assets).toHaveLength(9)
  for (const asset of assets) {
    expect(findVaultAsset(asset.chainKey, asset.address)).toEqual(asset)
    expect((await catalog.chain(asset.chainKey))?.chainId).toBe(asset.chainId)
    expect((await catalog.assets(asset.chainKey)).some(({ address }) => address === asset.address)).toBe(true)
  }
  expect(Object.keys(CHAINFLIP_VAULTS).map(Number)).toEqual([1, 42161])
})
