import { TOKENS } from '../../core/evm/tokens.ts'
import { defineProvider, type Provider } from '../contract.ts'

/**
 * Chainflip by its swap backend: calls of its Vault on EVM chains, and else deposit channels that the backend's own broker
 * opens, without key or commission. A broker of one's own, which a business with its own commission would run, speaks another
 * protocol and is not supported.
 */
export const chainflip: Provider = defineProvider({
  manifest: {
    key: 'CHAINFLIP',
    name: 'Chainflip',
    image: `https://raw.githubusercontent.com/trustwallet/assets/master/blockchains/ethereum/assets/${TOKENS.ethereum.FLIP}/logo.png`,
    type: 'BRIDGE',
    hosts: ['chainflip-swap.chainflip.io'],
    baseUrl: 'https://chainflip-swap.chainflip.io',
    ping: { path: '/api/networkInfo', outsideBudget: true },
    budget: { requests: 100, perMs: 60_000 },
    docs: 'https://docs.chainflip.io',
  },
  load: async () => (await import('./adapter.ts')).chainflipAdapter,
})
