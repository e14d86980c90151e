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
  '0xfe31f71c1b106eac32f1a19239c9a9a72ddfb900',
  '0x99c56385dabce3e81d8499d0b8d0257abc07e8a3',
  '0x091ad9e2e6e5ed44c1c66db50e49a601f9f36cf6',
  '0x48020de9208bafc183f5cad5118ffbe8f0f913f5',
  '0x549feb8c9bd4c12ad2ab27022da12492ac452b66',
  '0x7de04c96be5159c3b5ceffc82aa176dc81281557',
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
  // Across: SpokePools, an earlier SpokePoolPeriphery and those of now. https://docs.across.to,
  // https://github.com/across-protocol/contracts/blob/master/broadcast/deployed-addresses.json
  '0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5',
  '0x6f26bf09b1c792e3228e5467807a900a503c0281',
  '0x4e8e101924ede233c13e2d8622dc8aed2872d505',
  '0x09aea4b2242abc8bb4bb78d537a67a245a7bec64',
  '0x9295ee1d8c5b022be115a2ad3c30c72e34e7f096',
  '0xd2ecb3afe598b746f8123cae365a598da831a449',
  '0xb234ca484866c811d0e6d3318866f583781ed045',
  '0xbbc6009feffc27ce705322832cb2068f8c1e0a58',
  '0xe0b015e54d54fc84a6cb9b666099c46ade9335ff',
  '0x35e63ea3eb0fb7a3bc543c71fb66412e1f6b0e04',
  '0x9552a0a6624a23b848060ae5901659cdda1f83f8',
  '0x3bad7ad0728f9917d1bf08af5782dcbd516cdd96',
  '0x2d4710f04da90184255782d3715224a6c776955d',
  '0x3db06da8f0a24a525f314eec954fc5c6a973d40e',
  '0xd29c85f15df544ba632c9e25829fd29d767d7978',
  '0x9b4a302a548c7e313c2b74c461db7b84d3074a84',
  '0x50039faefebef707cfd94d6d462fe6d10b39207a',
  '0xe35e9842fceaca96570b734083f4a58e8f7c5f2a',
  '0xfe9d541c92e4e90437c7152a00244886de37a658',
  '0xef684c38f94f48775959ecf2012d7e864ffb9dd4',
  '0x7e63a5f1a8f0b4d0934b2f2327daed3f6bb2ee75',
  '0x2d509190ed0172ba588407d4c2df918f955cc6e1',
  '0x13fdac9f9b4777705db45291bbff3c972c6d1d97',
  '0x89415a82d909a7238d69094c3dd1dcc1acbda85c',
  '0x97ccdbea4632140639ad5ea9b944aa034eb15fd4',
  '0x7c99ced6d8011af8a52488884f7ba2c61b0fa57d',
  '0xe791a2669bef779ff7a4a9cf789f8ee2ca20a32c',
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
  ['zksync', '0x5aea5775959fbc2557cc8789bc1bf90a239d9a91'],
  ['blast', '0x4300000000000000000000000000000000000004'],
  ['worldchain', '0x4200000000000000000000000000000000000006'],
  ['monad', '0x3bd359c1119da7da1d913d1c4d2b7c461115433a'],
  ['megaeth', '0x4200000000000000000000000000000000000006'],
  ['zora', '0x4200000000000000000000000000000000000006'],
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
