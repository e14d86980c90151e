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
  verdictSchema,
} from '../../core/api/documents.ts'
import { API_ERROR_CODES } from '../http/answer.ts'

/*
 * What the published document adds to the documents of the core: requests, the error envelope, and names.
 */

const quoteFields = {
  srcChain: z.string().describe('Source chain key'),
  srcAddress: z.string().describe('Source asset address'),
  dstChain: z.string().describe('Destination chain key'),
  dstAddress: z.string().describe('Destination asset address'),
  amount: z.string().describe('Positive human-readable amount in plain decimals'),
  slippage: z.number().int().min(0).max(10_000).optional().describe('Basis points; 100 (1 %) when left out'),
  confidentiality: z
    .string()
    .optional()
    .describe('public (when left out) or basic, which the intent-based provider honours')
    .meta({ 'x-known-values': ['public', 'basic'] }),
  depositor: z.string().optional().describe('Source wallet; makes routes more accurate'),
  recipient: z.string().optional().describe('Destination wallet; makes routes more accurate'),
  exclude: z.array(z.string()).optional().describe('Provider keys to leave out'),
}

const quoteRequestSchema = z.looseObject(quoteFields)
const lockRequestSchema = z.looseObject({
  ...quoteFields,
  depositor: z.string().describe('Source wallet'),
  recipient: z.string().describe('Destination wallet'),
  provider: z.string().describe('Provider key of the selected route'),
  routeId: z.string().optional().describe('From the quote; recommended when it had several routes'),
  referralCode: z.string().optional().describe('Affiliate referral code'),
})
const executeRequestSchema = z.looseObject({
  lockId: z.string().describe('From the lock'),
  referralCode: z.string().optional().describe('The code stored on the lock when left out'),
})
const trackRequestSchema = z.looseObject({
  transactionId: z.string().describe('Public transaction id'),
  txHash: z.string().optional().describe('Source, deposit or inbound hash'),
})

const fieldProblemSchema = z.looseObject({
  code: z.string().describe('Error code of this problem').meta({ 'x-known-values': API_ERROR_CODES }),
  field: z.string().optional().describe('Offending field'),
  message: z.string().describe('For people'),
})
const errorSchema = z.looseObject({
  error: z.looseObject({
    code: z.string().describe('Branch on this only').meta({ 'x-known-values': API_ERROR_CODES }),
    message: z.string().describe('For people; may change'),
    field: z.string().optional().describe('Offending request field'),
    requestId: z.string().regex(/^req_/).describe('Same as X-Request-Id'),
    details: z.looseObject({
      errors: z.array(fieldProblemSchema).describe('Every problem of the request; empty unless the status is 400'),
    }),
    hint: z.string().optional().describe('What to do next'),
    funds: z
      .string()
      .optional()
      .describe('What is known about the money, when it may have moved')
      .meta({ 'x-known-values': ['unknown', 'moved'] }),
  }),
})

/** Schemas by the names they have in the published document. */
export const NAMED_SCHEMAS = {
  Chain: chainSchema,
  Asset: assetSchema,
  Source: sourceSchema,
  Pagination: paginationSchema,
  QuoteRequest: quoteRequestSchema,
  LockRequest: lockRequestSchema,
  ExecuteRequest: executeRequestSchema,
  TrackRequest: trackRequestSchema,
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
  Verdict: verdictSchema,
  FieldProblem: fieldProblemSchema,
  Error: errorSchema,
} as const

/** Name of a schema of the published document. */
export type SchemaName = keyof typeof NAMED_SCHEMAS
