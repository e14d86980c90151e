import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Caller, Lost } from './calls.ts'
import type { ServerProcess } from './server-process.ts'

/** Spreads requests over those servers that say they are ready, as a load balancer does. */
export interface Balancer {
  add(server: ServerProcess): void
  /** Looks at it no more. */
  remove(server: ServerProcess): void
  /** True while requests are sent to it. */
  isUsed(server: ServerProcess): boolean
  /** Sends a request to the next server in turn. */
  post(path: string, body: unknown, key?: string): Promise<Answer | Lost>
  get(path: string): Promise<Answer | Lost>
  close(): Promise<void>
}

/** Pause between two looks at `/readyz` of a server, in milliseconds. */
const LOOK_EVERY_MS = 250
/** How old a good answer may be, in milliseconds: a server that was not looked at for longer gets no request. */
const GOOD_FOR_MS = 1_000

export function openBalancer(caller: Caller): Balancer {
  /** When the last look began that found a server ready; none where it was not. */
  const readyMs = new Map<ServerProcess, number | undefined>()
  const looks = new Set<Promise<void>>()
  let turn = 0

  const isUsed = (server: ServerProcess): boolean => {
    const atMs = readyMs.get(server)
    return atMs !== undefined && performance.now() - atMs < GOOD_FOR_MS
  }
  const watch = async (server: ServerProcess): Promise<void> => {
    while (readyMs.has(server)) {
      const beganMs = performance.now()
      const found = await caller.look(server.origin, '/readyz')
      if (readyMs.has(server)) readyMs.set(server, found?.status === 200 ? beganMs : undefined)
      await pause(LOOK_EVERY_MS)
    }
  }
  const choose = async (): Promise<string> => {
    for (;;) {
      const used = [...readyMs.keys()].filter(isUsed)
      turn += 1
      const server = used[turn % used.length]
      if (server !== undefined) return server.origin
      await pause(LOOK_EVERY_MS)
    }
  }
  return {
    add: (server) => {
      readyMs.set(server, undefined)
      const look = watch(server)
      looks.add(look)
      void look.finally(() => looks.delete(look))
    },
    remove: (server) => void readyMs.delete(server),
    isUsed,
    post: async (path, body, key) => caller.post(await choose(), path, body, key),
    get: async (path) => caller.get(await choose(), path),
    close: async () => {
      readyMs.clear()
      await Promise.all(looks)
    },
  }
}
