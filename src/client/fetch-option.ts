import type { HttpFetch, HttpRequest } from '../core/ports.ts'

/** A way to send requests that the client is given; the global `fetch` of Node and of browsers fits. */
export type ClientFetch = (url: string, request: HttpRequest) => Promise<ClientReply>

/** What a `ClientFetch` gives; the part of a fetch `Response` that is used. */
export interface ClientReply {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: AsyncIterable<Uint8Array> | ByteStream | null
}

/** The part of a web `ReadableStream` that is used: not every platform can iterate over one. */
export interface ByteStream {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
    cancel(reason?: unknown): Promise<void>
  }
}

/** The same way to send requests, with bodies that can be iterated over. */
export function iterableFetch(fetch: ClientFetch): HttpFetch {
  return async (url, request) => {
    const { status, headers, body } = await fetch(url, request)
    return { status, headers, body: body === null || Symbol.asyncIterator in body ? body : chunksOf(body) }
  }
}

async function* chunksOf(body: ByteStream): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let ended = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      ended = done
      if (done) return
      if (value !== undefined) yield value
    }
  } finally {
    if (!ended) await reader.cancel().catch(() => undefined)
  }
}
