import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { SwapError } from '../../core/api/errors.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import type { Clock } from '../../core/ports.ts'
import { nextTurn } from '../../io/index.ts'
import { rateLimitKey } from '../http/rate-limit.ts'
import { lingerThenDestroy, refuseSocket } from './raw-answer.ts'

/*
 * Who holds a connection. There is a bounded number of them, in all and for each address; one that takes no byte of its answer
 * is closed, and one that does nothing makes room for another when all are taken.
 */

/** Connections beyond the most that are let in to be told so; what comes beyond them is closed without a word. */
const TURNED_AWAY = 256
/** How long a connection must have done nothing before it makes room for another, in milliseconds. */
const EVICTABLE_MS = 1000
/** How often what a connection has written is looked at, in milliseconds. */
const WATCH_MS = 1000
/** How many times as long as without any sign of life one may last that takes no whole part of its answer. */
const TRICKLE_FACTOR = 6

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
  /** True once the connection itself was refused: what it sends is not answered. */
  isRefused: boolean
  /** `monotonicMs` of its last request, or since when it takes nothing of an answer. */
  stillSinceMs: number
  /** Bytes that were written when it was last looked at. */
  writtenBytes: number
}

/** The connections of a server. */
export interface Connections {
  /** Notes a request. @returns why it is refused, where it is */
  begin(incoming: IncomingMessage, outgoing: ServerResponse, client: string): SwapError | undefined
  of(socket: Socket): HeldConnection | undefined
}

interface ConnectionsParts {
  readonly clock: Clock
  readonly limits: ConnectionLimits
  /** True for an address whose connections are not counted. */
  readonly isLocal: (address: string) => boolean
  readonly requestId: () => string
  /** Ends the watch. */
  readonly stopping: AbortSignal
}

/** Bounds the connections of `server`. */
export function boundConnections(server: Server, parts: ConnectionsParts): Connections {
  const { clock, limits, isLocal, requestId, stopping } = parts
  const open = new Map<Socket, HeldConnection>()
  const addresses = createCounts()
  const clients = createCounts()
  server.maxConnections = limits.most + TURNED_AWAY
  server.timeout = limits.stallMs

  const countedAddress = (socket: Socket): string | undefined => {
    const address = socket.remoteAddress ?? ''
    return limits.isProxied || isLocal(address) ? undefined : rateLimitKey(address)
  }

  let accepted = 0
  server.on('connection', (socket: Socket) => {
    const address = countedAddress(socket)
    const isOverAddress = address !== undefined && addresses.of(address) >= limits.mostOfAddress
    const isRefused = isOverAddress || (accepted >= limits.most && !makeRoom(open, clock))
    open.set(socket, {
      ...{ incoming: undefined, outgoing: undefined, requests: 0, isRefused },
      ...{ stillSinceMs: monotonicMs(clock), writtenBytes: 0 },
    })
    socket.once('close', () => open.delete(socket))
    if (isRefused) {
      refuseSocket(socket, tooManyConnections(isOverAddress), requestId(), clock)
      return
    }
    accepted += 1
    if (address !== undefined) addresses.add(address, 1)
    socket.once('close', () => {
      accepted -= 1
      if (address !== undefined) addresses.add(address, -1)
    })
    closeGently(socket, open, clock)
  })

  // Node leaves all this to who listens.
  server.on('timeout', (socket: Socket) => {
    const connection = open.get(socket)
    if (connection === undefined) socket.destroy()
    else if (isAnswering(connection)) void destroyIfStalled(socket)
    else if (connection.requests > 0) void destroyIfSilent(socket)
    // A first request that is late has a timeout of its own, and an answer.
  })

  void watch(open, clock, limits.stallMs * TRICKLE_FACTOR, stopping)

  return {
    of: (socket) => open.get(socket),
    begin: (incoming, outgoing, client) => {
      const connection = open.get(incoming.socket)
      if (connection !== undefined) {
        connection.incoming = incoming
        connection.outgoing = outgoing
        connection.requests += 1
        connection.stillSinceMs = monotonicMs(clock)
      }
      if (!limits.isProxied || isLocal(client)) return undefined
      const key = rateLimitKey(client)
      if (clients.of(key) >= limits.mostOfAddress) return tooManyConnections(true)
      clients.add(key, 1)
      outgoing.once('close', () => clients.add(key, -1))
      return undefined
    },
  }
}

function tooManyConnections(isOfAddress: boolean): SwapError {
  const message = isOfAddress ? 'Too many connections of one address' : 'Too many connections'
  return new SwapError('SERVICE_UNAVAILABLE', message, { retryAfterSec: 1 })
}

function isAnswering({ outgoing }: HeldConnection): boolean {
  return outgoing !== undefined && !outgoing.writableFinished && !outgoing.destroyed
}

/** A connection that does nothing: it waits for a request, or takes nothing of its answer. */
function isStill(socket: Socket, connection: HeldConnection): boolean {
  return !isAnswering(connection) || socket.writableLength > 0
}

/** Destroys the connection that has done nothing for longest. @returns false where none has for a while */
function makeRoom(open: ReadonlyMap<Socket, HeldConnection>, clock: Clock): boolean {
  let [stillest, sinceMs]: [Socket | undefined, number] = [undefined, monotonicMs(clock) - EVICTABLE_MS]
  for (const [socket, connection] of open) {
    const isOut = socket.destroyed || connection.isRefused || connection.stillSinceMs > sinceMs
    if (isOut || !isStill(socket, connection)) continue
    stillest = socket
    sinceMs = connection.stillSinceMs
  }
  stillest?.destroy()
  return stillest !== undefined
}

/** Notes which connections take nothing of their answers, and destroys those that have not for `longestMs`, whatever they send. */
async function watch(
  open: ReadonlyMap<Socket, HeldConnection>,
  clock: Clock,
  longestMs: number,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const nowMs = monotonicMs(clock)
    for (const [socket, connection] of open) {
      const writtenBytes = socket.bytesWritten - socket.writableLength
      if (isAnswering(connection) && (socket.writableLength === 0 || writtenBytes !== connection.writtenBytes)) {
        connection.stillSinceMs = nowMs
      }
      connection.writtenBytes = writtenBytes
      if (isAnswering(connection) && nowMs - connection.stillSinceMs >= longestMs) socket.destroy()
    }
    await clock.sleep(WATCH_MS, stopping).catch(() => undefined)
  }
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
