import { CCTP_TOKEN_MESSENGER } from '../../../core/evm/cctp/chains.ts'
import {
  ACROSS_SPOKE_POOLS,
  AUGUSTUS,
  CHAINFLIP_VAULTS,
  GPV2_SETTLEMENT,
  GPV2_VAULT_RELAYER,
  KYBER_ROUTER,
  KYBER_ROUTER_OF_ZKSYNC,
  UNISWAP,
  UNISWAP_V4,
} from '../../../core/evm/contracts.ts'
import { MAYAN_FORWARDER, MAYAN_SWIFT } from '../../../core/evm/bridges/mayan.ts'
import { SYMBIOSIS } from '../../../core/evm/bridges/symbiosis.ts'
import { WRAPPED_COINS } from '../../../core/evm/tokens.ts'

/*
 * Contracts whose code is public and whose functions are read here, each by two sources or more. One that stands at the same
 * address everywhere is made from its own code or by its own deployer, so that no other contract can have its address on
 * another chain.
 */

/** Where a contract stands: by address, the chains by EIP-155 id. */
type Places = Readonly<Record<string, readonly number[] | 'everywhere'>>

const CONTRACTS = {
  swapRouter02: uniswap(({ swapRouter02 }) => swapRouter02),
  swapRouter: { '0xE592427A0AEce92De3Edee1F18E0157C05861564': 'everywhere' },
  // Other V2 routers of Uniswap's have not been met.
  v2Router: uniswap(({ v2 }) => v2?.router, [1, 10, 56, 130, 137, 8453, 42161, 43114]),
  universalRouter1: {
    '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD': [1, 8453],
    '0xCb1355ff08Ab38bBCE60111F1bb2B784bE25D7e8': [10],
    '0x4Dae2f939ACf50408e13d58534Ff8c2776d45265': [56, 43114],
    '0xec7BE89e9d109e7e3Fec59c222CF297125FEFda2': [137],
    '0x5E325eDA8064b456f4781070C0738d849c824258': [42161],
    '0x643770E279d5D0733F21d6DC03A8efbABf3255B4': [42220, 81457],
  },
  universalRouter2: {
    '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af': [1],
    '0x851116D9223fabED8E56C0E6b8Ad0c31d98B3507': [10],
    '0x1906c1d672b88cD1B9aC7593301cA990F94Eae07': [56],
    '0xEf740bf23aCaE26f6492B10de645D6B98dC8Eaf3': [130],
    '0x1095692A6237d83C6a72F3F5eFEdb9A670C49223': [137],
    '0x8ac7bEE993bb44dAb564Ea4bc9EA67Bf9Eb5e743': [480],
    '0x6fF5693b99212Da76ad316178A184AB56D299b43': [8453],
    '0xA51afAFe0263b40EdaEf0Df8781eA9aa03E381a3': [42161],
    '0x112908daC86e20e7241B0927479Ea3Bf935d1fa0': [57073],
    '0xeAbBcB3E8E415306207ef514f660A3F820025BE3': [81457],
    '0x3315ef7cA28dB74aBADC6c44570efDF06b04B020': [7777777],
  },
  /** From 2.1.1 on. */
  universalRouter21: laterRouters(),
  kyber: { [KYBER_ROUTER]: 'everywhere', [KYBER_ROUTER_OF_ZKSYNC]: [324] },
  augustus: { [AUGUSTUS]: 'everywhere' },
  augustus5: { '0xDEF171Fe48CF0115B1d80b88dc8eAB59176FEe57': [1, 56, 137] },
  oneInch5: { '0x1111111254EEB25477B68fb85Ed929f73A960582': 'everywhere' },
  oneInch6: {
    '0x111111125421cA6dc452d289314280a0f8842A65': 'everywhere',
    '0x6fd4383cB451173D5f9304F041C7BCBf27d561fF': [324],
  },
  openOcean: { '0x6352a56caadC4F1E25CD6c75970Fa768A3304e64': 'everywhere' },
  /** One for each generation of EVM chains. */
  allowanceHolder: {
    '0x0000000000001fF3684f28c67538d4D072C22734': 'everywhere',
    '0x0000000000005E88410CcDFaDe4a5EfaE4b49562': 'everywhere',
  },
  /** The same on nearly every chain. https://docs.li.fi */
  lifi: {
    '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE': 'everywhere',
    '0x198FC70Dfe05E755C81e54bd67Bff3F729344B9b': [14, 88, 1480],
    '0xa7cd44521903C65915648385E3FE881E49171582': [40],
    '0x055d4612Ec74aD799C6cB4dF72C0Ab8dbDBCBAfa': [50],
    '0x864b314D4C5a0399368609581d3E8933a63b9232': [130, 1868, 57073],
    '0x026F252016A7C47CDEf1F05a3Fc9E20C92a49C37': [143, 747, 988, 4326, 9745, 43111, 5734951],
    '0xF3B20515d9B193531c48E47c18aF16d1e5d28f9a': [232],
    '0x341e94069f53234fE6DabeF707aD424830525715': [324],
    '0x0a0758d937d1059c356D4714e57F5df0239bce1A': [999],
    '0x24ca98fB6972F5eE05f0dB00595c7f68D9FaFd68': [1088],
    '0xFf70F4A1d11995621854F3692acF286d8aCd04b2': [1672, 42170],
    '0xeCeC3970Ca674278DA8D9B1c484ACaF6B20181F5': [1776],
    '0x452Cf1B8597E6319Cd21abd847312bF17E26d8d1': [2020, 60808],
    '0x4f8C9056bb8A3616693a76922FA35d53C056E5b3': [2741],
    '0xF7aB42D00D2399f8A4Fba2F15466Be40709fe307': [2818],
    '0x2cAcAE8e22418E65dcf7651c67aEbe6288EB8243': [4217],
    '0xB477751B76CF82d00a686A1232f5fCD772414Af3': [4663],
    '0x0bc413CAe89C5b3Ba3AA87FB98dCA23425E1828f': [5031],
    '0xA4072583658Fae592A3506A42431cb6316a8d40b': [5042],
    '0x926c22Dc753E543Cf9CaB75CeEB46ecf865d006a': [6900],
    '0x1255d17c1BC2f764d087536410879F2d0D8772fD': [8217],
    '0x213A83c67E1Fc0334eF684571ABCB820708A6536': [16661],
    '0x2dea447e7dc6cd2f10b31bF10dCB30F87E838417': [33139],
    '0x977474593c982cFa8b197cAE302e6d01f789435b': [42793],
    '0xDE1E598b81620773454588B85D6b5D4eEC32573e': [59144],
    '0xf909c4Ae16622898b885B89d7F839E0244851c66': [80094],
    '0x6f5C8Bb0C5Fe4ECeAC40EE1C238EaB6bbb29761c': [98866],
    '0xC59fe32C9549e3E8B5dCcdAbC45BD287Bd5bA2bc': [747474],
  },
  spokePool: placesOf(ACROSS_SPOKE_POOLS),
  acrossPeriphery: {
    '0x89415a82d909a7238d69094C3Dd1dCC1aCbDa85C': 'everywhere',
    '0x10D8b8DaA26d307489803e10477De69C0492B610': 'everywhere',
    '0x5a148a9260c1f670429361c34d40b477280F01a9': [232, 324],
  },
  /** https://docs.debridge.com */
  dlnSource: { '0xeF4fB24aD0916217251F553c0596F8Edc630EB66': 'everywhere' },
  dlnForwarder: { '0x663DC15D3C1aC63ff12E45Ab68FeA3F0a883C251': 'everywhere' },
  /** https://docs.relay.link */
  relayDepository: {
    '0x4cD00E387622C35bDDB9b4c962C136462338BC31': 'everywhere',
    '0x59916DA825D2D2eC1BF878D71c88826F6633ecca': 'everywhere',
  },
  /** Of the second and third version, with the proxies that take the tokens for them. */
  relayRouter: {
    '0xF5042e6ffaC5a625D4E7848e0b01373D8eB9e222': 'everywhere',
    '0xb92fe925DC43a0ECdE6c8b1a2709c170Ec4fFf4f': 'everywhere',
  },
  relayProxy: {
    '0xCcC88a9d1B4ED6b0EABA998850414b24f1c315bE': 'everywhere',
    '0x8754Bc615047de01228a7527B712806A71A8dc9a': 'everywhere',
    '0xBBbfD134E9b44BfB5123898BA36b01dE7ab93d98': 'everywhere',
  },
  /** No contract: the account that fills orders. https://docs.relay.link/references/api/api_resources/contract-addresses */
  relaySolver: { '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF': 'everywhere' },
  /** https://dev.thorchain.org */
  thorchainRouter: {
    '0xD37BbE5744D730a1d98d8DC97c42F0Ca46aD7146': [1],
    '0xb30eC53F98ff5947EDe720D32aC2da7e52A5f56b': [56],
    '0x68208D99746b805a1Ae41421950A47b711E35681': [8453],
    '0x8F66c4AE756BEbC49Ec8B81966DD8bba9f127549': [43114],
  },
  chainflipVault: placesOf(CHAINFLIP_VAULTS),
  /** https://docs.cow.fi */
  gpv2Settlement: { [GPV2_SETTLEMENT]: 'everywhere' },
  /** Tokens and pools of LayerZero's: which of them is whose is not known well enough. */
  oft: {},
  cctp: { [CCTP_TOKEN_MESSENGER]: 'everywhere' },
  /** https://docs.mayan.finance */
  mayanForwarder: { [MAYAN_FORWARDER]: 'everywhere' },
  /** Of the second version, and of the first. */
  mayanSwift: { [MAYAN_SWIFT.V2.address]: MAYAN_SWIFT.V2.chainIds },
  mayanSwift1: { [MAYAN_SWIFT.V1.address]: MAYAN_SWIFT.V1.chainIds },
  symbiosisRouter: placesOf(Object.fromEntries(Object.entries(SYMBIOSIS).map(([id, { router }]) => [id, router]))),
  /** https://developers.circle.com/cctp/references/hypercore-contract-addresses */
  cctpExtension: { '0xA95d9c1F655341597C94393fDdc30cf3c08E4fcE': [42161] },
  squid: { '0xce16F69375520ab01377ce7B88f5BA8C48F8D666': 'everywhere' },
} as const satisfies Record<string, Places>

