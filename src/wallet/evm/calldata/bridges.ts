import { NATIVE_ADDRESS } from '../../../core/assets/catalog.ts'
import {
  CCTP_FUNCTIONS,
  CHAINFLIP_VAULT_FUNCTIONS,
  fn,
  RELAY_FUNCTIONS,
  selectorOf,
  THORCHAIN_ROUTER_FUNCTIONS,
} from '../../../core/evm/functions.ts'
import { CCTP_FORWARD_HOOK } from '../../../core/evm/cctp/chains.ts'
import { blocksToSec, isSpreadTooLong } from '../../../core/swap/networks/streaming.ts'
import {
  leastAtPrice,
  MOST_RETRY_BLOCKS,
  readVaultSwapTerms,
  solanaBytes,
  vaultAssetByNumber,
  type VaultSwapTerms,
} from '../../../core/swap/networks/vault-swap.ts'
import { duration } from '../../../core/text/duration.ts'
import { TOKENS } from '../../../core/evm/tokens.ts'
import { Unreadable, utf8Text } from '../../../core/evm/words.ts'
import { COIN, type DecodedCall, type Decoder, HostileCall, type KnownCall } from './call-types.ts'
import { accountOf, asCoin, bytesOf, collect, exclusivityOf, hasMessage, numberOf } from './collect.ts'
import { NEEDS_CLAIM, NOT_SHOWN, ORDER_BY_NUMBER, PASSED_ON, PAYOUT_COST, vaultDoubt } from './doubts.ts'
import { RELAY_TAIL } from './relay.ts'
import { type RoleValues, readCall } from './signature.ts'

/*
 * Bridges: Across' SpokePool and its periphery, deBridge's DlnSource and its forwarder, Relay's depository, the router of
 * THORChain and Maya, Chainflip's Vault, Circle's CCTP, tokens and pools of LayerZero and Stargate, Squid. https://docs.across.to,
 * https://docs.debridge.com, https://docs.relay.link, https://dev.thorchain.org/concepts/sending-transactions.html,
 * https://developers.circle.com/cctp, https://docs.stargate.finance, https://docs.squidrouter.com
 */

/** Most of what is given that an affiliate may get, in parts of it: more would leave nobody to fill the order. */
const LEAST_PARTS_OF_AFFILIATE = 33n
const HYPEREVM_DOMAIN = 19n
const CCTP_FORWARDER = '0xb21d281dedb17ae5b501f6aa8256fe38c4e45757'
/** `cctp-forward` in 24 bytes, version 0, length 24, the account, and 0 for the USDC of perpetuals. */
const FORWARD_HOOK = /^0x636374702d666f72776172640{24}0{8}00000018([0-9a-f]{40})0{8}$/
/** As the catalog has them. */
const HYPERCORE_CHAIN = 1337n
/** HyperCore names its dollars by their contract on Arbitrum. */
const HYPERCORE_USDC = TOKENS.arbitrum.USDC.toLowerCase()
/** Tags that front ends leave behind a deposit. https://docs.across.to */
const ACROSS_TAIL = 64

/** Without the recipient where a contract gets the money. */
function unlessPassedOn(found: RoleValues, decoded: DecodedCall): DecodedCall {
  if (!hasMessage(found)) return decoded
  const { recipients: _recipients, ...known } = decoded
  return { ...known, isPassedOn: true, doubts: [...(decoded.doubts ?? []), PASSED_ON] }
}

const acrossDeposit: Decoder = (found, call, nested) => {
  const decoded = collect(found, call, nested)
  const { tokenOut, ...others } = decoded
  if (tokenOut !== COIN) return unlessPassedOn(found, { ...decoded, ...exclusivityOf(found) })
  if (!hasMessage(found)) throw new HostileCall('does not name the token that it pays out')
  return unlessPassedOn(found, { ...others, isSameAsset: true, ...exclusivityOf(found) })
}

