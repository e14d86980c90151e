import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createHash } from 'node:crypto'
import { isEvmAddress, toChecksumAddress } from '../../src/core/assets/addresses/evm.ts'
import type { CatalogChain } from '../../src/core/assets/catalog.ts'
import { fetchSource } from './fetch-sources.ts'
import { type Family, PACKAGES, type PackageKey, TEXTS_OF } from './sources.ts'

/** What a family says of one token. */
export interface Reading {
  readonly family: Family
  /** Chain key of the catalog. */
  readonly chain: string
  readonly address: string
  readonly symbol: string
  readonly decimals: number
  /** '' where the family gives no texts. */
  readonly name: string
  readonly image: string
  /** `canonical` where it says that the bridge of the chain made the token; '' where it says nothing of that. */
  readonly bridgedBy: 'canonical' | ''
}

type Stated = Omit<Reading, 'family' | 'name' | 'image' | 'bridgedBy'> & {
  readonly bridgedBy?: 'canonical' | ''
  readonly name?: string | undefined
  readonly image?: string | undefined
}
type Folder = (key: PackageKey) => Promise<string>

/** Views of a chain's coin as a token, and placeholders of coins: no tokens. */
const COIN_VIEWS: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000000',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0x0000000000000000000000000000000000001010',
  '0x000000000000000000000000000000000000800a',
  '0x471ece3750da237f93b8e339c536989b8978a438',
  '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000',
  't9yd14nj9j7xab4dbgeix9h8unkkhxuwwb',
  '11111111111111111111111111111111',
  'cas3j7gylgxmf6tdjbbyyse3hq6bbsmlnuq34t6tzmymw2evh34xowma',
  'bitcoin',
  'bitcoin-cash',
  'dogecoin',
  'litecoin',
  'zcash',
  'cacao',
  'rune',
])

/** Reads every source. @param chains of the catalog @returns by family, each in the order of its source */
export async function readSources(chains: readonly CatalogChain[]): Promise<ReadonlyMap<Family, readonly Reading[]>> {
  const folder: Folder = (key) => fetchSource(PACKAGES[key])
  const evmKeys = new Map(chains.filter(({ type }) => type === 'EVM').map(({ chainId, key }) => [chainId, key]))
  const evm = new Set(evmKeys.values())
  const anyKeys = new Map(chains.map(({ chainId, key }) => [chainId, key]))
  const found = new Map<Family, Reading[]>()
  const seen = new Set<string>()
  const add = (family: Family, stated: readonly Stated[]): void => {
    const rows = found.get(family) ?? []
    found.set(family, rows)
    for (const { chain, address, symbol, decimals, name = '', image = '', bridgedBy = '' } of stated) {
      const isHex = evm.has(chain)
      if (isHex && !isEvmAddress(address.toLowerCase())) continue
      // Some write tokens of Tron as on an EVM chain.
      if (chain === 'tron' && !address.startsWith('T')) continue
      if (COIN_VIEWS.has(address.toLowerCase()) || address === '') continue
      const exact = isHex ? toChecksumAddress(address.toLowerCase()) : address
      if (seen.has(`${family} ${chain} ${exact}`)) continue
      seen.add(`${family} ${chain} ${exact}`)
      const mayGive = TEXTS_OF.includes(family)
      const row = { family, chain, address: exact, symbol: plain(symbol), decimals: Number(decimals) }
      rows.push({
        ...row,
        name: mayGive ? plain(name) : '',
        image: isImage(image) ? image : '',
        bridgedBy,
      })
    }
  }
  const ofEvm = (rows: readonly ListRow[]): Stated[] =>
    rows.flatMap(({ chainId, logoURI, ...row }) => {
      const chain = chainId === SOLANA_OF_UNISWAP ? 'solana' : evmKeys.get(chainId)
      return chain === undefined ? [] : [{ ...row, chain, image: logoURI }]
    })
  add('lifi', await readLifi(folder, anyKeys))
  for (const [family, rows] of await readSwapkit(folder, anyKeys)) add(family, rows)
  add(
    'aave',
    ofEvm(
      (await jsonOf<{ tokens: (ListRow & { tags?: string[] })[] }>(folder, 'aave', 'tokenlist.json')).tokens.filter(
        ({ tags }) => tags?.includes('underlying') === true,
      ),
    ),
  )
  const uniswap = (await jsonOf<{ tokens: UniswapRow[] }>(folder, 'uniswap', 'build/uniswap-default.tokenlist.json'))
    .tokens
  const bridged = bridgedTokens(uniswap)
  const isCanonical = ({ chainId, address }: ListRow) => bridged.has(`${chainId} ${address.toLowerCase()}`)
  const marked = (rows: readonly ListRow[], is: (row: ListRow) => boolean) =>
    rows.flatMap((row) =>
      ofEvm([row]).map((one) => ({ ...one, bridgedBy: is(row) ? ('canonical' as const) : ('' as const) })),
    )
  add('uniswap', marked(uniswap, isCanonical))
  const superchain = await readOptimism(folder)
  const onEthereum = new Set(superchain.filter(({ chainId }) => chainId === 1).map(({ symbol }) => symbol))
  add(
    'optimism',
    marked(superchain, ({ chainId, symbol }) => chainId !== 1 && onEthereum.has(symbol)),
  )
  add(
    'metamask',
    Object.entries(await jsonOf<Record<string, MetamaskRow>>(folder, 'metamask', 'contract-map.json'))
      .filter(([, { erc20 }]) => erc20 === true)
      .map(([address, { logo, ...row }]) => ({
        ...row,
        chain: 'ethereum',
        address,
        image: `https://raw.githubusercontent.com/MetaMask/contract-metadata/master/images/${encodeURIComponent(logo ?? '')}`,
      })),
  )
  add(
    'spl',
    (
      await jsonOf<{ tokens: (ListRow & { extensions?: { coingeckoId?: string } })[] }>(
        folder,
        'spl',
        'dist/main/tokens/solana.tokenlist.json',
      )
    ).tokens
      .filter(({ chainId, extensions }) => chainId === 101 && extensions?.coingeckoId !== undefined)
      .map(({ logoURI, ...row }) => ({ ...row, chain: 'solana', image: logoURI })),
  )
  add('sushi', ofEvm(await readSushi(folder)))
  add('pancakeswap', ofEvm(await readPancakeswap(folder)))
  add('across', ofEvm(await readAcross(folder)))
  add('hyperlane', await readHyperlane(folder, anyKeys))
  add('symbiosis', await readSymbiosis(folder, anyKeys))
  add('circle', await readCircle(folder, evmKeys))
  const ledger = await readLedger(folder, evmKeys)
  add(
    'ledger',
    ledger.filter(({ chain }) => chain !== 'solana'),
  )
  // What both state of Solana has one origin.
  add(
    'jupiter',
    ledger.filter(({ chain }) => chain === 'solana'),
  )
  add('chain-registry', await readChainRegistry(folder, chains))
  return found
}

