import { startTimer, waitAtMost } from '../../../core/deadline.ts'
import { monotonicMs } from '../../../core/monotonic.ts'
import type { Clock } from '../../../core/ports.ts'
import type { StoreHint, StoreHints } from '../../shared.ts'
import type { PgAddress } from '../connection/address.ts'
import type { PgDatabase } from '../database.ts'
import { joinHints, readMessage, writeMessage } from './hint-text.ts'
import { type Listener, openListener } from './listener.ts'
import { serverList } from './servers.ts'

/** How long hints are collected before they are sent, in milliseconds. */
const COLLECT_MS = 25
/** How long nothing is sent once nobody was there to hear it, in milliseconds: whoever comes reads all there is. */
const NOBODY_MS = 2_000
/** How often a server that hears nothing says that it runs, in milliseconds. */
const RUNNING_EVERY_MS = 20_000
/** By how much servers look at what another one made due later than that one itself, in milliseconds, by chance: it is the first to poll it. */
const OTHERS_LATER_MS = 100
/** Longest time that an end waits for what is not sent yet, in milliseconds. */
const LAST_SEND_MS = 500

/** Anything may have changed. */
const ANYTHING: StoreHint = { hasEvents: true, dueInMs: 0, transactions: 'any' }

export interface HintsParts {
  readonly database: PgDatabase
  /** This machine's. */
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
  /** Name of the channel, a plain word: one for each store of a database. */
  readonly channel: string
  /** Told with a sentence that hints do not arrive, and what can be done. */
  readonly tell: (text: string) => void
}

/** Hints of a store, for the store itself. */
export interface SentHints extends StoreHints {
  /**
   * Tells everybody, this process at once and others soon.
   * @param others what others are told. @default the same
   */
  tell(hint: StoreHint, others?: StoreHint): void
  /**
   * Makes this process a server of the store: it counts as one, and hears what others tell. Once is enough.
   * @param address where: PostgreSQL itself, or what hands on LISTEN; undefined to hear nothing
   */
  serve(address: PgAddress | undefined): void
  close(): Promise<void>
}

/**
 * Opens the hints of a store: what one process changes wakes those that wait for it in others. They are sent by the pool, some
 * milliseconds' worth at once, outside of what they are about, and only where somebody hears them.
 */
export function openHints({ database, clock, random, channel, tell }: HintsParts): SentHints {
  const id = database.createWriteId()
  const list = serverList(database)
  const hearers = new Set<(hint: StoreHint) => void>()
  const leaving = new AbortController()
  let others = 0
  let collected: StoreHint | undefined
  let collectedMs = 0
  let stopCollecting: (() => void) | undefined
  let sending: Promise<void> | undefined
  let nobodyUntilMs = Number.NEGATIVE_INFINITY
  let listener: Listener | undefined
  let running: Promise<void> | undefined

  const hear = (hint: StoreHint) => {
    for (const one of hearers) one(hint)
  }
  const sendCollected = async (): Promise<void> => {
    const hint = collected
    collected = undefined
    if (hint === undefined) return
    const laterMs = monotonicMs(clock) - collectedMs
    const text = writeMessage({ from: id, hint: joinHints(hint, NOTHING, laterMs) })
    try {
      const isHeard = await list.send(id, channel, text)
      if (!isHeard) nobodyUntilMs = monotonicMs(clock) + NOBODY_MS
    } catch {
      // Others look by themselves.
    }
  }
  const collect = (): void => {
    if (stopCollecting !== undefined || sending !== undefined) return
    stopCollecting = startTimer(clock, COLLECT_MS, () => {
      stopCollecting = undefined
      sending = sendCollected().finally(() => {
        sending = undefined
        if (collected !== undefined) collect()
      })
    })
  }
  const sayRunning = async (hears: boolean): Promise<void> => {
    others = await list.sayRunning(id, hears, channel, writeMessage({ from: id }))
    if (others > 0) nobodyUntilMs = Number.NEGATIVE_INFINITY
  }
  const receive = (text: string): void => {
    const message = readMessage(text)
    if (message?.hint === undefined || message.from === id) return
    const { dueInMs } = message.hint
    hear(
      dueInMs === undefined
        ? message.hint
        : { ...message.hint, dueInMs: Math.round(dueInMs + random() * OTHERS_LATER_MS) },
    )
  }
  const listenBy = (address: PgAddress): Listener =>
    openListener({
      ...{ address, channel, clock, random, onMessage: receive, onHeard: () => hear(ANYTHING) },
      sendEcho: () => sayRunning(true),
      isEcho: (text) => text === writeMessage({ from: id }),
      onDeaf: () =>
        tell(
          `changes that other servers make in ${database.name} are seen late: nothing that is sent by NOTIFY arrives, as behind a pooler. Name a way around it: swapcli config set store-listen -`,
        ),
    })
  /** While nothing is heard, a server says by itself that it runs: each echo says so too. */
  const sayOften = async (): Promise<void> => {
    if (listener === undefined) await sayRunning(false).catch(() => undefined)
    for (;;) {
      await clock.sleep(RUNNING_EVERY_MS, leaving.signal).catch(() => undefined)
      if (leaving.signal.aborted) return
      if (listener?.isHeard() !== true) await sayRunning(false).catch(() => undefined)
    }
  }
  return {
    areHeard: () => listener?.isHeard() ?? false,
    servers: () => others + 1,
    listen: (one) => {
      hearers.add(one)
      return () => void hearers.delete(one)
    },
    tell: (hint, forOthers = hint) => {
      hear(hint)
      if (leaving.signal.aborted || monotonicMs(clock) < nobodyUntilMs) return
      const nowMs = monotonicMs(clock)
      collected = joinHints(collected, forOthers, nowMs - collectedMs)
      collectedMs = nowMs
      collect()
    },
    serve: (address) => {
      if (running !== undefined || leaving.signal.aborted) return
      listener = address === undefined ? undefined : listenBy(address)
      running = sayOften()
    },
    close: async () => {
      leaving.abort()
      stopCollecting?.()
      stopCollecting = undefined
      const isSent = (async () => {
        await sending
        await sendCollected()
      })()
      await waitAtMost(clock, LAST_SEND_MS, isSent)
      await listener?.close()
      await running
      if (running !== undefined)
        await waitAtMost(
          clock,
          LAST_SEND_MS,
          list.leave(id).catch(() => undefined),
        )
    },
  }
}

const NOTHING: StoreHint = { hasEvents: false, transactions: [] }
