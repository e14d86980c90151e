import { untilAborted } from '../../src/core/deadline.ts'
import type { HttpFetch, HttpReply, HttpRequest } from '../../src/core/ports.ts'
import type { Kernel, Latency, Process } from './kernel.ts'

/** What answers at a host; undefined stays silent for ever. @throws where the connection breaks */
export type Host = (url: string, request: HttpRequest) => Promise<HostReply | undefined> | HostReply | undefined

/** An answer over HTTP. */
export interface HostReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Probabilities of what goes wrong with one request, 0 to 1. */
export interface NetworkFaults {
  lostRequest: number
  lostAnswer: number
  duplicate: number
  /** Takes up to a minute. */
  slow: number
}

/** HTTP between processes and hosts. */
export interface Network {
  readonly faults: NetworkFaults
  /** @param name host and port */
  serve(name: string, host: Host): void
  fetchOf(process: Process): HttpFetch
}

const WIRE: Latency = { thereMs: 40, backMs: 40 }
const SLOW: Latency = { thereMs: 30_000, backMs: 30_000 }

export function createNetwork(kernel: Kernel): Network {
  const dice = kernel.random.fork('network')
  const hosts = new Map<string, Host>()
  const faults: NetworkFaults = { lostRequest: 0, lostAnswer: 0, duplicate: 0, slow: 0 }
  const exchange = async (url: string, request: HttpRequest, place: string): Promise<HttpReply> => {
    const host = hosts.get(new URL(url).host)
    if (host === undefined) throw connectionError('ENOTFOUND')
    if (dice.chance(faults.lostRequest)) {
      kernel.note(`network: the request ${place} is lost`)
      return breakOff()
    }
    if (dice.chance(faults.duplicate)) {
      kernel.note(`network: the request ${place} is sent twice`)
      kernel.after(dice.next() * 5_000, () => void answerOf(host, url, request).catch(() => undefined))
    }
    const reply = await host(url, request)
    if (reply === undefined) return never()
    if (dice.chance(faults.lostAnswer)) {
      kernel.note(`network: the answer of ${place} is lost`)
      return breakOff()
    }
    return {
      status: reply.status,
      headers: { get: (name) => reply.headers[name.toLowerCase()] ?? null },
      body: bodyOf(reply),
    }
  }
  /** The sender hears of it, or hears nothing. */
  const breakOff = () => {
    if (dice.chance(0.5)) throw connectionError('ECONNRESET')
    return never()
  }
  return {
    faults,
    serve: (name, host) => void hosts.set(name, host),
    fetchOf: (process) => (url, request) => {
      const place = `${request.method} ${url.replace(/^https?:\/\//, '').replace(/\?.*/, '')}`
      const latency = dice.chance(faults.slow) ? SLOW : WIRE
      return untilAborted(
        request.signal,
        process.call(place, () => exchange(url, request, place), latency),
      )
    },
  }
}

function never(): Promise<never> {
  return new Promise(() => undefined)
}

/** As Node has it. */
export function connectionError(code: string): Error {
  return Object.assign(new Error(code), { code })
}

async function* bodyOf({ body }: HostReply): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(body)
}

async function answerOf(host: Host, url: string, request: HttpRequest): Promise<HostReply | undefined> {
  return host(url, request)
}
