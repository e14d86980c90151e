import type { LockRecord, QuotedRoute, TransactionRecord } from '../core/swap/records.ts'
import { type AsJson, type Terms, termsFromJson, termsToJson } from '../core/swap/terms.ts'

/*
 * Records as JSON holds them: every bigint is decimal text. Whatever keeps records converts them here.
 */

/** How records of one type become JSON and come back. */
export interface JsonForm<T, J> {
  readonly toJson: (record: T) => J
  readonly fromJson: (json: J) => T
}

type WithTermsJson<T> = Omit<T, 'terms'> & { readonly terms: AsJson<Terms> }

/** A lock, or a quoted route, as JSON. */
export type LockJson = WithTermsJson<LockRecord>
export type QuotedRouteJson = WithTermsJson<QuotedRoute>
/** A transaction as JSON. */
export type TransactionJson = Omit<WithTermsJson<TransactionRecord>, 'deliveredOut'> & {
  readonly deliveredOut?: string
}

export const lockForm: JsonForm<LockRecord, LockJson> = {
  toJson: (lock) => ({ ...lock, terms: termsToJson(lock.terms) }),
  fromJson: (json) => ({ ...json, terms: termsFromJson(json.terms) }),
}

export const quotedRouteForm: JsonForm<QuotedRoute, QuotedRouteJson> = {
  toJson: (route) => ({ ...route, terms: termsToJson(route.terms) }),
  fromJson: (json) => ({ ...json, terms: termsFromJson(json.terms) }),
}

export const transactionForm: JsonForm<TransactionRecord, TransactionJson> = {
  toJson: ({ deliveredOut, ...record }) => ({
    ...record,
    terms: termsToJson(record.terms),
    ...(deliveredOut === undefined ? {} : { deliveredOut: deliveredOut.toString() }),
  }),
  fromJson: ({ deliveredOut, ...json }) => ({
    ...json,
    terms: termsFromJson(json.terms),
    ...(deliveredOut === undefined ? {} : { deliveredOut: BigInt(deliveredOut) }),
  }),
}
