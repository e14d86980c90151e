import { describe, expect, test } from 'vitest'
import { createSwapClient } from '../../src/client/pooled-client.ts'
import type { ByteStream } from '../../src/client/fetch-option.ts'

const PAGE = { data: [], pagination: { page: 1, perPage: 100, total: 0, hasMore: false } }

/** A stream as some browsers have it: it can be read, but not iterated over. */
function streamOf(chunks: readonly string[]): { readonly stream: ByteStream; readonly cancelled: () => number } {
  const rest = chunks.map((chunk) => new TextEncoder().encode(chunk))
  let cancels = 0
  const reader = {
    read: () => {
      const value = rest.shift()
      return Promise.resolve({ done: value === undefined, value })
    },
    cancel: () => {
      cancels += 1
      return Promise.resolve()
    },
  }
  return { stream: { getReader: () => reader }, cancelled: () => cancels }
}

describe('a fetch whose bodies cannot be iterated over', () => {
  const clientOf = (stream: ByteStream) =>
    createSwapClient('http://swap.example', {
      fetch: () => Promise.resolve({ status: 200, headers: new Headers(), body: stream }),
    })

  test('is read chunk by chunk, to its end', async () => {
    const text = JSON.stringify(PAGE)
    const { stream, cancelled } = streamOf([text.slice(0, 10), text.slice(10)])
    expect(await clientOf(stream).chains()).toEqual(PAGE)
    expect(cancelled()).toBe(0)
  })

  test('is cancelled when its answer is too large', async () => {
    const megabyte = 'x'.repeat(1024 * 1024)
    const { stream, cancelled } = streamOf(Array.from({ length: 40 }, () => megabyte))
    await expect(clientOf(stream).chains()).rejects.toThrow('The response of the server is too large')
    expect(cancelled()).toBe(1)
  })
})
