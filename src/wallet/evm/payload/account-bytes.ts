import { base58 } from '@scure/base'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Whether bytes are those of an account or token; undefined where its text cannot be turned into bytes. */
export function isAccount(bytes: string, text: string): boolean | undefined {
  const forms = formsOf(text)
  return forms === undefined ? undefined : forms.includes(bytes.toLowerCase())
}

/** The bytes of an address in small 0x-hex, of EVM chains, Solana, and Tron with and without its prefix. */
function formsOf(text: string): readonly string[] | undefined {
  if (/^0x(?:[0-9a-fA-F]{2})+$/.test(text)) return [text.toLowerCase()]
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return undefined
  const hex = bytesToHex(base58.decode(text))
  if (hex.length === 64) return [`0x${hex}`]
  return hex.length === 50 && hex.startsWith('41') ? [`0x${hex.slice(0, 42)}`, `0x${hex.slice(2, 42)}`] : undefined
}
