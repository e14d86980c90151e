import { getPublicKey, sign } from 'ox/Secp256k1'
import { fromPublicKey } from 'ox/Address'
import { serializeTransaction } from 'viem'
import { toChecksumAddress } from '../../../src/core/assets/address.ts'
import type { EvmSigner } from '../../../src/wallet/evm/keys/signer.ts'
import { asHex, hashOf } from './transactions.ts'

/*
 * Signatures that nodes and wallets accept and that cost next to nothing: all of an account share one secret number, so that
 * half of the work is done once. Whoever sees two of them has the key, so they are for simulations only.
 */

/** Points of secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** An account that a simulation plays. */
export interface SimulatedAccount {
  /** 0x address with EIP-55 capitals. */
  readonly address: string
  readonly signer: EvmSigner
}

/** Accounts, and who signed what. */
export interface SimulatedAccounts {
  /** The account with this number, from 1. */
  account(number: number): SimulatedAccount
  /** Who signed the bytes with this hash; undefined for those of others. As options of chains want it. */
  senderOf(hash: string): string | undefined
}

export function createSimulatedAccounts(): SimulatedAccounts {
  const accounts = new Map<number, SimulatedAccount>()
  const senders = new Map<string, string>()
  const create = (number: number): SimulatedAccount => {
    const key = BigInt(hashOf(`0x${number.toString(16).padStart(64, '0')}`)) % ORDER
    const privateKey = asHex(key.toString(16).padStart(64, '0'))
    const address = toChecksumAddress(fromPublicKey(getPublicKey({ privateKey })))
    const signDigest = fastSigner(key)
    return {
      address,
      signer: {
        family: 'evm',
        address,
        sign: async (transaction) => {
          const { to, data, ...fields } = transaction
          const unsigned = { ...fields, to: asHex(to), data: asHex(data) }
          const digest = hashOf(serializeTransaction(unsigned))
          const raw = serializeTransaction(unsigned, signDigest(BigInt(digest)))
          senders.set(hashOf(raw), address)
          return raw
        },
      },
    }
  }
  return {
    account: (number) => {
      const known = accounts.get(number) ?? create(number)
      accounts.set(number, known)
      return known
    },
    senderOf: (hash) => senders.get(hash),
  }
}

/** Works the secret number and its point out of one ordinary signature, and uses them again for every other. */
function fastSigner(key: bigint) {
  const digest = 1n
  const first = sign({
    payload: asHex(digest.toString(16).padStart(64, '0')),
    privateKey: asHex(key.toString(16).padStart(64, '0')),
  })
  const r = BigInt(first.r)
  const inverse = (BigInt(first.s) * invert((digest + r * key) % ORDER)) % ORDER
  const word = (value: bigint) => asHex(value.toString(16).padStart(64, '0'))
  return (payload: bigint) => {
    const s = (inverse * ((payload + r * key) % ORDER)) % ORDER
    const isHigh = s > ORDER / 2n
    const yParity = isHigh ? 1 - first.yParity : first.yParity
    return { r: word(r), s: word(isHigh ? ORDER - s : s), yParity }
  }
}

function invert(value: bigint): bigint {
  let [a, b, x, y] = [value, ORDER, 1n, 0n]
  while (b !== 0n) {
    const quotient = a / b
    ;[a, b, x, y] = [b, a - quotient * b, y, x - quotient * y]
  }
  return ((x % ORDER) + ORDER) % ORDER
}
