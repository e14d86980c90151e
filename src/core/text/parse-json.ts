import { isDeeplyNested } from './json-depth.ts'

/** Parses JSON from outside; undefined when it is malformed or nested more than 64 deep. */
export function parseJson(text: string): unknown {
  try {
    return isDeeplyNested(text) ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
