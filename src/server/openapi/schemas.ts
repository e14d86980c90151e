import * as z from 'zod'
import {
  assetSchema,
  chainSchema,
  execSchema,
  executionSchema,
  feeItemSchema,
  feesSchema,
  historyTransactionSchema,
  lockSchema,
  paginationSchema,
  providerResultSchema,
  routeSchema,
  routeSideSchema,
  routeStepSchema,
  sourceSchema,
  statsSchema,
  statusResultSchema,
  statusTransactionSchema,
  trackResultSchema,
  transactionAssetSchema,
  transactionFeeSchema,
  verdictDocumentSchema,
} from '../../core/api/document-schemas.ts'
import { EXECUTE_REQUEST, LOCK_REQUEST, QUOTE_REQUEST, TRACK_REQUEST } from '../../core/api/requests.ts'
import { API_ERROR_CODES } from '../../core/api/errors.ts'
import { bodySchema } from './parameters.ts'

/*
 * Named schemas of the published document: those of core, the requests and the error envelope.
 */

const fieldProblemSchema = z.looseObject({
  code: z.string().describe('Error code of this problem').meta({ 'x-known-values': API_ERROR_CODES }),
  field: z.string().optional().describe('Offending field'),
  message: z.string().describe('Human-readable'),
})
const errorSchema = z.looseObject({
  error: z.looseObject({
    code: z.string().describe('Stable code; the only member to branch on').meta({ 'x-known-values': API_ERROR_CODES }),
    message: z.string().describe('Human-readable; may change'),
    field: z.string().optional().describe('Offending request field'),
    requestId: z.string().regex(/^req_/).describe('Same as X-Request-Id'),
    details: z.looseObject({
      errors: z.array(fieldProblemSchema).describe('Every problem of the request; empty unless the status is 400'),
    }),
    hint: z.string().optional().describe('What to do next'),
    funds: z
      .string()
      .optional()
      .describe('State of the funds, when they may have moved')
      .meta({ 'x-known-values': ['unknown', 'moved'] }),
  }),
})

/** Request bodies by schema name. */
export const BODY_SCHEMAS = {
  QuoteRequest: bodySchema(QUOTE_REQUEST),
  LockRequest: bodySchema(LOCK_REQUEST),
  ExecuteRequest: bodySchema(EXECUTE_REQUEST),
  TrackRequest: bodySchema(TRACK_REQUEST),
} as const

/** Answers by schema name. */
export const NAMED_SCHEMAS = {
  Chain: chainSchema,
  Asset: assetSchema,
  Source: sourceSchema,
  Pagination: paginationSchema,
  Route: routeSchema,
  RouteSide: routeSideSchema,
  RouteStep: routeStepSchema,
  Fees: feesSchema,
  FeeItem: feeItemSchema,
  Lock: lockSchema,
  Execution: executionSchema,
  Exec: execSchema,
  ProviderResult: providerResultSchema,
  StatusResult: statusResultSchema,
  StatusTransaction: statusTransactionSchema,
  HistoryTransaction: historyTransactionSchema,
  TransactionFee: transactionFeeSchema,
  TransactionAsset: transactionAssetSchema,
  TrackResult: trackResultSchema,
  Stats: statsSchema,
  Verdict: verdictDocumentSchema,
  FieldProblem: fieldProblemSchema,
  ErrorEnvelope: errorSchema,
} as const

/** Name of an answer's schema. */
export type SchemaName = keyof typeof NAMED_SCHEMAS