/** A pool takes the coin that comes along in place of its wrapped form. */
const spokeDeposit: Decoder = (found, call, nested) => {
  const decoded = acrossDeposit(found, call, nested)
  return { ...decoded, inputs: (decoded.inputs ?? []).map((input) => ({ ...input, orCoin: true })) }
}

/** The coin goes into the pool as the token that the call names. */
const coinDeposit: Decoder = (found, call, nested) => ({
  ...acrossDeposit(found, call, nested),
  wrapper: accountOf(found, 'wrapper'),
})

const swapAndBridge: Decoder = (found, call, nested) => ({
  ...acrossDeposit(found, call, nested),
  between: { token: accountOf(found, 'betweenToken'), least: numberOf(found, 'betweenLeast') },
})

/** An order of deBridge's: its affiliate gets an amount of what is given, and one party alone may be allowed to fill it. */
const dlnOrder: Decoder = (found, call, nested) => {
  if (bytesOf(found, 'exclusiveFiller').some((taker) => taker !== '0x')) {
    throw new HostileCall('lets one party alone fill the order, which never ends')
  }
  const [affiliate = '0x'] = bytesOf(found, 'fee')
  if (affiliate !== '0x') {
    const digits = affiliate.slice(42)
    if (affiliate.length !== 2 + 2 * 52) throw new Unreadable('no affiliate')
    if (BigInt(`0x${digits}`) * LEAST_PARTS_OF_AFFILIATE > numberOf(found, 'amountIn')) {
      throw new HostileCall('gives an affiliate more than 3 % of the amount')
    }
  }
  return unlessPassedOn(found, { ...collect(found, call, nested), numbering: 'debridge' })
}

/** A swap whose outcome goes into an order. */
const dlnForwarded: Decoder = (found, call, nested) => {
  const [inner = '0x'] = bytesOf(found, 'nestedCall')
  const order = DLN_ORDERS.find(({ selector }) => selector === selectorOf(inner))
  if (order === undefined) throw new Unreadable('no order within')
  const ordered = readCall(inner, order.signature)
  const decoded = dlnOrder(ordered, call, nested)
  const { token, amount } = decoded.inputs?.[0] ?? { token: COIN, amount: 0n }
  if (token !== asCoin(accountOf(found, 'betweenToken'))) {
    throw new HostileCall('orders with another token than its swap gives')
  }
  const { inputs = [], authorities = [], callTargets = [] } = collect(found, call, nested)
  return {
    ...decoded,
    inputs,
    authorities: [...(decoded.authorities ?? []), ...authorities],
    callTargets,
    // The order takes what it says: a swap that gives less makes the whole fail.
    between: { token, least: amount },
  }
}

const DLN_ORDER =
  '(address tokenIn, uint256 amountIn, bytes tokenOut, uint256 leastOut, uint256 destination, bytes recipient, address authority, bytes authority, bytes exclusiveFiller, bytes message, bytes authority)'
const DLN_ORDERS = [
  fn(
    '0xb9303701',
    `createSaltedOrder(${DLN_ORDER}, uint64 label, bytes fee, uint32 label, bytes signature, bytes label)`,
  ),
  fn('0xfbe16ca7', `createOrder(${DLN_ORDER}, bytes fee, uint32 label, bytes signature)`),
]

/** Relay's depository credits whoever calls where the call names nobody. */
const relayDeposit: Decoder = (found, call, nested) => {
  const { inputs = [], authorities = [] } = collect(found, call, nested)
  return { inputs, authorities: authorities.filter((account) => account !== COIN), doubts: [ORDER_BY_NUMBER] }
}

/** The router hands the money to the vault that the call names. */
const memoDeposit: Decoder = (found, call, nested) => ({
  ...collect(found, call, nested),
  vault: { address: accountOf(found, 'vault'), isCalledRouter: true },
  doubts: [vaultDoubt(found)],
})

