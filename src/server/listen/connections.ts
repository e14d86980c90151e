import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { SwapError } from '../../core/api/errors.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import type { Clock } from '../../core/ports.ts'
import { nextTurn } from '../../io/index.ts'
import { rateLimitKey } from '../http/rate-limit.ts'
import { createHearing, type Hearing } from './hearing.ts'
import { lingerThenDestroy } from './raw-answer.ts'
import { createRefusals } from './refusals.ts'
import { createRequestTurns, isUnfinished, onceEnded, type RequestTurns } from './request-turns.ts'

/*
 * Who holds a connection. There is a bounded number of them, in all and for each address; one that takes no byte of its answer
 * is closed, and one that does nothing makes room for another when all are taken.
 */

/** Most bytes of answers that clients have not taken yet. */
const MOST_UNSENT_BYTES = 128 * 1024 * 1024
/** How long a connection must have been idle, or sending its request, or taking its answer, before it makes room for another, in milliseconds. */
const EVICTABLE_MS = 1000
/** How often what connections have written, and sent, is looked at, in milliseconds. */
const WATCH_MS = 1000
/** How many times as long as without any sign of life one may last that takes no whole part of its answer. */
const TRICKLE_FACTOR = 6
/**
 * The same for an answer that ends itself where its client is slow, in milliseconds. The system's buffers hold megabytes
 * and take more once a third of them is read: a client that reads 10 KB a second looks still for a minute and a half.
 */
const PACED_STILL_MS = 180_000

/** Limits of the connections of a server. */
export interface ConnectionLimits {
  /** Most connections. */
  readonly most: number
  /** Most connections of one address, or requests at a time of one client where clients come through proxies. */
  readonly mostOfAddress: number
  /** True where clients come through proxies: what is counted for each of them are requests. */
  readonly isProxied: boolean
  /** How long a client may take no byte of an answer, in milliseconds. */
  readonly stallMs: number
}

/** An open connection. */
export interface HeldConnection {
  /** The request that came last, and its answer. */
  incoming: IncomingMessage | undefined
  outgoing: ServerResponse | undefined
  /** How many requests have come. */
  requests: number
  readonly turns: RequestTurns
  /** True once what it sent was refused: no more of it is answered. */
  isRefused: boolean
  /** `monotonicMs` of its last request, or of its beginning. */
  begunMs: number
  /** `monotonicMs` since when it takes nothing of an answer. */
  stillSinceMs: number
  /** Bytes that were written when it was last looked at. */
  writtenBytes: number
}

/** The connections of a server. */
export interface Connections {
  /**
   * Notes a request, and starts it: at once, or after those that its connection sent before it.
   * @param start is told why it is refused, where it is
   */
  begin(incoming: IncomingMessage, outgoing: ServerResponse, client: string, start: (refusal?: SwapError) => void): void
  /** A connection that holds one of the places. */
  of(socket: Socket): HeldConnection | undefined
  /** Answers a connection beyond the most that has asked. @returns false for one that holds a place */
  answerRefused(socket: Socket): boolean
}

interface ConnectionsParts {
  readonly clock: Clock
  readonly limits: ConnectionLimits
  /** True for an address whose connections are not counted. */
  readonly isLocal: (address: string) => boolean
  readonly requestId: () => string
  /** Told each connection that was refused. @param bytes of the answer's body */
  readonly onRefusal: (requestId: string, status: number, bytes: number) => void
  /** True while the server itself has parts of an answer to write to it. */
  readonly isWriting: (socket: Socket) => boolean
  /** True for a request whose answer ends itself where its client is slow: it is given longer to take the end. */
  readonly isPaced: (incoming: IncomingMessage) => boolean
  /** Ends the watch. */
  readonly stopping: AbortSignal
}

