import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { nextTurn } from '../../io/index.ts'

/** Longest body that is written at once, in bytes: a page of 50 swaps is. */
const AT_ONCE_BYTES = 128 * 1024
/** How much of a longer one is written at a time, in bytes. */
const PART_BYTES = 64 * 1024
/** How many parts are written in a turn of the loop: a millisecond or two of copying into the system's buffers. */
const PARTS_OF_TURN = 16

/** Writes long bodies in parts, those of all clients in turns: a thousand that ask for large pages held the loop for seconds. */
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
  let isWriting = false
  const write = async (): Promise<void> => {
    isWriting = true
    while (queue.length > 0) {
      for (const answer of queue.splice(0, PARTS_OF_TURN)) writePart(answer)
      await nextTurn()
    }
    isWriting = false
  }
  const enqueue = (answer: LargeAnswer): void => {
    queue.push(answer)
    if (!isWriting) void write()
  }
  const writePart = (answer: LargeAnswer): void => {
    const { outgoing, body, writtenBytes } = answer
    if (outgoing.destroyed) return
    const part = body.subarray(writtenBytes, writtenBytes + PART_BYTES)
    answer.writtenBytes += part.byteLength
    if (answer.writtenBytes >= body.byteLength) {
      if (unwritten.get(outgoing.req.socket) === outgoing) unwritten.delete(outgoing.req.socket)
      outgoing.end(part)
    } else if (outgoing.write(part)) enqueue(answer)
    else outgoing.once('drain', () => enqueue(answer))
  }
  return {
    end: (outgoing, body) => {
      if (body.length <= AT_ONCE_BYTES) {
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
    (typeof body === 'string' || body instanceof Uint8Array) && body.length > AT_ONCE_BYTES
  outgoing.end = (...args: readonly unknown[]) => {
    const [body] = args
    if (!isLong(body)) return end(...args)
    // What is left at last is ended as it is.
    outgoing.end = end
    large.end(outgoing, body)
    return outgoing
  }
}
