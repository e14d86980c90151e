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
} & (
  | { readonly type: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly type: 'legacy'; readonly gasPrice: bigint }
)

/** Signs for one address. */
export interface Signer {
  /** 0x address with EIP-55 capitals. */
  readonly address: string
  /**
   * Signed bytes of exactly this transaction, 0x-hex. May ask the user for a password or a device at the first call.
   * @throws WALLET_REFUSED for a watch-only account, a wrong password, a device that declines; INTERRUPTED
   */
  sign(transaction: UnsignedTransaction): Promise<string>
}