interface ListRow {
  readonly chainId: number
  readonly address: string
  readonly symbol: string
  readonly decimals: number
  readonly name?: string
  readonly logoURI?: string
}

interface UniswapRow extends ListRow {
  readonly extensions?: { readonly bridgeInfo?: Readonly<Record<string, { readonly tokenAddress: string }>> }
}

interface MetamaskRow {
  readonly name: string
  readonly logo?: string
  readonly erc20?: boolean
  readonly symbol: string
  readonly decimals: number
}

/** Rollups whose own bridge makes the forms that the Uniswap list names as bridged from Ethereum. */
const ROLLUPS: readonly number[] = [10, 130, 137, 324, 480, 1868, 8453, 42161, 57073, 59144, 81457, 534352, 7777777]

/** `chainId address` of what the Uniswap list says to be bridged from Ethereum to a rollup. */
function bridgedTokens(rows: readonly UniswapRow[]): ReadonlySet<string> {
  return new Set(
    rows
      .filter(({ chainId }) => chainId === 1)
      .flatMap(({ extensions }) => Object.entries(extensions?.bridgeInfo ?? {}))
      .filter(([chainId]) => ROLLUPS.includes(Number(chainId)))
      .map(([chainId, { tokenAddress }]) => `${chainId} ${tokenAddress.toLowerCase()}`),
  )
}

/** The number by which the Uniswap list names Solana. */
const SOLANA_OF_UNISWAP = 501000101

/** True for a URL as the catalog takes it; where an image lies is no text of a list. */
function isImage(url: string): boolean {
  return /^https:\/\/[a-z0-9.-]+\/[\x21-\x7e]*$/.test(url) && url.length <= 200
}

