import { readRecording } from './doctored.ts'

/**
 * A recording with some of its fields replaced, as JSON text: objects are merged field by field, `undefined` takes a field away.
 * @param url `import.meta.url` of a file beside the folder `recordings`
 */
export function alteredRecording(url: string, file: string, changes: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(merge(readRecording(url, file), changes))
}

function merge(base: unknown, changes: unknown): unknown {
  if (!isObject(base) || !isObject(changes)) return changes
  const changed = Object.entries(changes).map(([key, value]) => [key, merge(base[key], value)])
  return { ...base, ...Object.fromEntries(changed) } as unknown
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