/** A contract whose functions are read. */
export type ContractKey = keyof typeof CONTRACTS

const KEYS = Object.keys(CONTRACTS) as ContractKey[]

/** What takes money for an order that it does not show, by the provider that fills it. */
const TAKERS: Readonly<Record<string, readonly ContractKey[]>> = {
  RELAY: ['relayDepository', 'relayRouter', 'relayProxy', 'relaySolver'],
  LIFI: ['lifi'],
  CHAINFLIP: ['chainflipVault'],
}

/**
 * The contract that stands at an address, as far as this program has met it.
 * @param chainId EIP-155
 * @param address 0x address in any letter case
 */
export function contractAt(chainId: number, address: string): ContractKey | undefined {
  const wanted = address.toLowerCase()
  return KEYS.find((key) =>
    Object.entries<readonly number[] | 'everywhere'>(CONTRACTS[key]).some(
      ([known, chains]) => known.toLowerCase() === wanted && (chains === 'everywhere' || chains.includes(chainId)),
    ),
  )
}

/**
 * True where a provider takes money for its orders itself at an address.
 * @param chainId EIP-155
 * @param address 0x address in any letter case
 */
export function takesFor(provider: string, chainId: number, address: string): boolean {
  const at = contractAt(chainId, address)
  return at !== undefined && TAKERS[provider]?.includes(at) === true
}