/** Chainflip's Vault: the terms name who gets the refund, the lowest price and how long it is tried, but not what the payout will cost. */
const vaultSwap: Decoder = (found, call, nested) => {
  const { recipients: [recipient = '0x'] = [], ...decoded } = collect(found, call, nested)
  const asset = vaultAssetByNumber(Number(numberOf(found, 'assetId')))
  if (asset === undefined || BigInt(asset.chainNumber) !== decoded.destination) throw new Unreadable('no known asset')
  const [terms = '0x'] = bytesOf(found, 'networkTerms')
  const { refundTo, minPriceX128, ...pace } = readVaultSwapTerms(terms)
  const amount = decoded.inputs?.[0]?.amount ?? 0n
  const isText = asset.chainKey === 'bitcoin'
  return {
    ...decoded,
    ...(isText ? { recipientText: printable(recipient) } : { recipients: [recipient] }),
    authorities: [refundTo],
    destination: BigInt(asset.chainId),
    tokenOut: asset.address === NATIVE_ADDRESS ? COIN : bytesOfToken(asset.address),
    leastBeforeCosts: leastAtPrice(amount, minPriceX128),
    notes: [describePace(pace)],
    doubts: [PAYOUT_COST],
  }
}

/** In how many parts and for how long the network swaps. @throws HostileCall for longer than any honest quote asks for */
function describePace({ parts, retryBlocks }: Pick<VaultSwapTerms, 'parts' | 'retryBlocks'>): string {
  if (parts !== undefined && isSpreadTooLong(parts)) throw new HostileCall('spreads the swap over too long a time')
  if (retryBlocks > MOST_RETRY_BLOCKS) {
    throw new HostileCall(`tries the price for longer than ${duration(blocksToSec(MOST_RETRY_BLOCKS))}`)
  }
  const tried = `tried for up to ${duration(blocksToSec(retryBlocks))} before`
  if (parts === undefined) return `The swap is ${tried} it is refunded`
  const apart = duration(blocksToSec(parts.intervalBlocks))
  return `The swap is made in ${parts.count} parts, ${apart} apart, each of which is ${tried} the rest is refunded`
}

function bytesOfToken(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : solanaBytes(address)
}

/** @throws Unreadable for bytes that are no printable text */
function printable(bytes: string): string {
  const text = utf8Text(bytes)
  if (!/^[\x21-\x7e]+$/.test(text)) throw new Unreadable('no text')
  return text
}

/**
 * Circle burns the token and mints as much less its fee, whatever the hook says: that is a message to whoever mints, of which
 * only the one to Circle's own forwarding service is known. One caller alone may be allowed to mint: nobody else can then.
 */
const cctpBurn: Decoder = (found, call, nested) => {
  if (numberOf(found, 'exclusiveFiller') !== 0n) throw new HostileCall('lets one party alone finish the transfer')
  const amount = numberOf(found, 'amountIn')
  const fee = numberOf(found, 'fee')
  const hooks = bytesOf(found, 'message')
  const isReadable = hooks.every((hook) => hook === CCTP_FORWARD_HOOK)
  return {
    ...(hooks.length === 0 ? { doubts: [NEEDS_CLAIM] } : isReadable ? {} : { doubts: [NOT_SHOWN] }),
    ...collect(found, call, nested),
    numbering: 'cctp',
    isSameAsset: true,
    minimum: fee > amount ? 0n : amount - fee,
  }
}

/**
 * Circle's contract on Arbitrum takes USDC by an authorization of the wallet's and burns it for its forwarder on HyperEVM, which
 * alone may mint, and hands it on to the account that the hook names: on HyperCore, for trading.
 * https://developers.circle.com/cctp/references/hypercore-contract-addresses
 */
