import { COIN_STAND_IN, TOKENS } from '../../core/evm/tokens.ts'
import { defineProvider } from '../contract.ts'

/** KyberSwap Aggregator: routes through the exchanges of one EVM chain, https://docs.kyberswap.com */
export const kyberswap = defineProvider({
  manifest: {
    key: 'KYBERSWAP',
    name: 'KyberSwap',
    image: 'https://raw.githubusercontent.com/lifinance/types/main/src/assets/icons/exchanges/kyberswap.svg',
    type: 'EXCHANGE',
    baseUrl: 'https://aggregator-api.kyberswap.com',
    hosts: ['aggregator-api.kyberswap.com', 'common-service.kyberswap.com', 'token-api.kyberswap.com'],
    // Three a second, as its replies count them: thirty in ten seconds.
    budget: { requests: 30, perMs: 10_000 },
    // One whole ETH to USDC: the smallest of what it answers.
    ping: {
      path: '/ethereum/api/v1/routes',
      query: {
        tokenIn: COIN_STAND_IN,
        tokenOut: TOKENS.ethereum.USDC,
        amountIn: '1000000000000000000',
      },
    },
    docs: 'https://docs.kyberswap.com/kyberswap-solutions/kyberswap-aggregator',
    settings: [
      {
        name: 'CLIENT_ID',
        secret: false,
        required: false,
        description:
          'Name under which it counts requests, instead of swapcli; KyberSwap raises the limits of names that ask for it',
      },
    ],
  },
  load: async () => (await import('./adapter.ts')).kyberswapAdapter,
})
