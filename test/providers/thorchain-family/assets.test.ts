import { expect, test } from 'vitest'
import { MAYA_NETWORK } from '../../../src/providers/maya/network.ts'
import { COIN_DECIMALS } from '../../../src/providers/thorchain-family/assets.ts'
import { THORCHAIN_NETWORK } from '../../../src/providers/thorchain/network.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'

test('every coin of the networks has the decimals of the catalog, and there is no other', async () => {
  const catalog = await openBundledCatalog()
  const known: Record<string, number | undefined> = {}
  for (const { key, native, coins } of [...THORCHAIN_NETWORK.chains, ...MAYA_NETWORK.chains]) {
    known[native] = (await catalog.asset(key, 'native'))?.decimals
    for (const [address, name] of Object.entries(coins ?? {})) {
      known[name] = (await catalog.asset(key, address))?.decimals
    }
  }
  expect(COIN_DECIMALS).toEqual(known)
})