/** Bounds the connections of `server`. */
export function boundConnections(server: Server, parts: ConnectionsParts): Connections {
  const { clock, limits, isLocal, isWriting, isPaced, stopping } = parts
  const open = new Map<Socket, HeldConnection>()
  const addresses = createCounts()
  const clients = createCounts()
  const refusals = createRefusals(parts)
  const hearing = createHearing(clock)
  server.timeout = limits.stallMs

  const countedAddress = (socket: Socket): string | undefined => {
    const address = socket.remoteAddress ?? ''
    return limits.isProxied || isLocal(address) ? undefined : rateLimitKey(address)
  }

  server.on('connection', (socket: Socket) => {
    const address = countedAddress(socket)
    const isOverAddress = address !== undefined && addresses.of(address) >= limits.mostOfAddress
    if (isOverAddress || (open.size >= limits.most && !makeRoom(open, hearing.untilMs(), isWriting))) {
      void hearing.hear()
      refusals.add(socket, tooManyConnections(isOverAddress))
      return
    }
    const nowMs = monotonicMs(clock)
    open.set(socket, {
      ...{ incoming: undefined, outgoing: undefined, requests: 0, turns: createRequestTurns(), isRefused: false },
      ...{ begunMs: nowMs, stillSinceMs: nowMs, writtenBytes: 0 },
    })
    if (address !== undefined) addresses.add(address, 1)
    socket.once('close', () => {
      open.delete(socket)
      if (address !== undefined) addresses.add(address, -1)
    })
    closeGently(socket, open, clock)
  })

  // Node leaves all this to who listens.
  server.on('timeout', (socket: Socket) => {
    const connection = open.get(socket)
    if (connection === undefined) {
      if (!refusals.answer(socket)) socket.destroy()
    } else if (isAnswering(connection)) {
      if (!isPacing(connection, isPaced)) void destroyIfStalled(socket)
    } else if (connection.requests > 0) void destroyIfSilent(socket)
    // A first request that is late has a timeout of its own, and an answer.
  })

  const stillMs = (connection: HeldConnection) =>
    isPacing(connection, isPaced) ? PACED_STILL_MS : limits.stallMs * TRICKLE_FACTOR
  void watch(open, clock, stillMs, stopping, hearing)

  const countClient = (incoming: IncomingMessage, outgoing: ServerResponse, client: string): SwapError | undefined => {
    const key = rateLimitKey(client)
    if (clients.of(key) >= limits.mostOfAddress) return tooManyConnections(true)
    clients.add(key, 1)
    onceEnded(incoming, outgoing, () => clients.add(key, -1))
    return undefined
  }

  return {
    of: (socket) => open.get(socket),
    answerRefused: (socket) => refusals.answer(socket),
    begin: (incoming, outgoing, client, start) => {
      const connection = open.get(incoming.socket)
      if (connection === undefined) return
      connection.incoming = incoming
      connection.outgoing = outgoing
      connection.requests += 1
      connection.begunMs = monotonicMs(clock)
      connection.stillSinceMs = connection.begunMs
      const isCounted = limits.isProxied && !isLocal(client)
      const startCounted = isCounted ? () => start(countClient(incoming, outgoing, client)) : start
      connection.turns.take(incoming, outgoing, startCounted)
    },
  }
}

function tooManyConnections(isOfAddress: boolean): SwapError {
  const message = isOfAddress ? 'Too many connections of one address' : 'Too many connections'
  return new SwapError('SERVICE_UNAVAILABLE', message, { retryAfterSec: 1 })
}

function isAnswering({ outgoing }: HeldConnection): boolean {
  return outgoing !== undefined && isUnfinished(outgoing)
}

function isPacing({ incoming }: HeldConnection, isPaced: ConnectionsParts['isPaced']): boolean {
  return incoming !== undefined && isPaced(incoming)
}

/** True while all that it waits for is the body of a request: no answer to another one is lost with it. */
function isHalfSent({ incoming, turns }: HeldConnection): boolean {
  return incoming?.complete === false && turns.countOpen() === 1
}

