import { defined } from '../core/defined.ts'
import type { LockRecord, QuotedRoute, TransactionRecord } from '../core/swap/records.ts'
import { type AsJson, type Terms, termsFromJson, termsToJson } from '../core/swap/terms.ts'

/** Converts records of one type to JSON and back; every bigint is decimal text. */
export interface JsonForm<T, J> {
  readonly toJson: (record: T) => J
  readonly fromJson: (json: J) => T
}

type WithTermsJson<T> = Omit<T, 'terms'> & { readonly terms: AsJson<Terms> }

type TransactionJson = Omit<WithTermsJson<TransactionRecord>, 'deliveredOut'> & {
  readonly deliveredOut?: string
}

export const lockForm: JsonForm<LockRecord, WithTermsJson<LockRecord>> = {
  toJson: (lock) => ({ ...lock, terms: termsToJson(lock.terms) }),
  fromJson: (json) => ({ ...json, terms: termsFromJson(json.terms) }),
}

export const quotedRouteForm: JsonForm<QuotedRoute, WithTermsJson<QuotedRoute>> = {
  toJson: (route) => ({ ...route, terms: termsToJson(route.terms) }),
  fromJson: (json) => ({ ...json, terms: termsFromJson(json.terms) }),
}

export const transactionForm: JsonForm<TransactionRecord, TransactionJson> = {
  toJson: ({ deliveredOut, ...record }) => ({
    ...record,
    terms: termsToJson(record.terms),
    ...defined({ deliveredOut: deliveredOut?.toString() }),
  }),
  fromJson: ({ deliveredOut, ...json }) => ({
    ...json,
    terms: termsFromJson(json.terms),
    ...defined({ deliveredOut: deliveredOut === undefined ? undefined : BigInt(deliveredOut) }),
  }),
}
