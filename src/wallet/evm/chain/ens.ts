import { ENS_FUNCTIONS } from '../../../core/evm/functions.ts'
import { ENS_UNIVERSAL_RESOLVER } from '../../../core/evm/contracts.ts'
import { bytesToHex } from 'viem'
import { namehash, normalize, packetToBytes } from 'viem/ens'
import { encodeCall } from '../../../core/evm/abi.ts'
import { NodesDisagree, readAgreed } from '../../../core/evm/agreement.ts'
import { isHex, quantityOf, toQuantity } from '../../../core/evm/json-rpc.ts'
import { readAddress, readBytes, resultsOf } from '../../../core/evm/words.ts'
import { checkAddress } from '../../../core/assets/address.ts'
import { RpcError } from '../../../core/evm/rpc-error.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import { SwapError } from '../../../core/api/errors.ts'
import { isRevert } from '../../../core/evm/revert-reason.ts'
import type { Json, OperatorAnswer } from '../../../core/ports.ts'
import type { NamedAddress } from '../../family.ts'
import { refusalFor } from '../../refusal.ts'
import type { EvmChain } from '../evm-chain.ts'
import { verifyNode } from './chain-id.ts'

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

/** Blocks below the head at which a name is read: every node has that block already. */
const PINNED_DEPTH = 3n
/** Blocks by which the heads of Ethereum's nodes may differ, so that no node chooses an old state of a name. */
const MOST_APART = 5n

/**
 * Looks up what an ENS name stands for on an EVM chain, by nodes of two operators at one block. Records that gateways keep
 * outside the chain are not read: the gateway's operator would learn who pays whom. Ethereum's own address stands in for
 * another chain's only where no contract lives there, since the same address of a contract may have another owner, or
 * none, elsewhere.
 * @param chainId numeric id of the EVM chain on which the address is to be used
 * @throws INVALID_ADDRESS for a name that is none, or stands for no address there; WALLET_REFUSED where nodes answer
 * differently; SERVICE_UNAVAILABLE, CONFIG_INVALID
 */
export async function resolveEns(ethereum: EvmChain, text: string, chainId = 1): Promise<NamedAddress> {
  const name = normalizeName(text)
  if (BigInt(chainId) >= EVM_BIT)
    throw invalid(`${cleanText(name)} cannot be looked up for a chain that is not an EVM chain`)
  await verifyNode(ethereum)
  const reader = await openReader(ethereum, name)
  const found = (address: string, warning?: string): NamedAddress => ({
    ...{ name, address, warning },
    isAgreed: reader.isAgreed(),
  })
  if (chainId === 1) {
    const address = await readRecord(reader, name)
    if (address === undefined) throw noRecord(name, 'on Ethereum')
    return found(address)
  }
  const own = await readRecord(reader, name, EVM_BIT | BigInt(chainId))
  if (own !== undefined) return found(own)
  const everywhere = await readRecord(reader, name, EVM_BIT)
  if (everywhere !== undefined) {
    const warning = `${cleanText(name)} has no address of its own for the chain ${chainId}; this is its address for every EVM chain`
    return found(everywhere, warning)
  }
  const address = await readRecord(reader, name)
  if (address === undefined) throw noRecord(name, `on the chain ${chainId}, nor on Ethereum`)
  if (await isContract(reader, address)) {
    throw invalid(
      `${cleanText(name)} has no address for the chain ${chainId}, and on Ethereum it stands for a contract, which may not exist elsewhere`,
    )
  }
  return found(address, `${cleanText(name)} has no address for the chain ${chainId}; this is its address on Ethereum`)
}

/** Reads of one block on which operators agree. */
interface AgreedReader {
  /** @param read what it throws counts as no answer. @throws WALLET_REFUSED SERVICE_UNAVAILABLE */
  read<T>(method: string, subject: Json, read: (answer: OperatorAnswer) => T): Promise<T>
  /** True when nobody answered alone so far. */
  isAgreed(): boolean
}

async function openReader(ethereum: EvmChain, name: string): Promise<AgreedReader> {
  const { rpc } = ethereum
  const tag = rpc.isOwn ? 'latest' : await pinBlock(ethereum, name)
  let isAgreed = true
  return {
    isAgreed: () => isAgreed,
    read: async (method, subject, read) => {
      try {
        const agreed = await readAgreed(rpc, { method, params: [subject, tag] }, read, isSameJson)
        if (agreed === undefined) throw badAnswer(ethereum)
        if (agreed.by === 'single node') isAgreed = false
        return agreed.value
      } catch (error) {
        if (!(error instanceof NodesDisagree)) throw error
        throw unknownName(name, error.message)
      }
    },
  }
}

