import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { recoverAddress } from 'ox/Secp256k1'
import { parseTransaction, serializeTransaction } from 'viem'

/** A signed transaction; addresses and data in small letters. */
export interface ChainTransaction {
  readonly hash: string
  /** Empty for one of an account that the simulation plays, which signs nothing. */
  readonly raw: string
  readonly from: string
  readonly to: string
  readonly nonce: number
  readonly data: string
  readonly value: bigint
  readonly gas: number
  /** Wei for one gas; of a legacy transaction both are its price. */
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly type: 'eip1559' | 'legacy'
  readonly chainId: number | undefined
}

/**
 * Reads signed bytes; undefined for bytes that are no transaction.
 * @param senderOf who signed bytes with this hash, where that is known; recovering it takes milliseconds
 */
export function readTransaction(
  raw: string,
  senderOf: (hash: string) => string | undefined,
): ChainTransaction | undefined {
  if (!/^0x(?:[0-9a-f]{2})+$/i.test(raw)) return undefined
  try {
    const bytes = asHex(raw.toLowerCase())
    const hash = hashOf(bytes)
    const parsed = parseTransaction(bytes)
    const { chainId, nonce = 0, to, data = '0x', value = 0n, gas, r, s, v, yParity } = parsed
    if (gas === undefined || typeof to !== 'string' || r === undefined || s === undefined) return undefined
    const isLegacy = parsed.type === 'legacy'
    const from = senderOf(hash) ?? recover(parsed, asHex(r), asHex(s), yParity ?? (Number(v ?? 27n) % 2 === 0 ? 1 : 0))
    return {
      ...{ hash, raw: bytes, nonce, value, chainId },
      from: from.toLowerCase(),
      to: to.toLowerCase(),
      data: data.toLowerCase(),
      gas: Number(gas),
      maxFeePerGas: (isLegacy ? parsed.gasPrice : parsed.maxFeePerGas) ?? 0n,
      maxPriorityFeePerGas: (isLegacy ? parsed.gasPrice : parsed.maxPriorityFeePerGas) ?? 0n,
      type: isLegacy ? 'legacy' : 'eip1559',
    }
  } catch {
    return undefined
  }
}

function recover(
  { r: _r, s: _s, v: _v, yParity: _y, ...unsigned }: ReturnType<typeof parseTransaction>,
  r: `0x${string}`,
  s: `0x${string}`,
  yParity: number,
): string {
  const payload = hashOf(serializeTransaction(unsigned as Parameters<typeof serializeTransaction>[0]))
  return recoverAddress({ payload: asHex(payload), signature: { r: BigInt(r), s: BigInt(s), yParity } })
}

/** The hash of bytes, 0x-hex. */
export function hashOf(bytes: string): string {
  return `0x${bytesToHex(keccak_256(hexToBytes(bytes.slice(2))))}`
}

/** viem's type of 0x-hex. */
export function asHex(text: string): `0x${string}` {
  return `0x${text.replace(/^0x/, '')}`
}
