import { describe, expect, test } from 'vitest'
import { SwapError } from '../../../src/core/api/errors.ts'
import { createBalanceReader, paperBalances } from '../../../src/cli/accounts/held-balances.ts'
import type { SwapService } from '../../../src/core/api/service.ts'
import { createPaperWallet } from '../../../src/sandbox/paper-wallet.ts'
import type { EvmChain } from '../../../src/wallet/evm/evm-chain.ts'
import { chainAt, type FakeNode, startFakeNode } from '../../support/fake-node.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'

const OWN = '0x8943545177806ED17B9F23F0a21ee5948eCaa776'
const COIN = { address: '0x0000000000000000000000000000000000000000', isNative: true, decimals: 18 }
const TOKEN = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', isNative: false, decimals: 6 }

const noLedger = async () => Promise.reject(new Error('no ledger is needed'))
const OWN_PAPER = createPaperWallet({ ledger: { get: noLedger, put: noLedger, list: noLedger } }).address('evm') ?? ''
const catalog = await openBundledCatalog()

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

/** A node of Ethereum on which everybody has a coin and a half, and 12.5 of every token. */
function richNode(): Promise<FakeNode> {
  return startFakeNode((method) => {
    if (method === 'eth_chainId') return '0x1'
    if (method === 'eth_getBalance') return '0x14d1120d7b160000'
    return method === 'eth_call' ? word(12_500_000n) : undefined
  })
}

async function openReader(parts: { readonly chain?: EvmChain; readonly address?: () => Promise<string | undefined> }) {
  let nowMs = 0
  const asked: string[] = []
  const reader = createBalanceReader({
    chain: async (key) => {
      asked.push(key)
      return parts.chain
    },
    address: parts.address ?? (async () => OWN),
    now: () => nowMs,
  })
  return { reader, asked, wait: (ms: number) => void (nowMs += ms) }
}

test('balances of a chain are read together, and again after a minute at the earliest', async () => {
  const node = await richNode()
  const { reader, wait } = await openReader({ chain: await chainAt(node.url) })
  expect(await reader('ethereum', [TOKEN, COIN])).toEqual(['12.5', '1.5'])
  const { length } = node.calls
  wait(59_999)
  expect(await reader('ethereum', [COIN, TOKEN])).toEqual(['1.5', '12.5'])
  expect(node.calls.length).toBe(length)
  wait(1)
  expect(await reader('ethereum', [COIN])).toEqual(['1.5'])
  expect(node.calls.length).toBeGreaterThan(length)
})

test('what was read before a moment is read again when something newer is asked for, and only then', async () => {
  const node = await richNode()
  const { reader, wait } = await openReader({ chain: await chainAt(node.url) })
  await reader('ethereum', [COIN])
  const reads = () => node.calls.filter((method) => method === 'eth_getBalance').length
  wait(5_000)
  await reader('ethereum', [COIN], 5_000)
  expect(reads()).toBe(2)
  wait(1_000)
  await Promise.all([reader('ethereum', [COIN], 5_000), reader('ethereum', [COIN])])
  expect(reads()).toBe(2)
})

test('an account that has nothing of an asset has none of it, which is known', async () => {
  const node = await startFakeNode((method) => {
    if (method === 'eth_chainId') return '0x1'
    return method === 'eth_getBalance' ? '0x0' : word(0n)
  })
  const { reader } = await openReader({ chain: await chainAt(node.url) })
  expect(await reader('ethereum', [COIN, TOKEN])).toEqual(['0', '0'])
})

describe('paper money', () => {
  const swap = (srcAmount: string) => ({
    ...{ id: 'tx', status: 'SUCCESS', srcAmount, dstAmount: '1', walletAddress: OWN_PAPER },
    ...{ recipientWalletAddress: 'somebody', createdAt: '2026-01-01T00:00:00.000Z' },
    srcAsset: { id: null, symbol: 'ETH', contract: null, image: null, chain: 'ethereum' },
    dstAsset: { id: null, symbol: 'USDC', contract: TOKEN.address, image: null, chain: 'ethereum' },
  })
  const readerOf = (amounts: readonly string[], total = 1) => {
    let nowMs = 0
    const past: string[] = [...amounts]
    const history = async () => ({ data: past.map(swap), pagination: { total, page: 1, totalPages: total } })
    const service = { history } as unknown as SwapService
    const reader = paperBalances({ service, catalog }, () => nowMs)
    return { reader, swapMore: (amount: string) => void past.push(amount), wait: (ms: number) => void (nowMs += ms) }
  }

  test('that is spent, or was never there, is 0; of a chain without a paper wallet nothing is known', async () => {
    const { reader } = readerOf(['10'])
    const read = await reader('ethereum', [
      COIN,
      TOKEN,
      { ...TOKEN, address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
    ])
    expect(read).toEqual(['0', '25000', '0'])
    expect(await reader('nowhere', [COIN])).toEqual([undefined])
  })

  test('is counted anew where something newer is asked for', async () => {
    const { reader, swapMore, wait } = readerOf(['1'])
    expect(await reader('ethereum', [COIN])).toEqual(['9'])
    swapMore('0.5')
    wait(10)
    expect(await reader('ethereum', [COIN])).toEqual(['9'])
    expect(await reader('ethereum', [COIN], 10)).toEqual(['8.5'])
  })
})

test('those that are being read are waited for, and not asked for a second time', async () => {
  const node = await richNode()
  const { reader } = await openReader({ chain: await chainAt(node.url) })
  expect(await Promise.all([reader('ethereum', [COIN]), reader('ethereum', [COIN])])).toEqual([['1.5'], ['1.5']])
  expect(node.calls.filter((method) => method === 'eth_getBalance').length).toBe(1)
})

test('another account has balances of its own', async () => {
  const node = await richNode()
  let address = OWN
  const { reader, asked } = await openReader({ chain: await chainAt(node.url), address: async () => address })
  await reader('ethereum', [COIN])
  address = '0x00000000000000000000000000000000DeaDBeef'
  await reader('ethereum', [COIN])
  expect(asked).toEqual(['ethereum', 'ethereum'])
})

test('a node that refuses and one of another chain say why there is none, a chain without a node has none; all are left alone for a minute', async () => {
  const refusing = await startFakeNode(() => ({ error: { code: -32000, message: 'no' } }))
  const base = await startFakeNode(() => '0x2105')
  const why = (reason: RegExp) => ({ reason: expect.stringMatching(reason) as string })
  for (const [chain, unread] of [
    [await chainAt(refusing.url), why(/./)],
    [await chainAt(base.url), why(/./)],
    [undefined, undefined],
  ] as const) {
    const { reader, asked } = await openReader(chain === undefined ? {} : { chain })
    const read = await reader('ethereum', [COIN, TOKEN])
    expect(read).toEqual([unread, unread])
    expect(await reader('ethereum', [COIN, TOKEN])).toEqual(read)
    expect(asked).toEqual(['ethereum'])
  }
})

test('without an account, with a damaged list of accounts, or one that is not on EVM chains, no node is asked', async () => {
  const damaged = new SwapError('CONFIG_INVALID', 'The list is damaged')
  for (const [address, balance] of [
    [async () => undefined, undefined],
    [async () => Promise.reject(damaged), { reason: 'The list is damaged' }],
    [async () => 'bc1qxyz', undefined],
  ] as const) {
    const { reader, asked } = await openReader({ address })
    expect(await reader('ethereum', [COIN])).toEqual([balance])
    expect(asked).toEqual([])
  }
})
