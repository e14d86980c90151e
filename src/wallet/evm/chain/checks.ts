import { EVM_COIN_DECIMALS } from '../../../core/assets/catalog.ts'
import { NodesDisagree } from '../../../core/evm/agreement.ts'
import { ERC20 } from '../../../core/evm/functions.ts'
import { quantityOf } from '../../../core/evm/json-rpc.ts'
import { readTokenDecimals } from '../../../core/evm/token-decimals.ts'
import { addressWord, encodeCall } from '../../../core/evm/abi.ts'
import { toChecksumAddress } from '../../../core/assets/address.ts'
import { formatAmount, groupThousands } from '../../../core/money/amount.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import { SwapError } from '../../../core/api/errors.ts'
import type { ListUnsettled } from '../../family.ts'
import { readSigned } from '../signed-transaction.ts'
import type { EvmChain } from '../evm-chain.ts'
import { isContract, readMiddle, readMiddleCoin, readMiddleResult } from './middle.ts'
import { disagreement } from './node-refusal.ts'
import { readNonce } from './reads.ts'
import { isNativeName } from '../../terms/pay-terms.ts'
import { refusalFor } from '../../refusal.ts'
import type { PaySide, PayTerms } from '../../payment.ts'
import type { PlannedCall } from '../planned-call.ts'

/**
 * Sees that a contract stands where one is called, and that none stands where plain coins go.
 * @returns warnings
 * @throws WALLET_REFUSED for a call of an address without code
 */
export async function checkTarget({ rpc, name }: EvmChain, call: PlannedCall): Promise<readonly string[]> {
  const hasCode = await isContract(rpc, call.to)
  if (call.data !== '0x' && !hasCode) throw refusalFor('payload', `No contract stands at ${call.to} on ${name}`)
  return call.data === '0x' && hasCode ? [`The deposit address ${call.to} is a contract on ${name}`] : []
}

/**
 * Compares the decimals of the assets of this chain with those that the amounts were worked out with: with others the same
 * digits would be another amount. Two operators that agree outvote a third.
 * @throws WALLET_REFUSED when they differ, or the nodes do
 */
export async function checkDecimals(chain: EvmChain, { src, dst }: PayTerms): Promise<void> {
  if (src.isNative) {
    if (src.decimals !== undefined && src.decimals !== EVM_COIN_DECIMALS)
      throw otherDecimals(chain, src, EVM_COIN_DECIMALS)
  } else await checkTokenDecimals(chain, src)
  if (dst.chainKey === src.chainKey && !isNativeName(dst.address)) await checkTokenDecimals(chain, dst)
}

async function checkTokenDecimals(chain: EvmChain, side: PaySide): Promise<void> {
  if (side.decimals === undefined) return
  const agreed = await readTokenDecimals(chain.rpc, side.address).catch((error: unknown) => {
    if (error instanceof NodesDisagree) throw disagreement(`about the decimals of ${symbolOf(side)}`, chain.key)
    throw error
  })
  if (agreed === undefined || agreed.value === side.decimals) return
  throw otherDecimals(chain, side, agreed.value)
}

function otherDecimals({ name }: EvmChain, side: PaySide, stated: number): SwapError {
  return refusalFor(
    'decimals',
    `${symbolOf(side)} has ${stated} decimals on ${name}, and the amount was worked out with ${side.decimals}`,
    'Nothing was signed. Refresh the catalog and quote again: swapcli catalog refresh',
  )
}

/** What the wallet holds, in base units. */
export interface WalletBalances {
  readonly coin: bigint
  /** Undefined when the source asset is the coin. */
  readonly token: bigint | undefined
}

/**
 * Reads what the wallet holds and sees that it covers the amount and the fees of the lock, network cost left out.
 * @param value base units of the coin that the calls take
 * @throws WALLET_REFUSED when it does not
 */
export async function checkBalances(
  chain: EvmChain,
  owner: string,
  terms: PayTerms,
  value: bigint,
): Promise<WalletBalances> {
  const { src } = terms
  const [coin, token] = await Promise.all([
    readMiddleCoin(chain.rpc, owner),
    src.isNative
      ? undefined
      : readMiddleResult(chain.rpc, src.address, encodeCall(ERC20.balanceOf.selector, [addressWord(owner)])),
  ])
  if (!src.isNative && token === undefined) {
    throw refusalFor('token', `${src.address} on ${chain.name} does not answer as a token`)
  }
  if (token !== undefined && token < src.units) {
    throw short(chain, owner, amountText(src.units, src), amountText(token, src))
  }
  if (coin < value) throw short(chain, owner, coinText(value, chain), coinText(coin, chain))
  return { coin, token }
}

/**
 * Sees that the coin covers what the calls take and the network cost.
 * @throws WALLET_REFUSED when it does not
 */
export function checkNetworkCost(chain: EvmChain, owner: string, coin: bigint, value: bigint, cost: bigint): void {
  if (coin >= value + cost) return
  const most = `up to ${groupThousands(coinText(cost, chain))} of network cost`
  const needs = value === 0n ? most : `${coinText(value, chain)} and ${most}`
  throw short(chain, owner, needs, coinText(coin, chain))
}

function short({ name, key }: EvmChain, owner: string, needs: string, has: string): SwapError {
  return refusalFor(
    'balance',
    `The payment needs ${groupThousands(needs)}, and ${owner} has ${groupThousands(has)} on ${name}`,
    `Nothing was signed. Look at what it holds: swapcli wallet balances --chain ${key}`,
  )
}

/**
 * The next nonce that no transaction of the account has, mined or pending, nor one that was sent privately; the middle of what
 * operators state, since what is signed behind a gap would be mined some day, on terms of long ago.
 * @throws WALLET_REFUSED for an impossible one
 */
export async function readFreeNonce(
  { rpc, name, chainId }: EvmChain,
  owner: string,
  listUnsettled: ListUnsettled | undefined,
): Promise<number> {
  const stated = await readMiddle(rpc, 'eth_getTransactionCount', [owner, 'pending'], quantityOf)
  const nonce = stated ?? (await readNonce(rpc, owner, 'pending'))
  const own =
    rpc.privateSending === undefined ? [] : await Promise.all(((await listUnsettled?.()) ?? []).map(readSigned))
  const after = own.flatMap((signed) => (signed.chainId === chainId ? [signed.nonce + 1] : []))
  if (nonce <= BigInt(Number.MAX_SAFE_INTEGER)) return Math.max(Number(nonce), ...after)
  throw refusalFor('nodes', `A node of ${name} reports an impossible nonce`)
}

/** `1.5 USDC`; base units where the decimals are unknown. */
export function amountText(units: bigint, side: PaySide): string {
  if (side.decimals === undefined) return `${units} base units of ${symbolOf(side)}`
  return `${formatAmount(units, side.decimals)} ${symbolOf(side)}`
}

/** `0.01 ETH` */
export function coinText(units: bigint, chain: Pick<EvmChain, 'nativeSymbol'>): string {
  return `${formatAmount(units, EVM_COIN_DECIMALS)} ${cleanText(chain.nativeSymbol, 20)}`
}

/** Symbol of an asset, clean; its address where it has none. */
export function symbolOf({ symbol, address }: PaySide): string {
  return symbol === '' ? toChecksumAddress(cleanText(address, 60)) : cleanText(symbol, 20)
}
