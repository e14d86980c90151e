import { createServiceRpc, type ServiceRpc } from '../../src/service/providers/chain-rpc.ts'
import type { PublicNodes } from '../../src/core/evm/nodes.ts'
import { openBundledCatalog } from './bundled-catalog.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import { openConnections } from './provider-world.ts'
import { openTempStore } from './store.ts'

/** The real RPC of the service over loopback, with a clock that stands still. */
export interface RpcWorld {
  readonly clock: FakeClock
  readonly rpc: ServiceRpc
  /** URLs by chain key, parted by commas, as a user sets them. */
  readonly urls: Map<string, string>
  /** Public nodes by chain key. */
  readonly publicNodes: Map<string, PublicNodes>
  /** Runs `work` while the pauses between tries pass, though not the deadline. */
  throughPauses<T>(work: Promise<T>): Promise<T>
  close(): Promise<void>
}

export async function openRpcWorld(): Promise<RpcWorld> {
  const clock = createFakeClock()
  const temp = await openTempStore(() => clock.now())
  const catalog = await openBundledCatalog()
  const urls = new Map<string, string>()
  const publicNodes = new Map<string, PublicNodes>()
  const connections = openConnections(clock, temp.store)
  return {
    clock,
    urls,
    publicNodes,
    rpc: createServiceRpc({
      clock,
      connections,
      documents: temp.store.documents,
      publicNodes: (key) => publicNodes.get(key),
      setting: (providerKey, name) => (providerKey === 'RPC' ? urls.get(name) : undefined),
      chain: (key) => catalog.chain(key),
    }),
    throughPauses: async (work) => {
      let running = true
      void work.finally(() => (running = false)).catch(() => undefined)
      while (running) {
        // One sleeper is the deadline; more are pauses before another try.
        if (clock.sleepers() > 1) await clock.advance(100)
        else await new Promise((resolve) => setImmediate(resolve))
      }
      return work
    },
    close: async () => {
      await connections.close()
      await temp.cleanup()
    },
  }
}
