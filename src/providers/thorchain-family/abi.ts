import { addressWord, encodeCall } from '../../core/evm/abi.ts'
import { THORCHAIN_ROUTER_FUNCTIONS } from '../../core/evm/functions.ts'

export interface RouterDeposit {
  /** The vault, 0x and 40 hex digits. */
  readonly vault: string
  /** The token's contract; the zero address for the native coin. */
  readonly asset: string
  /** Base units of the asset on its own chain. */
  readonly amount: bigint
  /** Printable ASCII. */
  readonly memo: string
  /** Epoch seconds after which the router refuses the call. */
  readonly expiration: number
}

/** Calldata of the router's `depositWithExpiry`. */
export function encodeDeposit({ vault, asset, amount, memo, expiration }: RouterDeposit): string {
  const bytes = Array.from(new TextEncoder().encode(memo), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return encodeCall(THORCHAIN_ROUTER_FUNCTIONS.depositWithExpiry.selector, [
    addressWord(vault),
    addressWord(asset),
    amount,
    { bytes: `0x${bytes}` },
    BigInt(expiration),
  ])
}
