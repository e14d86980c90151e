import type { SwapError } from '../core/api/errors.ts'
import type { CatalogAsset, CatalogChain } from '../core/assets/catalog.ts'
import type { Doubt } from '../core/swap/acceptances.ts'
import type { Execution } from '../core/api/documents.ts'
import type { MostCost } from '../core/money/most-cost.ts'
import type { MicroUsd } from '../core/money/usd.ts'
import type { ChainRpc, Clock, Ids } from '../core/ports.ts'
import type { Account, AccountFiles, KeystoreAccount } from './accounts/account-file.ts'
import type { OpenLedger, SignerSources } from './accounts/signer-sources.ts'
import type { CallerAccount, FamilyKey, UnsignedFormat } from './families.ts'
import type { ClaimCall } from '../core/swap/progress.ts'
import type { Payment, PaymentReview, PayTerms, Wallet } from './payment.ts'
import type { SwapRun } from './run/journal.ts'
import type { PaymentQueue } from './run/payment-queue.ts'
import type { Signer } from './signer.ts'

/**
 * Chains whose payments are signed in the same way, such as all EVM chains. Everything that only they have stays behind
 * it: transactions and their numbers, nodes, fees, payloads. A family is a folder of the wallet and a line in families.ts;
 * what it does not have, it leaves out.
 */
export interface Family {
  /** As the catalog names it in a chain's `addressFamily`: `evm`. */
  readonly key: FamilyKey
  /** The canonical form of one of its addresses; undefined for any other text. */
  readAddress(text: string): string | undefined
  /** Opens one of its chains. */
  openChain(chain: Pick<CatalogChain, 'key' | 'name' | 'chainId' | 'nativeSymbol'>, nodes: ChainNodes): PayChain
  /**
   * Signs for an account. The user is not asked and no key is read before the first signature.
   * @throws WALLET_REFUSED for a watch-only account
   */
  openSigner(account: Account, sources: SignerSources): Promise<Signer>
  /** Signs with an account that the caller's own code holds; absent where no such account is known. */
  openCallerSigner?(account: CallerAccount): Promise<Signer>
  /** Makes the wallet that pays from one address. */
  createWallet(parts: WalletParts): Promise<Wallet>
  /**
   * Verifies a payload against the terms, without a node.
   * @param nowMs epoch milliseconds
   * @throws WALLET_REFUSED
   */
  verifyPayload(exec: NonNullable<Execution['exec']>, terms: PayTerms, nowMs: number): Promise<VerifiedPayload>
  /** A review as `--dry-run --json` prints it. @throws WALLET_REFUSED for what no transaction can have */
  reviewDocument(review: PaymentReview): Promise<object>
  /** What another signer takes. @throws WALLET_REFUSED for what no transaction can have, and for a format that it lacks */
  writeUnsigned(review: PaymentReview, format: UnsignedFormat, place: UnsignedPlace): Promise<UnsignedPayment>
  /**
   * The decimals of an asset, as the user's own node or two operators state them; undefined where they do not.
   * @throws CONFIG_INVALID when the node belongs to another chain
   */
  readDecimals?(chain: PayChain, asset: BalanceAsset): Promise<number | undefined>
  /**
   * What a transaction brought a wallet of a token, as the user's own node or two operators have its receipt; undefined where
   * they do not.
   * @throws SERVICE_UNAVAILABLE
   */
  readArrival?(
    chain: PayChain,
    hash: string,
    of: { readonly token: string; readonly recipient: string },
  ): Promise<Arrival | undefined>
  loadKeys(): Promise<Keys>
  loadBalances?(): Promise<BalanceReader>
  loadApprovals?(): Promise<Approvals>
  loadClaims?(): Promise<Claims>
  readonly names?: Names
}

/** What is to be looked at of a payload that keeps the terms. */
export interface VerifiedPayload {
  readonly doubts: readonly Doubt[]
  /** The doubts, and what else a person should see, as sentences. */
  readonly warnings: readonly string[]
  /** Least that its transaction enforces, base units of the destination asset; undefined where it enforces none. */
  readonly minimumReceived: bigint | undefined
}

