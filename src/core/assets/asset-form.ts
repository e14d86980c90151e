import { cleanText } from '../text/clean-text.ts'

/** Longest reference, in UTF-16 units: the longest denominations and type names have about 150. */
const MAX_LENGTH = 256

const CAIP19 = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32})\/([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128})$/
const DOTTED = /^([A-Za-z0-9]+)\.(.+)$/
/** THORChain's `USDC-0xA0b8…`, whose contract is often written in capitals. */
const SYMBOL_AND_CONTRACT = /^([^-]+)-([A-Za-z0-9]{25,})$/
const HEX_ADDRESS = /^0x[0-9a-f]{40,}$/i

/**
 * How an asset was written: `chain:TOKEN`, `TOKEN@chain`, `CHAIN.TOKEN` as THORChain writes it, CAIP-19, an address
 * alone, or one word, which may be a chain (its native coin) or a symbol.
 */
export type AssetReferenceForm = 'colon' | 'at' | 'dotted' | 'caip19' | 'address' | 'word'

export type AssetReference =
  | {
      readonly kind: 'ok'
      readonly form: AssetReferenceForm
      /** As it was written; absent for the forms `address` and `word`. */
      readonly chain?: string
      /** Symbol or address; for CAIP-19 the asset part (`slip44:60`), but for ERC-20 the address. */
      readonly token: string
      /** Symbol that stood before the contract, in the dotted form. */
      readonly symbol?: string
    }
  | { readonly kind: 'bad'; readonly message: string }

/** Splits a written asset by its form alone: nothing is looked up. */
export function parseAssetReference(text: string): AssetReference {
  const written = text.trim()
  if (written === '') return bad('An asset is missing')
  if (written.length > MAX_LENGTH) return bad(`An asset has at most ${MAX_LENGTH} characters`)
  if (cleanText(written, MAX_LENGTH) !== written) {
    return bad(`"${cleanText(written, 60)}" has invisible characters: type it again`)
  }
  const caip19 = CAIP19.exec(written)
  if (caip19 !== null) {
    const [, chain = '', namespace = '', reference = ''] = caip19
    return { kind: 'ok', form: 'caip19', chain, token: namespace === 'erc20' ? reference : `${namespace}:${reference}` }
  }
  const at = written.lastIndexOf('@')
  if (at > 0 && at < written.length - 1) {
    return { kind: 'ok', form: 'at', chain: written.slice(at + 1).trim(), token: written.slice(0, at).trim() }
  }
  const colon = written.indexOf(':')
  if (colon > 0 && colon < written.length - 1) {
    return { kind: 'ok', form: 'colon', chain: written.slice(0, colon).trim(), token: written.slice(colon + 1).trim() }
  }
  if (at !== -1 || colon !== -1) {
    return bad(`"${cleanText(written, 60)}" has no chain or no token: write it like ethereum:USDC`)
  }
  const dotted = DOTTED.exec(written)
  if (dotted !== null) {
    const [, chain = '', token = ''] = dotted
    const [, symbol, contract] = SYMBOL_AND_CONTRACT.exec(token) ?? []
    if (symbol === undefined || contract === undefined) return { kind: 'ok', form: 'dotted', chain, token }
    return { kind: 'ok', form: 'dotted', chain, token: contract, symbol }
  }
  return { kind: 'ok', form: HEX_ADDRESS.test(written) ? 'address' : 'word', token: written }
}

function bad(message: string): AssetReference {
  return { kind: 'bad', message }
}
