import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { SwapError } from '../../core/api/errors.ts'
import { checkSigned } from './signature-check.ts'
import type { EvmSigner, UnsignedTransaction } from './keys/signer.ts'
import type { Payment } from '../payment.ts'

/** Signed bytes and the hash under which their chain knows them. */
export interface SignedTransaction {
  readonly hash: string
  /** 0x-hex. */
  readonly raw: string
}

/**
 * Signs exactly these fields and reads the bytes back.
 * @throws WALLET_REFUSED, INTERRUPTED
 */
export async function signTransaction(signer: EvmSigner, transaction: UnsignedTransaction): Promise<SignedTransaction> {
  const raw = await signer.sign(transaction)
  await checkSigned(raw, transaction, signer.address)
  return { hash: `0x${bytesToHex(keccak_256(hexToBytes(raw.slice(2))))}`, raw }
}

/**
 * The fields of stored signed bytes.
 * @throws WALLET_REFUSED with funds 'unknown' for bytes that are not a transaction
 */
export async function readSigned({ raw, hash }: Pick<Payment, 'raw' | 'hash'>): Promise<UnsignedTransaction> {
  const { asHex, parseTransaction } = await import('./keys/viem.ts')
  try {
    const { chainId, nonce = 0, to, data = '0x', value = 0n, gas, ...price } = parseTransaction(asHex(raw))
    if (chainId !== undefined && gas !== undefined && typeof to === 'string') {
      const fields = { chainId, nonce, to, data, value, gas }
      const { gasPrice, maxFeePerGas, maxPriorityFeePerGas = 0n } = price
      if (gasPrice !== undefined) return { ...fields, type: 'legacy', gasPrice }
      if (maxFeePerGas !== undefined) return { ...fields, type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
    }
  } catch {
    // Reported below.
  }
  throw new SwapError('WALLET_REFUSED', `The stored bytes of the transaction ${hash} cannot be read`, {
    reason: 'run',
    funds: 'unknown',
    hint: 'Look the transaction up in an explorer before anything else',
  })
}
