import type { IncomingMessage, ServerResponse } from 'node:http'

/** Requests of one connection that are worked on at a time; what it sends meanwhile waits. */
const MOST_AT_ONCE = 2
/** Requests of one connection that may wait; one that sends more without reading an answer is closed. */
const MOST_WAITING = 64

interface WaitingRequest {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly start: () => void
}

/** The requests of one connection in their turns: a client that sends on and reads nothing must not fill the memory. */
export interface RequestTurns {
  /** Starts a request at once, or after others of its connection. */
  take(incoming: IncomingMessage, outgoing: ServerResponse, start: () => void): void
  /** How many answers are not taken yet, with those of requests that wait. */
  countOpen(): number
}

export function createRequestTurns(): RequestTurns {
  /** Answers that are worked on, or not taken yet, oldest first. */
  let pending: readonly ServerResponse[] = []
  const waiting: WaitingRequest[] = []
  // The oldest answer is the one that is written: its end comes whatever becomes of the connection.
  const awaitOldest = () => pending[0]?.once('close', startNext)
  const startNext = () => {
    const next = waiting.shift()
    if (next === undefined || next.incoming.socket.destroyed) return
    pending = [...pending.filter(isUnfinished), next.outgoing]
    if (waiting.length > 0) awaitOldest()
    next.start()
  }
  return {
    take: (incoming, outgoing, start) => {
      const isFree = pending.length === 0 || !pending.some(isUnfinished)
      if (!isFree) pending = pending.filter(isUnfinished)
      if (waiting.length === 0 && (isFree || pending.length < MOST_AT_ONCE)) {
        pending = isFree ? [outgoing] : [...pending, outgoing]
        start()
        return
      }
      waiting.push({ incoming, outgoing, start })
      if (waiting.length > MOST_WAITING) incoming.socket.destroy()
      else if (waiting.length === 1) awaitOldest()
    },
    countOpen: () => pending.filter(isUnfinished).length + waiting.length,
  }
}

/** True for an answer that its client has not taken yet. */
export function isUnfinished(outgoing: ServerResponse): boolean {
  return !outgoing.writableFinished && !outgoing.destroyed
}

/** Calls `end` once an answer has ended, or its connection: an answer behind another one is not told of that. */
export function onceEnded({ socket }: IncomingMessage, outgoing: ServerResponse, end: () => void): void {
  let hasEnded = false
  const endOnce = () => {
    outgoing.off('close', endOnce)
    socket.off('close', endOnce)
    // A connection that is cut off closes its answer while it tells that it closes.
    if (!hasEnded) end()
    hasEnded = true
  }
  outgoing.once('close', endOnce)
  socket.once('close', endOnce)
}
