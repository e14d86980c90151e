import { NATIVE_EVM_ADDRESS } from '../../../core/assets/catalog.ts'
import type { ContractFunction } from '../../../core/evm/functions.ts'
import type { Doubt } from '../../../core/swap/acceptances.ts'
import type { ContractKey } from './contracts.ts'
import type { RoleValues } from './signature.ts'

/** A call as it is sent. */
export interface SentCall {
  /** EIP-155 id of its chain. */
  readonly chainId: number
  /** 0x address. */
  readonly to: string
  /** 0x-hex. */
  readonly data: string
  /** Base units of the native coin. */
  readonly value: bigint
  /** 0x address. */
  readonly sender: string
  /** What the payload shows as the order that the call signs by its uid. */
  readonly order?: unknown
}

/**
 * What the calldata of a known function says; what it does not say is absent. Accounts and tokens are their bytes in
 * 0x-hex with small letters: 20 of them on EVM chains, also where the calldata pads them to 32; the native coin is the
 * zero address.
 */
export interface DecodedCall {
  /** What it takes, out of the wallet by an allowance or out of the value, in base units. */
  readonly inputs?: readonly {
    readonly token: string
    readonly amount: bigint
    /** True where the coin that comes along is taken in place of the token, when that is the wrapped coin. */
    readonly orCoin?: boolean
  }[]
  /** Every account that is paid. */
  readonly recipients?: readonly string[]
  /** On which of the two chains they are paid. @default 'source' */
  readonly paidOn?: 'source' | 'destination'
  /** Chain that they are paid on, by its EVM chain id or by a number of the bridge's own, which are 100 million and more. */
  readonly destination?: bigint
  /** What they are paid in. */
  readonly tokenOut?: string
  /** The account that is paid, where a network takes its address as text. */
  readonly recipientText?: string
  /** Least that is swapped to, base units of what is paid out: the cost of the payout is still taken from it. */
  readonly leastBeforeCosts?: bigint
  /** Least that they are paid, base units. */
  readonly minimum?: bigint
  /** Most decimals in which that is counted, whatever the token has. @default those of the token */
  readonly mostDecimals?: number
  /** What a refund costs of what the order takes, in `mostDecimals` of that at most. */
  readonly refundFee?: bigint
  /** Epoch seconds. */
  readonly deadlineSec?: number
  /** Accounts that get refunds, or may cancel or change the order. */
  readonly authorities?: readonly string[]
  /** The contract that turns the chain's coin into its wrapped form or back, by itself. */
  readonly wrapper?: string
  /** Tells a network what to do with the money. */
  readonly memo?: string
  /** Contracts to which a contract open to all hands on the money. */
  readonly callTargets?: readonly string[]
  /** How the call numbers the destination chain. @default 'evm' */
  readonly numbering?: Numbering
  /** The chain that they are paid on as LayerZero numbers it. */
  readonly endpoint?: bigint
  /** True where the same asset arrives on the other chain, whose token the call does not name. */
  readonly isSameAsset?: boolean
  /** The token that a swap gives before the bridge takes it, and the least of it. */
  readonly between?: { readonly token: string; readonly least: bigint }
  /** True where a contract on the other chain gets the money, whatever it does with it: then nobody is named that is paid. */
  readonly isPassedOn?: boolean
  /** For how many seconds only one party may fill the order, or until when in epoch seconds. */
  readonly exclusivity?: bigint
  /** True for the signature of an order, which others fill in a transaction of their own: the call itself moves nothing. */
  readonly isSignedOrder?: boolean
  /** True for a swap without a last moment: what it enforces was a good price once. */
  readonly neverEnds?: boolean
  /** The contract of 0x that swaps, which only its registry on the chain can tell from others. */
  readonly settler?: string
  /** The pool that pays out what is not named: only the factory on the chain can tell it from others. */
  readonly pool?: PayingPool
  /** The vault of a network that gets the money: only the network can tell it from others. */
  readonly vault?: NamedVault
  /** What a person should see of it, though it is no doubt: sentences without a full stop. */
  readonly notes?: readonly string[]
  /** What cannot be read although the function is known. */
  readonly doubts?: readonly Doubt[]
}

/** A vault of a network, as a call says. */
export interface NamedVault {
  /** 0x address in small letters. */
  readonly address: string
  /** True where the contract that is called hands the money to it: the network names that too. */
  readonly isCalledRouter: boolean
}

/** A pool of Uniswap's, as a call says. */
export interface PayingPool {
  readonly version: 'v2' | 'v3'
  /** 0x address in small letters. */
  readonly address: string
  /** True where it pays the second of its two tokens. */
  readonly paysSecond: boolean
  /** True where that leaves as the chain's coin. */
  readonly isCoin: boolean
}

/**
 * Whose numbers of chains a call uses: those of EVM chains (with a bridge's own for others), deBridge's, which has its own for
 * some EVM chains too, or those of CCTP alone.
 */
export type Numbering = 'evm' | 'debridge' | 'cctp'

/** Reads what the parameters hold by their roles. @throws Unreadable, HostileCall */
export type Decoder = (found: RoleValues, call: SentCall, nested: Nested) => DecodedCall

/** Decodes a call within another. */
export type Nested = (call: SentCall) => Decoding

/** What the calldata of a call says. */
export type Decoding =
  | { readonly kind: 'decoded'; readonly name: string; readonly of: KnownCall['of']; readonly decoded: DecodedCall }
  /** The function is known, its arguments make no sense. */
  | { readonly kind: 'unreadable'; readonly name: string }
  /** No honest sender makes it; `why` continues "it …". */
  | { readonly kind: 'hostile'; readonly name: string; readonly why: string }
  | { readonly kind: 'unknown' }

/** A function of a contract, its parameters named by their roles, and what reads them. */
export interface KnownCall {
  readonly of: ContractKey | 'wrapped'
  readonly fn: ContractFunction
  readonly decode: Decoder
  /** Bytes at most that may stand behind the arguments: tags of front ends. @default 0 */
  readonly mostTail?: number
}

/** A call that no honest sender makes; its message continues "it …". */
export class HostileCall extends Error {
  override readonly name = 'HostileCall'
}

/** The native coin among tokens. */
export const COIN = NATIVE_EVM_ADDRESS

/** An account or token as its bytes: cuts an EVM address that is padded to 32 bytes to 20. */
export function trimPadding(bytes: string): string {
  return /^0x0{24}[0-9a-f]{40}$/.test(bytes) ? `0x${bytes.slice(26)}` : bytes
}
