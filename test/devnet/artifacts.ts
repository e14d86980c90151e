import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { concat, encodeAbiParameters, type Hex, isHex, parseAbiParameters } from 'viem'

const PACKAGES = join(import.meta.dirname, '../../node_modules')

/** Folder of the contracts of Across beside this file: see its README.md. */
const ACROSS = 'across-contracts'

/** Where the packages keep their compiled contracts; a bare name is one of Across. */
const FILES = {
  weth9: 'canonical-weth/build/contracts/WETH9.json',
  multicall3: 'Multicall3.json',
  token: 'MintableERC20.json',
  spokePool: 'Ethereum_SpokePool.json',
  proxy: 'ERC1967Proxy.json',
  permit2: '@1inch/solidity-utils/dist/src/permit2.json',
  v2Factory: '@uniswap/v2-core/build/UniswapV2Factory.json',
  v2Router: '@uniswap/v2-periphery/build/UniswapV2Router02.json',
  v3Factory: '@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json',
  positionManager:
    '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json',
  quoterV2: '@uniswap/swap-router-contracts/artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json',
  swapRouter02: '@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
  cowSettlement: '@cowprotocol/contracts/lib/contracts/GPv2Settlement.json',
} as const

/** Compiled contracts that installed packages bring, or that stand here. */
export type ArtifactName = keyof typeof FILES

/** Constructor parameters, as Solidity writes them. */
const CONSTRUCTORS = {
  weth9: '',
  multicall3: '',
  token: 'string name, string symbol, uint8 decimals',
  spokePool: 'address weth, uint32 depositQuoteTimeBuffer, uint32 fillDeadlineBuffer, address gateway',
  proxy: 'address implementation, bytes data',
  permit2: '',
  v2Factory: 'address feeToSetter',
  v2Router: 'address factory, address weth',
  v3Factory: '',
  positionManager: 'address factory, address weth, address descriptor',
  quoterV2: 'address factory, address weth',
  swapRouter02: 'address v2Factory, address v3Factory, address positionManager, address weth',
  cowSettlement: 'address authenticator, address vault',
} as const satisfies Record<ArtifactName, string>

/**
 * The `bytecode` of a contract's artifact: creation code, but for Permit2, whose package has it as deployed.
 * @throws Error where the package has none
 */
export function bytecodeOf(name: ArtifactName): Hex {
  const artifact: unknown = JSON.parse(readFileSync(pathOf(FILES[name]), 'utf8'))
  const found = typeof artifact === 'object' && artifact !== null && 'bytecode' in artifact ? artifact.bytecode : ''
  const text = typeof found === 'string' ? found : ''
  const code = text.startsWith('0x') ? text : `0x${text}`
  if (isHex(code) && code.length > 2) return code
  throw new Error(`No bytecode in ${FILES[name]}`)
}

function pathOf(file: string): string {
  return file.includes('/') ? join(PACKAGES, file) : join(import.meta.dirname, ACROSS, file)
}

/** Creation code of a contract with the arguments of its constructor. */
export function creationCode(name: ArtifactName, ...values: readonly unknown[]): Hex {
  const parameters = CONSTRUCTORS[name]
  const encoded = parameters === '' ? '0x' : encodeAbiParameters(parseAbiParameters(parameters as string), values)
  return concat([bytecodeOf(name), encoded])
}

/** Paths of the contracts of Across, from this folder. */
export const ACROSS_FILES = Object.values(FILES)
  .filter((file) => !file.includes('/'))
  .map((file) => `${ACROSS}/${file}`)

/** Name and version of every package that the contracts come from, sorted. */
export function artifactVersions(): string[] {
  const files = Object.values(FILES).filter((file) => file.includes('/'))
  const packages = new Set(files.map((file) => /^(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file))
  return [...packages].sort().map((name) => {
    const manifest: unknown = JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'))
    const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : ''
    return `${name}@${String(version)}`
  })
}
