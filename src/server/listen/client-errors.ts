import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { SwapError } from '../../core/api/errors.ts'
import { errorCode } from '../../core/error-code.ts'
import type { Clock } from '../../core/ports.ts'
import { nextTurn } from '../../io/index.ts'
import { NO_PATH } from './call-info.ts'
import type { HeldConnection, Connections } from './connections.ts'
import { refuseSocket } from './raw-answer.ts'

/** Largest head of a request, in KiB: the headers, and as much again as a request line needs. */
export const MAX_HEADERS_KIB = 16
export const MAX_HEAD_BYTES = (MAX_HEADERS_KIB + 4) * 1024
/** In how many turns of the loop the largest request that lies in the system's buffers is read. */
const READING_TURNS = 8

interface ClientErrorParts {
  readonly connections: Connections
  readonly clock: Clock
  readonly requestId: () => string
  /** Told each refusal. @param bytes of its body */
  readonly onRefusal: (requestId: string, status: number, bytes: number) => void
}

/** Answers what the HTTP parser of `server` refuses, or finds late, in the envelope, and closes the connection. */
export function answerClientErrors(server: Server, parts: ClientErrorParts): void {
  const { connections, clock, requestId, onRefusal } = parts
  const refuse = (socket: Socket, error: SwapError): void => {
    if (connections.answerRefused(socket)) return
    const connection = connections.of(socket)
    if (connection !== undefined) connection.isRefused = true
    const { outgoing } = connection ?? {}
    const isBusy = outgoing !== undefined && outgoing.headersSent && !outgoing.writableFinished
    if (isBusy || !socket.writable) {
      socket.destroy()
      return
    }
    const id = requestId()
    onRefusal(id, error.httpStatus, refuseSocket(socket, error, id, clock))
  }
  const refuseLate = async (socket: Socket): Promise<void> => {
    if (!(await hasArrived(socket, connections.of(socket)))) refuse(socket, LATE())
  }
  // Node closes such a connection without a word.
  server.on('connect', ({ socket }) => refuse(socket, new SwapError('FORBIDDEN', NO_PATH)))
  server.on('clientError', (error: Error, socket: Socket) => {
    const code = errorCode(error)
    if (connections.of(socket)?.isRefused === true) return
    if (code === 'ECONNRESET') socket.destroy()
    else if (connections.answerRefused(socket)) return
    else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') void refuseLate(socket)
    else refuse(socket, parserRefusal(code))
  })
}

const LATE = () => new SwapError('VALIDATION_ERROR', 'The request did not arrive in time', { httpStatus: 408 })

function parserRefusal(code: string | undefined): SwapError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `The request headers are larger than ${MAX_HEADERS_KIB} KiB`
    return new SwapError('PAYLOAD_TOO_LARGE', message, { httpStatus: 431 })
  }
  return new SwapError('VALIDATION_ERROR', 'This is not an HTTP/1.1 request')
}

/**
 * True where the request that is late has come whole: it lay in the system's buffers while the loop was busy with other
 * work, so that it was the server that was late.
 */
async function hasArrived(socket: Socket, connection: HeldConnection | undefined): Promise<boolean> {
  if (connection === undefined) return false
  const { requests, incoming } = connection
  const isBodyLate = incoming?.complete === false
  for (let turn = 0, { bytesRead } = socket; turn < READING_TURNS; turn += 1) {
    await nextTurn()
    const isWhole = connection.incoming?.complete === true && (isBodyLate || connection.requests > requests)
    if (isWhole || socket.destroyed) return true
    if (socket.bytesRead === bytesRead) return false
    bytesRead = socket.bytesRead
  }
  return false
}
