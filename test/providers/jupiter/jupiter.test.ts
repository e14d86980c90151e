import { describe, expect, it } from 'vitest'
import { jupiter } from '../../../src/providers/jupiter/manifest.ts'
import { createProviderContext, createProviderLock } from '../../support/provider-context.ts'
import { toQuoteRequest } from '../../support/case-requests.ts'
import { ALICE, BOB, USDC } from '../../support/case-assets.ts'

/*
 * The suite of other providers plays recorded replies; this one asks nothing, so that any request is a mistake: the context
 * has no network.
 */

const SOL = 'solana:native'
const USDC_OF_SOLANA = `solana:${USDC.solana}`

async function quote(src: string, dst: string) {
  const adapter = await jupiter.load()
  return adapter.quote(await toQuoteRequest({ src, dst, amount: '1' }), createProviderContext({}))
}

describe('Jupiter', () => {
  it('is no provider that is ready', () => {
    expect(jupiter.manifest.cannotSign).toMatch(/Solana/)
  })

  it.each([
    ['SOL for USDC', SOL, USDC_OF_SOLANA],
    ['USDC for SOL', USDC_OF_SOLANA, SOL],
  ])('says of %s what it waits for, and asks nothing', async (_name, src, dst) => {
    expect(await quote(src, dst)).toEqual({
      status: 'no_route',
      code: 'pair_unsupported',
      message: 'It swaps on Solana, and waits until this program can sign for that chain',
    })
  })

  it.each([
    ['into Solana', `base:${USDC.base}`, SOL],
    ['out of Solana', SOL, `base:${USDC.base}`],
    ['within another chain', 'base:native', `base:${USDC.base}`],
  ])('has nothing %s', async (_name, src, dst) => {
    expect(await quote(src, dst)).toEqual({
      status: 'no_route',
      code: 'pair_unsupported',
      message: 'It swaps within Solana only',
    })
  })

  it('executes nothing', async () => {
    const adapter = await jupiter.load()
    const lock = await createProviderLock(SOL, USDC_OF_SOLANA, {
      routeId: 'jupiter-1',
      amountIn: 1n,
      amountOut: 1n,
      minimumOut: 1n,
      depositor: ALICE,
      recipient: BOB,
      state: {},
    })
    await expect(adapter.prepare(lock, createProviderContext({}))).rejects.toMatchObject({ code: 'unavailable' })
  })
})
