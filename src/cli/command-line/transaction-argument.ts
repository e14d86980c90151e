/** The argument of commands that take a transaction by its id or by any hash of it. */
export const TRANSACTION_OR_HASH = {
  kind: 'text',
  required: true,
  question: 'Transaction id or hash',
  description: 'transaction id, or any hash of it',
} as const
