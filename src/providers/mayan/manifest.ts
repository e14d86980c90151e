import { defineProvider } from '../contract.ts'

/** Mayan: drivers bid for an order on the source chain, and the best one fills it on the destination chain, https://docs.mayan.finance */
export const mayan = defineProvider({
  manifest: {
    key: 'MAYAN',
    name: 'Mayan',
    image: 'https://raw.githubusercontent.com/lifinance/types/main/src/assets/icons/bridges/mayan.svg',
    type: 'BRIDGE',
    baseUrl: 'https://price-api.mayan.finance/v3',
    hosts: ['price-api.mayan.finance', 'explorer-api.mayan.finance'],
    // Its own limit is not published; this is one quote in three seconds.
    budget: { requests: 20, perMs: 60_000 },
    ping: { path: '/tokens', query: { chain: 'linea', standard: 'native' } },
    docs: 'https://docs.mayan.finance',
    settings: [
      {
        name: 'API_KEY',
        secret: true,
        required: false,
        description: "Raises the limit of requests; ask for one in Mayan's Discord, https://docs.mayan.finance",
      },
    ],
  },
  load: async () => (await import('./adapter.ts')).mayanAdapter,
})
