import { defineProvider, type Provider } from '../contract.ts'

/** NEAR Intents by its 1Click API: market makers compete for the swap; deposit addresses, confidential on request. */
export const nearIntents: Provider = defineProvider({
  manifest: {
    key: 'NEAR_INTENTS',
    name: 'NEAR Intents',
    image: 'https://raw.githubusercontent.com/trustwallet/assets/master/blockchains/near/info/logo.png',
    type: 'SERVICE',
    hosts: ['1click.chaindefuser.com'],
    baseUrl: 'https://1click.chaindefuser.com',
    ping: { path: '/v0/tokens', key: { header: 'x-api-key', setting: 'API_KEY' } },
    // Recorded quotes of it pay unified addresses; its API has no field for a recipient's tag or memo.
    pays: ['unified'],
    docs: 'https://docs.near-intents.org/integration/distribution-channels/1click-api/about-1click-api',
    settings: [
      {
        name: 'API_KEY',
        secret: true,
        required: false,
        description:
          'Partner token from https://partners.near-intents.org: spares the platform fee of 0.2 %; confidential swaps need one that is enabled for them',
      },
      {
        name: 'QUOTE_KEY',
        secret: false,
        required: false,
        description:
          'Public key that signs quotes (ed25519:…), where the URL is that of a deployment of its own such as the staging one; by default that of production',
        form: {
          fits: (text) => /^ed25519:[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text),
          must: 'must be ed25519: and 32 bytes as base58',
          example: 'ed25519:…',
        },
      },
    ],
  },
  load: async () => (await import('./adapter.ts')).nearIntentsAdapter,
})
