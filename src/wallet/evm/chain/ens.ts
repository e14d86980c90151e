import { ENS_FUNCTIONS } from '../../../core/evm/functions.ts'
import { ENS_UNIVERSAL_RESOLVER } from '../../../core/evm/contracts.ts'
import { bytesToHex } from 'viem'
import { namehash, normalize, packetToBytes } from 'viem/ens'
import { encodeCall } from '../../../core/evm/abi.ts'
import { readAddress, readBytes, resultsOf, Unreadable } from '../../../core/evm/words.ts'
import { checkAddress } from '../../../core/assets/address.ts'
import { RpcError } from '../../../core/evm/rpc-error.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import { SwapError } from '../../../core/api/errors.ts'
import { isRevert } from '../../../core/evm/revert-reason.ts'
import type { NamedAddress } from '../../family.ts'
import type { EvmChain } from '../evm-chain.ts'
import { verifyNode } from './chain-id.ts'
import { askNode } from './node-refusal.ts'

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
 * Looks up what an ENS name stands for on an EVM chain. Records that gateways keep outside the chain are not read:
 * the gateway's operator would learn who pays whom. Ethereum's own address stands in for another chain's only
 * where no contract lives there, since the same address of a contract may have another owner, or none, elsewhere.
 * @param chainId numeric id of the EVM chain on which the address is to be used
 * @throws INVALID_ADDRESS for a name that is none, or stands for no address there; SERVICE_UNAVAILABLE, CONFIG_INVALID
 */
export async function resolveEns(ethereum: EvmChain, text: string, chainId = 1): Promise<NamedAddress> {
  const name = normalizeName(text)
  if (BigInt(chainId) >= EVM_BIT)
    throw invalid(`${cleanText(name)} cannot be looked up for a chain that is not an EVM chain`)
  await verifyNode(ethereum)
  if (chainId === 1) {
    const address = await readRecord(ethereum, name)
    if (address === undefined) throw noRecord(name, 'on Ethereum')
    return { name, address, warning: undefined }
  }
  const own = await readRecord(ethereum, name, EVM_BIT | BigInt(chainId))
  if (own !== undefined) return { name, address: own, warning: undefined }
  const everywhere = await readRecord(ethereum, name, EVM_BIT)
  if (everywhere !== undefined) {
    const warning = `${cleanText(name)} has no address of its own for the chain ${chainId}; this is its address for every EVM chain`
    return { name, address: everywhere, warning }
  }
  const address = await readRecord(ethereum, name)
  if (address === undefined) throw noRecord(name, `on the chain ${chainId}, nor on Ethereum`)
  if (await isContract(ethereum, address)) {
    throw invalid(
      `${cleanText(name)} has no address for the chain ${chainId}, and on Ethereum it stands for a contract, which may not exist elsewhere`,
    )
  }
  const warning = `${cleanText(name)} has no address for the chain ${chainId}; this is its address on Ethereum`
  return { name, address, warning }
}

/** @throws INVALID_ADDRESS */
function normalizeName(text: string): string {
  try {
    return normalize(text.trim())
  } catch (cause) {
    // Look-alike letters and mixed scripts end here too.
    const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : ''
    throw invalid(`"${cleanText(text, 80)}" is not an ENS name: ${cleanText(reason, 160)}`, cause)
  }
}

/** Empty bytes and the zero address are how a record is taken back. @throws INVALID_ADDRESS */
function addressOf(name: string, found: string): string | undefined {
  if (/^0x(?:0{40})?$/.test(found)) return undefined
  const checked = checkAddress('evm', found.toLowerCase())
  if (checked.ok) return checked.canonical
  throw invalid(`What ${cleanText(name)} stands for is not an EVM address`)
}

/**
 * The address in a record of a name, by default that of Ethereum; undefined where it has none. viem's `getEnsAddress`
 * (2.57.1) takes a word with bits above an address for one, asks gateways, and loads 100 KB more.
 * @throws INVALID_ADDRESS SERVICE_UNAVAILABLE
 */
async function readRecord(ethereum: EvmChain, name: string, coinType?: bigint): Promise<string | undefined> {
  const node = BigInt(namehash(name))
  const query =
    coinType === undefined
      ? encodeCall(ENS_FUNCTIONS.addr.selector, [node])
      : encodeCall(ENS_FUNCTIONS.addrOfCoin.selector, [node, coinType])
  const data = encodeCall(ENS_FUNCTIONS.resolve.selector, [
    { bytes: bytesToHex(packetToBytes(name)) },
    { bytes: query },
  ])
  let answer: unknown
  try {
    answer = await ethereum.rpc.request({
      method: 'eth_call',
      params: [{ to: ENS_UNIVERSAL_RESOLVER, data }, 'latest'],
    })
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    const selector = isRevert(error) ? error.data?.slice(0, 10).toLowerCase() : undefined
    if (selector === undefined) throw badAnswer(ethereum, error)
    if (NO_RECORD.has(selector)) return undefined
    if (selector === OFFCHAIN_LOOKUP) {
      throw invalid(`${cleanText(name)} is kept outside the chain by a gateway, which swapcli does not ask`, error)
    }
    throw badAnswer(ethereum, error)
  }
  try {
    const record = readBytes(resultsOf(String(answer)), 0)
    if (record === '0x') return undefined
    const results = resultsOf(record)
    return addressOf(name, coinType === undefined ? readAddress(results, 0) : readBytes(results, 0))
  } catch (error) {
    throw error instanceof Unreadable ? badAnswer(ethereum) : error
  }
}

/** Code that only delegates an account (EIP-7702) leaves it the same owner everywhere. */
async function isContract({ rpc }: EvmChain, address: string): Promise<boolean> {
  const code = await askNode(rpc, 'eth_getCode', [address, 'latest'])
  return code !== '0x' && !(typeof code === 'string' && /^0xef0100[0-9a-f]{40}$/i.test(code))
}

function noRecord(name: string, where: string): SwapError {
  return invalid(`${cleanText(name)} stands for no address ${where}`)
}

function invalid(message: string, cause?: unknown): SwapError {
  return new SwapError('INVALID_ADDRESS', message, { hint: 'Give the 0x address itself', cause })
}

function badAnswer({ name }: EvmChain, cause?: unknown): SwapError {
  return new SwapError('SERVICE_UNAVAILABLE', `The node of ${name} gives no answer that ENS would give`, {
    hint: 'Give the 0x address itself, or try again',
    cause,
  })
}
