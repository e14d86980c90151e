import { accept, BAD_CHECKSUM, refuse, type AddressCheck } from './check.ts'
import { bytesOfWords, decodeBech32 } from './codecs.ts'

const NOT_PAYABLE = ['valoper', 'valcons', 'pub', 'valoperpub', 'valconspub']

/** Checks a bech32 account (20 bytes) or contract (32 bytes) of a Cosmos-style chain with this prefix. */
export function checkCosmos(prefix: string, text: string): AddressCheck {
  const decoded = decodeBech32(text)
  if (decoded === undefined) {
    return refuse(text.toLowerCase().startsWith(`${prefix}1`) ? BAD_CHECKSUM : foreign(prefix))
  }
  if (NOT_PAYABLE.some((kind) => decoded.prefix === `${prefix}${kind}`)) {
    return refuse(`This is a validator or public key, not an account: give the address that starts with ${prefix}1`)
  }
  if (decoded.prefix !== prefix) return refuse(foreign(prefix))
  if (decoded.variant !== 'bech32') return refuse(BAD_CHECKSUM)
  const length = bytesOfWords(decoded.words)?.length
  if (length !== 20 && length !== 32) return refuse('This address has the wrong length for an account: copy it again')
  return accept(text.toLowerCase())
}

function foreign(prefix: string): string {
  return `An address of this chain starts with ${prefix}1; this one is of another chain or kind`
}
