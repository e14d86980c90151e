import { describe, expect, it } from 'vitest'
import { deploymentOf } from '../../../src/providers/uniswap/deployments.ts'
import { isKnownContract, wrappedCoin } from '../../../src/wallet/calldata/contracts.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'

describe('the wallet knows', () => {
  it("Uniswap's router and the wrapped coin of every chain on which Uniswap is offered", async () => {
    const catalog = await openBundledCatalog()
    const served = (await catalog.chains()).flatMap((chain) => {
      const deployment = deploymentOf(chain)
      return deployment === undefined ? [] : [{ key: chain.key, ...deployment }]
    })
    expect(
      served.map(({ key, swapRouter02 }) => [key, wrappedCoin(key), isKnownContract(swapRouter02)]).sort(),
    ).toEqual(served.map((chain) => [chain.key, chain.wrappedCoin.toLowerCase(), true]).sort())
    expect(served).toHaveLength(14)
  })
})
