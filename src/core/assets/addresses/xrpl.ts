import { base58xrp } from '@scure/base'
import { accept, BAD_CHECKSUM, refuse, ZERO_ADDRESS, type AddressCheck } from './check.ts'
import { decodeBase58Check, encodeBase58Check, isZero, joinBytes, sha256d } from './codecs.ts'

const X_MAINNET = [0x05, 0x44]
const X_LENGTH = 31

/**
 * Checks a classic XRP Ledger address (r…). An X-address (XLS-5) is refused with what it stands for: the account, and the
 * destination tag that would be lost on the way to a provider that knows accounts only.
 */
export function checkXrpl(text: string): AddressCheck {
  if (/^s[1-9A-HJ-NP-Za-km-z]{25,31}$/.test(text) && decodeBase58Check(text, sha256d, base58xrp)?.intact === true) {
    return refuse(
      'This is a secret seed, not an address: never give it to anyone, and move its funds if you already did',
    )
  }
  if (/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)) return checkClassic(text)
  if (/^[XT][1-9A-HJ-NP-Za-km-z]{46}$/.test(text)) return checkTagged(text)
  return refuse('An XRP Ledger address starts with r')
}

function checkClassic(text: string): AddressCheck {
  const decoded = decodeBase58Check(text, sha256d, base58xrp)
  if (decoded === undefined || decoded.payload.length !== 21 || !decoded.intact) return refuse(BAD_CHECKSUM)
  if (decoded.payload[0] !== 0) return refuse('This is not an account of the XRP Ledger')
  return isZero(decoded.payload) ? refuse(ZERO_ADDRESS) : accept(text)
}

function checkTagged(text: string): AddressCheck {
  const decoded = decodeBase58Check(text, sha256d, base58xrp)
  if (decoded === undefined || decoded.payload.length !== X_LENGTH || !decoded.intact) return refuse(BAD_CHECKSUM)
  const { payload } = decoded
  if (payload[0] !== X_MAINNET[0] || payload[1] !== X_MAINNET[1]) {
    return refuse('This is a testnet X-address; give an address that starts with r')
  }
  if (isZero(payload.subarray(2, 22))) return refuse(ZERO_ADDRESS)
  const flag = payload[22]
  const hasSpareBits = !isZero(payload.subarray(flag === 1 ? 27 : 23))
  if ((flag !== 0 && flag !== 1) || hasSpareBits) return refuse('The tag in this X-address is of an unknown kind')
  const account = encodeXrpl(payload.subarray(2, 22))
  if (flag === 0) return refuse(`This X-address is written ${account} here: give that`)
  const tag = payload.subarray(23, 27).reduceRight((sum, byte) => sum * 256 + byte, 0)
  return refuse(`This X-address holds the destination tag ${tag}: give the account ${account}, and the tag as its memo`)
}

/** The classic address of a 20-byte account id. */
export function encodeXrpl(id: Uint8Array): string {
  return encodeBase58Check(joinBytes(Uint8Array.of(0), id), sha256d, base58xrp)
}
