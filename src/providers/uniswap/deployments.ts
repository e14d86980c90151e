import type { CatalogChain } from '../../core/assets/catalog.ts'
import { MULTICALL3 } from '../../core/evm/multicall3.ts'

/** Uniswap's contracts on one chain, and the tokens through which it is worth looking for a way. */
export interface Deployment {
  readonly factory: string
  readonly quoterV2: string
  /** Executes swaps of V3 and V2; takes the tokens too. */
  readonly swapRouter02: string
  /** V2, where it exists. */
  readonly v2: { readonly factory: string; readonly router: string } | undefined
  readonly wrappedCoin: string
  readonly stablecoins: readonly string[]
  readonly multicall3: string
  /** True for chains that also charge for the transaction's bytes on Ethereum, as the OP Stack does. */
  readonly chargesBytes: boolean
}

const OP_STACK_WETH = '0x4200000000000000000000000000000000000006'

/** Of the first V3 chains, which share their addresses. */
const FIRST = {
  factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  quoterV2: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
  swapRouter02: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
  multicall3: MULTICALL3,
} as const

/**
 * By EIP-155 id, https://docs.uniswap.org/contracts/v3/reference/deployments. Left out: chains whose QuoterV2 the pages do not
 * name, Celo, whose coin is a token too and cannot be wrapped, and Tempo, which has no coin of its own.
 */
