import { cleanText } from '../text/clean-text.ts'
import { toCsv } from '../text/csv.ts'
import type { HistoryTransaction } from '../api/documents.ts'
import { transactionFeeUsd, transactionUsd } from './transaction-value.ts'

/** Longest text of a cell, in UTF-16 units. */
const MAX_CELL = 2000

/** Past transactions as CSV for a spreadsheet: a header, then a line each. */
export function historyCsv(transactions: readonly HistoryTransaction[]): string {
  return toCsv([CSV_HEADER, ...transactions.map(csvRow)])
}

const CSV_HEADER = [
  'id',
  'createdAt',
  'status',
  'provider',
  'srcChain',
  'srcSymbol',
  'srcAmount',
  'dstChain',
  'dstSymbol',
  'dstAmount',
  'amountUsd',
  'feeUsd',
  'walletAddress',
  'recipientWalletAddress',
  'inboundHash',
  'outboundHash',
  'refundHash',
  'dstDelivered',
]

function csvRow(transaction: HistoryTransaction): string[] {
  const { srcAsset, dstAsset, fee } = transaction
  const cells = [
    transaction.id,
    transaction.createdAt,
    transaction.status,
    transaction.provider,
    srcAsset.chain ?? '',
    srcAsset.symbol ?? '',
    transaction.srcAmount,
    dstAsset.chain ?? '',
    dstAsset.symbol ?? '',
    transaction.dstAmount,
    transactionUsd(transaction) === undefined ? '' : String(transaction.amountUsd),
    transactionFeeUsd(fee) === undefined ? '' : String(fee.amountUsd),
    transaction.walletAddress,
    transaction.recipientWalletAddress,
    transaction.inboundHash,
    transaction.outboundHash ?? '',
    transaction.refundHash ?? '',
    transaction.dstDelivered ?? '',
  ]
  return cells.map((text) => cleanText(text, MAX_CELL))
}
