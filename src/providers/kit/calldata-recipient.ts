import { base58 } from '@scure/base'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { CatalogChain } from '../../core/assets/catalog.ts'
import { badReply } from './refuse.ts'

/** @throws ProviderError bad_response for calldata that does not hold the recipient's address */
export function checkNamesRecipient(data: string, chain: CatalogChain, recipient: string | undefined): void {
  if (recipient === undefined || !calldataContains(data, chain, recipient)) {
    throw badReply('Its call does not name the recipient')
  }
}

/**
 * True when 0x-hex calldata holds the bytes of `address`, of an EVM chain or of Solana, at a byte boundary. That does not
 * prove that they are the recipient's argument, but it catches calldata made for somebody else.
 */
export function calldataContains(data: string, chain: CatalogChain, address: string): boolean {
  const bytes = chain.addressFamily === 'evm' ? address.slice(2).toLowerCase() : hexOfBase58(address)
  if (bytes === undefined || bytes.length < 40) return false
  const text = data.toLowerCase()
  for (let at = text.indexOf(bytes); at >= 0; at = text.indexOf(bytes, at + 1)) if (at % 2 === 0) return true
  return false
}

function hexOfBase58(address: string): string | undefined {
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address) ? bytesToHex(base58.decode(address)) : undefined
}