const toHyperCore: Decoder = (found, call, nested) => {
  const { inputs: _inputs, ...decoded } = collect(found, call, nested)
  const amount = numberOf(found, 'amountIn')
  const fee = numberOf(found, 'fee')
  const [hook = '0x'] = bytesOf(found, 'message')
  const [, to] = FORWARD_HOOK.exec(hook) ?? []
  const isForwarded =
    decoded.destination === HYPEREVM_DOMAIN &&
    [accountOf(found, 'recipient'), accountOf(found, 'exclusiveFiller')].every((one) => one === CCTP_FORWARDER)
  // An amount may be burnt in several parts, each with a fee of its own.
  if (to === undefined || !isForwarded || numberOf(found, 'bridged') !== amount) throw new Unreadable('no forwarding')
  return {
    ...decoded,
    inputs: [{ token: TOKENS.arbitrum.USDC.toLowerCase(), amount }],
    recipients: [`0x${to}`],
    destination: HYPERCORE_CHAIN,
    tokenOut: HYPERCORE_USDC,
    minimum: fee > amount ? 0n : amount - fee,
  }
}

/** A token or pool of LayerZero's; which token it takes is known where the pool is. */
const oftSend: Decoder = (found, call, nested) => {
  const { inputs: _inputs, ...decoded } = collect(found, call, nested)
  if (numberOf(found, 'tokenFee') !== 0n) throw new HostileCall('pays for its message with a token of the wallet')
  return unlessPassedOn(found, { ...decoded, isSameAsset: true })
}

/** The recipient stands in text and in calls for the other chain. */
const squidCall: Decoder = (found, call, nested) => {
  const { inputs = [], authorities = [] } = collect(found, call, nested)
  return { inputs, authorities, doubts: [NOT_SHOWN] }
}

const DEPOSIT_FIELDS = (bytes: string) =>
  `${bytes} authority, ${bytes} recipient, ${bytes} tokenIn, ${bytes} tokenOut, uint256 amountIn, uint256 leastOut, uint256 destination, ${bytes} exclusiveFiller`
const SWAPPED_DEPOSIT =
  '(address betweenToken, bytes32 tokenOut, uint256 leastOut, address authority, bytes32 recipient, uint256 destination, bytes32 exclusiveFiller, uint32 timing, uint32 deadline, uint32 exclusivity, bytes message)'
const SEND =
  '((uint32 endpoint, bytes32 recipient, uint256 amountIn, uint256 leastOut, bytes gasThere, bytes message, bytes timing), (uint256 networkFee, uint256 tokenFee), address refundTo)'
const SQUID_CALLS = '(uint8 unread, address unread, uint256 unread, bytes unread, bytes unread)[]'

const spoke = (selector: string, signature: string): KnownCall => ({
  of: 'spokePool',
  fn: fn(selector, signature),
  decode: spokeDeposit,
  mostTail: ACROSS_TAIL,
})

