import type { Ids } from '../core/ports.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CODES = Array.from(ALPHABET, (letter) => letter.charCodeAt(0))
const ID_LENGTH = 26
const POOL_BYTES = ID_LENGTH * 128

/** Ids like `randomIds` (130 random bits), for servers: random bytes are drawn for 128 ids at a time. */
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
