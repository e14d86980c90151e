import { damagedSchema } from '../../core/api/document-schemas.ts'
import * as z from 'zod'
import { createDocument } from 'zod-openapi'
import type { ErrorCode } from '../../core/api/errors.ts'
import { REPLAYED_HEADER } from '../../core/api/idempotency-key.ts'
import { defined } from '../../core/defined.ts'
import { API_BASE } from '../route.ts'
import { ERROR_EXAMPLES, type ErrorExample, exampleOf, invalidExample, sharedExample } from './error-examples.ts'
import { type Operation, OPERATIONS, TAGS } from './operations.ts'
import { BODY_SCHEMAS, NAMED_SCHEMAS } from './schemas.ts'

/*
 * Generates the published OpenAPI 3.1 document from the schemas that validate the documents at run time.
 */

type JsonObject = Record<string, unknown>

const VERSION_HEADERS = ['X-API-Version', 'X-Request-Id']
const RATE_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

const HEADERS: Readonly<
  Record<string, { readonly description: string; readonly schema: JsonObject; readonly required?: true }>
> = {
  'X-API-Version': { description: 'API version', schema: { type: 'string', const: '1' }, required: true },
  'X-Request-Id': {
    description: 'Identifies this request in logs and errors',
    schema: { type: 'string', pattern: '^req_' },
    required: true,
  },
  'X-RateLimit-Limit': {
    description: 'Requests per minute; present only when a limit applies',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in the current minute; present only when a limit applies',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'Seconds until the next minute starts; present only when a limit applies',
    schema: { type: 'integer', minimum: 1 },
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again',
    schema: { type: 'integer', minimum: 1 },
    required: true,
  },
  [REPLAYED_HEADER]: {
    description: 'Present when this is the first answer under the Idempotency-Key, repeated',
    schema: { type: 'string', const: 'true' },
  },
  ETag: { description: 'Strong entity tag, for If-None-Match', schema: { type: 'string', pattern: '^"' } },
  Link: {
    description: 'The verdicts of this quote, with rel="describedby"',
    schema: { type: 'string' },
    required: true,
  },
}

/** Retry-After where one of several codes has it. */
const IN_PROGRESS_HEADER = {
  description: 'Seconds to wait before trying again; with IDEMPOTENCY_IN_PROGRESS only',
  schema: { type: 'integer', minimum: 1 },
}

/** Error codes of every endpoint. */
const COMMON_ERRORS: Readonly<Record<number, readonly ErrorCode[]>> = {
  403: ['FORBIDDEN'],
  429: ['RATE_LIMITED'],
  500: ['INTERNAL_ERROR'],
  503: ['SERVICE_UNAVAILABLE'],
}

/** The document as a plain object. */
function openapiDocument(): JsonObject {
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title: 'swapcli: cross-chain swap routing',
      version: '1',
      description:
        'Lists chains, assets and providers, quotes and locks routes, executes locks and tracks transactions. No credentials are required.\n\nAmounts are decimal strings. Ignore unknown fields and unknown values: version 1 may add more.\n\nA list in a query is repeated; separated by commas, name[] and name[0] are understood too. A known name in another form is refused, an unknown one ignored.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'the swapcli authors' },
    },
    // One server and full paths: clients that are generated take one base address, and reach everything with it.
    servers: [{ url: '/', description: 'The server that this document came from' }],
    security: [],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(
      OPERATIONS.map((operation) => [operation.path, { [operation.method]: operationObject(operation) }]),
    ),
    components: {
      schemas: { ...NAMED_SCHEMAS, ...BODY_SCHEMAS },
      headers: Object.fromEntries(Object.entries(HEADERS)),
      examples: { ...ERROR_EXAMPLES },
    },
  })
  return omitEmptyAdditional(JSON.parse(JSON.stringify(document))) as JsonObject
}

/** The document as committed and served. */
export function openapiText(): string {
  return `${JSON.stringify(openapiDocument(), undefined, 1)}\n`
}