/** What a wallet is made of. */
export interface WalletParts {
  /** Who pays, in canonical form. */
  readonly address: string
  /** Called at the first signature and at each later one. @throws WALLET_REFUSED where nothing may be signed */
  signer(): Promise<Signer>
  /** A chain that the wallet can reach, by the catalog's chain id. */
  chain(chainId: number): Promise<PayChain | undefined>
  readonly clock: Clock
  /** Absent where nothing is sent. */
  readonly queue?: PaymentQueue
  /** Tells a person what is waited for, and what one node alone vouches for. */
  readonly tell?: (text: string) => void
  /** Absent where nothing has a value: then bounds of the chain hold. */
  readonly appraise?: Appraise
  /** Absent where no network is asked. */
  readonly listVaults?: ListVaults
  /** Absent where no payment is signed. */
  readonly listUnsettled?: ListUnsettled
  readonly ids: Ids
  readonly isListed: IsListed
  readonly options: SigningOptions
}

/** What this machine has signed for the account and has not seen settled: public nodes do not know of what is sent privately. */
export type ListUnsettled = () => Promise<readonly Payment[]>

/** True for an asset of the bundled catalog. @param chainKey of the catalog @param address as the catalog has it */
export type IsListed = (chainKey: string, address: string) => Promise<boolean>

/** What an amount is worth by evidence that no counterparty makes; undefined where that is not known. */
export type Appraise = (asset: {
  /** Catalog key. */
  readonly chain: string
  /** As the catalog has it. */
  readonly address: string
  readonly decimals: number
  /** Base units. */
  readonly units: bigint
}) => Promise<{ readonly usdLow: MicroUsd; readonly usdHigh: MicroUsd } | undefined>

/** A network that takes deposits with a memo. */
export type MemoNetwork = 'MAYA' | 'THORCHAIN'

/**
 * Vaults and routers that a network itself says are in use on a chain, as two operators of its nodes do, or the user's own
 * node; none where they do not. 0x addresses in small letters.
 * @param chainKey of the catalog
 */
export type ListVaults = (
  network: MemoNetwork,
  chainKey: string,
) => Promise<readonly { readonly vault: string; readonly router: string }[]>

/** How much a token's spender may take. */
export type ApprovalStyle = 'exact' | 'unlimited'

/** How a user wants payments to be signed. */
export interface SigningOptions {
  /** How much a spender may take where one has to be allowed. */
  readonly allowance: ApprovalStyle
  /** Most base units of the coin for one unit of work, such as gas. @default what the nodes advise, within reason */
  readonly maxFeeRate?: bigint
  /** Most that a payment may cost the network. @default what its run says, else the larger of $10 and 5 % of the value */
  readonly mostCost?: MostCost
  /** Number of the account's first transaction, where its chains number them. @default the next free one */
  readonly sequence?: number
}

/** What a transaction brought a wallet. */
export interface Arrival {
  /** Base units; 0 where it brought nothing, or failed. */
  readonly units: bigint
  /** Number of its block. */
  readonly block: bigint
  /** True where no reorganisation takes it back. */
  readonly isFinal: boolean
}

/** A chain that a wallet can reach; only its family knows how to query the nodes. */
export interface PayChain {
  readonly family: FamilyKey
  /** Catalog key. */
  readonly key: string
  readonly name: string
  /** As the catalog numbers chains. */
  readonly chainId: number
  readonly nativeSymbol: string
}

/** The nodes of a chain. */
export interface ChainNodes {
  readonly rpc: ChainRpc
  /** Milliseconds after which what was sent privately goes to them too. @default never */
  readonly publicAfterMs?: number | undefined
  /** True when all of them are on this machine, where asking often costs nothing. */
  readonly areLocal: boolean
}

/** Where a payment for another signer comes from. */
export interface UnsignedPlace {
  /** Epoch milliseconds. */
  readonly nowMs: number
  /** Of the swap; undefined where no record is kept. */
  readonly transactionId: string | undefined
}

/** A payment for another signer, its transactions in the order in which they must be mined. */
export type UnsignedPayment =
  | { readonly kind: 'list'; readonly items: readonly object[] }
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  /** A file in the format of another program. */
  | { readonly kind: 'file'; readonly content: object }

/** How a key file is made. */
export interface KeyFileOptions {
  /** Random bytes. */
  readonly random: (size: number) => Uint8Array
  /** Cost of guessing a password, a power of two. @default 262144, as geth */
  readonly scryptN?: number
}

