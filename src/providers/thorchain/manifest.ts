import { defineProvider, type Provider } from '../contract.ts'
import { affiliateSettings } from '../thorchain-family/affiliate.ts'
import { THORCHAIN_NETWORK } from './network.ts'

/** THORChain, a network of pools that swaps native coins. */
export const thorchain: Provider = defineProvider({
  manifest: {
    key: THORCHAIN_NETWORK.key,
    name: 'THORChain',
    image: 'https://raw.githubusercontent.com/cosmos/chain-registry/master/thorchain/images/rune.png',
    type: 'EXCHANGE',
    hosts: ['gateway.liquify.com', 'thornode.thorchain.network', 'midgard.thorchain.network'],
    baseUrl: 'https://gateway.liquify.com/chain/thorchain_api',
    ping: { path: '/thorchain/lastblock', outsideBudget: true },
    docs: 'https://dev.thorchain.org',
    settings: affiliateSettings('THORName'),
    // Quotes are limited to about one a second; other reads do not count.
    budget: { requests: 60, perMs: 60_000 },
  },
  load: async () => (await import('./adapter.ts')).thorchainAdapter,
})
