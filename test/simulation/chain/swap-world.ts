import { encodeCall } from '../../../src/core/evm/abi.ts'
import type { HandOver } from '../../../src/core/api/documents.ts'
import type { Clock } from '../../../src/core/ports.ts'
import { TOKENS, WRAPPED_COINS } from '../../../src/core/evm/tokens.ts'
import { createJsonRpc } from '../../../src/io/rpc/json-rpc.ts'
import type { Appraise } from '../../../src/wallet/family.ts'
import { loadFamily } from '../../../src/wallet/families.ts'
import type { PayChain } from '../../../src/wallet/family.ts'
import type { Payment, PayTerms, Wallet } from '../../../src/wallet/payment.ts'
import { createCountingIds } from '../../support/fake-clock.ts'
import { fetchFrom, nodeUrl } from './http.ts'
import type { ChainEvent, SimulatedChain, SimulatedToken } from './interface.ts'
import { createSimulatedAccounts } from './signer.ts'
import { createSimulatedChain } from './simulated-chain.ts'

/* Two simulated chains, and the real wallet on them over the real JSON-RPC. */

const CHAINS = {
  ethereum: { key: 'ethereum', name: 'Ethereum', chainId: 1, nativeSymbol: 'ETH' },
  base: { key: 'base', name: 'Base', chainId: 8453, nativeSymbol: 'ETH' },
} as const
const COIN = 10n ** 18n
const OPERATORS = ['alpha', 'beta', 'gamma'] as const
const START_MS = Date.UTC(2026, 0, 15, 12)

/** A clock whose sleepers wake at once, having slept their whole time; what is due meanwhile is done. */
export function createHastyClock(): HastyClock {
  const due: { readonly atMs: number; readonly act: () => void }[] = []
  const clock = {
    nowMs: START_MS,
    now: () => clock.nowMs,
    after: (delayMs: number, act: () => void) => {
      due.push({ atMs: clock.nowMs + delayMs, act })
      due.sort((a, b) => a.atMs - b.atMs)
    },
    sleep: async (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted()
      const untilMs = clock.nowMs + ms
      while ((due[0]?.atMs ?? Infinity) <= untilMs) {
        const next = due.shift()
        clock.nowMs = Math.max(clock.nowMs, next?.atMs ?? 0)
        next?.act()
      }
      clock.nowMs = Math.max(clock.nowMs, untilMs)
      await new Promise((resolve) => setImmediate(resolve))
      signal?.throwIfAborted()
    },
  }
  return clock
}

/** Time that passes only for those who sleep. */
export interface HastyClock extends Clock {
  nowMs: number
  /** Does something later, while somebody sleeps. */
  after(delayMs: number, act: () => void): void
}

/** USDC and the wrapped coin of a chain. */
export function tokensOf(key: 'ethereum' | 'base'): { readonly usdc: SimulatedToken; readonly weth: SimulatedToken } {
  return {
    usdc: { address: TOKENS[key].USDC, symbol: 'USDC', decimals: 6 },
    weth: { address: WRAPPED_COINS.get(key) ?? '', symbol: 'WETH', decimals: 18, isWrappedCoin: true },
  }
}

/** Counts as dollars what USDC is, and as 2,000 what the coin is. */
const appraise: Appraise = async ({ address, decimals, units }) => {
  const isDollar = [TOKENS.ethereum.USDC, TOKENS.base.USDC].some((usdc) => usdc.toLowerCase() === address.toLowerCase())
  const usd = (units * (isDollar ? 1n : 2_000n) * 1_000_000n) / 10n ** BigInt(decimals)
  return { usdLow: usd, usdHigh: usd }
}

export interface SwapWorld {
  readonly clock: HastyClock
  readonly ethereum: SimulatedChain
  readonly base: SimulatedChain
  readonly address: string
  /** A wallet as a new process opens it. */
  readonly openWallet: () => Promise<PayingWallet>
  /** 100 USDC from Ethereum to Base by a deposit into Across, as a service hands it out. */
  bridgeSwap(): { readonly execution: HandOver; readonly terms: PayTerms }
  /** 100 USDC into WETH on Ethereum by SwapRouter02. */
  routerSwap(): { readonly execution: HandOver; readonly terms: PayTerms }
}

export type PayingWallet = Wallet & Required<Pick<Wallet, 'review' | 'settle' | 'replace'>>

/** What of a world differs from the usual one. */
export interface SwapWorldOptions {
  /** Uniform in [0, 1). @default always the same */
  readonly random?: () => number
  /** Gets what happens on Ethereum. */
  readonly tell?: (event: ChainEvent) => void
}

