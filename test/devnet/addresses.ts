import { mnemonicToSeedSync } from '@scure/bip39'
import { type Address, keccak256, toHex } from 'viem'
import { HDKey, hdKeyToAccount, privateKeyToAccount } from 'viem/accounts'

/** Catalog keys of the two chains. */
export type ChainKey = 'ethereum' | 'base'

/** Chain ids, by catalog key: those of the real chains. */
export const CHAIN_IDS = { ethereum: 1, base: 8453 } as const satisfies Record<ChainKey, number>

/** How the catalog writes a chain's own coin. */
export const NATIVE = '0x0000000000000000000000000000000000000000'

/** Tokens at their real addresses; `usdt` is on Ethereum only and refuses to change an allowance that is not zero. */
export const tokens = {
  ethereum: {
    weth: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    usdc: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    dai: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    usdt: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  },
  base: {
    weth: '0x4200000000000000000000000000000000000006',
    usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    dai: '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb',
    usdt: undefined,
  },
} as const satisfies Record<ChainKey, Record<'weth' | 'usdc' | 'dai', Address> & { usdt: Address | undefined }>

/** Decimals of the tokens. */
export const decimals = { weth: 18, usdc: 6, dai: 18, usdt: 6 } as const

/** Contracts, all at the addresses they have on the real chains. */
export type Contracts = Readonly<
  Record<
    | 'multicall3'
    | 'permit2'
    | 'v2Factory'
    | 'v2Router'
    | 'v3Factory'
    | 'positionManager'
    | 'quoterV2'
    | 'swapRouter02'
    | 'spokePool',
    Address
  >
>

const EVERYWHERE = {
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
} as const

/** Contracts of each chain. */
export const contracts: Readonly<Record<ChainKey, Contracts>> = {
  ethereum: {
    ...EVERYWHERE,
    v2Factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
    v2Router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
    v3Factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
    positionManager: '0xC36442b4a4522E871399CD717aBDD847Ab11FE88',
    quoterV2: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
    swapRouter02: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
    spokePool: '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5',
  },
  base: {
    ...EVERYWHERE,
    v2Factory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
    v2Router: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
    v3Factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
    positionManager: '0x03a520b32C04BF3bEEf7BEb72E919cf822Ed34f1',
    quoterV2: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
    swapRouter02: '0x2626664c2603336E57B271c5C0b26F421741e481',
    spokePool: '0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64',
  },
}

/** The words behind the funded accounts, which every development node knows. */
export const MNEMONIC = 'test test test test test test test test test test test junk'

/** Made of the words once: that takes five times as long as an account of them. */
const master = HDKey.fromMasterSeed(mnemonicToSeedSync(MNEMONIC))

/** Number `index` (0 to 9) of the accounts that hold 10,000 ETH on each chain and that nothing of the devnet spends from. */
export const account = (index: number) => hdKeyToAccount(master, { addressIndex: index })

/** Deploys, owns the contracts and the liquidity. */
export const operator = privateKeyToAccount(keccak256(toHex('operator of the devnet')))

/** Pays out what is bridged. */
export const relayer = privateKeyToAccount(keccak256(toHex('relayer of the devnet')))
