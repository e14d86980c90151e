import { readFileSync } from 'node:fs'
import type { Json } from '../../src/core/ports.ts'

/** The recording `file` beside a cases file, whose `import.meta.url` is `url`. */
export function readRecording(url: string, file: string): unknown {
  return JSON.parse(readFileSync(new URL(`./recordings/${file}`, url), 'utf8'))
}

/**
 * What a recording becomes when the values at some paths (`steps.0.items`) are others. A path that is not in the recording is
 * a mistake of the case.
 */
export function doctored(
  url: string,
  file: string,
  changes: Readonly<Record<string, Json>>,
): { readonly text: string } {
  const reply = readRecording(url, file)
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    const holder = keys.reduce<unknown>((at, key) => (isHolder(at) ? at[key] : undefined), reply)
    if (!isHolder(holder) || !Object.hasOwn(holder, last)) throw new Error(`${file} has no ${path}`)
    holder[last] = value
  }
  return { text: JSON.stringify(reply) }
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
