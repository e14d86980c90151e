import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { asObject } from '../support/contract-fields.ts'

/** A reader of `/events` that goes on at another server where its stream ends, as a browser does. */
export interface EventReader {
  /** Types of the events of a transaction, in the order in which they came; none of one that was not heard of. */
  typesOf(transactionId: string): readonly string[]
  /** Events that say that something is missing. */
  readonly gaps: readonly string[]
  stop(): Promise<void>
}

/** How long a stream may be silent before the reader goes on, in milliseconds. */
const SILENT_MS = 3_000

/** Reads from the beginning. @param origins of the servers that there are now */
export function readEvents(origins: () => readonly string[]): EventReader {
  const agent = new Agent({ headersTimeout: SILENT_MS, bodyTimeout: SILENT_MS, keepAliveTimeout: 1 })
  const types = new Map<string, string[]>()
  const gaps: string[] = []
  const stopping = new AbortController()
  let lastId = '0'

  const take = (frame: string): void => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
    const [type, data] = [field('event'), field('data')]
    if (type !== undefined && data !== undefined) {
      const { transactionId } = asObject(JSON.parse(data))
      if (/^stream|damaged$/.test(type)) gaps.push(type)
      else if (typeof transactionId === 'string') types.set(transactionId, [...(types.get(transactionId) ?? []), type])
    }
    lastId = field('id') ?? lastId
  }
  const readOne = async (origin: string): Promise<void> => {
    const headers = { 'last-event-id': lastId }
    const { statusCode, body } = await request(`${origin}/events?after=0`, {
      ...{ headers, dispatcher: agent, signal: stopping.signal },
    })
    if (statusCode !== 200) {
      await body.dump()
      return
    }
    let rest = ''
    for await (const chunk of body.setEncoding('utf8')) {
      const frames = `${rest}${String(chunk)}`.split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) take(frame)
    }
  }
  const reading = (async () => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const all = origins()
      const origin = all[turn % all.length]
      // A stream that ends, or a server that is gone: the next one has the same events.
      if (origin !== undefined) await readOne(origin).catch(() => undefined)
      await pause(20)
    }
  })()
  return {
    typesOf: (transactionId) => types.get(transactionId) ?? [],
    gaps,
    stop: async () => {
      stopping.abort()
      await reading
      await agent.destroy()
    },
  }
}
