import { readFileSync } from 'node:fs'
import type { Exec } from '../../../../src/core/api/documents.ts'
import { defined } from '../../../../src/core/defined.ts'
import { UNISWAP } from '../../../../src/core/evm/contracts.ts'
import { TOKENS } from '../../../../src/core/evm/tokens.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'

/* Transactions of mainnet and of recorded quotes, with the terms that an honest lock would have had. */

/** A call as it was sent, and what it was for. Amounts are base units; the zero address is the coin. */
export interface RealCall {
  readonly name: string
  readonly chain: 'ethereum' | 'base' | 'bsc' | 'arbitrum'
  readonly to: string
  readonly from: string
  readonly value: string
  readonly data: string
  readonly takes: string
  readonly units: string
  readonly pays: string
  readonly payChain?: keyof typeof CHAIN_IDS
  readonly least: string
  /** The least as the call states it, where partners get a share of it. */
  readonly leastWord: string
  /** The token that arrives as the call names it; absent where it does not. */
  readonly paysWord?: string
  readonly recipient: string
}

/** EIP-155 ids; chains of other kinds have none. */
export const CHAIN_IDS = {
  ...{ ethereum: 1, base: 8453, bsc: 56, arbitrum: 42161, hyperevm: 999, hypercore: 1337, robinhood: 4663 },
  ...{ solana: undefined, tron: undefined },
} as const
const COIN = '0x0000000000000000000000000000000000000000'
const SIX_DECIMALS: readonly string[] = ['USDC', 'USDT']
const RECIPIENT = '0x0000000000000000000000000000000000000003'
/** Before every deadline in the file. */
export const THEN_MS = Date.parse('2021-01-01T00:00:00Z')

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as T
}

const { vectors, common } = readJson<{
  readonly vectors: readonly { readonly calldata: string; readonly value: string }[]
  readonly common: { readonly tokens: { readonly t0: string; readonly t1: string; readonly weth: string } }
}>('../../../providers/uniswap/recordings/router-vectors.json')
const { t0, t1, weth } = common.tokens

/** What takes and pays what in the vectors, in their order. */
const ROUTER_TERMS = [
  ...[t1, weth].flatMap((pays) => [
    { takes: t0, pays, units: '200', least: pays === weth ? '192' : '195' },
    { takes: t0, pays, units: pays === weth ? '208' : '205', least: '200' },
  ]),
  ...[
    { takes: COIN, pays: t1 },
    { takes: t1, pays: COIN },
  ].flatMap((swap) => [
    { ...swap, units: '200', least: '195' },
    { ...swap, units: '205', least: '200' },
  ]),
]

/** Swaps of two legs as Uniswap's own library encodes them; their deadline is moved behind the time of the others. */
const routerCalls = vectors.map(({ calldata, value }, index): RealCall => {
  const { takes, pays, units, least } = ROUTER_TERMS[index] ?? { takes: t0, pays: t1, units: '0', least: '0' }
  const sides = { takes, units, pays: pays.toLowerCase(), least, leastWord: least }
  const until = (Date.UTC(2022, 0) / 1000).toString(16).padStart(64, '0')
  return {
    name: 'uniswap multicall',
    chain: 'ethereum',
    to: UNISWAP[CHAIN_IDS.ethereum]?.swapRouter02 ?? '',
    from: RECIPIENT,
    value: String(BigInt(value)),
    data: `${calldata.slice(0, 10)}${until}${calldata.slice(10 + 64)}`,
    ...sides,
    recipient: RECIPIENT,
  }
})

export const realCalls: readonly RealCall[] = [...readJson<readonly RealCall[]>('mainnet-calls.json'), ...routerCalls]

function symbolOf(chain: keyof typeof CHAIN_IDS, token: string): string {
  if (token === COIN || token === 'native') return 'ETH'
  const tokens: Readonly<Record<string, string>> = Object.entries(TOKENS).find(([key]) => key === chain)?.[1] ?? {}
  return Object.entries(tokens).find(([, address]) => address.toLowerCase() === token)?.[0] ?? 'TOKEN'
}

/** The terms that the call holds. */
export function termsOfCall(call: RealCall): PayTerms {
  const { chain, payChain = chain } = call
  const side = (key: keyof typeof CHAIN_IDS, address: string) => ({
    ...{ chainKey: key, address, symbol: symbolOf(key, address) },
    decimals: SIX_DECIMALS.includes(symbolOf(key, address)) ? 6 : key === 'solana' ? 9 : 18,
  })
  return {
    provider: call.name.split(' ')[0]?.toUpperCase() ?? '',
    src: {
      ...side(chain, call.takes),
      chainId: CHAIN_IDS[chain],
      isNative: call.takes === COIN,
      units: BigInt(call.units),
    },
    dst: { ...side(payChain, call.pays), ...defined({ chainId: CHAIN_IDS[payChain] }), minimumOut: BigInt(call.least) },
    depositor: call.from,
    recipient: call.recipient,
    nativeOnTop: 0n,
  }
}

/** The call as a payload. */
export function execOf({ chain, to, data, value }: RealCall): Exec {
  return { chainId: CHAIN_IDS[chain], providerTarget: to, providerCalldata: data, value }
}