function operationObject(operation: Operation): JsonObject {
  const { parameters, request, description } = operation
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description,
    ...defined({ parameters, requestBody: request && bodyObject(request) }),
    responses: {
      200: successObject(operation),
      ...(operation.cached === true
        ? { 304: { description: 'Not modified', headers: headerRefs(operation, ['ETag']) } }
        : {}),
      ...errorObjects(operation),
    },
  }
}

function bodyObject({ schema, example }: NonNullable<Operation['request']>): JsonObject {
  const json = { schema: { $ref: `#/components/schemas/${schema}` }, example }
  return { required: true, content: { 'application/json': json } }
}

function successObject(operation: Operation): JsonObject {
  const { answer } = operation
  const headers = headerRefs(operation, [...(operation.cached === true ? ['ETag'] : []), ...(operation.headers ?? [])])
  if (answer.kind === 'text') {
    const media = { schema: z.string(), example: answer.example }
    return { description: answer.description, headers, content: { [answer.type]: media } }
  }
  const schema = NAMED_SCHEMAS[answer.schema]
  const data = answer.kind === 'data' ? schema : z.array(schema)
  const envelope =
    answer.kind === 'page' ? { data, pagination: NAMED_SCHEMAS.Pagination, damaged: damagedSchema } : { data }
  return {
    description: operation.summary,
    headers,
    content: { 'application/json': { schema: z.looseObject(envelope), example: answer.example } },
  }
}

function errorObjects(operation: Operation): JsonObject {
  const common = Object.keys(COMMON_ERRORS).filter((status) => status !== '429' || operation.unlimited !== true)
  const statuses = new Set([...Object.keys(operation.errors), ...common].map(Number))
  return Object.fromEntries(
    [...statuses].map((status) => {
      const codes = [...(operation.errors[status] ?? []), ...(COMMON_ERRORS[status] ?? [])]
      const wait = status === 429 || status === 503 ? ['Retry-After'] : []
      return [
        status,
        {
          description: codes.join(', '),
          headers: {
            ...headerRefs(operation, wait),
            ...(codes.includes('IDEMPOTENCY_IN_PROGRESS') ? { 'Retry-After': IN_PROGRESS_HEADER } : {}),
          },
          content: {
            'application/json': {
              schema: NAMED_SCHEMAS.ErrorEnvelope,
              examples: Object.fromEntries(codes.map((code) => [code, errorExample(operation, code, status)])),
            },
            ...(operation.id === 'getReadiness' && status === 503
              ? { 'text/plain': { schema: z.string(), example: '[-] store failed\nnot ready\n' } }
              : {}),
          },
        },
      ]
    }),
  )
}

/** @throws Error for a code whose example is declared nowhere */
function errorExample(operation: Operation, code: ErrorCode, status: number): ErrorExample | { $ref: string } {
  const shared = sharedExample(code, status)
  if (shared !== undefined) return { $ref: `#/components/examples/${shared}` }
  const { failures = {}, invalid } = operation
  const failure = Object.entries(failures).find(([name]) => name === code)?.[1]
  if (failure !== undefined && code !== 'WALLET_REFUSED') return exampleOf(code, failure)
  if (code === 'VALIDATION_ERROR' && invalid !== undefined) return invalidExample(invalid.table, invalid.request)
  throw new Error(`${operation.id} has no example of ${code}`)
}

function headerRefs({ path, unlimited }: Operation, more: readonly string[]): JsonObject {
  const names = [
    ...(path.startsWith(`${API_BASE}/`) ? VERSION_HEADERS : ['X-Request-Id']),
    ...(unlimited === true ? [] : RATE_HEADERS),
    ...more,
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Removes empty `additionalProperties`, with which the generator marks open objects: they are open without it too. */
function omitEmptyAdditional(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(omitEmptyAdditional)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .filter(([name, member]) => name !== 'additionalProperties' || !isEmptyObject(member))
    .map(([name, member]) => [name, omitEmptyAdditional(member)] as const)
  return Object.fromEntries(entries)
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
