import * as z from 'zod'
import {
  assetShape,
  chainShape,
  damagedShape,
  execShape,
  executionShape,
  feeItemShape,
  feesShape,
  historyTransactionShape,
  lockShape,
  paginationShape,
  providerResultShape,
  routeShape,
  routeSideShape,
  routeStepShape,
  sourceShape,
  statsShape,
  statusResultShape,
  statusTransactionShape,
  trackResultShape,
  transactionAssetShape,
  transactionFeeShape,
  verdictDocumentShape,
} from './documents.ts'
import type { Known } from './request-fields.ts'
import type { Members, Shape, ShapeOf } from './shape.ts'

/*
 * The documents of the HTTP API as zod schemas, for what is stored, piped and published. They are made of the shapes of
 * documents.ts; the client reads answers by those, without zod.
 */

type SchemaOf<S extends Shape> = S extends { readonly kind: 'object'; readonly members: infer M extends Members }
  ? z.ZodObject<{ -readonly [N in keyof M]: MemberSchema<M[N]> }>
  : z.ZodType<ShapeOf<S>>

type MemberSchema<S extends Shape> = S extends { readonly kind: 'optional'; readonly inner: infer I extends Shape }
  ? z.ZodOptional<z.ZodType<ShapeOf<I>>>
  : S extends { readonly kind: 'exactOptional'; readonly inner: infer I extends Shape }
    ? z.ZodExactOptional<z.ZodType<ShapeOf<I>>>
    : z.ZodType<ShapeOf<S>>

/** Makes schemas, of each shape one: the published document refers to a named schema where it is used. */
function createSchemas(): <S extends Shape>(shape: S) => SchemaOf<S> {
  const made = new Map<Shape, z.ZodType>()
  const schemaOf = (shape: Shape): z.ZodType => {
    const known = made.get(shape)
    if (known !== undefined) return known
    const plain = plainSchema(shape, schemaOf)
    const schema = shape.description === undefined ? plain : plain.describe(shape.description)
    const named = 'known' in shape ? schema.meta({ 'x-known-values': shape.known }) : schema
    made.set(shape, named)
    return named
  }
  // Each schema is of its shape's type, which a function over all of them cannot prove to the compiler.
  return <S extends Shape>(shape: S) => schemaOf(shape) as SchemaOf<S>
}

function plainSchema(shape: Shape, schemaOf: (shape: Shape) => z.ZodType): z.ZodType {
  switch (shape.kind) {
    case 'text':
      return z.string()
    case 'number':
      return z.number()
    case 'boolean':
      return z.boolean()
    case 'true':
      return z.literal(true)
    case 'anything':
      return z.unknown()
    case 'record':
      return z.record(z.string(), z.unknown())
    case 'list':
      return z.array(schemaOf(shape.item))
    case 'nullable':
      return schemaOf(shape.inner).nullable()
    case 'optional':
      return schemaOf(shape.inner).optional()
    case 'exactOptional':
      return z.exactOptional(schemaOf(shape.inner))
    case 'object':
      return z.looseObject(
        Object.fromEntries(Object.entries(shape.members).map(([name, member]) => [name, schemaOf(member)])),
      )
  }
}

/** Text as a value of a known set that others may extend. */
export function openWord<T extends string>(): z.ZodType<Known<T>> {
  return z.string() as unknown as z.ZodType<Known<T>>
}

const schemaOf = createSchemas()

export const chainSchema = schemaOf(chainShape)
export const assetSchema = schemaOf(assetShape)
export const sourceSchema = schemaOf(sourceShape)
export const paginationSchema = schemaOf(paginationShape)
export const damagedSchema = schemaOf(damagedShape)
export const routeSchema = schemaOf(routeShape)
export const routeSideSchema = schemaOf(routeSideShape)
export const routeStepSchema = schemaOf(routeStepShape)
export const feesSchema = schemaOf(feesShape)
export const feeItemSchema = schemaOf(feeItemShape)
export const lockSchema = schemaOf(lockShape)
export const executionSchema = schemaOf(executionShape)
export const execSchema = schemaOf(execShape)
export const providerResultSchema = schemaOf(providerResultShape)
export const statusResultSchema = schemaOf(statusResultShape)
export const statusTransactionSchema = schemaOf(statusTransactionShape)
export const historyTransactionSchema = schemaOf(historyTransactionShape)
export const transactionFeeSchema = schemaOf(transactionFeeShape)
export const transactionAssetSchema = schemaOf(transactionAssetShape)
export const trackResultSchema = schemaOf(trackResultShape)
export const statsSchema = schemaOf(statsShape)
export const verdictDocumentSchema = schemaOf(verdictDocumentShape)
