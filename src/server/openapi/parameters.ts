/** A parameter of the query, a header or the path. */
export interface OperationParameter {
  readonly name: string
  readonly in: 'query' | 'header' | 'path'
  readonly required?: boolean
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly example?: unknown
}

/** A text in the query. */
export const text = (name: string, description: string, example?: string): OperationParameter => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
  ...(example === undefined ? {} : { example }),
})

/** Which page of a list. */
export const page: OperationParameter = {
  name: 'page',
  in: 'query',
  description: 'From 1',
  schema: { type: 'integer', minimum: 1, default: 1 },
}

/** How many items a page has. @param fallback as many when left out @param most 1 or more */
export const perPage = (fallback: number, most: number): OperationParameter => ({
  name: 'perPage',
  in: 'query',
  description: `1 to ${most}; ${fallback} when left out`,
  schema: { type: 'integer', minimum: 1, maximum: most, default: fallback },
})

/** A kind, of those known so far. */
export const kind = (values: readonly string[]): OperationParameter => ({
  name: 'type',
  in: 'query',
  description: values.join(', '),
  schema: { type: 'string', 'x-known-values': values },
})

/** Several texts in the query. */
const list = (name: string, description: string): OperationParameter => ({
  name,
  in: 'query',
  description: `${description}; repeatable or comma-separated`,
  schema: { type: 'array', items: { type: 'string' } },
})

/** The key under which a request may be repeated. */
export const idempotencyKey: OperationParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    '1 to 200 visible ASCII characters. Repeating a request with its key within 24 hours gives the first answer again; another request with the same key is IDEMPOTENCY_CONFLICT',
  schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
}

/** What history and stats take of all transactions. */
export const filters: readonly OperationParameter[] = [
  list('addresses', 'Depositor or recipient wallets'),
  text('query', 'Search term'),
  text('referralCode', 'Exact referral code'),
  text('transactionId', 'Public transaction id'),
  list('statuses', 'SUCCESS, PENDING, FAILED, REFUND'),
  {
    name: 'finalizedOnly',
    in: 'query',
    description: 'true (or 1): final transactions only; false (or 0): all',
    schema: { type: 'boolean' },
  },
]