/**
 * Destroys the connection that has been idle for longest, or has not sent its request whole, or not taken its answer.
 * @param heardMs `monotonicMs` until when all that has come is read
 * @returns false where none has for a while
 */
function makeRoom(
  open: ReadonlyMap<Socket, HeldConnection>,
  heardMs: number,
  isWriting: ConnectionsParts['isWriting'],
): boolean {
  let [victim, sinceMs]: [Socket | undefined, number] = [undefined, heardMs - EVICTABLE_MS]
  for (const [socket, connection] of open) {
    const isTaking = socket.writableLength > 0 || isWriting(socket)
    if (
      (isAnswering(connection) && !isTaking && !isHalfSent(connection)) ||
      socket.destroyed ||
      connection.isRefused ||
      connection.begunMs > sinceMs
    )
      continue
    victim = socket
    sinceMs = connection.begunMs
  }
  victim?.destroy()
  return victim !== undefined
}

/**
 * Notes which connections take nothing of their answers, and destroys those that have not for `longestMs`, whatever they send;
 * the one that has for longest, too, while more is unsent than memory is for it.
 */
async function watch(
  open: ReadonlyMap<Socket, HeldConnection>,
  clock: Clock,
  longestMs: (connection: HeldConnection) => number,
  stopping: AbortSignal,
  hearing: Hearing,
): Promise<void> {
  while (!stopping.aborted) {
    const nowMs = monotonicMs(clock)
    let unsentBytes = 0
    for (const [socket, connection] of open) {
      unsentBytes += socket.writableLength
      const writtenBytes = socket.bytesWritten - socket.writableLength
      if (isAnswering(connection) && (socket.writableLength === 0 || writtenBytes !== connection.writtenBytes)) {
        connection.stillSinceMs = nowMs
      }
      connection.writtenBytes = writtenBytes
      if (isAnswering(connection) && nowMs - connection.stillSinceMs >= longestMs(connection)) socket.destroy()
    }
    for (const [socket] of stillestFirst(unsentBytes > MOST_UNSENT_BYTES ? open : new Map())) {
      if (unsentBytes <= MOST_UNSENT_BYTES) break
      unsentBytes -= socket.writableLength
      socket.destroy()
    }
    void hearing.hear()
    await clock.sleep(WATCH_MS, stopping).catch(() => undefined)
  }
}

function stillestFirst(open: ReadonlyMap<Socket, HeldConnection>): readonly (readonly [Socket, HeldConnection])[] {
  const unsent = [...open].filter(([socket]) => socket.writableLength > 0)
  return unsent.sort(([, one], [, other]) => one.stillSinceMs - other.stillSinceMs)
}

/** A loop that was late finds a timeout over before it finds what has come meanwhile: that comes first. */
async function destroyIfSilent(socket: Socket): Promise<void> {
  const { bytesRead } = socket
  await nextTurn()
  if (socket.bytesRead === bytesRead) socket.destroy()
}

async function destroyIfStalled(socket: Socket): Promise<void> {
  await nextTurn()
  if (socket.writableLength > 0) socket.destroy()
}

/** Node destroys a connection with its last answer, also while the client still sends, which takes the answer from it. */
function closeGently(socket: Socket, open: ReadonlyMap<Socket, HeldConnection>, clock: Clock): void {
  const destroySoon = socket.destroySoon.bind(socket)
  socket.destroySoon = () => {
    if (open.get(socket)?.incoming?.complete !== false) return destroySoon()
    socket.end()
    lingerThenDestroy(socket, clock)
  }
}

/** Counts by name, of which those of 0 take no memory. */
function createCounts() {
  const counts = new Map<string, number>()
  return {
    of: (name: string) => counts.get(name) ?? 0,
    add: (name: string, change: 1 | -1) => {
      const count = (counts.get(name) ?? 0) + change
      if (count === 0) counts.delete(name)
      else counts.set(name, count)
    },
  }
}
