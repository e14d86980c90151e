import { sameAddress } from '../../core/assets/address-key.ts'
import { type AbiValue, addressWord, encodeCall } from '../../core/evm/abi.ts'
import {
  encodeVaultSwapTerms,
  findVaultAsset,
  readVaultSwapTerms,
  type VaultAsset,
  vaultRecipient,
  type VaultSwapTerms,
} from '../../core/swap/networks/vault-swap.ts'
import { CHAINFLIP_VAULTS } from '../../core/evm/contracts.ts'
import { CHAINFLIP_VAULT_FUNCTIONS } from '../../core/evm/functions.ts'
import { needsAllowanceReset } from '../../core/evm/tokens.ts'
import { argumentsOf, readable, readBytes } from '../../core/evm/words.ts'
import type { Prepared, ProviderContext, ProviderLock, ProviderQuoteRequest } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply, unavailable } from '../kit/refuse.ts'
import { checkWalletCall, preparedCall, type WalletCall } from '../kit/wallet-call.ts'
import { askForWay, RETRY_BLOCKS, swapBody } from './call.ts'
import { type BackendOffer, minPriceX128, type Pair, partsOf } from './route.ts'
import { type Tracking, vaultSwapReplySchema } from './wire.ts'

/*
 * Swaps by a call of the Vault on the source chain: no channel is opened, no broker is asked, and all that the call does is
 * read from it before it is shown.
 */

/** True where the Vault of the source chain takes the swap, and its call can be read whole. */
export function takesByVault({ src, dst }: Pick<ProviderQuoteRequest, 'src' | 'dst'>): boolean {
  return findWay({ src, dst }) !== undefined
}

/** The Vault of the source chain, and both assets as it numbers them. */
interface VaultWay {
  readonly vault: string
  readonly target: VaultAsset
}

function findWay({ src, dst }: Pick<ProviderQuoteRequest, 'src' | 'dst'>): VaultWay | undefined {
  const vault = src.chain.type === 'EVM' ? CHAINFLIP_VAULTS[src.chain.chainId] : undefined
  const source = findVaultAsset(src.chain.key, src.asset.address)
  const target = findVaultAsset(dst.chain.key, dst.asset.address)
  return vault === undefined || source === undefined || target === undefined ? undefined : { vault, target }
}

/** Has the Vault's call encoded, and verifies it byte by byte. @throws ProviderError */
export async function encodeVaultSwap(
  lock: ProviderLock,
  offer: BackendOffer,
  pair: Pair,
  context: ProviderContext,
): Promise<Prepared> {
  const way = findWay(lock)
  if (way === undefined) throw unavailable('It does not serve this pair')
  const body = await askForWay('/api/encodeVaultSwapData', swapBody(lock, offer, pair), context)
  const reply = parseReply(vaultSwapReplySchema, body, 'call of the Vault')
  const isHere = reply.chain === pair.src.chain && sameAddress(reply.to, way.vault)
  if (!isHere) throw badReply('Its call is not one of the Vault on the source chain')
  if (reply.calldata.toLowerCase() !== expectedCalldata(lock, offer, way, reply.calldata)) {
    throw badReply('Its call of the Vault is not the swap that was asked for')
  }
  const { src, amountIn } = lock
  const { isNative, address } = src.asset
  const call: WalletCall = {
    to: way.vault,
    data: reply.calldata,
    value: reply.value,
    spender: isNative ? null : way.vault,
    resetsApproval: needsAllowanceReset(src.chain.key, address),
  }
  checkWalletCall(call, { src, amountIn })
  const description = `Swap ${lock.amountText} ${src.asset.symbol} for ${lock.dst.asset.symbol} with ${context.provider.name}`
  const tracking: Tracking = { recipient: lock.recipient }
  return preparedCall(lock, call, { type: 'deposit', description }, { tracking, needsHash: true })
}

/** The only call that is accepted: all of it is ours but the broker's account, which gets nothing. */
function expectedCalldata(lock: ProviderLock, offer: BackendOffer, { target }: VaultWay, data: string): string {
  const { src, dst } = lock
  const { isNative } = src.asset
  const stated = readable(() => readVaultSwapTerms(readBytes(argumentsOf(data), isNative ? 3 : 5)))
  if (stated === undefined) throw badReply('Its call of the Vault has terms that cannot be read')
  const terms: VaultSwapTerms = {
    retryBlocks: RETRY_BLOCKS,
    refundTo: lock.depositor,
    minPriceX128: minPriceX128(offer, lock.minimumOut),
    broker: stated.broker,
    parts: partsOf(offer.price.dcaParams),
  }
  const { xSwapNative, xSwapToken } = CHAINFLIP_VAULT_FUNCTIONS
  const head: readonly AbiValue[] = [
    BigInt(target.chainNumber),
    { bytes: vaultRecipient(dst.chain.key, lock.recipient) },
    BigInt(target.number),
  ]
  const tail: AbiValue = { bytes: encodeVaultSwapTerms(terms) }
  return isNative
    ? encodeCall(xSwapNative.selector, [...head, tail])
    : encodeCall(xSwapToken.selector, [...head, addressWord(src.asset.address), lock.amountIn, tail])
}
