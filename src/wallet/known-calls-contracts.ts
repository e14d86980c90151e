/*
 * Contracts whose code is public and which this program has met, by their addresses in small letters. An address of one
 * chain cannot be taken by somebody else on another, so chains are left out.
 */
const KNOWN_CONTRACTS: ReadonlySet<string> = new Set([
  // Uniswap SwapRouter02, SwapRouter, V2 Router02. https://docs.uniswap.org/contracts/v3/reference/deployments
  '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45',
  '0x2626664c2603336e57b271c5c0b26f421741e481',
  '0xb971ef87ede563556b2ed4b1c0b0019111dd85d2',
  '0xbb00ff08d01d300023c629e8ffffcb65a5a578ce',
  '0x73855d06de49d0fe4a9c42636ba96c62da12ff9c',
  '0x5615cdab10dc425a742d643d949a7f474c01abc4',
  '0xe592427a0aece92de3edee1f18e0157c05861564',
  '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
  '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24',
  '0x4a7b5da61326a6379179b40d00f57e5bbdc962c2',
  '0xedf6066a2b290c185783862c7f4776a2c8077ad1',
  '0x284f11109359a7e1306c3e447ef14d38400063ff',
  // KyberSwap's router and the one of zkSync Era. https://docs.kyberswap.com
  '0x6131b5fae19ea4f9d964eac0408e4408b66337b5',
  '0x3f95ef3f2eaca871858dbe20a93c01daf6c2e923',
  // Velora's Augustus 6.2. https://developers.velora.xyz
  '0x6a000f20005980200259b80c5102003040001068',
  // LI.FI's Diamond. https://docs.li.fi
  '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae',
  // Across: SpokePool of Ethereum, SpokePoolPeriphery. https://docs.across.to
  '0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5',
  '0x89415a82d909a7238d69094c3dd1dcc1acbda85c',
  // deBridge: DlnSource, forwarder. https://docs.debridge.com
  '0xef4fb24ad0916217251f553c0596f8edc630eb66',
  '0x663dc15d3c1ac63ff12e45ab68fea3f0a883c251',
  // Relay: depository, routers, approval proxies. https://docs.relay.link
  '0x4cd00e387622c35bddb9b4c962c136462338bc31',
  '0xf5042e6ffac5a625d4e7848e0b01373d8eb9e222',
  '0xb92fe925dc43a0ecde6c8b1a2709c170ec4fff4f',
  '0xccc88a9d1b4ed6b0eaba998850414b24f1c315be',
  '0xbbbfd134e9b44bfb5123898ba36b01de7ab93d98',
  // THORChain's routers. https://dev.thorchain.org
  '0xd37bbe5744d730a1d98d8dc97c42f0ca46ad7146',
  '0xb30ec53f98ff5947ede720d32ac2da7e52a5f56b',
  '0x8f66c4ae756bebc49ec8b81966dd8bba9f127549',
  '0x68208d99746b805a1ae41421950a47b711e35681',
])

/** The wrapped form of a chain's coin, by catalog key, in small letters. */
const WRAPPED_COINS: ReadonlyMap<string, string> = new Map([
  ['ethereum', '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'],
  ['optimism', '0x4200000000000000000000000000000000000006'],
  ['base', '0x4200000000000000000000000000000000000006'],
  ['unichain', '0x4200000000000000000000000000000000000006'],
  ['bsc', '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c'],
  ['polygon', '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270'],
  ['arbitrum', '0x82af49447d8a07e3bd95bd0d56f35241523fbab1'],
  ['avalanche', '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7'],
  ['linea', '0xe5d7c2a44ffddf6b295a15c148167daaaf5cf34f'],
])

/** True for a contract that this program has met before. @param address 0x address in any letter case */
export function isKnownContract(address: string): boolean {
  return KNOWN_CONTRACTS.has(address.toLowerCase())
}

/** Address of a chain's wrapped coin in small letters; undefined where it is not known. */
export function wrappedCoin(chainKey: string): string | undefined {
  return WRAPPED_COINS.get(chainKey)
}
