import { SwapError } from '../../core/api/errors.ts'
import { safeChecksum } from './safe-checksum.ts'
import type { PaymentReview, PlannedCall } from '../payment.ts'

/** A transaction for a wallet to sign, as eth_sendTransaction takes it (https://ethereum.github.io/execution-apis). */
export interface UnsignedCall {
  readonly from: string
  readonly to: string
  /** 0x-hex. */
  readonly data: string
  /** Base units of the native coin, 0x-hex without leading zeros. */
  readonly value: string
  /** 0x-hex without leading zeros. */
  readonly chainId: string
  /** For people. */
  readonly description: string
}

/** A payment for another wallet to sign. */
export interface UnsignedPayment {
  /** In the order in which they must be mined. */
  readonly transactions: readonly UnsignedCall[]
  /** The same as command lines of Foundry's cast, which takes the node from ETH_RPC_URL or --rpc-url. */
  readonly cast: readonly string[]
}

/** The transactions of a review, for another wallet to sign. @throws WALLET_REFUSED for a call that is no plain call */
export function unsignedTransactions(review: PaymentReview): UnsignedPayment {
  checkCalls(review)
  const { chainId, from, calls } = review
  return {
    transactions: calls.map(({ to, data, value, description }) => ({
      from,
      to,
      data,
      value: quantity(value),
      chainId: quantity(BigInt(chainId)),
      description,
    })),
    cast: calls.map(({ to, data, value }) =>
      [
        `cast send --chain ${chainId} --from ${from}`,
        ...(value === 0n ? [] : [`--value ${value}`]),
        to,
        ...(data === '0x' ? [] : [data]),
      ].join(' '),
    ),
  }
}

/** A file for the Transaction Builder of Safe. */
export interface SafeBatch {
  readonly version: '1.0'
  /** Decimal text. */
  readonly chainId: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly meta: SafeBatchMeta & {
    /** 0x-hex hash by which the builder sees that nobody changed the file. */
    readonly checksum: string
  }
  readonly transactions: readonly {
    readonly to: string
    /** Base units of the native coin, decimal text. */
    readonly value: string
    readonly data: string
    readonly contractMethod: null
    readonly contractInputsValues: null
  }[]
}

interface SafeBatchMeta {
  readonly name: string
  readonly description: string
  /** Version of the builder whose format this is. */
  readonly txBuilderVersion: string
  readonly createdFromSafeAddress: string
  readonly createdFromOwnerAddress: string
}

/**
 * The transactions of a review as one batch for the Transaction Builder of the Safe that pays. Wire format:
 * https://github.com/safe-global/safe-react-apps/blob/development/apps/tx-builder/src/typings/models.ts
 * @param nowMs epoch milliseconds
 * @param transactionId of the swap, told to whoever opens the file; undefined where no record is kept
 * @throws WALLET_REFUSED for a call that is no plain call
 */
export function safeBatch(review: PaymentReview, nowMs: number, transactionId: string | undefined): SafeBatch {
  checkCalls(review)
  const meta: SafeBatchMeta = {
    name: `swapcli: ${review.functionName}`,
    description: [
      `Leaves the Safe: ${review.leaves.join(', ')}`,
      ...review.calls.map(({ description }) => description),
      ...(review.validUntil === undefined ? [] : [`To be in a block before ${review.validUntil}`]),
      ...(transactionId === undefined ? [] : [`Once it is sent: swapcli track ${transactionId} HASH`]),
    ].join('; '),
    txBuilderVersion: '1.18.0',
    createdFromSafeAddress: review.from,
    createdFromOwnerAddress: '',
  }
  const batch = {
    version: '1.0' as const,
    chainId: String(review.chainId),
    createdAt: nowMs,
    transactions: review.calls.map(({ to, data, value }) => ({
      to,
      value: value.toString(),
      data,
      contractMethod: null,
      contractInputsValues: null,
    })),
  }
  return { ...batch, meta: { ...meta, checksum: safeChecksum({ ...batch, meta }) } }
}

/** Everything here is pasted into shells and other wallets, so it is looked at once more. */
function checkCalls({ from, calls }: PaymentReview): void {
  if (isAddress(from) && calls.every(isPlain)) return
  throw new SwapError('WALLET_REFUSED', 'The payment holds an address, data or a value that no transaction can have', {
    hint: 'Nothing was signed. Choose another provider: swapcli quote --help',
  })
}

function isPlain({ to, data, value }: PlannedCall): boolean {
  return isAddress(to) && /^0x(?:[0-9a-fA-F]{2})*$/.test(data) && value >= 0n && value < 2n ** 256n
}

function isAddress(text: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(text)
}

function quantity(value: bigint): string {
  return `0x${value.toString(16)}`
}
