import { readFileSync } from 'node:fs'

/** A recording as parsed JSON, to be changed in one place. */
export function recording(file: string): Record<string, unknown> {
  const parsed: unknown = JSON.parse(readFileSync(new URL(`./recordings/${file}`, import.meta.url), 'utf8'))
  return parsed as Record<string, unknown>
}

/** A recording with some of its fields replaced; an object is merged field by field. */
export function altered(file: string, changes: Record<string, unknown>): string {
  return JSON.stringify(merge(recording(file), changes))
}

function merge(base: Record<string, unknown>, changes: Record<string, unknown>): Record<string, unknown> {
  return Object.entries(changes).reduce<Record<string, unknown>>((result, [key, value]) => {
    const before = result[key]
    return { ...result, [key]: isObject(before) && isObject(value) ? merge(before, value) : value }
  }, base)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** 32 bytes of hex that hold an address. */
export function word(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}
