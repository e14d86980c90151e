import { HEX_BYTES } from '../../../core/text/hex.ts'
import { toChecksumAddress } from '../../../core/assets/addresses/evm.ts'
import { refusalFor } from '../../refusal.ts'
import type { EvmSigner, UnsignedTransaction } from './signer.ts'

/** A transaction of an EVM chain with all its fields; amounts are wei. */
export type EvmTransaction = {
  readonly chainId: number
  readonly nonce: number
  readonly to: `0x${string}`
  readonly data: `0x${string}`
  readonly value: bigint
  /** Gas limit. */
  readonly gas: bigint
} & (
  | { readonly type: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly type: 'legacy'; readonly gasPrice: bigint }
)

/** Signs transactions of EVM chains for one address: a `LocalAccount` of viem is one. */
export interface EvmAccount {
  /** 0x address. */
  readonly address: string
  /** Signed bytes of exactly this transaction, 0x-hex. It sends nothing. */
  signTransaction(transaction: EvmTransaction): Promise<string>
}

/** Signs with an account that somebody else's code holds. What it signs is read back and compared, as of any other signer. */
export function callerSigner(account: EvmAccount): EvmSigner {
  return {
    family: 'evm',
    address: toChecksumAddress(account.address),
    sign: async (transaction) => {
      const raw = await account.signTransaction(fieldsOf(transaction))
      if (HEX_BYTES.test(raw)) return raw
      throw refusalFor('account', 'The account that was given did not return the bytes of a signed transaction')
    },
  }
}

function fieldsOf({ to, data, ...fields }: UnsignedTransaction): EvmTransaction {
  return { ...fields, to: hexOf(to), data: hexOf(data) }
}

function hexOf(text: string): `0x${string}` {
  return `0x${text.replace(/^0x/, '')}`
}
