import { hexToBytes } from '@noble/hashes/utils.js'
import type { SwapError } from '../../core/api/errors.ts'
import { nearest } from '../../core/text/nearest.ts'
import { refusalFor } from '../refusal.ts'

/*
 * Recovery words (BIP-39, the English list) and the keys that they lead to (BIP-32, BIP-44).
 */

const COUNTS = [12, 15, 18, 21, 24]

/**
 * Recovery words in their normal form: small letters, one space between.
 * @throws WALLET_REFUSED naming the first word that is not in the list, or a checksum that does not fit
 */
export async function readMnemonic(text: string): Promise<string> {
  const words = text.normalize('NFKD').toLowerCase().trim().split(/\s+/)
  if (!COUNTS.includes(words.length)) {
    throw mnemonicError(
      `There must be 12, 15, 18, 21 or 24 recovery words; this has ${words[0] === '' ? 0 : words.length}`,
    )
  }
  const [{ validateMnemonic }, { wordlist }] = await wordTools()
  const at = words.findIndex((word) => !wordlist.includes(word))
  const word = words[at]
  if (word !== undefined) {
    // Anything that is not a slip of the pen may be another secret: it is not repeated.
    const known = wordlist.map((text) => [text, text] as const)
    const [similar] = /^[a-z]{1,12}$/.test(word) ? nearest(word, known, 1) : []
    const named = similar === undefined ? '' : `, “${word}”,`
    throw mnemonicError(
      `Word ${at + 1} of the recovery words${named} is not in the English list`,
      similar === undefined ? undefined : `Perhaps “${similar}”? Check what you wrote down`,
    )
  }
  const phrase = words.join(' ')
  if (validateMnemonic(phrase, wordlist)) return phrase
  throw mnemonicError('The recovery words fail their checksum (BIP-39): one is wrong, or their order is')
}

/** New recovery words: 12 for 16 random bytes, 24 for 32. */
export async function newMnemonic(entropy: Uint8Array): Promise<string> {
  const [{ entropyToMnemonic }, { wordlist }] = await wordTools()
  return entropyToMnemonic(entropy, wordlist)
}

/**
 * The private key, 32 bytes, that recovery words lead to.
 * @param phrase as `readMnemonic` gives it
 * @param path a derivation path in its normal form
 * @param passphrase the "25th word"; empty for none
 */
export async function mnemonicKey(phrase: string, path: string, passphrase = ''): Promise<Uint8Array> {
  const [[{ mnemonicToSeed }], { fromSeed }] = await Promise.all([wordTools(), import('ox/HdKey')])
  const seed = await mnemonicToSeed(phrase, passphrase)
  const { privateKey } = fromSeed(seed).derive(path)
  seed.fill(0)
  return hexToBytes(privateKey.slice(2))
}

/** A derivation path in its normal form, or undefined for any other text: `m/44'/60'/0'/0/0`. */
export function readDerivationPath(text: string): string | undefined {
  const path = text.trim().replace(/[hH’]/g, "'")
  const steps = path.split('/').slice(1)
  const fits = /^m(\/[0-9]{1,10}'?){1,10}$/.test(path) && steps.every((step) => parseInt(step, 10) < 2 ** 31)
  return fits ? path : undefined
}

function wordTools() {
  return Promise.all([import('@scure/bip39'), import('@scure/bip39/wordlists/english')])
}

function mnemonicError(message: string, hint = 'Check what you wrote down, and run the same command again'): SwapError {
  return refusalFor('account', message, hint)
}
