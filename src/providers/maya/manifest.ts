import { defineProvider, type Provider } from '../contract.ts'
import { affiliateSettings } from '../thorchain-family/affiliate.ts'
import { MAYA_NETWORK } from './network.ts'

/** Maya Protocol, a network of pools that swaps native coins. */
export const maya: Provider = defineProvider({
  manifest: {
    key: MAYA_NETWORK.key,
    name: 'Maya Protocol',
    image: 'https://raw.githubusercontent.com/cosmos/chain-registry/master/mayachain/images/cacao.png',
    type: 'EXCHANGE',
    hosts: ['mayanode.mayachain.info', 'midgard.mayachain.info', 'midgard-maya.liquify.com'],
    baseUrl: 'https://mayanode.mayachain.info',
    ping: { path: '/mayachain/lastblock', outsideBudget: true },
    docs: 'https://docs.mayaprotocol.com',
    settings: affiliateSettings('MAYAName'),
    // It publishes no limit; about one quote a second is what such nodes bear.
    budget: { requests: 60, perMs: 60_000 },
  },
  load: async () => (await import('./adapter.ts')).mayaAdapter,
})
