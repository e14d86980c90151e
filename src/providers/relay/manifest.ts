import { defineProvider } from '../contract.ts'

/** Relay: intents filled by solvers between some 80 chains, https://docs.relay.link */
export const relay = defineProvider({
  manifest: {
    key: 'RELAY',
    name: 'Relay',
    image: 'https://assets.relay.link/icons/1/light.png',
    type: 'BRIDGE',
    baseUrl: 'https://api.relay.link',
    hosts: ['api.relay.link'],
    // Quotes only: the limit of the other endpoints is four times as high, and status calls stay within it.
    budget: { requests: 50, perMs: 60_000 },
    ping: { path: '/chains', key: { header: 'x-api-key', setting: 'API_KEY' }, outsideBudget: true },
    docs: 'https://docs.relay.link',
    settings: [
      {
        name: 'API_KEY',
        secret: true,
        required: false,
        description: 'Raises the limits; create one in the Relay dashboard, https://dashboard.relay.link',
      },
    ],
  },
  load: async () => (await import('./adapter.ts')).relayAdapter,
})
