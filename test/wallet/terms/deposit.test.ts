import { beforeAll, describe, expect, test } from 'vitest'
import { formatAmount, lessBps, parseAmount } from '../../../src/core/money/amount.ts'
import { readAmount } from '../../../src/core/api/answers.ts'
import type { StatedTerms } from '../../../src/core/swap/terms.ts'
import type { Catalog } from '../../../src/core/assets/catalog.ts'
import type { Exec, ProviderResult } from '../../../src/core/api/documents.ts'
import { MAYA_NETWORK } from '../../../src/providers/maya/network.ts'
import { THORCHAIN_NETWORK } from '../../../src/providers/thorchain/network.ts'
import { readDepositMemo, readDepositMessage } from '../../../src/wallet/terms/deposit-memo.ts'
import { depositOf } from '../../../src/wallet/terms/deposit.ts'
import { namesAsset } from '../../../src/wallet/terms/memo.ts'
import type { SwapRun } from '../../../src/wallet/run/journal.ts'
import { MAYA_CASES } from '../../providers/maya/cases.ts'
import { THORCHAIN_CASES } from '../../providers/thorchain/cases.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'

/*
 * A memo is the only order that THORChain and Maya get: one that orders something else than was agreed is never shown to
 * the user who would send it.
 */

const AT = '2026-01-15T12:00:00.000Z'
const VAULT = 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwr'
const ALICE = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const BOB = '0x86d526d6624AbC0178cF7296cD538Ecc080A95F1'
const MALLORY = '0xbABABABABABAbabABabABabABAbABABABaBABAbA'
const NONE = '0x0000000000000000000000000000000000000000'

interface Swap {
  readonly provider: string
  readonly src: string
  readonly dst: string
  readonly amount: string
  readonly depositor: string
  readonly recipient: string
  /** Least that the lock promises. */
  readonly least: string
}

let catalog: Catalog
beforeAll(async () => {
  catalog = await openBundledCatalog()
})

async function sideOf(reference: string) {
  const [key = '', address = ''] = reference.split(/:(.*)/s)
  const [chain, asset] = [await catalog.chain(key), await catalog.asset(key, address)]
  if (chain === undefined || asset === undefined) throw new Error(`the bundled catalog has no ${reference}`)
  return { chain, asset }
}

/** The executed run of a swap. */
async function runOf(swap: Swap, providerResult: ProviderResult, exec: Exec | undefined): Promise<SwapRun> {
  const [src, dst] = [await sideOf(swap.src), await sideOf(swap.dst)]
  const units = readAmount(swap.amount, src.asset.decimals) ?? 0n
  const least = readAmount(swap.least, dst.asset.decimals) ?? 0n
  const terms: StatedTerms = {
    src: { ...src.asset, amount: units },
    dst: { ...dst.asset, amount: least },
    fees: [],
    steps: [],
  }
  return {
    ...{
      id: 'run_1',
      version: 1,
      step: 'executed',
      createdAt: AT,
      updatedAt: AT,
      lockKey: 'key_1',
      executeKey: 'key_2',
    },
    ...{ from: swap.src, to: swap.dst, agreed: true },
    request: {
      ...{ srcChain: src.chain.key, srcAddress: src.asset.address, amount: swap.amount },
      ...{ dstChain: dst.chain.key, dstAddress: dst.asset.address, provider: swap.provider },
      ...{ depositor: swap.depositor, recipient: swap.recipient },
    },
    source: {
      ...{ chainId: src.chain.chainId, isNative: src.asset.isNative, family: src.chain.addressFamily },
      ...{ symbol: src.asset.symbol, decimals: src.asset.decimals },
      units,
    },
    target: { symbol: dst.asset.symbol, decimals: dst.asset.decimals },
    lock: {
      ...{ provider: swap.provider, routeId: 'way', lockId: 'lock_1', expiresAt: AT, ttlMs: 1 },
      terms: { ...terms, minimumOut: least },
    },
    execution: {
      provider: swap.provider,
      lockId: 'lock_1',
      providerResult,
      terms,
      ...(exec === undefined ? {} : { exec }),
    },
  }
}

