/*
 * Contracts that this program calls, or has met in calls to sign, by EIP-155 id of their chain. All
 * addresses have EIP-55 capitals.
 */

/** Where tokens keep allowances for contracts that ask it; the same on every chain. https://docs.uniswap.org/contracts/permit2 */
export const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** Multicall3 on nearly every chain, https://www.multicall3.com/deployments */
export const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** Multicall3 on zkSync Era, whose addresses are made in another way. */
export const MULTICALL3_OF_ZKSYNC = '0xF9cda624FBC7e059355ce98a31693d299FACd963'

/** Entry points of ERC-4337 by version, 0.6 to 0.9; the same on every chain. https://github.com/eth-infinitism/account-abstraction/releases */
export const ENTRY_POINTS: readonly string[] = [
  '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
  '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
  '0x433709009B8330FDa32311DF1C2AFA402eD8D009',
]

/** The oracle of OP Stack chains for what a transaction's bytes cost on Ethereum. */
export const OP_GAS_PRICE_ORACLE = '0x420000000000000000000000000000000000000F'

/** 0x's registry of the contracts that swap, the same on every chain. https://github.com/0xProject/0x-settler */
export const SETTLER_REGISTRY = '0x00000000000004533Fe15556B1E086BB1A72cEae'

/** ENS's Universal Resolver on Ethereum, https://docs.ens.domains/resolvers/universal */
export const ENS_UNIVERSAL_RESOLVER = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'

/** Uniswap's contracts on one chain. */
export interface UniswapContracts {
  readonly factory: string
  readonly quoterV2: string
  /** Executes swaps of V3 and V2; takes the tokens too. */
  readonly swapRouter02: string
  /** Fees of V3 pools in millionths that this chain has besides the usual ones. */
  readonly moreTiers?: readonly number[]
  /** V2, where it exists. */
  readonly v2?: { readonly factory: string; readonly router: string }
}

/** Of the first V3 chains, which share their addresses. */
const FIRST_V3 = {
  factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  quoterV2: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
  swapRouter02: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
} as const