/**
 * The contract that needs the allowance for a call: the called one, but where another takes the tokens for it alone.
 * @param chainId EIP-155
 * @param address 0x address of the called contract, in any letter case
 */
export function spenderFor(chainId: number, address: string): string {
  switch (contractAt(chainId, address)) {
    case 'gpv2Settlement':
      return GPV2_VAULT_RELAYER
    case 'symbiosisRouter':
      return SYMBIOSIS[chainId]?.gateway ?? address
    default:
      return address
  }
}

/** Address of a chain's wrapped coin in small letters; undefined where it is not known. @param chainKey of the catalog */
export function wrappedCoin(chainKey: string): string | undefined {
  return WRAPPED_COINS.get(chainKey)?.toLowerCase()
}

/** The Universal Routers of V4's table, and a further chain on which that of Unichain stands at the same address. */
function laterRouters(): Places {
  const own = Object.entries(UNISWAP_V4).map(([id, { router }]): [string, string] => [id, router])
  const same = { 130: [4217] }
  const further = Object.entries(same).flatMap(([id, chains]) =>
    chains.map((chainId): [string, string] => [String(chainId), UNISWAP_V4[Number(id)]?.router ?? '']),
  )
  return placesOf(Object.fromEntries([...own, ...further]))
}

/** Where one of Uniswap's contracts stands. @param only of these chains */
function uniswap(pick: (contracts: (typeof UNISWAP)[number]) => string | undefined, only?: readonly number[]): Places {
  const addresses = Object.entries(UNISWAP).flatMap(([id, contracts]): [string, string][] => {
    const address = pick(contracts)
    return address === undefined || only?.includes(Number(id)) === false ? [] : [[id, address]]
  })
  return placesOf(Object.fromEntries(addresses))
}

/** The chains of each address. @param addresses by EIP-155 id */
function placesOf(addresses: Readonly<Record<string, string>>): Places {
  const places = Object.entries(addresses)
  return Object.fromEntries(
    places.map(([, address]) => [
      address,
      places.filter(([, other]) => other === address).map(([chainId]) => Number(chainId)),
    ]),
  )
}
