import { checkAddress } from '../../core/assets/address.ts'
import { formatAmount } from '../../core/money/amount.ts'
import type { CatalogAsset, CatalogChain } from '../../core/assets/catalog.ts'

/** Schemes of BIP-21 by address family, for coins of 8 decimals. An address of Bitcoin Cash brings its own. */
const COIN_SCHEMES: Readonly<Record<string, string>> = {
  bitcoin: 'bitcoin:',
  litecoin: 'litecoin:',
  dogecoin: 'dogecoin:',
  bitcoincash: '',
}
const COIN_DECIMALS = 8

/** Largest number of Solidity's uint256. */
const MAX_UINT256 = 2n ** 256n - 1n

/**
 * What a phone's wallet reads as a payment: an ERC-681 link (https://eips.ethereum.org/EIPS/eip-681) on EVM chains, a
 * BIP-21 link (https://github.com/bitcoin/bips/blob/master/bip-0021.mediawiki) for Bitcoin, Litecoin, Dogecoin and
 * Bitcoin Cash. Undefined where no link can say the whole payment: other chains, anything with a memo, and an address,
 * asset or amount that does not fit. Then the address, amount and memo are to be shown as they are.
 * @param amountUnits base units, above 0
 */
export function paymentUri(
  chain: Pick<CatalogChain, 'chainId' | 'addressFamily'>,
  asset: Pick<CatalogAsset, 'address' | 'decimals' | 'isNative'>,
  address: string,
  amountUnits: bigint,
  memo: string | undefined,
): string | undefined {
  const checked = checkAddress(chain.addressFamily, address)
  const isMeant = memo === undefined || memo === ''
  if (!checked.ok || !isMeant || amountUnits <= 0n) return undefined
  return chain.addressFamily === 'evm'
    ? ethereumUri(chain.chainId, asset, checked.canonical, amountUnits)
    : coinUri(chain.addressFamily, asset, checked.canonical, amountUnits)
}

/** Amounts are whole numbers of base units, written out: not every wallet reads the exponents that the text allows. */
function ethereumUri(
  chainId: number,
  asset: Pick<CatalogAsset, 'address' | 'isNative'>,
  recipient: string,
  units: bigint,
): string | undefined {
  if (units > MAX_UINT256) return undefined
  if (asset.isNative) return `ethereum:${recipient}@${chainId}?value=${units}`
  const token = checkAddress('evm', asset.address)
  if (!token.ok || token.canonical === recipient) return undefined
  return `ethereum:${token.canonical}@${chainId}/transfer?address=${recipient}&uint256=${units}`
}

function coinUri(
  family: string,
  asset: Pick<CatalogAsset, 'decimals' | 'isNative'>,
  recipient: string,
  units: bigint,
): string | undefined {
  const scheme = Object.hasOwn(COIN_SCHEMES, family) ? COIN_SCHEMES[family] : undefined
  if (scheme === undefined || !asset.isNative || asset.decimals !== COIN_DECIMALS) return undefined
  // An old address of Bitcoin Cash has no scheme of its own, and under Bitcoin's it would be paid on the wrong chain.
  if (scheme === '' && !recipient.includes(':')) return undefined
  return `${scheme}${recipient}?amount=${formatAmount(units, COIN_DECIMALS)}`
}
