import { defineProvider } from '../contract.ts'

/** CoW Protocol: orders that solvers fill in batches within one EVM chain, https://docs.cow.fi */
export const cow = defineProvider({
  manifest: {
    key: 'COW',
    name: 'CoW Protocol',
    image: 'https://raw.githubusercontent.com/lifinance/types/main/src/assets/icons/exchanges/cowswap.svg',
    type: 'EXCHANGE',
    baseUrl: 'https://api.cow.fi',
    hosts: ['api.cow.fi'],
    // Five a second for all but quotes, as its own SDK counts them.
    budget: { requests: 5, perMs: 1_000 },
    ping: { path: '/mainnet/api/v1/version' },
    docs: 'https://docs.cow.fi/cow-protocol/reference/apis/orderbook',
  },
  load: async () => (await import('./adapter.ts')).cowAdapter,
})
