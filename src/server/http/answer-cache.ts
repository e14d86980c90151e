import { hash } from 'node:crypto'
import { nextTurn } from '../../io/index.ts'
import { compress, type Encoding, LEAST_COMPRESSED_BYTES } from './encodings.ts'

/** A body as it is sent. */
export interface Representation {
  /** Short bodies are text, which Node sends together with the headers; long ones are bytes, encoded once. */
  readonly body: string | Uint8Array<ArrayBuffer>
  /** Length of the body in bytes. */
  readonly size: number
  /** Strong entity tag, with its quotes. */
  readonly etag: string
  /** Undefined for the text as it is. */
  readonly encoding?: Encoding
}

/** A serialised answer. */
export interface CachedAnswer extends Representation {
  /** True for one that clients may get compressed: others are too small, or too large. */
  readonly isCompressible: boolean
  /** Its other representations, once they are prepared. */
  encoded?: readonly Representation[]
}

export interface AnswerCache {
  get(key: string): CachedAnswer | undefined
  put(key: string, text: string): CachedAnswer
  /**
   * Puts the text that `make` gives, which is asked once however many ask meanwhile. Each text is made in a turn of the loop
   * of its own: a thousand large pages in one turn held it for seconds.
   */
  putOnce(key: string, make: () => Promise<string>): Promise<CachedAnswer>
  /** Compresses an answer of this cache, once; undefined where that is done, or would be of no use. */
  prepare(answer: CachedAnswer): Promise<void> | undefined
}

const MAX_TEXT_BYTES = 32 * 1024
const MAX_ENTRIES = 256
const MAX_BYTES = 16 * 1024 * 1024
/** Largest body that is compressed, in bytes. */
const MOST_COMPRESSED_BYTES = 4 * 1024 * 1024

/**
 * Caches recently used answers in two generations: a used answer moves to the young one, and when that is full (256
 * answers or 16 MiB) the old one is dropped. A hit in the young generation costs a single map lookup.
 */
export function createAnswerCache(): AnswerCache {
  let young = new Map<string, CachedAnswer>()
  let old = new Map<string, CachedAnswer>()
  let youngBytes = 0
  const preparing = new WeakMap<CachedAnswer, Promise<void>>()
  const keep = (key: string, answer: CachedAnswer) => {
    if (young.size >= MAX_ENTRIES || youngBytes + bytesOf(answer) > MAX_BYTES) {
      old = young
      young = new Map()
      youngBytes = 0
    }
    const before = young.get(key)
    youngBytes += bytesOf(answer) - (before === undefined ? 0 : bytesOf(before))
    young.set(key, answer)
  }
  const making = new Map<string, Promise<CachedAnswer>>()
  let last: Promise<unknown> = Promise.resolve()
  const put = (key: string, text: string): CachedAnswer => {
    const answer = toCachedAnswer(text)
    keep(key, answer)
    return answer
  }
  return {
    get: (key) => {
      const found = young.get(key)
      if (found !== undefined) return found
      const aged = old.get(key)
      if (aged !== undefined) keep(key, aged)
      return aged
    },
    put,
    putOnce: (key, make) => {
      const begun = making.get(key)
      if (begun !== undefined) return begun
      // Behind the end of the one before, not its beginning: those that wait for the same thing would go on together.
      const work = last
        .then(nextTurn)
        .then(make)
        .then((text) => put(key, text))
        .finally(() => making.delete(key))
      making.set(key, work)
      last = work.catch(() => undefined)
      return work
    },
    prepare: (answer) => {
      if (!answer.isCompressible || answer.encoded !== undefined) return undefined
      const begun = preparing.get(answer)
      if (begun !== undefined) return begun
      const work = encodedBodies(answer).then((encoded) => {
        answer.encoded = encoded
        // Of one that was dropped meanwhile too: until the generation ends, it holds a little less than it could.
        youngBytes += bytesOf(answer) - answer.size
      })
      preparing.set(answer, work)
      return work
    },
  }
}

/** The representation of an answer that a client likes best, of those that are prepared. @param accepted best first */
export function represent(answer: CachedAnswer, accepted: readonly Encoding[]): Representation {
  for (const encoding of accepted) {
    const found = answer.encoded?.find((one) => one.encoding === encoding)
    if (found !== undefined) return found
  }
  return answer
}

function bytesOf({ size, encoded = [] }: CachedAnswer): number {
  return encoded.reduce((sum, one) => sum + one.size, size)
}

async function encodedBodies({ body, etag }: CachedAnswer): Promise<readonly Representation[]> {
  const bodies = await compress(typeof body === 'string' ? new TextEncoder().encode(body) : body)
  return [...bodies].map(([encoding, bytes]) => ({
    body: bytes,
    size: bytes.byteLength,
    etag: `${etag.slice(0, -1)}-${encoding}"`,
    encoding,
  }))
}

function toCachedAnswer(text: string): CachedAnswer {
  const bytes = new TextEncoder().encode(text)
  const size = bytes.byteLength
  const etag = `"${hash('sha256', bytes).slice(0, 32)}"`
  const isCompressible = size >= LEAST_COMPRESSED_BYTES && size <= MOST_COMPRESSED_BYTES
  return { body: size <= MAX_TEXT_BYTES ? text : bytes, size, etag, isCompressible }
}

/** True when an If-None-Match header contains this entity tag. */
export function matchesEtag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === '*') return true
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag)
}
