import { isEvmAddress, toChecksumAddress } from '../../core/assets/addresses/evm.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { UnsignedTransaction } from './keys/signer.ts'
import { HEX_BYTES } from '../../core/text/hex.ts'

/**
 * Checks that every field of a transaction is in range, before it is signed.
 * @throws WALLET_REFUSED naming the field
 */
export function checkUnsigned(transaction: UnsignedTransaction): void {
  const { type, chainId, nonce, to, data, value, gas } = transaction
  if (!Number.isSafeInteger(chainId) || chainId < 1) throw outOfRange('chain id')
  if (!Number.isSafeInteger(nonce) || nonce < 0) throw outOfRange('nonce')
  if (!isEvmAddress(to)) throw outOfRange('recipient')
  if (!HEX_BYTES.test(data)) throw outOfRange('data')
  if (value < 0n || value >= 2n ** 256n) throw outOfRange('value')
  if (gas < 21_000n || gas >= 2n ** 64n) throw outOfRange('gas limit')
  const price = type === 'legacy' ? transaction.gasPrice : transaction.maxFeePerGas
  if (price < 0n || price >= 2n ** 128n) throw outOfRange('gas price')
  if (type === 'legacy') return
  if (transaction.maxPriorityFeePerGas < 0n || transaction.maxPriorityFeePerGas > price)
    throw outOfRange('priority fee')
}

/**
 * Reads signed bytes back and compares them, field by field, with the transaction that was to be signed, and the signature
 * with its signer. This is the last check before bytes leave the wallet, and it shares no code with what made them.
 * @param address 0x address with EIP-55 capitals
 * @throws WALLET_REFUSED naming what differs
 */
export async function checkSigned(raw: string, transaction: UnsignedTransaction, address: string): Promise<void> {
  const { parseTransaction, recoverTransactionAddress } = await import('./keys/viem.ts')
  const hex = asHex(raw)
  if (hex === undefined) throw mismatch('bytes')
  const parsed = await attempt(async () => parseTransaction(hex))
  if (parsed?.type !== transaction.type) throw mismatch('type')
  const read = {
    chainId: parsed.chainId,
    nonce: parsed.nonce ?? 0,
    to: parsed.to?.toLowerCase(),
    data: parsed.data ?? '0x',
    value: parsed.value ?? 0n,
    gas: parsed.gas,
    maxFeePerGas: parsed.maxFeePerGas ?? 0n,
    maxPriorityFeePerGas: parsed.maxPriorityFeePerGas ?? 0n,
    gasPrice: parsed.gasPrice ?? 0n,
    accessList: parsed.accessList?.length ?? 0,
  }
  const wanted: typeof read = {
    chainId: transaction.chainId,
    nonce: transaction.nonce,
    to: asHex(transaction.to),
    data: asHex(transaction.data) ?? '0x',
    value: transaction.value,
    gas: transaction.gas,
    maxFeePerGas: transaction.type === 'legacy' ? 0n : transaction.maxFeePerGas,
    maxPriorityFeePerGas: transaction.type === 'legacy' ? 0n : transaction.maxPriorityFeePerGas,
    gasPrice: transaction.type === 'legacy' ? transaction.gasPrice : 0n,
    accessList: 0,
  }
  for (const [field, value] of Object.entries(wanted)) {
    if (Object.entries(read).find(([name]) => name === field)?.[1] !== value) throw mismatch(field)
  }
  const signer = await attempt(async () => recoverTransactionAddress({ serializedTransaction: signedHex(hex) }))
  if (signer === undefined || toChecksumAddress(signer) !== address) throw mismatch('signer')
}

/** viem has a type of its own for the bytes of each kind of transaction; which kind it is has been read from the bytes. */
function signedHex(hex: `0x${string}`): `0x02${string}` {
  return hex as `0x02${string}`
}

async function attempt<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch {
    return undefined
  }
}

/** Small letters, or undefined when it is no 0x-hex. */
function asHex(text: string): `0x${string}` | undefined {
  return HEX_BYTES.test(text) ? `0x${text.slice(2).toLowerCase()}` : undefined
}

function outOfRange(field: string): SwapError {
  return new SwapError('WALLET_REFUSED', `The transaction cannot be signed: its ${field} is out of range`, {
    reason: 'payload',
  })
}

function mismatch(field: string): SwapError {
  return new SwapError('WALLET_REFUSED', `The signed transaction is not the requested one: its ${field} differs`, {
    reason: 'account',
    hint: 'Do not send it. Check the account: swapcli wallet show',
  })
}
