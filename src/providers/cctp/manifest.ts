import { defineProvider } from '../contract.ts'

/** CCTP: Circle's own contracts burn USDC on one chain and mint it on another, https://developers.circle.com/cctp */
export const cctp = defineProvider({
  manifest: {
    key: 'CCTP',
    name: 'CCTP',
    image: 'https://raw.githubusercontent.com/lifinance/types/main/src/assets/icons/bridges/circle.svg',
    type: 'BRIDGE',
    baseUrl: 'https://iris-api.circle.com',
    hosts: ['iris-api.circle.com'],
    // It takes 35 a second, and blocks whoever asks more for five minutes.
    budget: { requests: 20, perMs: 1_000 },
    ping: { path: '/v2/publicKeys' },
    docs: 'https://developers.circle.com/cctp',
  },
  load: async () => (await import('./adapter.ts')).cctpAdapter,
})
