import { describe, expect, it } from 'vitest'
import { deploymentOf } from '../../../../src/providers/uniswap/chains.ts'
import { contractAt, wrappedCoin } from '../../../../src/wallet/evm/calldata/contracts.ts'
import { openBundledCatalog } from '../../../support/bundled-catalog.ts'

describe('the wallet knows', () => {
  it("Uniswap's routers and the wrapped coin of every chain on which Uniswap is offered", async () => {
    const catalog = await openBundledCatalog()
    const served = (await catalog.chains()).flatMap((chain) => {
      const deployment = deploymentOf(chain)
      return deployment === undefined ? [] : [{ key: chain.key, chainId: chain.chainId, ...deployment }]
    })
    const known = (chainId: number, address: string | undefined) => address && contractAt(chainId, address)
    expect(
      served
        .map(({ key, chainId, v3, v4 }) => [
          ...[key, wrappedCoin(key), known(chainId, v3?.swapRouter02), known(chainId, v4?.router)],
        ])
        .sort(),
    ).toEqual(
      // Nothing wraps a coin that is a token itself.
      served
        .map(({ key, wrappedCoin: coin, isCoinToken, v3, v4 }) => [
          ...[key, isCoinToken ? undefined : coin.toLowerCase()],
          ...[v3 && 'swapRouter02', v4 && 'universalRouter21'],
        ])
        .sort(),
    )
    expect(served).toHaveLength(20)
  })

  it('a contract on its own chain only, unless it stands at the same address everywhere', () => {
    const spokePool = '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5'
    expect([1, 8453].map((chainId) => contractAt(chainId, spokePool.toLowerCase()))).toEqual(['spokePool', undefined])
    // Another contract of Across' on Ink; a wallet that took it for a pool on Avalanche would trust whoever is there.
    expect(contractAt(43114, '0xFE9D541c92E4e90437C7152A00244886dE37a658')).toBeUndefined()
    const augustus = '0x6A000F20005980200259B80c5102003040001068'
    expect([1, 8453].map((chainId) => contractAt(chainId, augustus))).toEqual(['augustus', 'augustus'])
  })
})
