import { defineProvider } from '../contract.ts'

/** deBridge: limit orders that solvers fill on the destination chain, https://docs.debridge.com */
export const debridge = defineProvider({
  manifest: {
    key: 'DEBRIDGE',
    name: 'deBridge',
    image: 'https://raw.githubusercontent.com/lifinance/types/main/src/assets/icons/bridges/debridge.svg',
    type: 'BRIDGE',
    baseUrl: 'https://dln.debridge.finance/v1.0',
    hosts: ['dln.debridge.finance', 'dln-api.debridge.finance'],
    // Without a key; with one it is 300.
    budget: { requests: 50, perMs: 60_000 },
    ping: { path: '/supported-chains-info' },
    docs: 'https://docs.debridge.com',
    settings: [
      {
        name: 'API_KEY',
        secret: true,
        required: false,
        description: 'Access token that raises the limits; request one at https://docs.debridge.com',
      },
    ],
  },
  load: async () => (await import('./adapter.ts')).debridgeAdapter,
})
