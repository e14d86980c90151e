import type { Signer } from '../../signer.ts'
import type { GasPrice } from '../network-fees.ts'

/** Every field of a transaction that is signed; nothing is filled in by a node. Amounts are base units of the native coin. */
export type UnsignedTransaction = {
  readonly chainId: number
  readonly nonce: number
  /** 0x address. */
  readonly to: string
  /** 0x-hex. */
  readonly data: string
  readonly value: bigint
  /** Gas limit. */
  readonly gas: bigint
} & GasPrice

/** Signs for one EVM address. */
export interface EvmSigner extends Signer {
  readonly family: 'evm'
  /** 0x address with EIP-55 capitals. */
  readonly address: string
  /**
   * Signed bytes of exactly this transaction, 0x-hex. May ask the user for a password or a device at the first call.
   * @throws WALLET_REFUSED for a watch-only account, a wrong password, a device that declines; INTERRUPTED
   */
  sign(transaction: UnsignedTransaction): Promise<string>
}

/** The signer of an EVM account. @throws Error for one of another family, which is never asked for */
export function requireEvmSigner(signer: Signer): EvmSigner {
  if (isEvmSigner(signer)) return signer
  throw new Error(`a signer of the family ${signer.family} cannot sign for an EVM chain`)
}

function isEvmSigner(signer: Signer): signer is EvmSigner {
  return signer.family === 'evm' && 'sign' in signer
}