/** https://docs.uniswap.org/contracts/v3/reference/deployments. Left out are chains whose QuoterV2 the pages do not name. */
export const UNISWAP: Readonly<Record<number, UniswapContracts>> = {
  1: {
    ...FIRST_V3,
    v2: { factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f', router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D' },
  },
  10: {
    ...FIRST_V3,
    v2: { factory: '0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf', router: '0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2' },
  },
  56: {
    factory: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
    quoterV2: '0x78D78E420Da98ad378D7799bE8f4AF69033EB077',
    swapRouter02: '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
    v2: { factory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6', router: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24' },
  },
  130: {
    factory: '0x1F98400000000000000000000000000000000003',
    quoterV2: '0x385A5cf5F83e99f7BB2852b6A19C3538b9FA7658',
    swapRouter02: '0x73855d06DE49d0fe4A9c42636Ba96c62da12FF9C',
    v2: { factory: '0x1F98400000000000000000000000000000000002', router: '0x284F11109359a7e1306C3e447ef14D38400063FF' },
  },
  137: {
    ...FIRST_V3,
    v2: { factory: '0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C', router: '0xedf6066a2b290C185783862C7F4776A2C8077AD1' },
  },
  143: {
    factory: '0x204FAca1764B154221e35c0d20aBb3c525710498',
    quoterV2: '0x661E93cca42AfacB172121EF892830cA3b70F08d',
    swapRouter02: '0xfE31F71C1b106EAc32F1A19239c9a9A72ddfb900',
    v2: { factory: '0x182a927119D56008d921126764bF884221b10f59', router: '0x4B2ab38DBF28D31D467aA8993f6c2585981D6804' },
  },
  324: {
    factory: '0x8FdA5a7a8dCA67BBcDd10F02Fa0649A937215422',
    quoterV2: '0x8Cb537fc92E26d8EBBb760E632c95484b6Ea3e28',
    swapRouter02: '0x99c56385daBCE3E81d8499d0b8d0257aBC07E8A3',
  },
  480: {
    factory: '0x7a5028BDa40e7B173C278C5342087826455ea25a',
    quoterV2: '0x10158D43e6cc414deE1Bd1eB0EfC6a5cBCfF244c',
    swapRouter02: '0x091AD9e2e6e5eD44c1c66dB50e49A601F9f36cF6',
    v2: { factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f', router: '0x541aB7c31A119441eF3575F6973277DE0eF460bd' },
  },
  4326: {
    factory: '0x3a5F0CD7d62452b7f899B2A5758BFa57be0dE478',
    quoterV2: '0x31DB60C6a4C71909674094b404597762DF424AE7',
    swapRouter02: '0x48020De9208baFC183F5CAd5118FFbe8f0F913F5',
    v2: { factory: '0xbf56488c857A881ae7e3BED27Cf99c10A7Ab7e50', router: '0xb73055db2B3A3EaE87a331DD88e4a80b43602690' },
  },
  8453: {
    factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
    quoterV2: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
    swapRouter02: '0x2626664c2603336E57B271c5C0b26F421741e481',
    moreTiers: [200, 300, 400],
    v2: { factory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6', router: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24' },
  },
  42161: {
    ...FIRST_V3,
    v2: { factory: '0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9', router: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24' },
  },
  42220: {
    factory: '0xAfE208a311B21f13EF87E33A90049fC17A7acDEc',
    quoterV2: '0x82825d0554fA07f7FC52Ab63c961F330fdEFa8E8',
    swapRouter02: '0x5615CDAb10dc425a742d643d949a7F474C01abc4',
  },
  43114: {
    factory: '0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD',
    quoterV2: '0xbe0F5544EC67e9B3b2D979aaA43f18Fd87E6257F',
    swapRouter02: '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE',
    v2: { factory: '0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C', router: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24' },
  },
  81457: {
    factory: '0x792edAdE80af5fC680d96a2eD80A44247D2Cf6Fd',
    quoterV2: '0x6Cdcd65e03c1CEc3730AeeCd45bc140D57A25C77',
    swapRouter02: '0x549FEB8c9bd4c12Ad2AB27022dA12492aC452B66',
    v2: { factory: '0x5C346464d33F90bABaf70dB6388507CC889C1070', router: '0xBB66Eb1c5e875933D44DAe661dbD80e5D9B03035' },
  },
  7777777: {
    factory: '0x7145F8aeef1f6510E92164038E1B6F8cB2c42Cbb',
    quoterV2: '0x11867e1b3348F3ce4FcC170BC5af3d23E07E64Df',
    swapRouter02: '0x7De04c96BE5159c3b5CeffC82aa176dc81281557',
    v2: { factory: '0x0F797dC7efaEA995bB916f268D919d0a1950eE3C', router: '0xa00F34A632630EFd15223B1968358bA4845bEEC7' },
  },
}
/** Uniswap's V4 on one chain. */
export interface UniswapV4Contracts {
  /** Holds the tokens of all pools. */
  readonly poolManager: string
  readonly quoter: string
  /** The Universal Router of version 2.1.1 or 2.1.2: a swap has one member more than by 2.0. */
  readonly router: string
}

/** https://docs.uniswap.org/contracts/v4/deployments and @uniswap/universal-router-sdk: address and version are of one row. */
export const UNISWAP_V4: Readonly<Record<number, UniswapV4Contracts>> = {
  1: {
    poolManager: '0x000000000004444c5dc75cB358380D2e3dE08A90',
    quoter: '0x52F0E24D1c21C8A0cB1e5a5dD6198556BD9E1203',
    router: '0x4C82D1fBFe28C977cBB58D8C7FF8FCF9F70a2cCA',
  },
  10: {
    poolManager: '0x9a13F98Cb987694C9F086b1F5eB990EeA8264Ec3',
    quoter: '0x1f3131A13296FB91C90870043742C3CDBFF1A8d7',
    router: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b',
  },
  56: {
    poolManager: '0x28e2Ea090877bF75740558f6BFB36A5ffeE9e9dF',
    quoter: '0x9F75dD27D6664c475B90e105573E550ff69437B0',
    router: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b',
  },
  130: {
    poolManager: '0x1F98400000000000000000000000000000000004',
    quoter: '0x333E3C607B141b18fF6de9f258db6e77fE7491E0',
    router: '0xFdf682F51FE81Aa4898F0AE2163d8A55c127fbC7',
  },
  137: {
    poolManager: '0x67366782805870060151383F4BbFF9daB53e5cD6',
    quoter: '0xb3d5c3Dfc3a7aEbFF71895A7191796BFFc2c81b9',
    router: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b',
  },
  143: {
    poolManager: '0x188d586Ddcf52439676Ca21A244753fA19F9Ea8e',
    quoter: '0xa222Dd357A9076d1091Ed6Aa2e16C9742dD26891',
    router: '0xFdf682F51FE81Aa4898F0AE2163d8A55c127fbC7',
  },
  196: {
    poolManager: '0x360E68faCcca8cA495c1B759Fd9EEe466db9FB32',
    quoter: '0x8928074CA1b241D8Ec02815881c1Af11E8bC5219',
    router: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b',
  },
  480: {
    poolManager: '0xb1860D529182ac3BC1F51Fa2ABd56662b7D13f33',
    quoter: '0x55d235b3fF2DaF7c3ede0defC9521f1d6Fe6c5c0',
    router: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b',
  },
  1868: {
    poolManager: '0x360E68faCcca8cA495c1B759Fd9EEe466db9FB32',
    quoter: '0x3972C00f7ed4885e145823eb7C655375d275A1C5',
    router: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b',
  },
  4326: {
    poolManager: '0xaCB7e78fa05D562e0A5D3089ec896D57D057d38E',
    quoter: '0x94bDC671f0c35F44a1DaA53143fd1f868D1623b9',
    router: '0xAedd1CF4C14e833140A61E9C0d2b73a64795c823',
  },
  4663: {
    poolManager: '0x8366a39CC670B4001A1121B8F6A443A643e40951',
    quoter: '0x8Dc178eFB8111BB0973Dd9d722ebeFF267c98F94',
    router: '0x8876789976dEcBfCbBbe364623C63652db8C0904',
  },
  8453: {
    poolManager: '0x498581fF718922c3f8e6A244956aF099B2652b2b',
    quoter: '0x0d5e0F971ED27FBfF6c2837bf31316121532048D',
    router: '0xFdf682F51FE81Aa4898F0AE2163d8A55c127fbC7',
  },
  42161: {
    poolManager: '0x360E68faCcca8cA495c1B759Fd9EEe466db9FB32',
    quoter: '0x3972C00f7ed4885e145823eb7C655375d275A1C5',
    router: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b',
  },
  42220: {
    poolManager: '0x288dc841A52FCA2707c6947B3A777c5E56cd87BC',
    quoter: '0x28566da1093609182dFf2cB2A91CFD72e61d66cd',
    router: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b',
  },
  43114: {
    poolManager: '0x06380C0e0912312B5150364B9DC4542BA0DbBc85',
    quoter: '0xbE40675BB704506a3c2Ccfb762DCFd1e979845C2',
    router: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b',
  },
  57073: {
    poolManager: '0x360E68faCcca8cA495c1B759Fd9EEe466db9FB32',
    quoter: '0x3972C00f7ed4885e145823eb7C655375d275A1C5',
    router: '0x661E93cca42AfacB172121EF892830cA3b70F08d',
  },
  59144: {
    poolManager: '0x248083Fb965359d82b06C1F5322480Dcfc1AD857',
    quoter: '0x2C125569C0BeE20A66E33E5491C552B37EBD9934',
    router: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b',
  },
  81457: {
    poolManager: '0x1631559198A9e474033433b2958daBC135ab6446',
    quoter: '0x6F71Cdcb0d119fF72C6eb501ABCEb576fBF62BCF',
    router: '0x8B844f885672f333Bc0042cB669255f93a4C1E6b',
  },
  7777777: {
    poolManager: '0x0575338e4C17006aE181B47900A84404247CA30f',
    quoter: '0x5EDACcc0660E0a2C44b06E07Ce8B915E625DC2c6',
    router: '0xFdf682F51FE81Aa4898F0AE2163d8A55c127fbC7',
  },
}

/** Sushi's factory of V2 pools on Ethereum, whose code is Uniswap's. https://docs.sushi.com */
export const SUSHI_FACTORIES: Readonly<Record<number, string>> = { 1: '0xC0AEe478e3658e2610c5F7A4A2E1777cE9e4f2Ac' }

/** Recipients by which SwapRouter02 means whoever calls it, and itself. */
export const ROUTER_MEANS_SENDER = '0x0000000000000000000000000000000000000001'
export const ROUTER_MEANS_ITSELF = '0x0000000000000000000000000000000000000002'

/** KyberSwap's MetaAggregationRouterV2, the same on every chain but zkSync Era. https://docs.kyberswap.com */
export const KYBER_ROUTER = '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5'
/** The one of zkSync Era. */
export const KYBER_ROUTER_OF_ZKSYNC = '0x3F95eF3f2eAca871858dbE20A93c01daF6C2e923'

/** Velora's Augustus 6.2, the same on every chain; it takes the tokens too. https://developers.velora.xyz */
export const AUGUSTUS = '0x6A000F20005980200259B80c5102003040001068'

/** CoW Protocol's settlement, and the contract that takes the tokens for it; the same on every chain. https://docs.cow.fi */
export const GPV2_SETTLEMENT = '0x9008D19f58AAbD9eD0D60971565AA8510560ab41'
export const GPV2_VAULT_RELAYER = '0xC92E8bdf79f0507f65a392b0ab4667716BFE0110'

/** Chainflip's Vaults. https://docs.chainflip.io */
export const CHAINFLIP_VAULTS: Readonly<Record<number, string>> = {
  1: '0xF5e10380213880111522dd0efD3dbb45b9f62Bcc',
  42161: '0x79001a5e762f3bEFC8e5871b42F6734e00498920',
}

/** Across's SpokePools. https://github.com/across-protocol/contracts/blob/master/broadcast/deployed-addresses.json */
export const ACROSS_SPOKE_POOLS: Readonly<Record<number, string>> = {
  1: '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5',
  10: '0x6f26Bf09B1C792e3228e5467807a900A503c0281',
  56: '0x4e8E101924eDE233C13e2D8622DC8aED2872d505',
  130: '0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64',
  137: '0x9295ee1d8C5b022Be115A2AD3c30C72E34e7F096',
  143: '0xd2ecb3afe598b746F8123CaE365a598DA831A449',
  232: '0xb234cA484866c811d0e6D3318866F583781ED045',
  288: '0xBbc6009fEfFc27ce705322832Cb2068F8C1e0A58',
  324: '0xE0B015E54d54fc84a6cB9B666099c46adE9335FF',
  480: '0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64',
  999: '0x35E63eA3eb0fb7A3bc543C71FB66412e1F6B0E04',
  1135: '0x9552a0a6624A23B848060AE5901659CDDa1f83f8',
  1868: '0x3baD7AD0728f9917d1Bf08af5782dCbD516cDd96',
  4217: '0x2d4710F04Da90184255782d3715224A6C776955D',
  4326: '0x3Db06DA8F0a24A525f314eeC954fC5c6a973d40E',
  8453: '0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64',
  9745: '0x50039fAEfebef707cFD94D6d462fE6D10B39207a',
  34443: '0x3baD7AD0728f9917d1Bf08af5782dCbD516cDd96',
  42161: '0xe35e9842fceaCA96570B734083f4a58e8F7C5f2A',
  57073: '0xeF684C38F94F48775959ECf2012D7E864ffb9dd4',
  59144: '0x7E63A5f1a8F0B4d0934B2f2327DAED3F6bb2ee75',
  81457: '0x2D509190Ed0172ba588407D4c2df918F955Cc6E1',
  534352: '0x3baD7AD0728f9917d1Bf08af5782dCbD516cDd96',
}
