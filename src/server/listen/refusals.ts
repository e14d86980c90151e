import type { Socket } from 'node:net'
import type { SwapError } from '../../core/api/errors.ts'
import type { Clock } from '../../core/ports.ts'
import { refuseSocket } from './raw-answer.ts'

/*
 * Connections beyond the most. Each is let in to be told so, since a client that is closed without a word cannot know that
 * nothing was done. It is told once it has asked: few clients take an answer that comes before their request.
 */

/** How long a refused connection may take to ask, in milliseconds; it is told then in any case. */
const ASK_MS = 1000
/** Most refused connections at a time; one more takes the place of the one that was told first. */
const MOST_REFUSED = 2048

export interface Refusals {
  /** Refuses a connection: its first request, or its silence, is answered with this error. */
  add(socket: Socket, error: SwapError): void
  /** Answers a refused connection that has asked; once. @returns false for a connection that was not added */
  answer(socket: Socket): boolean
}

interface RefusalsParts {
  readonly clock: Clock
  readonly requestId: () => string
  /** Told each answer. @param bytes of its body */
  readonly onRefusal: (requestId: string, status: number, bytes: number) => void
  /** @default 2048 */
  readonly most?: number
}

export function createRefusals({ clock, requestId, onRefusal, most = MOST_REFUSED }: RefusalsParts): Refusals {
  const silent = new Map<Socket, SwapError>()
  /** Those that have their answer, and time to read it. */
  const told = new Set<Socket>()
  const answer = (socket: Socket): boolean => {
    const error = silent.get(socket)
    if (error === undefined) return told.has(socket)
    silent.delete(socket)
    if (!socket.writable) {
      socket.destroy()
      return true
    }
    told.add(socket)
    const id = requestId()
    onRefusal(id, error.httpStatus, refuseSocket(socket, error, id, clock))
    return true
  }
  const makePlace = (): void => {
    if (silent.size + told.size < most) return
    const [first] = told.size > 0 ? told : silent.keys()
    if (first === undefined) return
    answer(first)
    forget(first)
    // The answer is with the system, which sends it on.
    first.destroy()
  }
  const forget = (socket: Socket): void => {
    silent.delete(socket)
    told.delete(socket)
  }
  return {
    add: (socket, error) => {
      makePlace()
      silent.set(socket, error)
      const closed = new AbortController()
      socket.once('close', () => {
        forget(socket)
        closed.abort()
      })
      clock.sleep(ASK_MS, closed.signal).then(
        () => answer(socket),
        () => undefined,
      )
    },
    answer,
  }
}
