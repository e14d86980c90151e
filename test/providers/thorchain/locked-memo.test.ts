import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../src/core/ports.ts'
import type { PricedAsset } from '../../../src/core/assets/catalog.ts'
import type { ProviderLock } from '../../../src/providers/contract.ts'
import { thorchainAdapter } from '../../../src/providers/thorchain/adapter.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'
import { createProviderContext } from '../../support/provider-context.ts'
import { WALLETS } from '../thorchain-family/wallets.ts'

const MEMO = `=:e:${WALLETS.paidInEther}:2014946215/1/0`

/** A context in which any request is a mistake. */
const SILENT = createProviderContext({ http: { request: () => Promise.reject(new Error('something was asked')) } })

async function priced(chainKey: string): Promise<PricedAsset> {
  const catalog = await openBundledCatalog()
  const chain = await catalog.chain(chainKey)
  const asset = await catalog.asset(chainKey, 'native')
  if (chain === undefined || asset === undefined) throw new Error(`no ${chainKey}`)
  return { chain, asset, priceUsd: undefined }
}

describe('the memo that a lock kept', () => {
  let lock: Omit<ProviderLock, 'state'>

  beforeAll(async () => {
    lock = {
      lockId: 'lock_1',
      routeId: 'thorchain-1',
      src: await priced('bitcoin'),
      dst: await priced('ethereum'),
      amountIn: 100_000_000n,
      amountText: '1',
      amountOut: 20_352_992_080_000_000_000n,
      minimumOut: 20_149_462_150_000_000_000n,
      slippageBps: 100,
      confidentiality: 'public',
      depositor: WALLETS.bitcoin,
      recipient: WALLETS.paidInEther,
      estimatedTimeSec: 600,
    }
  })

  it.each([
    ['pays another recipient', MEMO.replace(WALLETS.paidInEther, WALLETS.evm), 'bad_response'],
    ['promises one unit less', MEMO.replace('2014946215', '2014946214'), 'bad_response'],
    ['is no swap', 'hello', 'bad_response'],
    ['was never given', null, 'unavailable'],
  ])('hands out nothing and asks for nothing when it %s', async (_what, memo, code) => {
    const state: Json = { fromAsset: 'BTC.BTC', toAsset: 'ETH.ETH', memo }
    await expect(thorchainAdapter.prepare({ ...lock, state }, SILENT)).rejects.toMatchObject({ code })
  })

  it('is looked at before the network is asked', async () => {
    const state: Json = { fromAsset: 'BTC.BTC', toAsset: 'ETH.ETH', memo: MEMO }
    await expect(thorchainAdapter.prepare({ ...lock, state }, SILENT)).rejects.toThrow('something was asked')
  })
})
