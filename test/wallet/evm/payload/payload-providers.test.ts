import { encodeFunctionData, erc20Abi, getAddress } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Catalog } from '../../../../src/core/assets/catalog.ts'
import { depositPayload, readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import { cases as chainflip } from '../../../providers/chainflip/cases.ts'
import { cases as nearIntents } from '../../../providers/near-intents/cases.ts'
import { openBundledCatalog } from '../../../support/bundled-catalog.ts'
import { PROVIDERS, samples, termsOf } from './provider-samples.ts'

/*
 * What the adapters make of real replies must not be refused: every payload that a provider's own tests expect is read
 * with the terms of its lock.
 */

let catalog: Catalog
beforeAll(async () => {
  catalog = await openBundledCatalog()
})

/** Functions whose calldata says who gets how much. */
const TELLING = new Set([
  'transferAndMulticall',
  'swap',
  'swapExactAmountIn',
  'swapTokensMultipleV3ERC20ToNative',
  'depositWithExpiry',
  'forwardERC20',
  'swapAndForwardERC20',
  'swapAndForwardEth',
  'xSwapNative',
  'xSwapToken',
  'setPreSignature',
])

/** The same of a wrapped coin: others have functions of these names too. */
const WRAPS = new Set(['deposit', 'withdraw'])

describe('payloads of our own providers are read as what was agreed', () => {
  it.each(samples)('$title', async (sample) => {
    const terms = await termsOf(catalog, sample)
    const { exec } = sample
    const payload = readPayload(exec, terms, sample.nowMs)
    expect(payload).toMatchObject({
      chainId: exec.chainId,
      spend: {
        to: getAddress(exec.providerTarget ?? ''),
        data: exec.providerCalldata?.toLowerCase(),
        value: BigInt(exec.value ?? ''),
      },
      permit2: undefined,
    })
    expect(payload.approval).toEqual(
      exec.approvalTarget === undefined
        ? undefined
        : { token: exec.approvalToken, spender: getAddress(exec.approvalTarget), amount: terms.src.units },
    )
    const isWrap = sample.provider === 'RELAY' && WRAPS.has(payload.functionName)
    if (!isWrap && !TELLING.has(payload.functionName)) {
      expect(payload).toMatchObject({
        recipient: undefined,
        warnings: [expect.stringMatching(/cannot be read|who owns/)],
      })
      return
    }
    expect(payload.recipient?.toLowerCase()).toBe(terms.recipient.toLowerCase())
    if (payload.functionName.startsWith('xSwap')) {
      expect(payload).toMatchObject({ minimumReceived: undefined, doubts: [{ code: 'opaque-call', isPromise: true }] })
      return
    }
    expect(payload.minimumReceived).toBeGreaterThanOrEqual(terms.dst.minimumOut ?? 0n)
  })

  it('for each of the providers that hand out calls', () => {
    expect([...new Set(samples.map(({ provider }) => provider))]).toEqual(
      PROVIDERS.map(({ provider }) => provider.manifest.key),
    )
  })

  it('and says what it read', async () => {
    const names = samples.map(async (sample) => {
      const { functionName } = readPayload(sample.exec, await termsOf(catalog, sample), sample.nowMs)
      return `${sample.provider} ${functionName}`
    })
    expect([...new Set(await Promise.all(names))].sort()).toEqual([
      'ACROSS deposit',
      'CHAINFLIP xSwapNative',
      'CHAINFLIP xSwapToken',
      'COW setPreSignature',
      'DEBRIDGE createSaltedOrder',
      'DEBRIDGE strictlySwapAndCall',
      'KYBERSWAP swap',
      'LIFI swapAndStartBridgeTokensViaAcrossV4',
      'LIFI swapAndStartBridgeTokensViaCelerCircleBridge',
      'LIFI swapTokensMultipleV3ERC20ToNative',
      'MAYA depositWithExpiry',
      'MAYAN forwardERC20',
      'MAYAN swapAndForwardERC20',
      'MAYAN swapAndForwardEth',
      'RELAY deposit',
      'RELAY depositErc20',
      'RELAY depositNative',
      'RELAY transfer',
      'RELAY transferAndMulticall',
      'RELAY withdraw',
      'SYMBIOSIS metaRoute',
      'THORCHAIN depositWithExpiry',
      'VELORA swapExactAmountIn',
    ])
  })
})

const deposits = [chainflip, nearIntents].flatMap(({ provider, prepares, quotes, nowMs }) =>
  prepares.flatMap((prepare) => {
    const quote = quotes.find(({ name }) => name === prepare.quote)
    const address = 'error' in prepare.expected ? undefined : prepare.expected.providerResult.depositAddress
    if ('error' in prepare.expected || address?.startsWith('0x') !== true || quote === undefined) return []
    const { key } = provider.manifest
    const { exec, providerResult } = prepare.expected
    if (providerResult.depositMemo !== undefined) return []
    return [{ title: `${key}: ${prepare.name}`, key, exec, providerResult, quote, nowMs, address }]
  }),
)

describe('deposits of our own providers are paid by this wallet', () => {
  it.each(deposits)('$title', async ({ key, exec, providerResult, quote, nowMs, address }) => {
    const route = 'routes' in quote.expected ? quote.expected.routes[0] : undefined
    if (route === undefined || exec === undefined) throw new Error('the case has no route or exec')
    const now = nowMs ?? Date.parse('2026-01-15T12:00:00Z')
    const terms = await termsOf(catalog, { title: '', provider: key, exec, quote, route, nowMs: now })
    const side = { formatted: '', currency: '', usd: '' }
    const execution = {
      provider: key,
      lockId: 'lock_1',
      providerResult,
      quote: {
        src: side,
        dst: side,
        steps: [],
        fees: { total: { usd: '', formatted: '' }, items: [] },
        estimatedTime: 60,
      },
      exec,
    }
    const { spend, approval } = depositPayload(execution, terms, now)
    const { isNative, units } = terms.src
    expect(approval).toBeUndefined()
    expect({ ...spend, to: spend.to.toLowerCase() }).toEqual({
      kind: 'transfer',
      to: (isNative ? address : terms.src.address).toLowerCase(),
      data: isNative
        ? '0x'
        : encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [getAddress(address), units] }),
      value: isNative ? units : 0n,
      description: `Send ${terms.src.symbol} to the deposit address ${getAddress(address)}`,
    })
  })
})
