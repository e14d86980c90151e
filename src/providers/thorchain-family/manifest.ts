import { defined } from '../../core/defined.ts'
import { defineProvider, type Provider } from '../contract.ts'
import { affiliateSettings } from './affiliate.ts'
import type { FamilyNetwork } from './network.ts'

/** A provider of the family by its network. @param load loads the network's adapter */
export function defineFamilyProvider(network: FamilyNetwork, load: Provider['load']): Provider {
  const { key, name, image, docs, registry, nodes, indexers, path } = network
  return defineProvider({
    manifest: {
      key,
      name,
      image,
      type: 'EXCHANGE',
      hosts: [...new Set([...nodes, ...indexers].map((url) => new URL(url).host))],
      ...defined({ baseUrl: nodes[0] }),
      ping: { path: `${path}/lastblock`, outsideBudget: true },
      docs,
      settings: affiliateSettings(registry),
      // THORChain limits quotes to about one a second, and no other reads; Maya publishes no limit.
      budget: { requests: 60, perMs: 60_000 },
    },
    load,
  })
}
