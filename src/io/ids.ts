import { randomBytes } from 'node:crypto'
import type { Ids } from '../core/ports.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CODES = Array.from(ALPHABET, (letter) => letter.charCodeAt(0))
const ID_LENGTH = 26
const POOL_BYTES = ID_LENGTH * 128

/** Ids of 26 characters (130 random bits) in Crockford's lower-case base 32. */
export const randomIds: Ids = {
  create: (prefix) => {
    let text = prefix
    for (const byte of randomBytes(ID_LENGTH)) text += ALPHABET[byte & 31]
    return text
  },
}

/** As `randomIds`, faster for servers: draws random bytes for 128 ids at a time. */
export function createPooledIds(): Ids {
  const pool = new Uint8Array(POOL_BYTES)
  let used = POOL_BYTES
  return {
    create: (prefix) => {
      if (used === POOL_BYTES) {
        crypto.getRandomValues(pool)
        used = 0
      }
      const codes: number[] = []
      for (const end = used + ID_LENGTH; used < end; used += 1) codes.push(CODES[(pool[used] ?? 0) & 31] ?? 0)
      return prefix + String.fromCharCode(...codes)
    },
  }
}

/** A number from 0 to below 1 that nobody can guess. */
export function secretFraction(): number {
  return randomBytes(6).readUIntBE(0, 6) / 2 ** 48
}

/** A number from 0 to below 1, for jitter. */
export function randomFraction(): number {
  return Math.random()
}