export function openSwapWorld({ random = () => 0.5, tell }: SwapWorldOptions = {}): SwapWorld {
  const clock = createHastyClock()
  const accounts = createSimulatedAccounts()
  const { address, signer } = accounts.account(1)
  const open = (key: 'ethereum' | 'base', blockMs: number) => {
    const { usdc, weth } = tokensOf(key)
    const { chainId } = CHAINS[key]
    const chain = createSimulatedChain({
      ...{ chainId, blockMs, random, now: () => clock.now(), senderOf: (hash) => accounts.senderOf(hash) },
      nodes: OPERATORS,
      tokens: [usdc, weth],
      ...(key === 'ethereum' && tell && { tell }),
    })
    chain.grant(address, COIN)
    chain.grant(address, 1_000_000_000n, usdc.address)
    return chain
  }
  const [ethereum, base] = [open('ethereum', 12_000), open('base', 2_000)]
  const [from, to] = [tokensOf('ethereum'), tokensOf('base')]
  ethereum.setRate(from.usdc.address, from.weth.address, { in: 2_000_000_000n, out: COIN })
  const fetch = fetchFrom([ethereum, base])
  const openWallet = async () => {
    const family = await loadFamily('evm')
    const chains = new Map<number, PayChain>()
    for (const [key, chain] of Object.entries({ ethereum, base })) {
      const nodes = OPERATORS.map((operator) => ({ operator, url: nodeUrl(chain, operator) }))
      const list = { nodes, isOwn: false, laggingBlocks: 1, blockMs: 12_000 }
      const named = CHAINS[key === 'base' ? 'base' : 'ethereum']
      const rpc = createJsonRpc(fetch, list, { timeoutMs: 10_000, chain: named })
      chains.set(chain.chainId, family.openChain(named, { rpc, areLocal: false }))
    }
    const wallet = await family.createWallet({
      ...{ address, clock, appraise, ids: createCountingIds() },
      signer: async () => signer,
      chain: async (chainId) => chains.get(chainId),
      isListed: async () => true,
      options: { allowance: 'exact' },
    })
    if (!isPaying(wallet)) throw new Error('a wallet that cannot pay')
    return wallet
  }
  const nowSec = () => BigInt(Math.floor(clock.now() / 1000))
  const source: PayTerms['src'] = {
    ...{ chainKey: 'ethereum', chainId: 1, isNative: false, units: 100_000_000n },
    ...{ address: from.usdc.address, symbol: 'USDC', decimals: 6 },
  }
  const word = (text: string) => BigInt(text)
  const handOut = (provider: string, target: string, data: string, dst: PayTerms['dst']) => ({
    execution: executionOf(source, target, data),
    terms: { provider, src: source, dst, depositor: address, recipient: address, nativeOnTop: 0n },
  })
  return {
    ...{ clock, ethereum, base, address, openWallet },
    bridgeSwap: () => {
      const least = 99_900_000n
      const data = encodeCall('0x7b939232', [
        ...[address, address, from.usdc.address, to.usdc.address].map(word),
        ...[source.units, least, 8453n, 0n, nowSec() - 60n, nowSec() + 3_600n, 0n, { bytes: '0x' }],
      ])
      const dst = { chainKey: 'base', chainId: 8453, address: to.usdc.address, symbol: 'USDC', decimals: 6 }
      return handOut('ACROSS', ethereum.spokePool, data, { ...dst, minimumOut: least })
    },
    routerSwap: () => {
      const least = 49_500_000_000_000_000n
      const single = encodeCall('0x04e45aaf', [
        ...[word(from.usdc.address), word(from.weth.address), 500n, word(address)],
        ...[source.units, least, 0n],
      ])
      const data = encodeCall('0x5ae401dc', [nowSec() + 1_800n, { list: [{ bytes: single }] }])
      const dst = { chainKey: 'ethereum', chainId: 1, address: from.weth.address, symbol: 'WETH', decimals: 18 }
      return handOut('UNISWAP', ethereum.swapRouter, data, { ...dst, minimumOut: least })
    },
  }
}

function isPaying(wallet: Wallet): wallet is PayingWallet {
  return wallet.review !== undefined && wallet.settle !== undefined && wallet.replace !== undefined
}

function executionOf(src: PayTerms['src'], target: string, data: string): HandOver {
  return {
    lockId: 'lock_1',
    providerResult: { status: 'PENDING', execution: 'client' },
    exec: {
      chainId: src.chainId,
      srcToken: src.address,
      srcAmount: src.units.toString(),
      ...{ providerTarget: target, providerCalldata: data, value: '0' },
      ...{ approvalTarget: target, approvalToken: src.address, approvalAmount: src.units.toString() },
    },
  }
}

/** Pays as a run does: signs, notes, sends, waits, until the transaction that spends is settled. */
export async function payWhole(
  wallet: PayingWallet,
  { execution, terms }: ReturnType<SwapWorld['bridgeSwap']>,
): Promise<{ readonly payments: readonly Payment[]; readonly states: readonly string[] }> {
  const payments: Payment[] = []
  const states: string[] = []
  for (;;) {
    const payment = await wallet.sign(execution, terms, payments)
    await wallet.broadcast(payment)
    const outcome = await wallet.settle(payment, new AbortController().signal, payments)
    payments.push(payment)
    states.push(`${payment.kind} ${outcome.state}`)
    if (payment.last === true || outcome.state !== 'mined') return { payments, states }
  }
}
