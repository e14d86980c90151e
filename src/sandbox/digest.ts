import { hash } from 'node:crypto'

/** 32 bytes that depend on the parts only: the sandbox's source of all generated values. */
export function digest(...parts: readonly (string | number)[]): Uint8Array {
  return hash('sha256', JSON.stringify(parts), 'buffer')
}

/** The first `length` (1 to 64) lower-case hex digits of a digest. */
export function hexDigest(length: number, ...parts: readonly (string | number)[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, length)
}

/** A whole number from 0 to 2^32 - 1 that depends on every part. */
export function numberDigest(...parts: readonly (string | number)[]): number {
  return Number.parseInt(hexDigest(8, ...parts), 16)
}