/** Private keys, which are 32 bytes, and where they are kept. */
export interface Keys {
  /** @param random gives random bytes */
  newPrivateKey(random: (size: number) => Uint8Array): Uint8Array
  /** A private key as people write it; the text is never part of a message. @throws WALLET_REFUSED */
  readPrivateKey(text: string): Uint8Array
  addressOfKey(key: Uint8Array): Promise<string>
  /** Path of the account with this number, from 0, below recovery words or on a Ledger. */
  derivationPath(source: 'words' | 'ledger', index: number): string
  ledgerAddress(open: OpenLedger, derivation: string): Promise<string>
  /** Text of a new key file. */
  createKeyFile(key: Uint8Array, password: string, options: KeyFileOptions): Promise<string>
  /** @param label what to call the file in messages @throws WALLET_REFUSED */
  readKeyFile(text: string, label: string): KeyFile
  /**
   * The private key of an account with a key file; the caller overwrites it when done.
   * @throws WALLET_REFUSED for a wrong password, or a key that is not the account's
   */
  unlockAccount(
    account: KeystoreAccount,
    password: string,
    files: Pick<AccountFiles, 'keystoreText' | 'keystorePath'>,
  ): Promise<Uint8Array>
}

/** A key file that was read; nothing in it is secret without its password. */
export interface KeyFile {
  /** Canonical form, as the file claims it; undefined where it claims none. */
  readonly address: string | undefined
  /** @throws WALLET_REFUSED for a wrong password */
  decrypt(password: string): Promise<Uint8Array>
}

/** Reads what addresses hold. */
export interface BalanceReader {
  /**
   * What an address holds as of the latest block.
   * @throws SERVICE_UNAVAILABLE when no node answers, CONFIG_INVALID when the node belongs to another chain
   */
  readBalances<Asset extends BalanceAsset>(
    chain: PayChain,
    address: string,
    assets: readonly Asset[],
  ): Promise<Balances<Asset>>
}

/** What of an asset is needed to read its balance. */
export type BalanceAsset = Pick<CatalogAsset, 'address' | 'isNative'>

/** What an address holds of some assets of one chain. */
export interface Balances<Asset extends BalanceAsset> {
  /** In the order of the request, zero balances included. */
  readonly balances: readonly {
    readonly asset: Asset
    /** Base units, from 0. */
    readonly units: bigint
  }[]
  /** Tokens that gave no balance: no contract there, or one that fails. */
  readonly unreadable: readonly Asset[]
}

/** A spender's allowance to take a token from its owner. */
export interface Approval {
  /** As the catalog numbers chains. */
  readonly chainId: number
  /** Owner of the tokens; all addresses are in canonical form. */
  readonly owner: string
  readonly token: string
  readonly spender: string
  /** Who keeps the allowance: `token`, or the name of a contract that keeps those of many tokens. */
  readonly keeper: string
}

/** A contract that swaps of known providers let take tokens. */
export interface KnownSpender {
  /** Whose contract it is, for people. */
  readonly name: string
  /** In canonical form. */
  readonly address: string
  /** Who keeps its allowances: the token, or Permit2. */
  readonly keeper: 'token' | 'permit2'
}

/** An approval that a payment of this machine's wallet made. */
export interface RecordedApproval extends Approval {
  /** Ids of the runs that made it, oldest first. */
  readonly runs: readonly string[]
  /** Provider of the newest of them. */
  readonly provider: string
  /** What the newest of them calls the token, where it says. */
  readonly symbol: string | undefined
  readonly decimals: number | undefined
  /** The signed transaction that makes it, while no block is known to hold that, and its run. */
  readonly pending?: { readonly hash: string; readonly run: string }
}

/** What it takes to revoke an approval, as the chain is now. */
export interface Revocation {
  /** The contract that is called. */
  readonly target: string
  /** Network cost at most, in base units of the coin. */
  readonly cost: bigint
  /** The same for people: `0.0012 ETH`. */
  readonly networkCost: string
  /** Why that is more than what is agreed to unseen; undefined where it is not. */
  readonly refusal: SwapError | undefined
}

/** What bounds a transaction that belongs to no swap. */
export interface SendingOptions extends Pick<SigningOptions, 'maxFeeRate' | 'mostCost'> {
  /** @default nothing is */
  readonly listUnsettled?: ListUnsettled
  readonly appraise?: Appraise
}

