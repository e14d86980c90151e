import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** A serialised answer. */
export interface CachedAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Strong entity tag, with its quotes. */
  readonly etag: string
}

export interface AnswerCache {
  get(key: string): CachedAnswer | undefined
  put(key: string, text: string): CachedAnswer
}

const MAX_ENTRIES = 512
const MAX_BYTES = 32 * 1024 * 1024

/** Keeps the answers that were used last: at most 512 of them, and at most 32 MiB. */
export function createAnswerCache(): AnswerCache {
  const entries = new Map<string, CachedAnswer>()
  let total = 0
  const drop = (key: string, answer: CachedAnswer) => {
    entries.delete(key)
    total -= answer.bytes.byteLength
  }
  return {
    get: (key) => {
      const found = entries.get(key)
      if (found !== undefined) {
        entries.delete(key)
        entries.set(key, found)
      }
      return found
    },
    put: (key, text) => {
      const old = entries.get(key)
      if (old !== undefined) drop(key, old)
      const answer = toCachedAnswer(text)
      entries.set(key, answer)
      total += answer.bytes.byteLength
      for (const [oldest, value] of entries) {
        if (entries.size <= MAX_ENTRIES && total <= MAX_BYTES) break
        drop(oldest, value)
      }
      return answer
    },
  }
}

/** Bytes of a text, with the entity tag that belongs to them. */
export function toCachedAnswer(text: string): CachedAnswer {
  const bytes = new TextEncoder().encode(text)
  return { bytes, etag: `"${bytesToHex(sha256(bytes)).slice(0, 32)}"` }
}

/** True when the If-None-Match header names this entity tag. */
export function matchesEtag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === '*') return true
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag)
}
