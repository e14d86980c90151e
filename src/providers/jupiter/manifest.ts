import { defineProvider } from '../contract.ts'
import { WAITS_FOR_SOLANA } from './refusals.ts'

/** Jupiter: swaps within Solana, https://dev.jup.ag; it waits until this program can sign for Solana. */
export const jupiter = defineProvider({
  manifest: {
    key: 'JUPITER',
    name: 'Jupiter',
    image: 'https://raw.githubusercontent.com/lifinance/types/main/src/assets/icons/exchanges/jupiter.svg',
    type: 'EXCHANGE',
    baseUrl: 'https://api.jup.ag',
    hosts: ['api.jup.ag'],
    docs: 'https://dev.jup.ag',
    cannotSign: WAITS_FOR_SOLANA,
  },
  load: async () => (await import('./adapter.ts')).jupiterAdapter,
})
