import { accept, refuse, type AddressCheck } from './check.ts'
import { decodeBech32 } from './codecs.ts'
import { HEX_ADDRESS, WORD_DIGITS } from '../../text/hex.ts'

/** Checks a NEAR account id: an implicit one of 64 hex digits, or a name (nomicon, "Account ID"). */
export function checkNear(text: string): AddressCheck {
  if (text.length < 2 || text.length > 64) return refuse('A NEAR account has 2 to 64 characters, such as alice.near')
  if (/[A-Z]/.test(text)) return refuse('A NEAR account is written in lower case')
  if (!/^[a-z0-9]+([-_.][a-z0-9]+)*$/.test(text)) {
    return refuse('A NEAR account has lower-case letters and digits, with single - _ or . between them')
  }
  if (WORD_DIGITS.test(text)) return accept(text)
  if (decodeBech32(text) !== undefined || /^0\.0\.\d+$/.test(text)) {
    return refuse('This is an address of another chain: give a NEAR account, such as alice.near')
  }
  if (/^[0-9a-f]{60,63}$/.test(text)) {
    return accept(
      text,
      'This looks like a NEAR account id of 64 hex digits that lost some: check its end before paying it',
    )
  }
  if (HEX_ADDRESS.test(text)) {
    return accept(text, 'This is the NEAR account of an EVM key: make sure that its owner uses it on NEAR')
  }
  if (!text.includes('.')) return accept(text, 'NEAR names usually end with .near: make sure that nothing is missing')
  return accept(text)
}

/** Checks an Antelope account name, as on EOS and WAX: up to 12 of a-z 1-5 and dots, and a 13th of a-j 1-5. */
export function checkAntelope(text: string): AddressCheck {
  if (/^(EOS|FIO)[1-9A-HJ-NP-Za-km-z]{50}$/.test(text) || /^PUB_/.test(text)) {
    return refuse('This is a public key: give the account name, such as alice.wam or satoshi12345')
  }
  if (/^[a-z1-5]([a-z1-5.]{0,10}[a-z1-5]|[a-z1-5.]{11}[a-j1-5])?$/.test(text)) return accept(text)
  return refuse('An account name has at most 12 characters of a to z, 1 to 5 and dots, and ends with none')
}

const HEDERA_MAX = (1n << 63n) - 1n
const P3 = 26 ** 3
const P5 = 26 ** 5

/** Checks a Hedera account id, 0.0.number, with or without its checksum (HIP-15); canonical has none. */
export function checkHedera(text: string): AddressCheck {
  if (/^(0x)?[0-9a-fA-F]{40}$/.test(text))
    return refuse('Give the Hedera account id, such as 0.0.12345, not its EVM alias')
  const parts = /^(0\.0\.(0|[1-9]\d{0,18}))(?:-([a-z]{5}))?$/.exec(text)
  const [account, number, checksum] = [parts?.[1], parts?.[2], parts?.[3]]
  if (account === undefined || number === undefined)
    return refuse('A Hedera account id reads 0.0.number, such as 0.0.12345')
  if (number === '0' || BigInt(number) > HEDERA_MAX) return refuse('There is no Hedera account with that number')
  if (checksum !== undefined && checksum !== hederaChecksum(account)) {
    return refuse('The letters after the account id do not match it on mainnet: a digit is wrong, so copy it again')
  }
  return accept(account)
}

/** The five letters that HIP-15 gives a mainnet account id. */
function hederaChecksum(account: string): string {
  let [weighted, even, odd] = [0, 0, 0]
  for (let index = 0; index < account.length; index++) {
    const digit = account.charAt(index) === '.' ? 10 : Number(account.charAt(index))
    weighted = (weighted * 31 + digit) % P3
    if (index % 2 === 0) even = (even + digit) % 11
    else odd = (odd + digit) % 11
  }
  const ledger = 0 // mainnet's ledger id is a zero byte followed by six more, which add nothing
  let sum = ((((account.length % 5) * 11 + even) * 11 + odd) * P3 + weighted + ledger) % P5
  sum = (sum * 1_000_003) % P5
  let letters = ''
  for (let index = 0; index < 5; index++) {
    letters = String.fromCharCode(97 + (sum % 26)) + letters
    sum = Math.floor(sum / 26)
  }
  return letters
}
