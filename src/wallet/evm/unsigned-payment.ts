import { defined } from '../../core/defined.ts'
import { SwapError } from '../../core/api/errors.ts'
import { isHex, toQuantity } from '../../core/evm/json-rpc.ts'
import type { UnsignedPayment, UnsignedPlace } from '../family.ts'
import type { PaymentReview } from '../payment.ts'
import { type EvmPaymentReview, type PlannedCall, requireEvmReview } from './planned-call.ts'
import { safeChecksum } from './safe-checksum.ts'
import { HEX_ADDRESS } from '../../core/text/hex.ts'

/** Formats in which another signer may take a payment. */
export type EvmUnsignedFormat = 'json' | 'safe' | 'cast'

/**
 * A payment for another wallet to sign: transactions as eth_sendTransaction takes them (`json`), command lines of Foundry's
 * cast, which takes the node from ETH_RPC_URL or --rpc-url (`cast`), or a batch for Safe (`safe`).
 * @throws WALLET_REFUSED for a call that is not plain
 */
export function writeUnsigned(
  payment: PaymentReview,
  format: EvmUnsignedFormat,
  place: UnsignedPlace,
): UnsignedPayment {
  const review = requirePlainReview(payment)
  switch (format) {
    case 'json':
      return { kind: 'list', items: unsignedCalls(review) }
    case 'cast':
      return { kind: 'lines', lines: castLines(review) }
    case 'safe':
      return { kind: 'file', content: safeBatch(review, place) }
  }
}

/** A review as `--dry-run --json` prints it. @throws WALLET_REFUSED for a call that is not plain */
export function reviewDocument(payment: PaymentReview): object {
  const review = requirePlainReview(payment)
  const { chainName, chainId, from, target, action, leaves, approval, recipient } = review
  const { minimumReceived, validUntil, networkCost, changes, warnings, sending } = review
  const doubts = review.doubts.map(({ text }) => text)
  const doubtCodes = [...new Set(review.doubts.map(({ code }) => code))]
  return {
    ...{ chainName, chainId, from, target, functionName: action, leaves, approval, recipient, minimumReceived },
    ...{
      validUntil,
      gasCost: networkCost,
      changes,
      ...defined({ sending }),
      doubts,
      doubtCodes,
      warnings,
      transactions: unsignedCalls(review),
    },
  }
}

/** Transactions as eth_sendTransaction takes them (https://ethereum.github.io/execution-apis), each with a description. */
function unsignedCalls({ chainId, from, calls }: EvmPaymentReview): readonly object[] {
  return calls.map(({ to, data, value, description }) => {
    return { from, to, data, value: toQuantity(value), chainId: toQuantity(BigInt(chainId)), description }
  })
}

function castLines({ chainId, from, calls }: EvmPaymentReview): readonly string[] {
  return calls.map(({ to, data, value }) =>
    [
      `cast send --chain ${chainId} --from ${from}`,
      ...(value === 0n ? [] : [`--value ${value}`]),
      to,
      ...(data === '0x' ? [] : [data]),
    ].join(' '),
  )
}

/**
 * The transactions of a review as one batch for the Transaction Builder of the Safe that pays. Wire format:
 * https://github.com/safe-global/safe-react-apps/blob/development/apps/tx-builder/src/typings/models.ts
 */
function safeBatch(review: EvmPaymentReview, { nowMs, transactionId }: UnsignedPlace): object {
  const meta = {
    name: `swapcli: ${review.action}`,
    description: [
      `Leaves the Safe: ${review.leaves.join(', ')}`,
      ...review.calls.map(({ description }) => description),
      ...(review.validUntil === undefined ? [] : [`To be in a block before ${review.validUntil}`]),
      ...(transactionId === undefined ? [] : [`Once it is sent: swapcli track ${transactionId} HASH`]),
    ].join('; '),
    // Version of the builder whose format this is.
    txBuilderVersion: '1.18.0',
    createdFromSafeAddress: review.from,
    createdFromOwnerAddress: '',
  }
  const batch = {
    version: '1.0',
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

/** All of this is pasted into shells and other wallets, so it is checked once more. */
function requirePlainReview(payment: PaymentReview): EvmPaymentReview {
  const review = requireEvmReview(payment)
  if (HEX_ADDRESS.test(review.from) && review.calls.every(isPlain)) return review
  throw new SwapError('WALLET_REFUSED', 'The payment holds an address, data or a value that no transaction can have', {
    reason: 'payload',
    hint: 'Nothing was signed. Choose another provider: swapcli quote --help',
  })
}

function isPlain({ to, data, value }: PlannedCall): boolean {
  return HEX_ADDRESS.test(to) && isHex(data) && value >= 0n && value < 2n ** 256n
}
