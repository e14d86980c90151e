import type { Clock } from '../core/ports.ts'
import type { Account } from './accounts/account-file.ts'
import type { SignerSources } from './accounts/signer-sources.ts'
import type { PayChain } from './evm/pay-chain.ts'
import type { Wallet } from './payment.ts'
import type { PaymentQueue } from './run/payment-queue.ts'
import type { Signer } from './signer.ts'

/**
 * Chains whose payments are signed in the same way, such as all EVM chains. Everything that only they have stays behind
 * it: transactions and their numbers, nodes, fees, payloads. A family is a folder of the wallet and a line in families.ts.
 */
export interface Family {
  /** As the catalog names it in a chain's `addressFamily`: `evm`. */
  readonly key: string
  /** CAIP-2 namespace of its chains: `eip155`. */
  readonly namespace: string
  /** The canonical form of one of its addresses; undefined for any other text. */
  readAddress(text: string): string | undefined
  /**
   * Signs for an account. Nothing is asked and no key is read before the first signature.
   * @throws WALLET_REFUSED for an account that can only be watched
   */
  openSigner(account: Account, sources: SignerSources): Promise<Signer>
  /** Makes the wallet that pays from one address. */
  createWallet(parts: WalletParts): Wallet
}

/** What a wallet is made of. */
export interface WalletParts {
  /** Who pays, in canonical form. */
  readonly address: string
  /** Asked for at the first signature, and at each later one. @throws WALLET_REFUSED where nothing is to be signed */
  signer(): Promise<Signer>
  /** A chain that the wallet can reach, by the catalog's chain id. */
  chain(chainId: number): Promise<PayChain | undefined>
  readonly clock: Clock
  /** Absent where nothing is sent. */
  readonly queue?: PaymentQueue
  readonly options: SigningOptions
}

/** How a user wants payments to be signed. */
export interface SigningOptions {
  /** How much a spender may take where one has to be allowed. */
  readonly allowance: 'exact' | 'unlimited'
  /** Base units of the coin that are paid at most for one unit of work, such as gas. @default what the nodes advise, within reason */
  readonly maxFeeRate?: bigint
  /** Number of the first transaction of the account, such as a nonce. @default the next free one */
  readonly sequence?: number
}
