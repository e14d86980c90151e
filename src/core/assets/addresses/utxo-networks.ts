import { blake256 } from '@noble/hashes/blake1.js'
import type { Digest } from './codecs.ts'
import { groestl512d } from './groestl.ts'

/** How one Bitcoin-like chain writes its addresses. */
export interface UtxoNetwork {
  readonly name: string
  /** How its addresses look, as the end of a sentence. */
  readonly looks: string
  /** Version bytes, in hex, in front of a 20-byte hash that may be paid: of a key, of a script, of others. */
  readonly versions: readonly [key: string, script: string, ...others: string[]]
  /** Checksum hash of its base58 addresses. @default sha256d */
  readonly digest?: Digest
  /** Prefix of its segwit addresses, and the highest version that it spends from: 1 where taproot is active. */
  readonly segwit?: { readonly prefix: string; readonly version: 0 | 1 }
  /** Version byte of script addresses that it once shared with Bitcoin. */
  readonly oldScriptVersion?: string
}

const blake256d: Digest = (data) => blake256(blake256(data))

/** Version bytes and prefixes are those of each coin's chainparams.cpp (chaincfg for Decred). */
const NETWORKS = {
  bitcoin: {
    name: 'Bitcoin',
    looks: 'they start with bc1, 1 or 3',
    versions: ['00', '05'],
    segwit: { prefix: 'bc', version: 1 },
  },
  litecoin: {
    name: 'Litecoin',
    looks: 'they start with ltc1, L or M',
    versions: ['30', '32'],
    segwit: { prefix: 'ltc', version: 1 },
    oldScriptVersion: '05',
  },
  dogecoin: { name: 'Dogecoin', looks: 'they start with D, A or 9', versions: ['1e', '16'] },
  dash: { name: 'Dash', looks: 'they start with X or 7', versions: ['4c', '10'] },
  zcash: { name: 'Zcash', looks: 'they start with t1, t3 or u1', versions: ['1cb8', '1cbd'] },
  'utxo:flux': { name: 'Flux', looks: 'they start with t1 or t3', versions: ['1cb8', '1cbd'] },
  'utxo:digibyte': {
    name: 'DigiByte',
    looks: 'they start with dgb1, D or S',
    versions: ['1e', '3f'],
    segwit: { prefix: 'dgb', version: 0 },
    oldScriptVersion: '05',
  },
  'utxo:groestlcoin': {
    name: 'Groestlcoin',
    looks: 'they start with grs1, F or 3',
    versions: ['24', '05'],
    digest: groestl512d,
    segwit: { prefix: 'grs', version: 0 },
  },
  'utxo:ravencoin': { name: 'Ravencoin', looks: 'they start with R or r', versions: ['3c', '7a'] },
  'utxo:qtum': {
    name: 'Qtum',
    looks: 'they start with qc1, Q or M',
    versions: ['3a', '32'],
    segwit: { prefix: 'qc', version: 0 },
  },
  'utxo:monacoin': {
    name: 'Monacoin',
    looks: 'they start with mona1, M or P',
    versions: ['32', '37'],
    segwit: { prefix: 'mona', version: 0 },
    oldScriptVersion: '05',
  },
  'utxo:viacoin': {
    name: 'Viacoin',
    looks: 'they start with via1, V or E',
    versions: ['47', '21'],
    segwit: { prefix: 'via', version: 0 },
  },
  'utxo:decred': { name: 'Decred', looks: 'they start with Ds or Dc', versions: ['073f', '071a'], digest: blake256d },
  'utxo:bitcoin-gold': {
    name: 'Bitcoin Gold',
    looks: 'they start with btg1, G or A',
    versions: ['26', '17'],
    segwit: { prefix: 'btg', version: 0 },
  },
  'utxo:firo': { name: 'Firo', looks: 'transparent ones start with a, 3, 4 or EX', versions: ['52', '07', '01b9bb'] },
  'utxo:komodo': { name: 'Komodo', looks: 'they start with R or b', versions: ['3c', '55'] },
  'utxo:pivx': { name: 'PIVX', looks: 'transparent ones start with D, 6 or EXM', versions: ['1e', '0d', '01b9a2'] },
  'utxo:verge': {
    name: 'Verge',
    looks: 'they start with vg1, D or E',
    versions: ['1e', '21'],
    segwit: { prefix: 'vg', version: 0 },
  },
} satisfies Readonly<Record<string, UtxoNetwork>>
export type UtxoFamily = keyof typeof NETWORKS
export const UTXO_NETWORKS: Readonly<Record<string, UtxoNetwork>> = NETWORKS
