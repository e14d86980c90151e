import { ENS_FUNCTIONS } from '../../../core/evm/functions.ts'
import { ENS_UNIVERSAL_RESOLVER } from '../../../core/evm/contracts.ts'
import { namehash, normalize, packetToBytes } from 'viem/ens'
import { encodeCall, readBytes, readPointer } from '../../../core/evm/abi.ts'
import { checkAddress } from '../../../core/assets/address.ts'
import { RpcError } from '../../../core/evm/chain-rpc.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import { SwapError } from '../../../core/api/errors.ts'
import { isRevert } from '../../../core/evm/revert-reason.ts'
import type { PayChain } from '../pay-chain.ts'
import { verifyNode } from './chain-id.ts'
import { askNode } from './node-refusal.ts'

export { looksLikeEns } from './ens-name.ts'

/** What an ENS name stands for. It is to be shown before it is used. */
export interface EnsAddress {
  /** In its normal form (ENSIP-15): what was looked up. */
  readonly name: string
  /** 0x address with EIP-55 capitals. */
  readonly address: string
  /**
   * Which record of the name says so: that of the chain itself, the one for every EVM chain, or Ethereum's, where the
   * name has none for the chain.
   */
  readonly source: 'chain' | 'default' | 'ethereum'
  /** What to show beside the address before money goes there. */
  readonly warning: string | undefined
}

/** OffchainLookup(address,string[],bytes,bytes4,bytes): the record is kept by a gateway (ERC-3668). */
const OFFCHAIN_LOOKUP = '0x556f1830'
/** Errors by which the resolver says that there is no such name or record. */
const NO_RECORD: ReadonlySet<string> = new Set([
  '0x77209fe8', // ResolverNotFound(bytes)
  '0x1e9535f2', // ResolverNotContract(bytes,address)
  '0x7b1c461b', // UnsupportedResolverProfile(bytes4)
  '0x95c0c752', // ResolverError(bytes)
])

/** Coin type of the record for every EVM chain (ENSIP-19), and the bit that marks those of one chain (ENSIP-11). */
const EVM_BIT = 0x80000000n

/**
 * Looks up what an ENS name stands for on an EVM chain. Records that gateways keep outside the chain are not asked for:
 * whoever runs a gateway would learn who is paid, and by whom. Ethereum's own address stands in for another chain's only
 * where no contract lives there, since the same address of a contract may have another owner, or none, elsewhere.
 * @param chainId numeric id of the EVM chain on which the address is to be used
 * @throws INVALID_ADDRESS for a name that is none, or stands for no address there; SERVICE_UNAVAILABLE, CONFIG_INVALID
 */
export async function resolveEns(ethereum: PayChain, text: string, chainId = 1): Promise<EnsAddress> {
  const name = normalized(text)
  if (BigInt(chainId) >= EVM_BIT)
    throw invalid(`${cleanText(name)} cannot be looked up for a chain that is no EVM chain`)
  await verifyNode(ethereum)
  if (chainId === 1) {
    const address = await ethereumRecord(ethereum, name)
    if (address === undefined) throw nothing(name, 'on Ethereum')
    return { name, address, source: 'chain', warning: undefined }
  }
  const own = await coinRecord(ethereum, name, EVM_BIT | BigInt(chainId))
  if (own !== undefined) return { name, address: own, source: 'chain', warning: undefined }
  const everywhere = await coinRecord(ethereum, name, EVM_BIT)
  if (everywhere !== undefined) {
    const warning = `${cleanText(name)} has no address of its own for the chain ${chainId}; this is its address for every EVM chain`
    return { name, address: everywhere, source: 'default', warning }
  }
  const address = await ethereumRecord(ethereum, name)
  if (address === undefined) throw nothing(name, `on the chain ${chainId}, nor on Ethereum`)
  if (await isContract(ethereum, address)) {
    throw invalid(
      `${cleanText(name)} has no address for the chain ${chainId}, and on Ethereum it stands for a contract, which may not exist elsewhere`,
    )
  }
  const warning = `${cleanText(name)} has no address for the chain ${chainId}; this is its address on Ethereum`
  return { name, address, source: 'ethereum', warning }
}

