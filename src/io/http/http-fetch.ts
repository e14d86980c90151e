import { isLoopbackHost } from '../../core/text/base-url.ts'
import { defined } from '../../core/defined.ts'
import type { PooledHttp } from '../../core/ports.ts'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import type { Dispatcher } from 'undici'

/**
 * Most connections to one origin. More than the quotes in work can have under way, also where all providers are behind one
 * address: a request that waits for a connection is late by no fault of the provider.
 */
const MOST_CONNECTIONS = 1024

/**
 * Opens a connection pool and loads undici. Honours HTTP_PROXY, HTTPS_PROXY and NO_PROXY, but never for loopback
 * addresses.
 */
export async function openPooledHttp(): Promise<PooledHttp> {
  return openPool((agent) => agent.close())
}

/** The same; to close it breaks off what is under way, but for what is sent whole. */
export async function openBreakableHttp(): Promise<PooledHttp> {
  const [broken, whole] = await Promise.all([openPool((agent) => agent.destroy()), openPooledHttp()])
  return {
    fetch: (url, request) => (request.isSentWhole === true ? whole : broken).fetch(url, request),
    close: async () => {
      await Promise.all([broken.close(), whole.close()])
    },
  }
}

async function openPool(closeAgent: (agent: Dispatcher) => Promise<void>): Promise<PooledHttp> {
  // A bundled CommonJS module has a default export only.
  const { default: undici } = await import('undici')
  const { Agent, EnvHttpProxyAgent } = undici
  const settings = { connections: MOST_CONNECTIONS, keepAliveTimeout: 4000, connect: { timeout: 10_000 } }
  const direct = new Agent(settings)
  const outside = new EnvHttpProxyAgent(settings)
  return {
    fetch: async (url, { method, headers, body, signal, onWait }) => {
      const onSent = onWait?.()
      const { hostname, origin, pathname, search } = new URL(url)
      const pool: Dispatcher = isLoopbackHost(hostname) ? direct : outside
      const dispatcher = onSent === undefined ? pool : pool.compose(tellSent(onSent))
      const options = { origin, path: `${pathname}${search}`, method, headers, ...defined({ body }), signal }
      const reply = await dispatcher.request(options).finally(onSent)
      return {
        status: reply.statusCode,
        headers: {
          get: (name) => {
            const value = reply.headers[name.toLowerCase()]
            return Array.isArray(value) ? value.join(', ') : (value ?? null)
          },
        },
        body: decompress(reply.body, reply.headers['content-encoding']),
      }
    },
    close: async () => {
      await Promise.all([closeAgent(direct), closeAgent(outside)])
    },
  }
}

/** Tells when a request is written to its connection. */
function tellSent(onSent: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart: (controller, context) => {
        onSent()
        handler.onRequestStart?.(controller, context)
      },
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    })
}

/** Decompresses a body; readers limit its size after that, so that a small body cannot grow without bound. */
function decompress(body: Readable, encoding: string | string[] | undefined): Readable {
  const unpack =
    encoding === 'gzip' || encoding === 'deflate'
      ? createUnzip()
      : encoding === 'br'
        ? createBrotliDecompress()
        : undefined
  // The reader gets a failure from the stream itself.
  return unpack === undefined ? body : pipeline(body, unpack, () => undefined)
}
