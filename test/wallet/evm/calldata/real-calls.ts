import { readFileSync } from 'node:fs'
import type { Exec } from '../../../../src/core/api/documents.ts'
import { TOKENS } from '../../../../src/core/evm/tokens.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'

/* Transactions of mainnet and of recorded quotes, with the terms that an honest lock would have had. */

/** A call as it was sent, and what it was for. Amounts are base units; the zero address is the coin. */
export interface RealCall {
  readonly name: string
  readonly chain: keyof typeof CHAIN_IDS
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

export const CHAIN_IDS = { ethereum: 1, base: 8453, bsc: 56 } as const
const COIN = '0x0000000000000000000000000000000000000000'
/** Before every deadline in the file. */
export const THEN_MS = Date.parse('2021-01-01T00:00:00Z')

export const realCalls = JSON.parse(
  readFileSync(new URL('mainnet-calls.json', import.meta.url), 'utf8'),
) as readonly RealCall[]

function symbolOf(chain: keyof typeof CHAIN_IDS, token: string): string {
  if (token === COIN) return 'ETH'
  const known = Object.entries(TOKENS[chain]).find(([, address]) => address.toLowerCase() === token)
  return known?.[0] ?? 'TOKEN'
}

/** The terms that the call holds. */
export function termsOfCall(call: RealCall): PayTerms {
  const { chain, payChain = chain } = call
  const side = (key: keyof typeof CHAIN_IDS, address: string) => ({
    ...{ chainKey: key, chainId: CHAIN_IDS[key], address, symbol: symbolOf(key, address) },
    decimals: symbolOf(key, address) === 'USDC' ? 6 : 18,
  })
  return {
    provider: 'ANY',
    src: { ...side(chain, call.takes), isNative: call.takes === COIN, units: BigInt(call.units) },
    dst: { ...side(payChain, call.pays), minimumOut: BigInt(call.least) },
    depositor: call.from,
    recipient: call.recipient,
    nativeOnTop: 0n,
  }
}

/** The call as a payload. */
export function execOf({ chain, to, data, value }: RealCall): Exec {
  return { chainId: CHAIN_IDS[chain], providerTarget: to, providerCalldata: data, value }
}
