import type { Clock, PooledHttp } from '../../src/core/ports.ts'
import { openPooledHttp } from '../../src/io/http/http-fetch.ts'
import {
  defineProvider,
  type Provider,
  type ProviderAdapter,
  type ProviderManifest,
} from '../../src/providers/contract.ts'
import { createProviderConnections, type ProviderConnections } from '../../src/service/providers/connections.ts'
import { createProviderSet, type ProviderSet } from '../../src/service/providers/provider-set.ts'
import type { Store } from '../../src/store/port.ts'

/** A manifest that declares nothing but what `rest` says. */
export function anyManifest(rest: Partial<ProviderManifest> = {}): ProviderManifest {
  return { key: 'ANY', name: rest.key ?? 'Any', image: '', type: 'BRIDGE', hosts: [], docs: '', ...rest }
}

/** A provider with these methods; the others fail. */
export function anyProvider(manifest: ProviderManifest, methods: Partial<ProviderAdapter> = {}): Provider {
  const unused = () => Promise.reject(new Error('not in this test'))
  return defineProvider({
    manifest,
    load: () => Promise.resolve({ quote: unused, prepare: unused, status: unused, ...methods }),
  })
}

type Setting = (providerKey: string, name: string) => string | undefined

/** Providers in a world that knows no price, sends nothing and has no node. */
export function anyProviderSet(
  providers: readonly Provider[],
  clock: Clock,
  setting: Setting = () => undefined,
): ProviderSet {
  return createProviderSet(providers, {
    clock,
    setting,
    price: () => Promise.resolve(undefined),
    http: () => ({ request: () => Promise.reject(new Error('nothing of this test goes out')) }),
    receipt: () => Promise.resolve({ state: 'unknown' }),
    rpc: () => Promise.reject(new Error('no node of a chain is asked here')),
    rpcOfOperators: () => Promise.reject(new Error('no node of a chain is asked here')),
    rpcAgreed: () => Promise.reject(new Error('no node of a chain is asked here')),
    onError: () => undefined,
  })
}

/** The real connections of a service, without random pauses. */
export function openConnections(
  clock: Clock,
  store: Pick<Store, 'documents'>,
  setting: Setting = () => undefined,
  openHttp: () => Promise<PooledHttp> = openPooledHttp,
): ProviderConnections {
  return createProviderConnections({ clock, store, userAgent: 'swapcli/test', random: () => 0, openHttp, setting })
}
