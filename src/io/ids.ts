import { randomBytes } from 'node:crypto'
import type { Ids } from '../core/ports.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ids of 26 characters (130 random bits) in Crockford's lower-case base 32. */
export const randomIds: Ids = {
  create: (prefix) => {
    let text = prefix
    for (const byte of randomBytes(26)) text += ALPHABET[byte & 31]
    return text
  },
}

/** A number from 0 up to 1, for jitter. */
export function randomFraction(): number {
  return Math.random()
}