/** A block that the nodes of two operators have: no single one chooses it where three answer. @throws WALLET_REFUSED */
async function pinBlock(ethereum: EvmChain, name: string): Promise<string> {
  const answers = await ethereum.rpc.requestOperators({ method: 'eth_blockNumber', params: [] }, 3)
  const heads = answers.flatMap((answer) => ('value' in answer ? (quantityOf(answer.value) ?? []) : []))
  const [newest, second = newest] = heads.sort((a, b) => (a < b ? 1 : -1))
  if (newest === undefined || second === undefined) throw badAnswer(ethereum)
  const apart = newest - (heads.at(-1) ?? second)
  if (apart > MOST_APART) throw unknownName(name, `the nodes are ${apart} blocks apart`)
  return toQuantity(second > PINNED_DEPTH ? second - PINNED_DEPTH : 0n)
}

function unknownName(name: string, why: string): SwapError {
  return refusalFor(
    'name',
    `Nobody knows what ${cleanText(name)} is: ${why}`,
    'Nothing was signed. Give the 0x address itself: --recipient ADDRESS',
  )
}

function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
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

/** What a node says of a record. */
type EnsRecord =
  { readonly kind: 'address'; readonly address: string } | { readonly kind: 'none' | 'invalid' | 'kept outside' }

/** Empty bytes and the zero address are how a record is taken back. */
function addressRecord(found: string): EnsRecord {
  if (/^0x(?:0{40})?$/.test(found)) return { kind: 'none' }
  const checked = checkAddress('evm', found.toLowerCase())
  return checked.ok ? { kind: 'address', address: checked.canonical } : { kind: 'invalid' }
}

/**
 * The address in a record of a name, by default that of Ethereum; undefined where it has none. viem's `getEnsAddress`
 * (2.57.1) takes a word with bits above an address for one, asks gateways, and loads 100 KB more.
 * @throws INVALID_ADDRESS SERVICE_UNAVAILABLE WALLET_REFUSED
 */
async function readRecord(reader: AgreedReader, name: string, coinType?: bigint): Promise<string | undefined> {
  const node = BigInt(namehash(name))
  const query =
    coinType === undefined
      ? encodeCall(ENS_FUNCTIONS.addr.selector, [node])
      : encodeCall(ENS_FUNCTIONS.addrOfCoin.selector, [node, coinType])
  const data = encodeCall(ENS_FUNCTIONS.resolve.selector, [
    { bytes: bytesToHex(packetToBytes(name)) },
    { bytes: query },
  ])
  const record = await reader.read('eth_call', { to: ENS_UNIVERSAL_RESOLVER, data }, (answer): EnsRecord => {
    if ('error' in answer) return recordOfError(answer.error)
    const bytes = readBytes(resultsOf(String(answer.value)), 0)
    if (bytes === '0x') return { kind: 'none' }
    const results = resultsOf(bytes)
    return addressRecord(coinType === undefined ? readAddress(results, 0) : readBytes(results, 0))
  })
  switch (record.kind) {
    case 'address':
      return record.address
    case 'none':
      return undefined
    case 'invalid':
      throw invalid(`What ${cleanText(name)} stands for is not an EVM address`)
    case 'kept outside':
      throw invalid(`${cleanText(name)} is kept outside the chain by a gateway, which swapcli does not ask`)
  }
}

/** @throws the error where it says nothing about the name */
function recordOfError(error: Error): EnsRecord {
  const selector = error instanceof RpcError && isRevert(error) ? error.data?.slice(0, 10).toLowerCase() : undefined
  if (selector !== undefined && NO_RECORD.has(selector)) return { kind: 'none' }
  if (selector === OFFCHAIN_LOOKUP) return { kind: 'kept outside' }
  throw error
}

/** Code that only delegates an account (EIP-7702) leaves it the same owner everywhere. */
function isContract(reader: AgreedReader, address: string): Promise<boolean> {
  return reader.read('eth_getCode', address, (answer) => {
    if ('error' in answer || !isHex(answer.value)) throw new Error('no code')
    return answer.value !== '0x' && !/^0xef0100[0-9a-f]{40}$/i.test(answer.value)
  })
}

function noRecord(name: string, where: string): SwapError {
  return invalid(`${cleanText(name)} stands for no address ${where}`)
}

function invalid(message: string, cause?: unknown): SwapError {
  return new SwapError('INVALID_ADDRESS', message, { hint: 'Give the 0x address itself', cause })
}

function badAnswer({ name }: EvmChain): SwapError {
  return new SwapError('SERVICE_UNAVAILABLE', `The nodes of ${name} give no answer that ENS would give`, {
    hint: 'Give the 0x address itself, or try again',
  })
}
