import type { TransactionRecord } from '../../../core/swap/records.ts'
import { isFinal } from '../../../core/swap/transitions.ts'
import { transactionForm } from '../../record-json.ts'
import type { Connection } from '../connection.ts'
import { type DocumentTable, packedTable } from '../document-table.ts'

/** Ended transactions that still hold what was handed out to be paid, as they follow FROM. */
export const WITH_PAYLOAD = 'transactions INDEXED BY transactions_payload WHERE has_payload = 1'

/** The documents of transactions. */
export function transactionTable(connection: Connection, file: string): DocumentTable<TransactionRecord> {
  return packedTable(connection, file, {
    table: 'transactions',
    form: transactionForm,
    idOf: ({ id }) => id,
    values: {
      names: ['next_poll_at', 'has_payload'],
      of: transactionValues,
    },
  })
}

/** What the columns beside a transaction's document hold of it: when it is polled next, and whether it has ended with a payload. */
export function transactionValues(record: TransactionRecord): readonly [number | null, 0 | 1] {
  return [record.nextPollAtMs, isFinal(record.status) && record.exec !== undefined ? 1 : 0]
}
