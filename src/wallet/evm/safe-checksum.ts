import { keccak_256 } from '@noble/hashes/sha3.js'

/**
 * Checksum of a Safe Transaction Builder file without its own field, 0x-hex: Keccak-256 of the builder's way to write
 * JSON, the batch's name taken as null. Wire format:
 * https://github.com/safe-global/safe-react-apps/blob/development/apps/tx-builder/src/lib/checksum.ts
 */
export function safeChecksum(batch: { readonly meta: object; readonly [field: string]: unknown }): string {
  const text = serialize({ ...batch, meta: { ...batch.meta, name: null } })
  const bytes = keccak_256(new TextEncoder().encode(text))
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The sorted keys of an object stand first, in one list, then each value with a comma behind it. */
function serialize(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(serialize).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  const keys = JSON.stringify(entries.map(([key]) => key))
  return `{${keys}${entries.map(([, item]) => `${serialize(item)},`).join('')}}`
}
