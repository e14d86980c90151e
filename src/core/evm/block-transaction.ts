import type { Log } from './token-transfer.ts'

/** A transaction that a block holds, and what it did; addresses and data are 0x-hex in small letters. */
export interface BlockTransaction {
  readonly from: string
  /** Null where it makes a contract. */
  readonly to: string | null
  readonly input: string
  /** Base units of the native coin. */
  readonly value: bigint
  readonly isReverted: boolean
  readonly logs: readonly Log[]
}