const SWAP: Swap = {
  ...{ provider: 'THORCHAIN', src: 'bitcoin:native', dst: `ethereum:${NONE}`, amount: '1' },
  ...{ depositor: ALICE, recipient: BOB, least: '20.1' },
}

const memoOf = async (memo: string, swap: Partial<Swap> = {}, exec?: Exec) =>
  readDepositMemo(await runOf({ ...SWAP, ...swap }, { depositAddress: VAULT, depositMemo: memo }, exec))

const NO_LIMIT = 'This memo sets no least amount: the network pays out whatever the swap gives'

describe('the memo of a deposit', () => {
  test.each([
    ['its long name', `=:ETH.ETH:${BOB}:2010000000`],
    ['its short name, streamed', `=:e:${BOB}:2010000000/1/0`],
    ['an exponent in the limit', `=:e:${BOB}:201e7`],
    ['an affiliate', `SWAP:ETH.ETH:${BOB}:2010000000:dx:10`],
    ['the payer as who gets refunds', `=:ETH.ETH:${BOB}/${ALICE}:2010000000`],
  ])('that orders what was agreed, with %s, is shown', async (_name, memo) => {
    expect(await memoOf(memo)).toEqual({ text: memo, doubts: [] })
  })

  test.each([
    ['without limit', `=:ETH.ETH:${BOB}`],
    ['with a limit of nothing', `=:ETH.ETH:${BOB}:0/1/0`],
  ])('%s is shown with that said', async (_name, memo) => {
    expect(await memoOf(memo)).toEqual({ text: memo, doubts: [NO_LIMIT] })
  })

  test.each([
    ['for another recipient', `=:ETH.ETH:${MALLORY}:2010000000`, 'its memo pays another recipient'],
    ['for a name', '=:ETH.ETH:mallory:2010000000', 'its memo pays another recipient'],
    ['that refunds someone else', `=:ETH.ETH:${BOB}/${VAULT}:2010000000`, 'its memo refunds another wallet'],
    ['for another asset', `=:BSC.BNB:${BOB}:2010000000`, 'its memo is for another asset'],
    [
      'with a limit three units lower',
      `=:ETH.ETH:${BOB}:2009999997`,
      'its memo accepts less than must arrive, 20.1 ETH',
    ],
    ['that adds liquidity', `+:BTC.BTC:${BOB}`, 'its memo is not a swap'],
    ['that gives the money away', 'DONATE:BTC.BTC', 'its memo is not a swap'],
    ['that cannot be read', 'hello', 'its memo is not a swap'],
    ['that swaps once more', `=:ETH.ETH:${BOB}:2010000000:::${MALLORY}:BAD`, 'its memo orders more than a swap'],
  ])('%s is never shown', async (_name, memo, why) => {
    const run = await runOf(SWAP, { depositAddress: VAULT, depositMemo: memo }, undefined)
    expect(() => depositOf(run)).toThrow(
      expect.objectContaining({
        code: 'WALLET_REFUSED',
        funds: 'untouched',
        message: `The provider's payload is not what was agreed: ${why}`,
      }) as Error,
    )
  })

  test('that is another one in the payload is never shown', async () => {
    const memo = `=:ETH.ETH:${BOB}:2010000000`
    const exec = { meta: { walletExecution: false, memo: `=:ETH.ETH:${BOB}:2010000001` } }
    await expect(memoOf(memo, {}, exec)).rejects.toThrow('it has two different memos')
  })

  test.each([
    ['depositMemo', { depositMemo: '104729' }],
    ['depositMemo, as a number', { depositMemo: 104729 }],
    ['memo', { memo: '104729' }],
  ])('that only the payload names, as %s, is shown, and no link leaves it out', async (_name, meta) => {
    const run = await runOf({ ...SWAP, provider: 'ANYBODY' }, { depositAddress: VAULT }, { meta })
    expect(depositOf(run)).toMatchObject({ memo: '104729', uri: undefined })
  })

  test('of a swap is read whoever the provider is', async () => {
    await expect(memoOf(`=:ETH.ETH:${MALLORY}:2010000000`, { provider: 'ANYBODY' })).rejects.toThrow(
      'its memo pays another recipient',
    )
  })

  test('that only its provider can read is shown with that said', async () => {
    expect(await memoOf('104729', { provider: 'NEAR_INTENTS' })).toEqual({
      text: '104729',
      doubts: ['Only the provider reads this memo: what it orders, and for whom, cannot be checked'],
    })
  })

  test('is none where there is none', async () => {
    expect(readDepositMemo(await runOf(SWAP, { depositAddress: VAULT, depositMemo: '' }, undefined))).toBeUndefined()
  })
})

