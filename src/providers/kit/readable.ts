import * as z from 'zod'

/*
 * What is good to know but not needed: a reply in which it is missing, null or of another type is read without it. Never for
 * what moves money: amounts, recipients, addresses and chain ids of a swap are required as documented.
 */

/** A field that is undefined where it is missing or cannot be read. */
export function whereReadable<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined)
}

/** Dollars as decimal text, which some APIs state as a number. */
export const statedUsd = whereReadable(z.union([z.string().max(60), z.number().transform(String)]))

/** A list without the rows that cannot be read; empty where it is missing or no list. */
export function readableRows<T extends z.ZodType>(row: T) {
  return z
    .array(row.optional().catch(undefined))
    .catch([])
    .default([])
    .transform((rows) => rows.filter((one) => one !== undefined) as z.output<T>[])
}

/** A list without the rows that cannot be read; refused where it has rows and none of them can. */
export function someReadableRows<T extends z.ZodType>(row: T) {
  return z
    .array(row.optional().catch(undefined))
    .refine((rows) => rows.length === 0 || rows.some((one) => one !== undefined))
    .transform((rows) => rows.filter((one) => one !== undefined) as z.output<T>[])
}
