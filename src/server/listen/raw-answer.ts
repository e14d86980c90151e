import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import type { SwapError } from '../../core/api/errors.ts'
import type { Clock } from '../../core/ports.ts'
import { nextTurn } from '../../io/index.ts'
import { API_VERSION, errorText, JSON_TYPE, NO_STORE } from '../http/answer.ts'

/** How long a refused client may take to read why, in milliseconds. */
const LINGER_MS = 1000

/** Headers of an error in the envelope. */
export function errorHeaders(error: SwapError, requestId: string): Record<string, string> {
  const headers: Record<string, string> = {
    'Content-Type': JSON_TYPE,
    'Cache-Control': NO_STORE,
    'X-API-Version': API_VERSION,
    'X-Request-Id': requestId,
  }
  if (error.retryAfterSec !== undefined) headers['Retry-After'] = String(error.retryAfterSec)
  return headers
}

/** Writes an error in the envelope to a socket without a request, and closes it. @returns bytes of the body */
export function refuseSocket(socket: Socket, error: SwapError, requestId: string, clock: Clock): number {
  const body = errorText(error, requestId)
  const bytes = Buffer.byteLength(body)
  const headers = { ...errorHeaders(error, requestId), 'Content-Length': String(bytes), Connection: 'close' }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const { httpStatus } = error
  socket.end(`HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus] ?? ''}\r\n${head.join('')}\r\n${body}`)
  lingerThenDestroy(socket, clock)
  return bytes
}

/**
 * Destroys a socket whose answer is written once the client has closed it too, and after LINGER_MS at the latest. At once
 * would take the answer from a client that is still sending: its system drops what it has not read.
 */
export function lingerThenDestroy(socket: Socket, clock: Clock): void {
  const closed = new AbortController()
  socket.once('close', () => closed.abort())
  socket.once('end', () => (socket.writableFinished ? socket.destroy() : socket.once('finish', () => socket.destroy())))
  socket.resume()
  const destroyLate = async () => {
    await clock.sleep(LINGER_MS, closed.signal)
    // A loop that was late reads first what has come meanwhile.
    await nextTurn()
    socket.destroy()
  }
  destroyLate().catch(() => undefined)
}
