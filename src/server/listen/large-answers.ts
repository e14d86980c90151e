import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { nextTurn } from '../../io/index.ts'

/** Bodies up to this length are written at once, in bytes; of a longer one this much at a time, where many are written. */
const PART_BYTES = 64 * 1024
/** How much of long bodies is written in a turn of the loop: some milliseconds of copying into the system's buffers. */
const BYTES_OF_TURN = 4 * 1024 * 1024

/** Writes long bodies, where there are many in parts by turns: a thousand clients that ask for large pages held the loop for seconds. */
export interface LargeAnswers {
  /** Ends an answer, whose length its head says, with this body. */
  end(outgoing: ServerResponse, body: string | Uint8Array): void
  /** True while parts of an answer are left for this connection. */
  isWriting(socket: Socket): boolean
}

interface LargeAnswer {
  readonly outgoing: ServerResponse
  readonly body: Uint8Array
  writtenBytes: number
}

export function createLargeAnswers(): LargeAnswers {
  const queue: LargeAnswer[] = []
  const unwritten = new WeakMap<Socket, ServerResponse>()
  /** What is left of this turn. */
  let leftBytes = BYTES_OF_TURN
  const spend = (bytes: number): void => {
    if (leftBytes === BYTES_OF_TURN) void nextTurn().then(beginTurn)
    leftBytes -= bytes
  }
  const beginTurn = (): void => {
    leftBytes = BYTES_OF_TURN
    writeQueue()
  }
  const writeQueue = (): void => {
    for (let answer = queue.shift(); answer !== undefined; answer = leftBytes > 0 ? queue.shift() : undefined)
      writePart(answer)
  }
  const enqueue = (answer: LargeAnswer): void => {
    queue.push(answer)
    if (leftBytes > 0) writeQueue()
  }
  const writePart = (answer: LargeAnswer): void => {
    const { outgoing, body, writtenBytes } = answer
    if (outgoing.destroyed) return
    const part = body.subarray(writtenBytes, writtenBytes + PART_BYTES)
    spend(part.byteLength)
    answer.writtenBytes += part.byteLength
    if (answer.writtenBytes >= body.byteLength) {
      if (unwritten.get(outgoing.req.socket) === outgoing) unwritten.delete(outgoing.req.socket)
      outgoing.end(part)
    } else if (outgoing.write(part)) queue.push(answer)
    else outgoing.once('drain', () => enqueue(answer))
  }
  return {
    end: (outgoing, body) => {
      if (body.length <= PART_BYTES || (queue.length === 0 && body.length <= leftBytes)) {
        if (body.length > PART_BYTES) spend(body.length)
        outgoing.end(body)
        return
      }
      unwritten.set(outgoing.req.socket, outgoing)
      enqueue({ outgoing, body: typeof body === 'string' ? Buffer.from(body) : body, writtenBytes: 0 })
    },
    isWriting: (socket) => unwritten.has(socket),
  }
}

/** Has what ends an answer go through `large`. */
export function endInParts(outgoing: ServerResponse, large: LargeAnswers): void {
  const end = outgoing.end.bind(outgoing) as (...args: readonly unknown[]) => ServerResponse
  const isLong = (body: unknown): body is string | Uint8Array =>
    (typeof body === 'string' || body instanceof Uint8Array) && body.length > PART_BYTES
  outgoing.end = (...args: readonly unknown[]) => {
    const [body] = args
    if (!isLong(body)) return end(...args)
    // What is left at last is ended as it is.
    outgoing.end = end
    large.end(outgoing, body)
    return outgoing
  }
}
