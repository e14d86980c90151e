import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'

/** An HTTP server on the loopback interface that can refuse connections and accept them again. */
export type LocalServer = {
  readonly url: string
  /** Accepts connections again, on the same port. */
  readonly open: () => Promise<void>
  /** Ends every connection and refuses new ones. */
  readonly close: () => Promise<void>
}

/** Starts a server on a free port. */
export async function localServer(listener: RequestListener): Promise<LocalServer> {
  const server = createServer(listener)
  // Only the client ends idle connections: on a busy core it would send its next request on one that was just ended.
  server.keepAliveTimeout = 0
  const port = await listen(server, 0)
  return {
    url: `http://127.0.0.1:${port}`,
    open: async () => {
      if (!server.listening) await listen(server, port)
    },
    close: async () => {
      if (!server.listening) return
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** The whole body of a request as text. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString('utf8')
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}