/** @throws INVALID_ADDRESS */
function normalized(text: string): string {
  try {
    return normalize(text.trim())
  } catch (cause) {
    // Look-alike letters and mixed scripts end here too.
    const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : ''
    throw invalid(`"${cleanText(text, 80)}" is no ENS name: ${cleanText(reason, 160)}`, cause)
  }
}

/** Ethereum's address of a name; undefined where it has none. @throws INVALID_ADDRESS SERVICE_UNAVAILABLE */
async function ethereumRecord(ethereum: PayChain, name: string): Promise<string | undefined> {
  const found = await resolve(ethereum, name, encodeCall(ENS_FUNCTIONS.addr.selector, [BigInt(namehash(name))]))
  if (found === undefined || found === '0x') return undefined
  if (!/^0x0{24}[0-9a-fA-F]{40}$/.test(found)) throw strange(ethereum)
  return addressOf(name, `0x${found.slice(-40)}`)
}

/** Address of a name for a coin type; undefined where it has none. @throws INVALID_ADDRESS SERVICE_UNAVAILABLE */
async function coinRecord(ethereum: PayChain, name: string, coinType: bigint): Promise<string | undefined> {
  const answer = await resolve(
    ethereum,
    name,
    encodeCall(ENS_FUNCTIONS.addrOfCoin.selector, [BigInt(namehash(name)), coinType]),
  )
  if (answer === undefined || answer === '0x') return undefined
  const found = bytesAt(answer, 0)
  if (found === undefined) throw strange(ethereum)
  return found === '0x' ? undefined : addressOf(name, found)
}

/** The zero address is how a record is taken back. @throws INVALID_ADDRESS */
function addressOf(name: string, found: string): string | undefined {
  if (/^0x0{40}$/.test(found)) return undefined
  const checked = checkAddress('evm', found.toLowerCase())
  if (checked.ok) return checked.canonical
  throw invalid(`What ${cleanText(name)} stands for is no EVM address`)
}

/** What the name's resolver answers a query; undefined where there is no resolver or no such record. */
async function resolve(ethereum: PayChain, name: string, query: string): Promise<string | undefined> {
  const data = encodeCall(ENS_FUNCTIONS.resolve.selector, [{ bytes: hexOf(packetToBytes(name)) }, { bytes: query }])
  let answer: unknown
  try {
    answer = await ethereum.rpc.request({
      method: 'eth_call',
      params: [{ to: ENS_UNIVERSAL_RESOLVER, data }, 'latest'],
    })
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    const selector = isRevert(error) ? error.data?.slice(0, 10).toLowerCase() : undefined
    if (selector === undefined) throw strange(ethereum, error)
    if (NO_RECORD.has(selector)) return undefined
    if (selector === OFFCHAIN_LOOKUP) {
      throw invalid(`${cleanText(name)} is kept outside the chain by a gateway, which swapcli does not ask`, error)
    }
    throw strange(ethereum, error)
  }
  const result = typeof answer === 'string' ? bytesAt(answer, 0) : undefined
  if (result === undefined) throw strange(ethereum)
  return result
}

/** Code that only delegates an account (EIP-7702) leaves it the same owner everywhere. */
async function isContract({ rpc }: PayChain, address: string): Promise<boolean> {
  const code = await askNode(rpc, 'eth_getCode', [address, 'latest'])
  return code !== '0x' && !(typeof code === 'string' && /^0xef0100[0-9a-f]{40}$/i.test(code))
}

function bytesAt(data: string, byte: number): string | undefined {
  const start = readPointer(data, byte, 0)
  return start === undefined ? undefined : readBytes(data, start)
}

function hexOf(bytes: Uint8Array): string {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function nothing(name: string, where: string): SwapError {
  return invalid(`${cleanText(name)} stands for no address ${where}`)
}

function invalid(message: string, cause?: unknown): SwapError {
  return new SwapError('INVALID_ADDRESS', message, { hint: 'Give the 0x address itself', cause })
}

function strange({ name }: PayChain, cause?: unknown): SwapError {
  return new SwapError('SERVICE_UNAVAILABLE', `The node of ${name} gives no answer that ENS would give`, {
    hint: 'Give the 0x address itself, or try again',
    cause,
  })
}
