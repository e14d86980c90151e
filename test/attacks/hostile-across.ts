import { asObject } from '../support/contract-fields.ts'
import { localServer } from '../support/local-server.ts'
import type { Change } from './hostile-server.ts'

/*
 * Across's API over an honest one, and changes what that answers as a case says.
 */

/** What it makes of the replies; honest where empty. A text is sent as it is. */
export interface Provides {
  readonly quote?: Change
  /** Of what became of a deposit. */
  readonly status?: Change
  /** Comes before it is asked for what became of a deposit. */
  readonly beforeStatus?: () => Promise<unknown>
}

export interface HostileAcross {
  /** Base URL of the API. */
  readonly url: string
  /** Begins another case. */
  lie(provides: Provides): void
  /** True when a reply of this case was changed. */
  hasLied(): boolean
  close(): Promise<void>
}

const PATHS = { '/swap/approval': 'quote', '/deposit/status': 'status' } as const

/** Serves an API. @param target its base URL */
export async function openHostileAcross(target: string): Promise<HostileAcross> {
  let provides: Provides = {}
  let hasLied = false
  const server = await localServer((request, response) => {
    const pass = async () => {
      const url = request.url ?? '/'
      const path = PATHS[new URL(url, target).pathname as keyof typeof PATHS]
      if (path === 'status') await provides.beforeStatus?.()
      const reply = await fetch(`${target}${url}`)
      const text = await reply.text()
      const change = provides[path]
      const changed = reply.ok && change !== undefined ? await change(asObject(JSON.parse(text))) : text
      const told = typeof changed === 'string' ? changed : JSON.stringify(changed)
      if (told !== text) hasLied = true
      response.writeHead(reply.status, { 'content-type': 'application/json' })
      response.end(told)
    }
    pass().catch(() => response.destroy())
  })
  return {
    url: server.url,
    lie: (next) => {
      provides = next
      hasLied = false
    },
    hasLied: () => hasLied,
    close: () => server.close(),
  }
}
