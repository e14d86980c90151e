import type { HttpFetch, HttpRequest } from '../core/ports.ts'

/** Sends a request; the global `fetch` of Node and of browsers fits. */
export type ClientFetch = (url: string, request: HttpRequest) => Promise<ClientReply>

/** The members of a fetch `Response` that the client uses. */
export interface ClientReply {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: AsyncIterable<Uint8Array> | ByteStream | null
}

/** The members of a web `ReadableStream` that the client uses: not every platform can iterate over one. */
export interface ByteStream {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
    cancel(reason?: unknown): Promise<void>
  }
}

/** Wraps a `ClientFetch` so that bodies can be iterated over. */
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
