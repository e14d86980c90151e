import { defineProvider, type ProviderPing } from '../contract.ts'
import { GONE_STATUSES, goneText, KEY_STATUSES, keyText } from './gone.ts'
import { V1_URL } from './v1-url.ts'

/** With the query of the documentation. */
const V1_PING: ProviderPing = {
  baseUrl: V1_URL,
  path: '/v1/capabilities',
  query: { originChainId: '42161', destinationChainId: '8453', include: 'tokens' },
}

/** What each of these statuses means, for a user who has set this key. */
function textsOf(statuses: readonly number[], text: typeof goneText, key: string | undefined) {
  return new Map(statuses.map((status) => [status, text(status, (key ?? '') !== '')]))
}

/** Across: relayers pay out at once and are repaid later, with swaps before and after if needed, https://docs.across.to */
export const across = defineProvider({
  manifest: {
    key: 'ACROSS',
    name: 'Across',
    image: 'https://raw.githubusercontent.com/lifinance/types/main/src/assets/icons/bridges/across.svg',
    type: 'BRIDGE',
    baseUrl: 'https://app.across.to/api',
    hosts: ['app.across.to', 'indexer.api.across.to', 'api.across.to'],
    ping: (setting) => ({
      ...(setting('API') === 'v1'
        ? { ...V1_PING, refusals: textsOf(KEY_STATUSES, keyText, setting('API_KEY')) }
        : { path: '/swap/chains', refusals: textsOf(GONE_STATUSES, goneText, setting('API_KEY')) }),
      key: { header: 'authorization', setting: 'API_KEY', prefix: 'Bearer ' },
    }),
    docs: 'https://docs.across.to',
    settings: [
      {
        name: 'API_KEY',
        secret: true,
        required: false,
        description: 'Bearer token, which Across asks for in production; request one at https://docs.across.to',
      },
      {
        name: 'INTEGRATOR_ID',
        secret: false,
        required: false,
        description: 'Two bytes of hex, such as 0x00ab, that come with the key',
        form: {
          fits: (text) => /^0x[0-9a-f]{4}$/i.test(text),
          must: 'must be two bytes of hex',
          example: '0x00ab',
        },
      },
      {
        name: 'API',
        secret: false,
        required: false,
        description: 'v1 asks the new API, which needs a key and gives no routes yet: for `providers check` alone',
        form: { fits: (text) => text === 'v1' || text === 'legacy', must: 'must be v1 or legacy', example: 'v1' },
      },
    ],
  },
  load: async () => (await import('./adapter.ts')).acrossAdapter,
})
