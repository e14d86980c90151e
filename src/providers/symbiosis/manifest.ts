import { defineProvider } from '../contract.ts'

/** Symbiosis: swaps on both chains around pools of its own between them, https://docs.symbiosis.finance */
export const symbiosis = defineProvider({
  manifest: {
    key: 'SYMBIOSIS',
    name: 'Symbiosis',
    image: 'https://raw.githubusercontent.com/lifinance/types/main/src/assets/icons/bridges/symbiosis.svg',
    type: 'BRIDGE',
    baseUrl: 'https://api.symbiosis.finance/crosschain',
    hosts: ['api.symbiosis.finance'],
    // What it allows without a partner's id.
    budget: { requests: 60, perMs: 60_000 },
    ping: { path: '/v1/chains' },
    docs: 'https://docs.symbiosis.finance/developer-tools/symbiosis-api',
    settings: [
      {
        name: 'PARTNER_ID',
        secret: false,
        required: false,
        description: 'Raises the limit of one request a second; ask Symbiosis for one, https://docs.symbiosis.finance',
      },
    ],
  },
  load: async () => (await import('./adapter.ts')).symbiosisAdapter,
})
