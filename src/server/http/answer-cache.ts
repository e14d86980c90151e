import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** A serialised answer. */
export interface CachedAnswer {
  /** Short bodies are text, which Node sends together with the headers; long ones are bytes, encoded once. */
  readonly body: string | Uint8Array<ArrayBuffer>
  /** Length of the body in bytes. */
  readonly size: number
  /** Strong entity tag, with its quotes. */
  readonly etag: string
}

export interface AnswerCache {
  get(key: string): CachedAnswer | undefined
  put(key: string, text: string): CachedAnswer
}

const MAX_TEXT_BYTES = 32 * 1024
const MAX_ENTRIES = 256
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Caches recently used answers in two generations: a used answer moves to the young one, and when that is full (256
 * answers or 16 MiB) the old one is dropped. A hit in the young generation costs a single map lookup.
 */
export function createAnswerCache(): AnswerCache {
  let young = new Map<string, CachedAnswer>()
  let old = new Map<string, CachedAnswer>()
  let youngBytes = 0
  const keep = (key: string, answer: CachedAnswer) => {
    if (young.size >= MAX_ENTRIES || youngBytes + answer.size > MAX_BYTES) {
      old = young
      young = new Map()
      youngBytes = 0
    }
    youngBytes += answer.size - (young.get(key)?.size ?? 0)
    young.set(key, answer)
  }
  return {
    get: (key) => {
      const found = young.get(key)
      if (found !== undefined) return found
      const aged = old.get(key)
      if (aged !== undefined) keep(key, aged)
      return aged
    },
    put: (key, text) => {
      const answer = toCachedAnswer(text)
      keep(key, answer)
      return answer
    },
  }
}

function toCachedAnswer(text: string): CachedAnswer {
  const bytes = new TextEncoder().encode(text)
  const size = bytes.byteLength
  const etag = `"${bytesToHex(sha256(bytes)).slice(0, 32)}"`
  return { body: size <= MAX_TEXT_BYTES ? text : bytes, size, etag }
}

/** True when an If-None-Match header contains this entity tag. */
export function matchesEtag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === '*') return true
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag)
}
