import { NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { defineProvider } from '../contract.ts'

/** LI.FI: an aggregator of bridges and exchanges, https://docs.li.fi */
export const lifi = defineProvider({
  manifest: {
    key: 'LIFI',
    name: 'LI.FI',
    image: 'https://raw.githubusercontent.com/lifinance/types/main/src/assets/icons/bridges/lifi.svg',
    type: 'SERVICE',
    baseUrl: 'https://li.quest/v1',
    hosts: ['li.quest'],
    // Quotes without a key; other calls, and all calls with a key, do not count.
    budget: { requests: 75, perMs: 2 * 60 * 60_000 },
    ping: {
      path: '/token',
      query: { chain: '1', token: NATIVE_EVM_ADDRESS },
      key: { header: 'x-lifi-api-key', setting: 'API_KEY' },
      outsideBudget: true,
    },
    docs: 'https://docs.li.fi/api-reference/introduction',
    settings: [
      {
        name: 'API_KEY',
        secret: true,
        required: false,
        description: 'Raises the limit from 75 quotes in two hours to 100 a minute; create one at https://portal.li.fi',
      },
    ],
  },
  load: async () => (await import('./adapter.ts')).lifiAdapter,
})
