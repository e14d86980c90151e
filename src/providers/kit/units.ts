import { MOST_DECIMALS } from '../../core/money/amount.ts'
import * as z from 'zod'

/** Base units as text of up to 78 digits, as many as 2^256 has. */
export const unitsSchema = z
  .string()
  .regex(/^[0-9]{1,78}$/)
  .transform((text) => BigInt(text))

/** The same, which may be negative. */
export const signedUnitsSchema = z
  .string()
  .regex(/^-?[0-9]{1,78}$/)
  .transform((text) => BigInt(text))

/** A whole number that JSON states as a number or as text of up to 16 digits, such as a chain id. */
export const integerSchema = z.union([z.number().int(), z.string().regex(/^[0-9]{1,16}$/)]).transform(Number)

/** Decimals of a token. */
export const decimalsSchema = z.number().int().min(0).max(MOST_DECIMALS)
