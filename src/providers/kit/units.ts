import * as z from 'zod'

/** Base units as a provider's JSON has them: text of up to 78 digits, which is as many as 2^256 has. */
export const unitsSchema = z
  .string()
  .regex(/^[0-9]{1,78}$/)
  .transform((text) => BigInt(text))

/** The same, which may be below zero. */
export const signedUnitsSchema = z
  .string()
  .regex(/^-?[0-9]{1,78}$/)
  .transform((text) => BigInt(text))
