import { z } from 'zod'
import type { Exec } from '../../core/api/documents.ts'
import { checkAddress } from '../../core/assets/address.ts'
import { NATIVE_ADDRESS, NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { addressWord, encodeCall } from '../../core/evm/abi.ts'
import { THORCHAIN_ROUTER_FUNCTIONS } from '../../core/evm/functions.ts'
import { defined } from '../../core/defined.ts'
import { type MemoOutput, memoOutputs, OP_RETURN_BYTES } from '../../core/swap/memo-outputs.ts'
import { needsAllowanceReset } from '../../core/evm/tokens.ts'
import type { Prepared, ProviderContext, ProviderLabel, ProviderLock } from '../contract.ts'
import { payUntil } from '../kit/deposit-window.ts'
import { badReply, expectQuoted, priceFell, unavailable } from '../kit/refuse.ts'
import { checkWalletCall, type WalletCall, walletCallExec } from '../kit/wallet-call.ts'
import { askQuote, readInbound } from './ask.ts'
import type { NetworkAsset } from './chains.ts'
import { findHalt, findVault } from './halt.ts'
import { checkPayee, parseMemo } from './memo.ts'
import { chainByKey, type FamilyNetwork, networkDecimals } from './network.ts'
import { rescaleDown } from './units.ts'
import type { FamilyQuote, Inbound, Tracking } from './wire.ts'

/** A quote lives for a quarter of an hour, in which the deposit must be sent: milliseconds. */
const WINDOW = { asked: 15 * 60_000, least: 5 * 60_000 } as const
/** Longest that a node states, in milliseconds. */
const MOST_EXPIRY_MS = 60 * 60_000

/** Most base units for a byte that count as a fee. */
const MOST_FEE_RATE = 10_000_000n

const stateSchema = z.object({ fromAsset: z.string(), toAsset: z.string(), memo: z.string() })

/** Where and until when the deposit goes. */
interface Place {
  /** Canonical for its chain; undefined on the network's own chain. */
  readonly vault: string | undefined
  readonly router: string | undefined
  /** Epoch seconds. */
  readonly expiry: number
}

/**
 * What the user sends. The memo is the lock's, whose limit is the promised minimum; vault, router and price are requested
 * again, because vaults rotate.
 * @throws ProviderError
 */
export async function prepareFamily(
  network: FamilyNetwork,
  lock: ProviderLock,
  context: ProviderContext,
): Promise<Prepared> {
  const state = stateSchema.safeParse(lock.state)
  if (!state.success) throw unavailable('It was quoted without wallets')
  const { memo } = state.data
  const source = nameOnChain(network, lock.src.chain.key, state.data.fromAsset)
  const target = nameOnChain(network, lock.dst.chain.key, state.data.toAsset)
  checkLockedMemo(memo, lock, target)
  const [inbound, answer] = await Promise.all([
    readInbound(network, context),
    askQuote(network, context, { source, target, pools: [], request: { ...lock, forLock: true } }, memo),
  ])
  const { quote } = expectQuoted(findHalt(network, inbound, source, target) ?? answer)
  checkFreshQuote(quote, lock, target)
  const place = findPlace(network, source, quote, findVault(inbound, source.chain.code), lock, context.clock.now())
  return toPrepared(lock, { source, target, place, memo, quote }, context.provider)
}

function checkLockedMemo(text: string, lock: ProviderLock, target: NetworkAsset): void {
  const memo = parseMemo(text)
  if (memo === undefined) throw badReply('It gave a memo that is not a swap')
  checkPayee(memo, lock.recipient, lock.depositor)
  if (rescaleDown(memo.limit, target.decimals, lock.dst.asset.decimals) < lock.minimumOut) {
    throw badReply('It gave a memo whose limit is below the promised minimum')
  }
}

function checkFreshQuote(quote: FamilyQuote, lock: ProviderLock, target: NetworkAsset): void {
  const memo = quote.memo === undefined ? undefined : parseMemo(quote.memo)
  if (memo !== undefined) checkPayee(memo, lock.recipient, lock.depositor)
  if (rescaleDown(quote.expected_amount_out, target.decimals, lock.dst.asset.decimals) < lock.minimumOut) {
    throw priceFell()
  }
}

/** The vault, which the node's quote and its list of vaults must agree on. */
function findPlace(
  network: FamilyNetwork,
  source: NetworkAsset,
  quote: FamilyQuote,
  row: Inbound | undefined,
  lock: ProviderLock,
  nowMs: number,
): Place {
  if (quote.expiry === undefined && network.statesExpiry) throw badReply('It quoted a price without its expiry')
  const untilMs = payUntil(quote.expiry && quote.expiry * 1000, WINDOW, MOST_EXPIRY_MS, nowMs)
  if (untilMs === undefined) throw badReply('It quoted a price that expires too soon to pay')
  const expiry = Math.floor(untilMs / 1000)
  if (source.chain.code === network.home) return { vault: undefined, router: undefined, expiry }
  const vault = checkAddress(lock.src.chain.addressFamily, quote.inbound_address ?? '')
  if (!vault.ok) throw badReply('It named a vault that is not an address of the source chain')
  const listed = checkAddress(lock.src.chain.addressFamily, row?.address ?? '')
  if (!listed.ok || listed.canonical !== vault.canonical) {
    throw unavailable('It is changing its vault: lock again in a moment')
  }
  if (source.chain.deposit !== 'router') return { vault: vault.canonical, router: undefined, expiry }
  const router = checkAddress('evm', quote.router ?? '')
  const listedRouter = checkAddress('evm', row?.router ?? '')
  if (!router.ok || !listedRouter.ok || router.canonical !== listedRouter.canonical) {
    throw badReply('It named two different routers, or none')
  }
  return { vault: vault.canonical, router: router.canonical, expiry }
}

interface Deposit {
  readonly source: NetworkAsset
  readonly target: NetworkAsset
  readonly place: Place
  readonly memo: string
  readonly quote: FamilyQuote
}

function toPrepared(lock: ProviderLock, deposit: Deposit, label: ProviderLabel): Prepared {
  const { source, target, place, memo } = deposit
  const tracking: Tracking = { memo, recipient: lock.recipient, toAsset: target.name, deposit: source.chain.deposit }
  const client = { execution: 'client' } as const
  if (place.vault !== undefined && place.router !== undefined) {
    const exec = routerExec(lock, { ...deposit, vault: place.vault, router: place.router }, label)
    return { exec, providerResult: { ...client, depositMemo: memo }, tracking, needsHash: true }
  }
  const address = place.vault === undefined ? {} : { depositAddress: place.vault }
  return {
    exec: depositExec(lock, deposit),
    providerResult: { ...client, ...address, depositMemo: memo, status: 'awaiting_deposit' },
    tracking,
    needsHash: true,
  }
}

/** The router call that carries the memo in an event of its own. */
function routerExec(
  lock: ProviderLock,
  { place, memo, vault, router }: Deposit & { readonly vault: string; readonly router: string },
  { name }: ProviderLabel,
): Exec {
  const { src, amountIn } = lock
  const { isNative, address } = src.asset
  const call: WalletCall = {
    to: router,
    data: encodeDeposit({
      vault,
      asset: isNative ? NATIVE_EVM_ADDRESS : address,
      amount: amountIn,
      memo,
      expiration: place.expiry,
    }),
    value: isNative ? amountIn.toString() : '0',
    spender: isNative ? null : router,
    resetsApproval: needsAllowanceReset(src.chain.key, address),
  }
  checkWalletCall(call, { src, amountIn })
  const description = `Deposit ${lock.amountText} ${src.asset.symbol} with ${name} for ${lock.dst.asset.symbol}`
  const meta = { vault, memo, expiresAt: isoTime(place.expiry), senderMustBe: 'a plain wallet, no smart contract' }
  return walletCallExec(call, { src, amountIn }, { type: 'deposit', description, meta })
}

/** A deposit that the user sends from another wallet, because this program signs nothing on such chains. */
function depositExec(lock: ProviderLock, { source, place, memo, quote }: Deposit): Exec {
  const { src, amountIn } = lock
  const sum = `${lock.amountText} ${src.asset.symbol}`
  const outputs =
    source.chain.deposit === 'op_return' && memo.length > OP_RETURN_BYTES
      ? memoOutputs(src.chain.addressFamily, memo)?.map(statedOutput)
      : undefined
  const carrier =
    outputs === undefined
      ? (source.chain.carrier ?? 'its memo')
      : 'an OP_RETURN output and the further ones, in their order'
  const instructions =
    place.vault === undefined
      ? `Broadcast a MsgDeposit of ${sum} on ${src.chain.name} with the memo`
      : `Send ${sum} from your own wallet to the deposit address in one transaction, with the memo as ${carrier}`
  return {
    chainId: src.chain.chainId,
    srcToken: src.asset.isNative ? NATIVE_ADDRESS : src.asset.address,
    srcAmount: amountIn.toString(),
    meta: {
      executionMode: 'client',
      walletExecution: false,
      ...(place.vault === undefined
        ? { message: { type: '/types.MsgDeposit', asset: source.name, amount: networkAmount(lock, source) } }
        : { depositAddress: place.vault }),
      memo,
      ...(source.chain.deposit === 'op_return' ? outputFacts(quote) : {}),
      ...defined({ memoOutputs: outputs }),
      expiresAt: isoTime(place.expiry),
      instructions: `${instructions}; then report its hash. Without the memo the money may be lost.`,
    },
  }
}

/** An output as it is stated: behind deposit and change, in base units as text. */
function statedOutput(output: MemoOutput) {
  return output.type === 'address' ? { ...output, units: output.units.toString() } : { ...output, units: '0' }
}

/** What a transaction of outputs has to keep to: of coins with 8 decimals, in which the network counts too. */
function outputFacts({ dust_threshold: dust, recommended_gas_rate: rate, gas_rate_units: unit }: FamilyQuote) {
  const isByByte = unit === 'satsperbyte' && rate !== undefined && rate > 0n && rate <= MOST_FEE_RATE
  return {
    memoCarrier: 'op_return',
    ...defined({ dustThreshold: dust?.toString(), feeRate: isByByte ? Number(rate) : undefined }),
  }
}

function networkAmount(lock: ProviderLock, source: NetworkAsset): string {
  return rescaleDown(lock.amountIn, lock.src.asset.decimals, source.decimals).toString()
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

function nameOnChain(network: FamilyNetwork, chainKey: string, name: string): NetworkAsset {
  const chain = chainByKey(network, chainKey)
  if (chain === undefined) throw unavailable('It no longer reaches one of the two chains')
  return { name, chain, decimals: networkDecimals(network, name) }
}

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