/** Without characters that are no text, and without a space at its ends. */
function plain(text: string): string {
  return text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

async function jsonOf<T>(folder: Folder, key: PackageKey, path: string): Promise<T> {
  return JSON.parse(readFileSync(join(await folder(key), path), 'utf8')) as T
}

async function moduleOf<T>(folder: Folder, key: PackageKey, path: string): Promise<T> {
  return (await import(pathToFileURL(join(await folder(key), path)).href)) as T
}

async function readLifi(folder: Folder, keys: ReadonlyMap<number, string>): Promise<Stated[]> {
  await folder('lifiTypes')
  interface Coin {
    key: string
    name: string
    logoURI: string
    chains: Record<string, { address: string; decimals: number; symbol?: string; name?: string }>
  }
  const { basicCoins } = await moduleOf<{ basicCoins: readonly Coin[] }>(folder, 'lifi', 'src/_esm/coins/coins.js')
  return basicCoins.flatMap(({ key, name, logoURI, chains }) =>
    Object.entries(chains).flatMap(([id, { address, decimals, ...own }]) => {
      const chain = keys.get(Number(id))
      if (chain === undefined) return []
      return [{ chain, address, decimals, symbol: own.symbol ?? key, name: own.name ?? name, image: logoURI }]
    }),
  )
}

/** The lists in it belong to the families that they are of; those of aggregators and of Maya, which has other decimals, are not read. */
async function readSwapkit(folder: Folder, keys: ReadonlyMap<number, string>): Promise<Map<Family, Stated[]>> {
  const lists: readonly (readonly [string, Family])[] = [
    ['oneinch', 'oneinch'],
    ['thorchain', 'thorchain'],
    ['chainflip', 'chainflip'],
    ['traderjoe_v2', 'traderjoe'],
    ['jupiter', 'jupiter'],
    ['pancakeswap', 'pancakeswap'],
    ['sushiswap_v2', 'sushi'],
  ]
  interface Row {
    address?: string
    chain: string
    chainId: string
    decimals: number
    logoURI: string
    ticker: string
    identifier: string
  }
  const found = new Map<Family, Stated[]>()
  for (const [file, family] of lists) {
    const { list } = await moduleOf<{ list: { tokens: readonly Row[] } }>(
      folder,
      'swapkit',
      `src/tokenLists/${file}.ts`,
    )
    const rows = list.tokens.flatMap(({ address, chain: code, chainId, decimals, ticker, logoURI }): Stated[] => {
      const chain = code === 'SOL' ? 'solana' : keys.get(Number(chainId))
      if (address === undefined || chain === undefined) return []
      return [{ chain, address, symbol: ticker, decimals, name: ticker, image: logoURI }]
    })
    found.set(family, [...(found.get(family) ?? []), ...rows])
  }
  return found
}

async function readOptimism(folder: Folder): Promise<readonly ListRow[]> {
  const all = await moduleOf<Record<string, unknown>>(folder, 'optimism', 'dist/index.mjs')
  return Object.values(all).flatMap((value) => {
    const { tokens } =
      (value as { default?: { tokens?: readonly ListRow[] } }).default ?? (value as { tokens?: readonly ListRow[] })
    return tokens ?? []
  })
}

/** A file a symbol; it is read as text, since it needs packages that nobody else does. */
async function readSushi(folder: Folder): Promise<readonly ListRow[]> {
  const root = join(await folder('sushi'), '_esm/evm')
  const { EvmChainId } = await moduleOf<{ EvmChainId: Readonly<Record<string, number>> }>(
    folder,
    'sushi',
    '_esm/evm/chain/chains.js',
  )
  const tokens = join(root, 'config/tokens/tokens')
  return readdirSync(tokens).flatMap((file) => {
    if (!file.endsWith('.js')) return []
    const text = readFileSync(join(tokens, file), 'utf8')
    const [, decimals, symbol = '', name = ''] =
      /decimals: (\d+),\s*symbol: '([^']*)',\s*name: '([^']*)'/.exec(text) ?? []
    return [...text.matchAll(/\[EvmChainId\.(\w+)\]: '(0x[0-9a-fA-F]{40})'/g)].flatMap(([, id = '', address = '']) => {
      const chainId = EvmChainId[id]
      return chainId === undefined ? [] : [{ chainId, address, symbol, decimals: Number(decimals), name }]
    })
  })
}

/** Its tables are calls, so they are read as text. */
async function readPancakeswap(folder: Folder): Promise<readonly ListRow[]> {
  const ids: Readonly<Record<string, number>> = {
    ETHEREUM: 1,
    BSC: 56,
    BASE: 8453,
    ARBITRUM_ONE: 42161,
    LINEA: 59144,
    OPBNB: 204,
    ZKSYNC: 324,
    MONAD_MAINNET: 143,
  }
  const constants = join(await folder('pancakeswap'), 'src/constants')
  return readdirSync(constants).flatMap((file) =>
    [
      ...readFileSync(join(constants, file), 'utf8').matchAll(
        /new ERC20Token\(\s*ChainId\.(\w+),\s*'(0x[0-9a-fA-F]{40})',\s*(\d+),\s*(['"])(.+?)\4,\s*(['"])(.+?)\6/g,
      ),
    ].flatMap(([, id = '', address = '', decimals, , symbol = '', , name = '']) => {
      const chainId = ids[id]
      return chainId === undefined ? [] : [{ chainId, address, decimals: Number(decimals), symbol, name }]
    }),
  )
}

/** Some of its entries give the token of one chain the symbol of another chain's: those keys are left out. */
async function readAcross(folder: Folder): Promise<readonly ListRow[]> {
  interface Entry {
    symbol: string
    decimals: number
    addresses: Record<string, string>
  }
  const { TOKEN_SYMBOLS_MAP } = await moduleOf<{ TOKEN_SYMBOLS_MAP: Record<string, Entry> }>(
    folder,
    'across',
    'dist/esm/tokens.js',
  )
  return Object.values(TOKEN_SYMBOLS_MAP)
    .filter(({ symbol }) => !['ETH', 'WBNB', 'DAI'].includes(symbol))
    .flatMap(({ symbol, decimals, addresses }) =>
      Object.entries(addresses).map(([chainId, address]) => ({ chainId: Number(chainId), address, symbol, decimals })),
    )
}

/** What a warp route is made of: its collateral, and what it gives out elsewhere. */
async function readHyperlane(folder: Folder, keys: ReadonlyMap<number, string>): Promise<Stated[]> {
  interface Token {
    addressOrDenom: string
    chainName: string
    collateralAddressOrDenom?: string
    decimals: number
    symbol: string
    name: string
    standard: string
  }
  const { warpRouteConfigs } = await moduleOf<{ warpRouteConfigs: Record<string, { tokens: readonly Token[] }> }>(
    folder,
    'hyperlane',
    'dist/warpRouteConfigs.js',
  )
  const { chainMetadata } = await moduleOf<{
    chainMetadata: Record<string, { chainId: number | string; protocol: string }>
  }>(folder, 'hyperlane', 'dist/chainMetadata.js')
  return Object.values(warpRouteConfigs).flatMap(({ tokens }) =>
    tokens.flatMap(({ addressOrDenom, chainName, collateralAddressOrDenom, standard, ...row }) => {
      const meta = chainMetadata[chainName]
      const chain =
        chainName === 'solanamainnet'
          ? 'solana'
          : meta?.protocol === 'ethereum'
            ? keys.get(Number(meta.chainId))
            : undefined
      const address = collateralAddressOrDenom ?? (/Synthetic|XERC20/i.test(standard) ? addressOrDenom : undefined)
      return chain === undefined || address === undefined || /Native/i.test(standard)
        ? []
        : [{ ...row, chain, address }]
    }),
  )
}

/** Its tables refer to classes of its own, so they are read as text. */
async function readSymbiosis(folder: Folder, keys: ReadonlyMap<number, string>): Promise<Stated[]> {
  const root = join(await folder('symbiosis'), 'dist/cjs')
  const ids = new Map(
    [...readFileSync(join(root, 'constants.js'), 'utf8').matchAll(/ChainId\["(\w+)"\] = (\d+)/g)].map(
      ([, name = '', id]) => [name, Number(id)] as const,
    ),
  )
  const text = readFileSync(join(root, 'crosschain/config/mainnet.js'), 'utf8').replace(/icons: \{[^}]*\},?/g, '')
  return [...text.matchAll(/\{([^{}]*address: '0x[0-9a-fA-F]{40}'[^{}]*)\}/g)].flatMap(([, body = '']) => {
    const field = (name: string) => new RegExp(`${name}: '?([^',\\n]+)'?`).exec(body)?.[1]
    const [symbol, address, decimals] = [field('symbol'), field('address'), field('decimals')]
    const chain = keys.get(ids.get(/chainId: \w+\.ChainId\.(\w+)/.exec(body)?.[1] ?? '') ?? 0)
    if (chain === undefined || symbol === undefined || address === undefined || decimals === undefined) return []
    return [{ chain, address, symbol, decimals: Number(decimals), name: field('name') }]
  })
}

/** Circle's own table of chains; it is read as text, since not all of it is exported. */
async function readCircle(folder: Folder, keys: ReadonlyMap<number, string>): Promise<Stated[]> {
  const others: Readonly<Record<string, string>> = {
    Algorand: 'algorand',
    Aptos: 'aptos',
    Hedera: 'hedera',
    NEAR: 'near',
    Noble: 'noble',
    Polkadot_Asset_Hub: 'polkadot-asset-hub',
    Solana: 'solana',
    Sui: 'sui',
  }
  const text = readFileSync(join(await folder('circle'), 'chains.mjs'), 'utf8')
  return text.split('defineChain({').flatMap((body) => {
    const field = (name: string) => new RegExp(`\\n    ${name}: '?([^',\\n]+)'?,?\\n`).exec(body)?.[1]
    if (field('isTestnet') !== 'false') return []
    const chain =
      field('type') === 'evm' ? keys.get(Number(field('chainId'))) : others[/Blockchain\.(\w+)/.exec(body)?.[1] ?? '']
    const coins = [
      ['USDC', 'USD Coin', field('usdcAddress')],
      ['EURC', 'Euro Coin', field('eurcAddress')],
      ['USDT', 'Tether USD', field('usdtAddress')],
    ] as const
    return coins.flatMap(([symbol, name, address]) =>
      chain === undefined || address === undefined || address === 'null'
        ? []
        : [{ chain, address, symbol, decimals: 6, name }],
    )
  })
}

async function readLedger(folder: Folder, keys: ReadonlyMap<number, string>): Promise<Stated[]> {
  const root = join(await folder('ledger'), 'src/data')
  type Cells = readonly (string | number | boolean | null)[]
  const rowsOf = (file: string): readonly Cells[] =>
    JSON.parse(readFileSync(join(root, file), 'utf8')) as readonly Cells[]
  const pick = (file: string, chain: string, at: { symbol: number; name: number; address: number; decimals: number }) =>
    rowsOf(file).map((row) => ({
      chain,
      symbol: String(row[at.symbol]),
      name: String(row[at.name]),
      address: String(row[at.address]),
      decimals: Number(row[at.decimals]),
    }))
  const evm = { symbol: 2, decimals: 3, name: 4, address: 6 }
  return [
    ...pick('erc20.json', 'ethereum', evm),
    ...pick('bep20.json', 'bsc', evm),
    ...pick('polygon-erc20.json', 'polygon', evm),
    ...readdirSync(join(root, 'evm')).flatMap((id) => {
      const chain = keys.get(Number(id))
      return chain === undefined ? [] : pick(`evm/${id}/erc20.json`, chain, evm)
    }),
    ...pick('spl.json', 'solana', { name: 2, symbol: 3, address: 4, decimals: 5 }),
    ...pick('ton-jetton.json', 'ton', { address: 0, name: 1, symbol: 2, decimals: 3 }),
    ...pick('apt_coin.json', 'aptos', { symbol: 1, name: 2, address: 3, decimals: 4 }),
    ...pick('apt_fungible_asset.json', 'aptos', { symbol: 1, name: 2, address: 3, decimals: 4 }),
    ...pick('asa.json', 'algorand', { address: 0, symbol: 1, name: 2, decimals: 4 }),
    ...pick('trc20.json', 'tron', { symbol: 1, name: 2, address: 3, decimals: 4 }),
    ...pick('sui.json', 'sui', { name: 1, symbol: 2, address: 3, decimals: 4 }),
  ]
}

/** Assets of the Cosmos chains of the catalog; liquidity pool shares are none. */
async function readChainRegistry(folder: Folder, chains: readonly CatalogChain[]): Promise<Stated[]> {
  interface Asset {
    base: string
    symbol: string
    name: string
    display: string
    denomUnits: readonly { denom: string; exponent: number }[]
    logoURIs?: { png?: string; svg?: string }
  }
  const root = await folder('chainRegistry')
  const { assetLists, chains: listed } = createRequire(join(root, 'x.js'))(root) as {
    assetLists: readonly { chainName: string; assets: readonly Asset[] }[]
    chains: readonly { chainName: string; chainId: string; networkType: string }[]
  }
  const hashed = (id = '') => `cosmos:hashed-${createHash('sha256').update(id).digest('hex').slice(0, 16)}`
  const keyOf = new Map(chains.filter(({ type }) => type === 'COSMOS').map(({ caip2, key }) => [caip2, key]))
  return listed.flatMap(({ chainName, chainId, networkType }) => {
    const chain = networkType === 'mainnet' ? (keyOf.get(`cosmos:${chainId}`) ?? keyOf.get(hashed(chainId))) : undefined
    const assets = assetLists.find((list) => list.chainName === chainName)?.assets ?? []
    if (chain === undefined) return []
    return assets
      .filter(({ base, name }) => !/^(gamm|factory\/.*\/lp|cw20:.*lp)/i.test(base) && !/\bLP\b/.test(name))
      .map(({ base, symbol, name, display, denomUnits, logoURIs }) => ({
        chain,
        address: base,
        symbol,
        name,
        decimals: denomUnits.find(({ denom }) => denom === display)?.exponent ?? 0,
        image: logoURIs?.png ?? logoURIs?.svg,
      }))
  })
}
