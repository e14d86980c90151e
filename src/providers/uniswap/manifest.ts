import { defineProvider } from '../contract.ts'

/** Uniswap's own contracts, V4, V3 and V2, read and called over the chain's RPC alone, https://docs.uniswap.org/contracts/v3/overview */
export const uniswap = defineProvider({
  manifest: {
    key: 'UNISWAP',
    name: 'Uniswap',
    image: 'https://raw.githubusercontent.com/lifinance/types/main/src/assets/icons/exchanges/uniswap.svg',
    type: 'EXCHANGE',
    hosts: [],
    asksNodes: true,
    docs: 'https://docs.uniswap.org/contracts/v3/overview',
  },
  load: async () => (await import('./adapter.ts')).uniswapAdapter,
})
