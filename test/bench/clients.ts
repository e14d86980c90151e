import { once } from 'node:events'
import { connect } from 'node:net'

/** What the next request of a connection is, after the answer to its last one; undefined ends the connection. */
export type NextRequest = (connection: number, answer: Answer | undefined) => Buffer | undefined

/** An answer, as far as a client looks at it. */
export interface Answer {
  readonly status: number
  readonly body: string
}

/** A GET request as bytes. */
export function getRequest(port: number, path: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: keep-alive\r\n\r\n`)
}

/** A POST request of JSON as bytes. */
export function postRequest(port: number, path: string, body: unknown): Buffer {
  const text = JSON.stringify(body)
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}

/**
 * Keeps so many connections busy until `next` has nothing more for each of them.
 * @returns seconds it took, and milliseconds of each answer
 */
export async function exchange(
  port: number,
  connections: number,
  next: NextRequest,
): Promise<{ readonly seconds: number; readonly times: readonly number[] }> {
  const times: number[] = []
  const start = performance.now()
  await Promise.all(Array.from({ length: connections }, (_, index) => converse(port, index, next, times)))
  return { seconds: (performance.now() - start) / 1000, times }
}

/** Sends GET requests over `connections` kept-alive sockets until `total` answers of 200 have come. */
export async function load(port: number, path: string, connections: number, total: number) {
  const request = getRequest(port, path)
  let sent = 0
  return exchange(port, connections, (_connection, answer) => {
    if (answer !== undefined && answer.status !== 200) throw new Error(`unexpected answer ${answer.status} of ${path}`)
    sent += 1
    return sent > total ? undefined : request
  })
}

async function converse(port: number, index: number, next: NextRequest, times: number[]): Promise<void> {
  let request = next(index, undefined)
  if (request === undefined) return
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  await once(socket, 'connect')
  let since = performance.now()
  socket.write(request)
  let parts: Buffer[] = []
  let status = 0
  let missing = -1
  let head = ''
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    let bytes = chunk
    if (missing < 0) {
      head += bytes.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) continue
      status = Number(head.slice(9, 12))
      missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      bytes = Buffer.from(head.slice(end + 4), 'latin1')
      head = ''
    }
    missing -= bytes.length
    parts.push(bytes)
    if (missing > 0) continue
    missing = -1
    times.push(performance.now() - since)
    const body = Buffer.concat(parts).toString('utf8')
    parts = []
    request = next(index, { status, body })
    if (request === undefined) break
    since = performance.now()
    socket.write(request)
  }
  socket.destroy()
  if (request !== undefined) throw new Error('the server ended a connection')
}
