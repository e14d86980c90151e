import { describe, expect, it } from 'vitest'
import { thorchainAdapter } from '../../../src/providers/thorchain/adapter.ts'
import { createProviderContext, createProviderLock } from '../../support/provider-context.ts'
import { WALLETS } from '../thorchain-family/wallets.ts'

const MEMO = `=:e:${WALLETS.paidInEther}:2014946215/1/0`

/** A context in which any request is a mistake. */
const SILENT = createProviderContext({ http: { request: () => Promise.reject(new Error('something was asked')) } })

const lockOf = (memo: string | null) =>
  createProviderLock('bitcoin:native', 'ethereum:native', {
    amountIn: 100_000_000n,
    amountOut: 20_352_992_080_000_000_000n,
    minimumOut: 20_149_462_150_000_000_000n,
    depositor: WALLETS.bitcoin,
    recipient: WALLETS.paidInEther,
    state: { fromAsset: 'BTC.BTC', toAsset: 'ETH.ETH', memo },
  })

describe('the memo that a lock kept', () => {
  it.each([
    ['pays another recipient', MEMO.replace(WALLETS.paidInEther, WALLETS.evm), 'bad_response'],
    ['promises one unit less', MEMO.replace('2014946215', '2014946214'), 'bad_response'],
    ['is no swap', 'hello', 'bad_response'],
    ['was never given', null, 'unavailable'],
  ])('hands out nothing and asks for nothing when it %s', async (_what, memo, code) => {
    await expect(thorchainAdapter.prepare(await lockOf(memo), SILENT)).rejects.toMatchObject({ code })
  })

  it('is looked at before the network is asked', async () => {
    await expect(thorchainAdapter.prepare(await lockOf(MEMO), SILENT)).rejects.toThrow('something was asked')
  })
})