describe('the message that stands for a deposit', () => {
  const RUNE = { ...SWAP, src: 'thorchain:native', depositor: 'thor14mh37ua4vkyur0l5ra297a4la6tmf95mt96a55' }
  const message = { type: '/types.MsgDeposit', asset: 'THOR.RUNE', amount: '100000000' }
  const read = async (changed: Readonly<Record<string, unknown>>) =>
    readDepositMessage(await runOf(RUNE, {}, { meta: { message: { ...message, ...changed } } }))

  test('is shown when it sends what was agreed', async () => {
    expect(await read({})).toEqual({ text: JSON.stringify(message), doubts: [] })
  })

  test('of another kind is shown with that said', async () => {
    expect(await read({ type: '/types.MsgSend' })).toEqual({
      text: JSON.stringify({ ...message, type: '/types.MsgSend' }),
      doubts: ['What this message does, and for whom, cannot be checked'],
    })
  })

  test.each([{ memo: '=:BASE.USDC:0x1111' }, { coins: [{ asset: 'ETH.USDT', amount: '9' }] }])(
    'with more in it is shown with that said: %j',
    async (more) => {
      expect((await read(more))?.doubts).toEqual(['What this message does, and for whom, cannot be checked'])
    },
  )

  test.each([
    ['amount', { amount: '1000000000' }],
    ['asset', { asset: 'THOR.TCY' }],
    ['asset', { asset: undefined }],
  ])('is never shown when it sends another %s', async (what, changed) => {
    const run = await runOf(RUNE, {}, { meta: { message: { ...message, ...changed } } })
    expect(() => depositOf(run)).toThrow(`its message sends another ${what}`)
  })
})

const HONEST = [THORCHAIN_CASES, MAYA_CASES].flatMap(({ provider, prepares, quotes }) =>
  prepares.flatMap(({ name, quote: quoteName, expected }) => {
    const quote = quotes.find((each) => each.name === quoteName)
    if ('error' in expected || quote === undefined || !('routes' in quote.expected)) return []
    const [route] = quote.expected.routes
    if (route === undefined) return []
    const { key } = provider.manifest
    return [{ title: `${key}: ${name}`, provider: key, request: quote.request, route, ...expected }]
  }),
)

test.each(HONEST)('what our own adapters hand out is shown: $title', async ({ provider, request, route, ...paid }) => {
  const { src, dst, amount, depositor = '', recipient = '', slippageBps = 50 } = request
  const { decimals } = (await sideOf(dst)).asset
  const out = parseAmount(route.amountOut, decimals)
  const least = route.minimumOut ?? formatAmount(lessBps(out.ok ? out.units : 0n, slippageBps), decimals)
  const run = await runOf({ provider, src, dst, amount, depositor, recipient, least }, paid.providerResult, paid.exec)
  expect(readDepositMemo(run)?.text).toBe(paid.providerResult.depositMemo)
  expect(depositOf(run)?.address).toBe(paid.providerResult.depositAddress)
})

test.each([THORCHAIN_NETWORK, MAYA_NETWORK])('memos may name the coins of all chains of $key', async (network) => {
  for (const { key, native } of network.chains) {
    const coin = (await catalog.assets(key)).find(({ isNative }) => isNative)
    if (coin === undefined) throw new Error(`the bundled catalog has no coin of ${key}`)
    const side = { chainKey: key, address: coin.address, symbol: coin.symbol, decimals: coin.decimals }
    expect([native, namesAsset(native, side, network.key)]).toEqual([native, true])
  }
})