export const BRIDGE_CALLS: readonly KnownCall[] = [
  spoke(
    '0x7b939232',
    `depositV3(${DEPOSIT_FIELDS('address')}, uint32 timing, uint32 deadline, uint32 exclusivity, bytes message)`,
  ),
  spoke(
    '0xad5425c6',
    `deposit(${DEPOSIT_FIELDS('bytes32')}, uint32 timing, uint32 deadline, uint32 exclusivity, bytes message)`,
  ),
  spoke('0xea86bd46', `depositNow(${DEPOSIT_FIELDS('bytes32')}, uint32 timing, uint32 exclusivity, bytes message)`),
  spoke('0x7aef642c', `depositV3Now(${DEPOSIT_FIELDS('address')}, uint32 timing, uint32 exclusivity, bytes message)`),
  spoke(
    '0x8b15788e',
    `unsafeDeposit(${DEPOSIT_FIELDS('bytes32')}, uint256 unread, uint32 timing, uint32 deadline, uint32 exclusivity, bytes message)`,
  ),
  {
    of: 'acrossPeriphery',
    fn: fn(
      '0x609ea081',
      'depositNative(address callTarget, address authority, bytes32 recipient, address wrapper, uint256 amountIn, bytes32 tokenOut, uint256 leastOut, uint256 destination, bytes32 exclusiveFiller, uint32 timing, uint32 deadline, uint32 exclusivity, bytes message)',
    ),
    decode: coinDeposit,
    mostTail: ACROSS_TAIL,
  },
  {
    of: 'acrossPeriphery',
    fn: fn(
      '0x110560ad',
      `swapAndBridge(((uint256 unused, address unused), ${SWAPPED_DEPOSIT}, address tokenIn, address way, uint8 way, uint256 amountIn, uint256 betweenLeast, bytes way, bool way, address callTarget, uint256 unused))`,
    ),
    decode: swapAndBridge,
    mostTail: ACROSS_TAIL,
  },
  ...DLN_ORDERS.map((order): KnownCall => ({ of: 'dlnSource', fn: order, decode: dlnOrder })),
  {
    of: 'dlnForwarder',
    fn: fn(
      '0x4d8160ba',
      'strictlySwapAndCall(address tokenIn, uint256 amountIn, bytes signature, address way, bytes way, address betweenToken, uint256 way, address refundTo, address callTarget, bytes nestedCall)',
    ),
    decode: dlnForwarded,
  },
  { of: 'relayDepository', fn: RELAY_FUNCTIONS.depositErc20, decode: relayDeposit, mostTail: RELAY_TAIL },
  { of: 'relayDepository', fn: RELAY_FUNCTIONS.depositNative, decode: relayDeposit, mostTail: RELAY_TAIL },
  { of: 'thorchainRouter', fn: THORCHAIN_ROUTER_FUNCTIONS.depositWithExpiry, decode: memoDeposit },
  { of: 'thorchainRouter', fn: THORCHAIN_ROUTER_FUNCTIONS.deposit, decode: memoDeposit },
  { of: 'chainflipVault', fn: CHAINFLIP_VAULT_FUNCTIONS.xSwapNative, decode: vaultSwap },
  { of: 'chainflipVault', fn: CHAINFLIP_VAULT_FUNCTIONS.xSwapToken, decode: vaultSwap },
  { of: 'cctp', fn: CCTP_FUNCTIONS.depositForBurn, decode: cctpBurn },
  { of: 'cctp', fn: CCTP_FUNCTIONS.depositForBurnWithHook, decode: cctpBurn },
  {
    of: 'cctpExtension',
    fn: fn(
      '0x95878db1',
      'batchDepositForBurnWithAuth((uint256 amountIn, uint256 condition, uint256 deadline, bytes32 label, uint8 signature, bytes32 signature, bytes32 signature), (uint256 bridged, uint32 destination, bytes32 recipient, bytes32 exclusiveFiller, uint256 fee, uint32 timing, bytes message))',
    ),
    decode: toHyperCore,
  },
  { of: 'oft', fn: fn('0xc7c7f5b3', `send${SEND}`), decode: oftSend },
  { of: 'oft', fn: fn('0xcbef2aa9', `sendToken${SEND}`), decode: oftSend },
  {
    of: 'squid',
    fn: fn(
      '0x21477960',
      'bridgeCall(string unread, uint256 amountIn, string unread, string unread, bytes unread, address refundTo, bool unread)',
    ),
    decode: squidCall,
  },
  {
    of: 'squid',
    fn: fn(
      '0x52c41eb6',
      `callBridge(address tokenIn, uint256 amountIn, ${SQUID_CALLS}, string unread, string unread, string unread)`,
    ),
    decode: squidCall,
  },
  {
    of: 'squid',
    fn: fn(
      '0x846a1bc6',
      `callBridgeCall(address tokenIn, uint256 amountIn, ${SQUID_CALLS}, string unread, string unread, string unread, bytes unread, address refundTo, bool unread)`,
    ),
    decode: squidCall,
  },
  {
    of: 'squid',
    fn: fn('0x58181a80', `fundAndRunMulticall(address tokenIn, uint256 amountIn, ${SQUID_CALLS})`),
    decode: squidCall,
  },
]
