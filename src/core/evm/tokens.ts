import { NATIVE_EVM_ADDRESS } from '../assets/catalog.ts'

/*
 * Tokens whose addresses the program needs before any catalog is loaded, by catalog key of their chain. All addresses have
 * EIP-55 capitals.
 */

/** Stands for the native coin of an EVM chain in many APIs and contracts; some of them want exactly these capitals. */
export const COIN_STAND_IN = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** True for an address that means the native coin of an EVM chain. */
export function isEvmCoin(address: string): boolean {
  return address === NATIVE_EVM_ADDRESS || address.toLowerCase() === COIN_STAND_IN.toLowerCase()
}

/** The address at which Polygon shows its coin as a token. */
export const POLYGON_COIN = '0x0000000000000000000000000000000000001010'

const OP_STACK_WETH = '0x4200000000000000000000000000000000000006'

/** The wrapped form of a chain's coin. */
export const WRAPPED_COINS: ReadonlyMap<string, string> = new Map([
  ['ethereum', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'],
  ['optimism', OP_STACK_WETH],
  ['base', OP_STACK_WETH],
  ['unichain', OP_STACK_WETH],
  ['bsc', '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c'],
  ['polygon', '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270'],
  ['arbitrum', '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'],
  ['avalanche', '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7'],
  ['zksync', '0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91'],
  ['blast', '0x4300000000000000000000000000000000000004'],
  ['worldchain', OP_STACK_WETH],
  ['monad', '0x3bd359C1119dA7Da1D913D1C4D2B7c461115433A'],
  ['megaeth', OP_STACK_WETH],
  ['zora', OP_STACK_WETH],
  ['robinhood', '0x0Bd7D308f8E1639FAb988df18A8011f41EAcAD73'],
  ['linea', '0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f'],
  ['soneium', OP_STACK_WETH],
  ['ink', OP_STACK_WETH],
  ['xlayer', '0xe538905cf8410324e03A5A23C1c177a474D59b2b'],
])

/** Tokens by symbol. */
export const TOKENS = {
  ethereum: {
    USDC: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    USDT: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    DAI: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    WBTC: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
    cbBTC: '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf',
    FLIP: '0x826180541412D574cf1336d22c0C0a287822678A',
  },
  optimism: {
    USDC: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
    'USDC.e': '0x7F5c764cBc14f9669B88837ca1490cCa17c31607',
    USDT: '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58',
    DAI: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
  },
  bsc: {
    USDT: '0x55d398326f99059fF775485246999027B3197955',
    USDC: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
    DAI: '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3',
  },
  unichain: {
    USDC: '0x078D782b760474a361dDA0AF3839290b0EF57AD6',
    USDT0: '0x9151434b16b9763660705744891fA906F660EcC5',
    DAI: '0x20CAb320A855b39F724131C69424240519573f81',
  },
  polygon: {
    USDC: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    'USDC.e': '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
    USDT: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    DAI: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063',
  },
  monad: {
    USDC: '0x754704Bc059F8C67012fEd69BC8A327a5aafb603',
  },
  zksync: {
    USDC: '0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4',
    'USDC.e': '0x3355df6D4c9C3035724Fd0e3914dE96A5a83aaf4',
    USDT: '0x493257fD37EDB34451f62EDf8D2a0C418852bA4C',
  },
  worldchain: {
    'USDC.e': '0x79A02482A880bCE3F13e09Da970dC34db4CD24d1',
  },
  megaeth: {
    USDT0: '0xB8CE59FC3717ada4C02eaDF9682A9e934F625ebb',
  },
  base: {
    USDC: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    USDT: '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2',
    DAI: '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb',
  },
  arbitrum: {
    USDC: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    'USDC.e': '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8',
    USDT0: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
    DAI: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
  },
  avalanche: {
    USDC: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
    USDT: '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
  },
  celo: {
    CELO: '0x471EcE3750Da237f93B8E339c536989b8978a438',
    USDC: '0xcebA9300f2b948710d2653dD7B07f33A8B32118C',
    USDT: '0x48065fbBE25f71C9282ddf5e1cD6D6A887483D5e',
  },
  blast: {
    USDB: '0x4300000000000000000000000000000000000003',
  },
  linea: {
    USDC: '0x176211869cA2b568f2A7D4EE941E073a821EE1ff',
    USDT: '0xA219439258ca9da29E9Cc4cE5596924745e12B93',
  },
  soneium: {
    'USDC.e': '0xbA9986D2381edf1DA03B0B9c1f8b00dc4AacC369',
    USDT: '0x3A337a6adA9d885b6Ad95ec48F9b75f197b5AE35',
  },
  ink: {
    USDC: '0x2D270e6886d130D724215A266106e6832161EAEd',
    USDT0: '0x0200C29006150606B650577BBE7B6248F58470c1',
  },
  xlayer: {
    USDT: '0x1E4a5963aBFD975d8c9021ce480b42188849D41d',
    USDC: '0x74b7F16337b8972027F6196A17a631aC6dE26d22',
  },
  robinhood: {
    USDG: '0x5fc5360D0400a0Fd4f2af552ADD042D716F1d168',
  },
} as const

/** True for Tether on Ethereum, which refuses to change an allowance that is not zero. */
export function needsAllowanceReset(chainKey: string, token: string): boolean {
  return chainKey === 'ethereum' && token.toLowerCase() === TOKENS.ethereum.USDT.toLowerCase()
}
