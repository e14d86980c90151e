import { expect, onTestFinished, test } from 'vitest'
import { createSwapClient } from '../../src/client/index.ts'
import { isSwapError } from '../../src/core/api/errors.ts'
import { openSwapService } from '../../src/open.ts'
import { embeddedOptions } from '../../src/server/embedded-options.ts'
import { serve } from '../../src/server/serve.ts'
import type { StoreThreads } from '../../src/store/threads/channel.ts'
import { BRIDGE, LOCKABLE } from '../support/contract-world.ts'
import { newHome } from '../support/new-home.ts'
import { storeProgram } from '../support/threaded-store.ts'

/** Each thread of this store dies of its 30th message with calls, or of its 30th answer, which is then in the store. */
const mortal = (of: 'message' | 'answer'): StoreThreads => ({
  url: new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      let left = 30
      const die = () => { if ((left -= 1) < 0) throw new Error('out of memory') }
      const { on, off, postMessage } = parentPort
      let own
      parentPort.on = (name, next) => {
        own = (message) => { if (${of === 'message'} && message.kind === 'calls') die(); next(message) }
        on.call(parentPort, name, own)
      }
      parentPort.off = (name) => off.call(parentPort, name, own)
      parentPort.postMessage = (message) => {
        if (${of === 'answer'} && message.kind === 'answers') die()
        postMessage.call(parentPort, message)
      }
      await import(${JSON.stringify(storeProgram().url.href)})
    `)}`,
  ),
  execArgv: [],
})

test.each(['message', 'answer'] as const)(
  'a server whose store threads die, each of its 30th %s, answers every call, and keeps what it acknowledged',
  async (of) => {
    const home = await newHome()
    const service = await openSwapService({ home, storeThreads: mortal(of), onError: () => undefined })
    const server = await serve(service, { ...embeddedOptions(service), drainMs: 50 })
    const client = createSwapClient(server.url)
    onTestFinished(async () => {
      await client.close()
      await server.close()
    })
    const [executed, failures]: [string[], Set<string>] = [[], new Set()]
    const swapOften = async () => {
      for (let count = 0; count < 10; count += 1) {
        try {
          const { lockId } = await client.lock({ ...LOCKABLE, provider: BRIDGE })
          const { transaction } = await client.execute({ lockId })
          executed.push(transaction?.id ?? '')
        } catch (error) {
          failures.add(isSwapError(error) ? error.code : String(error))
        }
      }
    }
    await Promise.all(Array.from({ length: 8 }, swapOften))
    expect([...failures]).toEqual(['SERVICE_UNAVAILABLE'])
    expect(executed.length).toBeGreaterThan(20)
    // As the next start finds it.
    const next = await openSwapService({ home })
    for (const id of executed) expect((await next.store.transactions.get(id))?.doc.id).toBe(id)
    await next.close()
  },
)