/** Finds, reads and revokes approvals after their swap. */
export interface Approvals {
  /**
   * The contracts that the tables name as takers of tokens on a chain, each once. Those that a provider names with each quote are
   * not among them: nobody knows them beforehand.
   * @param chainId as the catalog numbers chains
   */
  knownSpenders(chainId: number): readonly KnownSpender[]
  /** Approvals that runs made, those of the newest run first, read from the signed bytes. */
  findApprovals(runs: readonly SwapRun[]): Promise<readonly RecordedApproval[]>
  /**
   * How much each spender may take now, in base units; undefined where the token does not say, 0 for an expired one.
   * @param approvals all of this chain
   * @param nowMs epoch milliseconds
   * @throws SERVICE_UNAVAILABLE when no node answers, CONFIG_INVALID when the node belongs to another chain
   */
  readAllowances(
    chain: PayChain,
    approvals: readonly Approval[],
    nowMs: number,
  ): Promise<readonly (bigint | undefined)[]>
  /** True for an allowance so large that it is meant to have no end. @param units base units */
  isUnlimited(units: bigint): boolean
  /**
   * Asks the chain whether an approval can be revoked, and at what cost; signs nothing.
   * @throws WALLET_REFUSED with the reason, SERVICE_UNAVAILABLE
   */
  checkRevocation(chain: PayChain, approval: Approval, options: SendingOptions): Promise<Revocation>
  /**
   * Checks again and signs what revokes an approval; sends nothing.
   * @param agreed what the user agreed to
   * @throws WALLET_REFUSED with the reason, SERVICE_UNAVAILABLE
   */
  signRevocation(
    chain: PayChain,
    signer: Signer,
    approval: Approval,
    agreed: Revocation,
    options: SendingOptions,
  ): Promise<Payment>
}

/** A swap that somebody has to finish on its destination chain, and the call that does. */
export interface Claim {
  readonly call: Pick<ClaimCall, 'to' | 'data'>
  /** What left the depositor, `units` in base units; chains as the catalog numbers them. */
  readonly src: Pick<PayTerms['src'], 'chainKey' | 'chainId' | 'address' | 'units' | 'decimals'>
  readonly dst: { readonly chainId: number }
  readonly depositor: string
  readonly recipient: string
  /** The command that tries it again, for hints. */
  readonly again: string
}

/** What it takes to send a claim, as the chain is now; `done` once it, or another of the same swap, is in a block. */
export type ClaimCheck = { readonly state: 'done' } | DueClaim

/** A claim that can be sent. */
export interface DueClaim extends Omit<Revocation, 'target'> {
  readonly state: 'due'
  /** What the recipient gets, base units of the destination asset. */
  readonly amount: bigint
}

/** Finishes swaps on their destination chains, which any account can. */
export interface Claims {
  /**
   * Verifies that the call finishes this swap, and asks the chain whether it can be sent, and at what cost; signs nothing.
   * @param from who sends it
   * @throws WALLET_REFUSED with the reason, SERVICE_UNAVAILABLE
   */
  checkClaim(chain: PayChain, from: string, claim: Claim, options: SendingOptions): Promise<ClaimCheck>
  /**
   * Checks again and signs; sends nothing. Undefined where it was done meanwhile.
   * @param agreed what the user agreed to
   * @throws WALLET_REFUSED with the reason, SERVICE_UNAVAILABLE
   */
  signClaim(
    chain: PayChain,
    signer: Signer,
    claim: Claim,
    agreed: DueClaim,
    options: SendingOptions,
  ): Promise<Payment | undefined>
}

/** Names that stand for addresses. */
export interface Names {
  /** Catalog key of the chain that keeps the names. */
  readonly chainKey: string
  /** True for a text that is meant as such a name. */
  isName(text: string): boolean
  /**
   * What a name stands for; its address is to be shown before it is used.
   * @param home the chain that keeps the names
   * @param chainId of the chain on which the address will be used, as the catalog numbers chains. @default the home chain
   * @throws INVALID_ADDRESS for a text that is not a name, or stands for no address there; WALLET_REFUSED where nodes
   * answer differently; SERVICE_UNAVAILABLE, CONFIG_INVALID
   */
  resolve(home: PayChain, text: string, chainId?: number): Promise<NamedAddress>
}

/** Asks a person whether a doubtful name stands for the right address. @param doubt a sentence, clean */
export type ConfirmName = (found: Pick<NamedAddress, 'name' | 'address'>, doubt: string) => Promise<boolean>

/** What a name stands for. */
export interface NamedAddress {
  /** In its normal form: what was looked up. */
  readonly name: string
  /** Canonical form. */
  readonly address: string
  /** What to show next to the address before money goes there. */
  readonly warning: string | undefined
  /** True when the user's own node, or two operators, say so; false for the word of a single node. */
  readonly isAgreed: boolean
}
