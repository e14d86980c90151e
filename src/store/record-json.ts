import { defined } from '../core/defined.ts'
import type { RatePoint } from '../core/rates/point.ts'
import type { LockRecord, QuotedRoute, TransactionRecord } from '../core/swap/records.ts'
import { type Progress, progressFromJson, progressToJson } from '../core/swap/progress.ts'
import type { EndValues } from '../core/delivery/realised-cost.ts'
import { isDecimals } from '../core/money/amount.ts'
import { type AsJson, type Terms, termsFromJson, termsToJson } from '../core/swap/terms.ts'
import type { NewEvent } from './journal.ts'
import type { LockMembersOf2, RouteMembersOf2, TermsOf2, TransactionMembersOf2 } from './schema-2.ts'

/** Converts records of one type to JSON and back; every bigint is decimal text. */
export interface JsonForm<T, J> {
  readonly toJson: (record: T) => J
  readonly fromJson: (json: J) => T
}

/** Where this does not compile, stores hold less than the program reads: add a schema step, and a type of what it holds. */
type AddASchemaStep<Held extends Read, Read> = Held
type HeldTerms = AddASchemaStep<TermsOf2, AsJson<Terms>>

/** A record as the newest schema holds it: of what it does not name, nothing is sure to be there. */
type HeldRecord<T, Members extends keyof T> = Pick<T, Members> &
  Partial<Omit<T, Members | 'terms' | 'deliveredOut' | 'endValues' | 'progress'>> & { readonly terms: HeldTerms }

type LockJson = HeldRecord<LockRecord, LockMembersOf2>
type RouteJson = HeldRecord<QuotedRoute, RouteMembersOf2>
type TransactionJson = HeldRecord<TransactionRecord, TransactionMembersOf2> & {
  readonly deliveredOut?: string
  readonly endValues?: AsJson<EndValues>
  readonly progress?: AsJson<Progress>
}

export const lockForm: JsonForm<LockRecord, LockJson> = {
  toJson: (lock) => ({ ...lock, terms: termsToJson(lock.terms) }),
  fromJson: (json) => ({ ...json, terms: readTerms(json.terms) }),
}

export const quotedRouteForm: JsonForm<QuotedRoute, RouteJson> = {
  toJson: (route) => ({ ...route, terms: termsToJson(route.terms) }),
  fromJson: (json) => ({ ...json, terms: readTerms(json.terms) }),
}

export const transactionForm: JsonForm<TransactionRecord, TransactionJson> = {
  toJson: ({ deliveredOut, endValues, progress, ...record }) => ({
    ...record,
    terms: termsToJson(record.terms),
    ...defined({
      deliveredOut: deliveredOut?.toString(),
      endValues: endValues && defined({ src: endValues.src.toString(), dst: endValues.dst?.toString() }),
      progress: progress === undefined ? undefined : progressToJson(progress),
    }),
  }),
  fromJson: ({ deliveredOut, endValues, progress, ...json }) => ({
    ...json,
    terms: readTerms(json.terms),
    ...defined({
      deliveredOut: deliveredOut === undefined ? undefined : BigInt(deliveredOut),
      endValues: endValues && readEndValues(endValues),
      progress: progress === undefined ? undefined : progressFromJson(progress),
    }),
  }),
}

function readEndValues({ src, dst }: AsJson<EndValues>): EndValues {
  return { src: BigInt(src), ...defined({ dst: dst === undefined ? undefined : BigInt(dst) }) }
}

/** Nobody writes amounts of more decimals out. @throws Error for terms of other decimals than the catalog's */
function readTerms(json: HeldTerms): Terms {
  for (const { decimals } of [json.src, json.dst]) {
    if (!isDecimals(decimals)) throw new Error('the decimals are not possible')
  }
  return termsFromJson(json)
}

export const rateForm: JsonForm<RatePoint, AsJson<RatePoint>> = {
  toJson: ({ atMs, rate, provider, srcUsd, srcAmount }) => ({
    ...{ atMs, rate: rate.toString(), provider },
    ...defined({ srcUsd: srcUsd?.toString(), srcAmount: srcAmount?.toString() }),
  }),
  fromJson: ({ atMs, rate, provider, srcUsd, srcAmount }) => ({
    ...{ atMs, rate: BigInt(rate), provider },
    ...defined({
      srcUsd: srcUsd === undefined ? undefined : BigInt(srcUsd),
      srcAmount: srcAmount === undefined ? undefined : BigInt(srcAmount),
    }),
  }),
}

/** What an event's type consists of: it stands in a line of its own where events are streamed. */
const EVENT_TYPE = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,100}$/u

export const eventForm: JsonForm<NewEvent, NewEvent> = {
  toJson: (event) => event,
  fromJson: (json) => {
    if (typeof json.at !== 'string' || typeof json.type !== 'string' || !EVENT_TYPE.test(json.type))
      throw new Error('that is no event')
    return json
  },
}

/** The form of documents that already are JSON. */
export function jsonForm<T>(): JsonForm<T, T> {
  return { toJson: (doc) => doc, fromJson: (json) => json }
}