const DEPLOYMENTS: ReadonlyMap<number, Deployment> = new Map([
  [
    1,
    {
      ...FIRST,
      v2: {
        factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
        router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
      },
      wrappedCoin: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      stablecoins: [
        '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', // USDC
        '0xdAC17F958D2ee523a2206206994597C13D831ec7', // USDT
        '0x6B175474E89094C44Da98b954EedeAC495271d0F', // DAI
      ],
      chargesBytes: false,
    },
  ],
  [
    10,
    {
      ...FIRST,
      v2: {
        factory: '0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf',
        router: '0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2',
      },
      wrappedCoin: OP_STACK_WETH,
      stablecoins: [
        '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', // USDC
        '0x7F5c764cBc14f9669B88837ca1490cCa17c31607', // USDC.e
        '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58', // USDT
        '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', // DAI
      ],
      chargesBytes: true,
    },
  ],
  [
    56,
    {
      factory: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
      quoterV2: '0x78D78E420Da98ad378D7799bE8f4AF69033EB077',
      swapRouter02: '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
      multicall3: MULTICALL3,
      v2: {
        factory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
        router: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
      },
      wrappedCoin: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
      stablecoins: [
        '0x55d398326f99059fF775485246999027B3197955', // USDT
        '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', // USDC
        '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3', // DAI
      ],
      chargesBytes: false,
    },
  ],
  [
    130,
    {
      factory: '0x1F98400000000000000000000000000000000003',
      quoterV2: '0x385A5cf5F83e99f7BB2852b6A19C3538b9FA7658',
      swapRouter02: '0x73855d06DE49d0fe4A9c42636Ba96c62da12FF9C',
      multicall3: MULTICALL3,
      v2: {
        factory: '0x1F98400000000000000000000000000000000002',
        router: '0x284F11109359a7e1306C3e447ef14D38400063FF',
      },
      wrappedCoin: OP_STACK_WETH,
      stablecoins: [
        '0x078D782b760474a361dDA0AF3839290b0EF57AD6', // USDC
        '0x9151434b16b9763660705744891fA906F660EcC5', // USDT0
        '0x20CAb320A855b39F724131C69424240519573f81', // DAI
      ],
      chargesBytes: true,
    },
  ],
  [
    137,
    {
      ...FIRST,
      v2: {
        factory: '0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C',
        router: '0xedf6066a2b290C185783862C7F4776A2C8077AD1',
      },
      wrappedCoin: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
      stablecoins: [
        '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', // USDC
        '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', // USDC.e
        '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', // USDT
        '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063', // DAI
      ],
      chargesBytes: false,
    },
  ],
  [
    143,
    {
      factory: '0x204FAca1764B154221e35c0d20aBb3c525710498',
      quoterV2: '0x661E93cca42AfacB172121EF892830cA3b70F08d',
      swapRouter02: '0xfE31F71C1b106EAc32F1A19239c9a9A72ddfb900',
      multicall3: MULTICALL3,
      v2: {
        factory: '0x182a927119D56008d921126764bF884221b10f59',
        router: '0x4B2ab38DBF28D31D467aA8993f6c2585981D6804',
      },
      wrappedCoin: '0x3bd359C1119dA7Da1D913D1C4D2B7c461115433A',
      stablecoins: ['0x754704Bc059F8C67012fEd69BC8A327a5aafb603'], // USDC
      chargesBytes: false,
    },
  ],
  [
    324,
    {
      factory: '0x8FdA5a7a8dCA67BBcDd10F02Fa0649A937215422',
      quoterV2: '0x8Cb537fc92E26d8EBBb760E632c95484b6Ea3e28',
      swapRouter02: '0x99c56385daBCE3E81d8499d0b8d0257aBC07E8A3',
      multicall3: '0xF9cda624FBC7e059355ce98a31693d299FACd963',
      v2: undefined,
      wrappedCoin: '0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91',
      stablecoins: [
        '0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4', // USDC
        '0x3355df6D4c9C3035724Fd0e3914dE96A5a83aaf4', // USDC.e
        '0x493257fD37EDB34451f62EDf8D2a0C418852bA4C', // USDT
      ],
      chargesBytes: false,
    },
  ],
  [
    480,
    {
      factory: '0x7a5028BDa40e7B173C278C5342087826455ea25a',
      quoterV2: '0x10158D43e6cc414deE1Bd1eB0EfC6a5cBCfF244c',
      swapRouter02: '0x091AD9e2e6e5eD44c1c66dB50e49A601F9f36cF6',
      multicall3: MULTICALL3,
      v2: {
        factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
        router: '0x541aB7c31A119441eF3575F6973277DE0eF460bd',
      },
      wrappedCoin: OP_STACK_WETH,
      stablecoins: ['0x79A02482A880bCE3F13e09Da970dC34db4CD24d1'], // USDC.e
      chargesBytes: true,
    },
  ],
  [
    4326,
    {
      factory: '0x3a5F0CD7d62452b7f899B2A5758BFa57be0dE478',
      quoterV2: '0x31DB60C6a4C71909674094b404597762DF424AE7',
      swapRouter02: '0x48020De9208baFC183F5CAd5118FFbe8f0F913F5',
      multicall3: MULTICALL3,
      v2: {
        factory: '0xbf56488c857A881ae7e3BED27Cf99c10A7Ab7e50',
        router: '0xb73055db2B3A3EaE87a331DD88e4a80b43602690',
      },
      wrappedCoin: OP_STACK_WETH,
      stablecoins: ['0xB8CE59FC3717ada4C02eaDF9682A9e934F625ebb'], // USDT0
      chargesBytes: true,
    },
  ],
  [
    8453,
    {
      factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
      quoterV2: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
      swapRouter02: '0x2626664c2603336E57B271c5C0b26F421741e481',
      multicall3: MULTICALL3,
      v2: {
        factory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
        router: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
      },
      wrappedCoin: OP_STACK_WETH,
      stablecoins: [
        '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', // USDC
        '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2', // USDT
        '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', // DAI
      ],
      chargesBytes: true,
    },
  ],
  [
    42161,
    {
      ...FIRST,
      v2: {
        factory: '0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9',
        router: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
      },
      wrappedCoin: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
      stablecoins: [
        '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', // USDC
        '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8', // USDC.e
        '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', // USDT0
        '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', // DAI
      ],
      chargesBytes: false,
    },
  ],
  [
    43114,
    {
      factory: '0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD',
      quoterV2: '0xbe0F5544EC67e9B3b2D979aaA43f18Fd87E6257F',
      swapRouter02: '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE',
      multicall3: MULTICALL3,
      v2: {
        factory: '0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C',
        router: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
      },
      wrappedCoin: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
      stablecoins: [
        '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', // USDC
        '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7', // USDT
      ],
      chargesBytes: false,
    },
  ],
  [
    81457,
    {
      factory: '0x792edAdE80af5fC680d96a2eD80A44247D2Cf6Fd',
      quoterV2: '0x6Cdcd65e03c1CEc3730AeeCd45bc140D57A25C77',
      swapRouter02: '0x549FEB8c9bd4c12Ad2AB27022dA12492aC452B66',
      multicall3: MULTICALL3,
      v2: {
        factory: '0x5C346464d33F90bABaf70dB6388507CC889C1070',
        router: '0xBB66Eb1c5e875933D44DAe661dbD80e5D9B03035',
      },
      wrappedCoin: '0x4300000000000000000000000000000000000004',
      stablecoins: ['0x4300000000000000000000000000000000000003'], // USDB
      chargesBytes: true,
    },
  ],
  [
    7777777,
    {
      factory: '0x7145F8aeef1f6510E92164038E1B6F8cB2c42Cbb',
      quoterV2: '0x11867e1b3348F3ce4FcC170BC5af3d23E07E64Df',
      swapRouter02: '0x7De04c96BE5159c3b5CeffC82aa176dc81281557',
      multicall3: MULTICALL3,
      v2: {
        factory: '0x0F797dC7efaEA995bB916f268D919d0a1950eE3C',
        router: '0xa00F34A632630EFd15223B1968358bA4845bEEC7',
      },
      wrappedCoin: OP_STACK_WETH,
      stablecoins: [],
      chargesBytes: true,
    },
  ],
])

/** Undefined for chains that it does not serve. */
export function deploymentOf(chain: CatalogChain): Deployment | undefined {
  return chain.type === 'EVM' ? DEPLOYMENTS.get(chain.chainId) : undefined
}
