import type pg from 'pg'
import { OVER, startTimer } from '../../../core/deadline.ts'
import type { Clock } from '../../../core/ports.ts'
import type { PgAddress } from '../connection/address.ts'
import { isWithoutTls } from '../connection/failures.ts'
import { connectionOptions, createClient, destroyClient } from '../connection/client.ts'

/** Longest time of LISTEN, in milliseconds. */
const LISTEN_MS = 5_000
/** Pauses between two tries to connect, in milliseconds: the first and the longest, each less a part by chance. */
const PAUSE_MS = { first: 250, longest: 30_000 } as const
/** Pause after a connection through which nothing arrives, in milliseconds: it is one of a pooler, and stays so. */
const DEAF_PAUSE_MS = 300_000
/** How often it is tried whether what is sent still arrives, in milliseconds, and how long it may take. */
const ECHO = { everyMs: 15_000, mostMs: 5_000 } as const

interface ListenerParts {
  readonly address: PgAddress
  /** A plain word. */
  readonly channel: string
  /** This machine's. */
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
  /** Sends something by the pool that must arrive here. @throws where the database does not answer */
  readonly sendEcho: () => Promise<void>
  /** True for a message that is such an echo. */
  readonly isEcho: (text: string) => boolean
  /** Called with each message. */
  readonly onMessage: (text: string) => void
  /** Called each time it begins to be heard: before, anything may have been missed. */
  readonly onHeard: () => void
  /** Called the first time that a connection is deaf. */
  readonly onDeaf: () => void
}

/** A connection of its own that hears what is sent. */
export interface Listener {
  /** True while what is sent arrives. */
  isHeard(): boolean
  close(): Promise<void>
}

/**
 * Listens on a channel. It connects again whenever the connection is lost, which is seen by an echo that does not come: a network
 * that is cut ends no connection by which nothing is sent. A pooler accepts LISTEN, and nothing ever arrives: then it gives up for
 * some minutes.
 */
export function openListener(parts: ListenerParts): Listener {
  const { address, clock, random } = parts
  const closing = new AbortController()
  const { signal } = closing
  let isHeard = false
  let isDeafTold = false
  let isClear = address.tls === undefined
  /** Ends the wait for an echo: whether it has come. */
  let settleEcho: ((hasCome: boolean) => void) | undefined

  const pause = (ms: number) => clock.sleep(ms, signal).catch(() => undefined)

  const connect = async (): Promise<pg.Client> => {
    const client = createClient(address, connectionOptions(address, isClear))
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      void client.end().catch(() => undefined)
      if (!isWithoutTls(error) || !address.isTlsOptional || isClear) throw error
      isClear = true
      return connect()
    }
  }
  /** Whether what is sent by the pool arrives. @throws where it cannot be sent */
  const echoArrives = async (): Promise<boolean> => {
    const arriving = new Promise<boolean>((resolve) => (settleEcho = resolve))
    const stop = startTimer(clock, ECHO.mostMs, () => settleEcho?.(false))
    try {
      await parts.sendEcho()
      return await arriving
    } finally {
      stop()
      settleEcho = undefined
    }
  }
  /** Listens by one connection until it is lost. @returns false where it never was heard */
  const listenOnce = async (): Promise<boolean> => {
    const client = await connect()
    const losing = new AbortController()
    const lose = () => {
      losing.abort(OVER)
      settleEcho?.(false)
    }
    signal.addEventListener('abort', lose)
    if (signal.aborted) lose()
    client.on('end', lose)
    client.on('error', lose)
    client.on('notification', ({ payload = '' }) => {
      if (parts.isEcho(payload)) settleEcho?.(true)
      else parts.onMessage(payload)
    })
    let wasHeard = false
    try {
      await within(clock, LISTEN_MS, client.query(`listen "${parts.channel}"`))
      while (!losing.signal.aborted && (await echoArrives())) {
        if (!wasHeard) {
          isHeard = true
          wasHeard = true
          parts.onHeard()
        }
        await clock.sleep(ECHO.everyMs, losing.signal).catch(() => undefined)
      }
      return wasHeard || losing.signal.aborted
    } finally {
      isHeard = false
      signal.removeEventListener('abort', lose)
      // A cut network answers no farewell.
      void client.end().catch(() => undefined)
      destroyClient(client)
    }
  }
  const loop = (async () => {
    for (let [failures, deaf] = [0, 0]; !signal.aborted;) {
      const wasHeard = await listenOnce().catch(() => undefined)
      if (signal.aborted) return
      deaf = wasHeard === false ? deaf + 1 : 0
      failures = wasHeard === true ? 0 : failures + 1
      // Once may be a database that is slow.
      if (deaf > 1) {
        if (!isDeafTold) parts.onDeaf()
        isDeafTold = true
        await pause(DEAF_PAUSE_MS * (0.75 + random() / 2))
        continue
      }
      await pause(Math.min(PAUSE_MS.longest, PAUSE_MS.first * 2 ** failures) * (0.5 + random() / 2))
    }
  })()
  return {
    isHeard: () => isHeard,
    close: async () => {
      closing.abort(OVER)
      await loop
    },
  }
}

async function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T> {
  let stop = () => undefined as void
  const late = new Promise<never>((_resolve, reject) => {
    stop = startTimer(clock, ms, () => reject(new Error(`the server did not answer within ${ms} ms`)))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    stop()
  }
}
