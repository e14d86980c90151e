import { IDEMPOTENCY_KEY } from '../../core/api/idempotency-key.ts'
import type { Field, RequestFields } from '../../core/api/request-fields.ts'
import { defined } from '../../core/defined.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** A parameter of the query, a header or the path. */
export interface OperationParameter {
  readonly name: string
  readonly in: 'query' | 'header' | 'path'
  readonly required?: boolean
  readonly description: string
  readonly schema: JsonSchema
  /** How a list is written: repeated. The server also reads commas, `name[]` and `name[0]`. */
  readonly style?: 'form'
  readonly explode?: true
  readonly example?: unknown
}

/** The parameters of a declared query. */
export function queryParameters(table: RequestFields): readonly OperationParameter[] {
  return Object.entries(table).map(([name, field]) =>
    defined({
      name,
      in: 'query' as const,
      required: field.required,
      description: field.kind === 'list' ? `${field.description}; repeatable or comma-separated` : field.description,
      schema: schemaOf(field),
      ...(field.kind === 'list' ? { style: 'form' as const, explode: true as const } : {}),
      example: field.kind === 'list' && field.example !== undefined ? [field.example] : field.example,
    }),
  )
}

/** The schema of a declared body. */
export function bodySchema(table: RequestFields): JsonSchema {
  const fields = Object.entries(table)
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(([name, field]) => {
        // A default makes openapi-typescript mark the field as required. Its description tells it.
        const { default: _told, ...schema } = schemaOf(field)
        return [name, { ...(field.required === true ? schema : nullable(schema)), description: field.description }]
      }),
    ),
    required: fields.filter(([, { required }]) => required).map(([name]) => name),
  }
}

/** An optional field of a body may be null, which counts as left out. */
function nullable(schema: JsonSchema): JsonSchema {
  return { ...schema, type: [schema['type'], 'null'] }
}

function schemaOf(field: Field): JsonSchema {
  switch (field.kind) {
    case 'text':
      return { type: 'string', minLength: 1, maxLength: field.maxLength }
    case 'search':
      return { type: 'string', maxLength: field.maxLength }
    case 'amount':
    case 'wallet':
      return { type: 'string', minLength: 1 }
    case 'integer':
    case 'basisPoints':
      return {
        type: field.kind === 'integer' ? 'integer' : 'number',
        minimum: field.minimum,
        maximum: field.maximum,
        default: field.default,
      }
    case 'choice':
      return defined({ type: 'string', 'x-known-values': field.values, default: field.default })
    case 'boolean':
      return { type: 'boolean' }
    case 'list':
      return {
        type: 'array',
        items: defined({ type: 'string', 'x-known-values': field.values }),
        minItems: 1,
        maxItems: field.maxItems,
      }
    case 'providerKeys':
      return { type: 'array', items: { type: 'string' }, maxItems: field.maxItems }
  }
}

/** A string parameter in a query. */
export const text = (name: string, description: string, example?: string): OperationParameter =>
  defined({ name, in: 'query' as const, description, schema: { type: 'string' }, example })

/** The header under which a lock can be repeated. */
export const lockKey = keyParameter(
  'returns the first answer with the ttlMs that is left, until the lock has expired: that frees the key for a new lock',
)

/** The header under which an execution can be repeated. */
export const executeKey = keyParameter('returns the first answer with the status that its transaction has now')

function keyParameter(repeated: string): OperationParameter {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    description: `1 to ${IDEMPOTENCY_KEY.maxLength} visible ASCII characters. Repeating a request with the same key within 24 hours ${repeated}. A different request with the same key is IDEMPOTENCY_CONFLICT (never retry), one while the first still runs IDEMPOTENCY_IN_PROGRESS (retry after Retry-After)`,
    schema: IDEMPOTENCY_KEY,
  }
}
