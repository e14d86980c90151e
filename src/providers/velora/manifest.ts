import { defineProvider } from '../contract.ts'

/** Velora, formerly ParaSwap: routes through the exchanges of one EVM chain, https://developers.velora.xyz */
export const velora = defineProvider({
  manifest: {
    key: 'VELORA',
    name: 'Velora',
    image: 'https://raw.githubusercontent.com/lifinance/types/main/src/assets/icons/exchanges/velora.svg',
    type: 'EXCHANGE',
    baseUrl: 'https://api.paraswap.io',
    hosts: ['api.paraswap.io', 'api.velora.xyz'],
    ping: { path: '/adapters/list/1' },
    docs: 'https://developers.velora.xyz/api/velora-api/velora-market-api',
  },
  load: async () => (await import('./adapter.ts')).veloraAdapter,
})
