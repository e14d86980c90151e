import { connect, createServer, type Socket } from 'node:net'
import type { PostgresServer } from './postgres.ts'

/*
 * A network between a program and a PostgreSQL server that can be cut, and that loses statements and answers. It speaks the
 * protocol as far as it has to tell messages apart (https://www.postgresql.org/docs/current/protocol-message-formats.html).
 */

/** What happens to a statement. */
export type Loss =
  /** The connection ends before the server has it. */
  | 'statement'
  /** The server runs and commits it; the connection ends in place of the answer. */
  | 'answer'
  /** The connection ends as soon as it is sent; the server, which does not know that, runs it all the same. */
  | 'client'

export interface PostgresProxy {
  readonly port: number
  /** URL of a database by way of the proxy. */
  url(database: string): string
  /** Nothing passes in either direction any more, and no connection ends: as where a cable was pulled. New ones are taken and stay silent. */
  stall(): void
  /** Nothing passes on the connections there are, and none ends; new ones work: as where the address leads to another server now. */
  strand(): void
  /** Connections end at once, and new ones do as soon as they are made. */
  cut(): void
  /** What was held passes, and new connections are made, as at first. */
  heal(): void
  /** Ends the connections there are; new ones are made. */
  dropAll(): void
  /**
   * Loses statements whose text `matches`, until another rule is set.
   * @param rule says of each what is lost; undefined where it passes
   */
  lose(rule: ((text: string) => Loss | undefined) | undefined): void
  /** How many connections there are. */
  connections(): number
  close(): Promise<void>
}

interface Pair {
  readonly client: Socket
  readonly upstream: Socket
  readonly flush: () => void
  isStranded: boolean
}

/** The end of an answer: the server is ready for the next statement, and what it answered is committed. */
const READY_FOR_QUERY = 'Z'

/** Starts a proxy before a server. */
export async function startPostgresProxy(server: Pick<PostgresServer, 'url' | 'port'>): Promise<PostgresProxy> {
  const target = new URL(server.url())
  const folder = target.searchParams.get('host') ?? ''
  const path = `${folder}/.s.PGSQL.${server.port}`
  const pairs = new Set<Pair>()
  let state: 'open' | 'stalled' | 'cut' = 'open'
  let rule: ((text: string) => Loss | undefined) | undefined

  const listening = createServer((client) => {
    client.on('error', () => undefined)
    if (state === 'cut') {
      client.resetAndDestroy()
      return
    }
    // Messages are passed one by one: none waits for the acknowledgement of the one before.
    client.setNoDelay(true)
    const upstream = connect(path)
    const held: (() => void)[] = []
    const pass = (write: () => void) => {
      if (state === 'stalled' || pair.isStranded || held.length > 0) held.push(write)
      else write()
    }
    const pair: Pair = {
      ...{ client, upstream, isStranded: false },
      flush: () => {
        for (const write of held.splice(0)) write()
      },
    }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.resetAndDestroy()
      upstream.destroy()
    }
    const texts = new Map<string, string>()
    let isLosingAnswer = false
    let isWithoutClient = false
    const sent = splitMessages(true)
    const answered = splitMessages(false)
    client.on('data', (chunk: Buffer) =>
      pass(() => {
        for (const message of sent(chunk)) {
          const text = textOfMessage(message, texts)
          const loss = text === undefined ? undefined : rule?.(text)
          if (loss === 'statement') {
            end()
            return
          }
          if (loss === 'answer' || loss === 'client') isLosingAnswer = true
          if (loss === 'client') isWithoutClient = true
          upstream.write(message.bytes)
        }
        if (isWithoutClient) client.resetAndDestroy()
      }),
    )
    upstream.on('data', (chunk: Buffer) =>
      pass(() => {
        for (const message of answered(chunk)) {
          if (isLosingAnswer) {
            if (message.type !== READY_FOR_QUERY) continue
            end()
            return
          }
          client.write(message.bytes)
        }
      }),
    )
    client.on('close', () => {
      pairs.delete(pair)
      // A server does not learn of an end while nothing passes.
      if (!isWithoutClient) pass(() => upstream.destroy())
    })
    upstream.on('error', () => undefined)
    upstream.on('close', () => {
      pairs.delete(pair)
      pass(() => client.destroy())
    })
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('a listening server has a port')
  const dropAll = () => {
    for (const { client, upstream } of [...pairs]) {
      client.resetAndDestroy()
      upstream.destroy()
    }
  }
  return {
    port: address.port,
    url: (database) => `postgres://${target.username}@127.0.0.1:${address.port}/${database}?sslmode=disable`,
    stall: () => (state = 'stalled'),
    strand: () => {
      for (const pair of pairs) pair.isStranded = true
    },
    cut: () => {
      state = 'cut'
      dropAll()
    },
    heal: () => {
      state = 'open'
      for (const pair of [...pairs]) {
        pair.isStranded = false
        pair.flush()
      }
    },
    dropAll,
    lose: (next) => (rule = next),
    connections: () => pairs.size,
    close: async () => {
      state = 'cut'
      dropAll()
      await new Promise((resolve) => listening.close(resolve))
    },
  }
}

/** A message of the protocol, with its header; `type` is empty for those of a start. */
interface Message {
  readonly type: string
  readonly bytes: Buffer
}

/** Cuts a stream into messages. @param isOfClient true for a stream that begins with a message of a start, which has no type */
function splitMessages(isOfClient: boolean): (chunk: Buffer) => readonly Message[] {
  let rest = Buffer.alloc(0)
  let isStart = isOfClient
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const found: Message[] = []
    for (;;) {
      const header = isStart ? 0 : 1
      if (rest.length < header + 4) return found
      const length = header + rest.readInt32BE(header)
      if (rest.length < length) return found
      found.push({ type: isStart ? '' : String.fromCharCode(rest[0] ?? 0), bytes: rest.subarray(0, length) })
      rest = rest.subarray(length)
      isStart = false
    }
  }
}

/** The statement that a message runs; undefined for one that runs none. @param texts of prepared statements, by their names */
function textOfMessage({ type, bytes }: Message, texts: Map<string, string>): string | undefined {
  const textAt = (start: number) => bytes.toString('utf8', start, bytes.indexOf(0, start))
  if (type === 'Q') return textAt(5)
  if (type === 'P') {
    const name = textAt(5)
    texts.set(name, textAt(5 + Buffer.byteLength(name) + 1))
    return undefined
  }
  if (type !== 'B') return undefined
  const portal = textAt(5)
  return texts.get(textAt(5 + Buffer.byteLength(portal) + 1))
}
