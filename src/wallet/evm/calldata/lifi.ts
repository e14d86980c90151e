import { fn } from '../../../core/evm/functions.ts'
import { Unreadable } from '../../../core/evm/words.ts'
import { defined } from '../../../core/defined.ts'
import type { Doubt } from '../../../core/swap/acceptances.ts'
import { COIN, type DecodedCall, type Decoder, HostileCall, type KnownCall } from './call-types.ts'
import {
  accountOf,
  accountsOf,
  asCoin,
  collect,
  numberOf,
  numbersOf,
  exclusivityOf,
  hasMessage,
  structsOf,
} from './collect.ts'
import { DEPOSIT, NOT_SHOWN, ORDER_BY_NUMBER, PASSED_ON, TOKEN_ACCOUNT, vaultDoubt } from './doubts.ts'
import { MAYAN_DATA, mayanOrder } from './mayan.ts'
import { boundTo, NATIVE_BRIDGES, withGas } from './native-bridges.ts'
import { ofPool } from './stargate.ts'
import type { RoleValues } from './signature.ts'

/*
 * LI.FI's Diamond: swaps within one chain, and bridges. Every bridge begins with the same struct, then come the swaps before
 * it, where there are any, then what only that bridge needs. https://github.com/lifinance/contracts
 */

/** `SwapData`: a swap, and whether the wallet pays for it anew. */
const SWAP =
  '(address callTarget, address way, address tokenIn, address tokenOut, uint256 amountIn, bytes way, bool takes)'
const SWAPS = `${SWAP}[] swaps`
/** `BridgeData`; the amount is also the least that the swaps before must give. */
const BRIDGE =
  '(bytes32 label, string label, string label, address label, address tokenIn, address recipient, uint256 amountIn, uint256 destination, bool condition, bool hasCall)'
/** The recipient for whom the bridge's own data names the true one, of a chain of another kind. */
const ON_ANOTHER_KIND = '0x11f111f111f111f111f111f111f111f111f111f1'
const NOBODY = /^0x0*$/
const ONE = 10n ** 18n

const swapping = (toCoin: boolean): Decoder => {
  return (found) => {
    const swaps = structsOf(found, 'swaps')
    const last = swaps.at(-1)
    if (last === undefined) throw new Unreadable('no swap')
    return {
      inputs: inputsOf(swaps),
      recipients: accountsOf(found, 'recipient'),
      // The Diamond checks its own balance of what the last swap gives, and some functions pay the coin whatever it names.
      tokenOut: toCoin ? COIN : asCoin(accountOf(last, 'tokenOut')),
      minimum: numberOf(found, 'leastOut'),
    }
  }
}

/** Later swaps work on what earlier ones gave, unless they say that they are paid for anew. */
function inputsOf(swaps: readonly RoleValues[]): NonNullable<DecodedCall['inputs']> {
  return swaps
    .filter((swap, index) => index === 0 || numberOf(swap, 'takes') !== 0n)
    .map((swap) => ({ token: asCoin(accountOf(swap, 'tokenIn')), amount: numberOf(swap, 'amountIn') }))
}

/** @param open what the bridge leaves open by its nature */
const bridging = (open: readonly Doubt[]): Decoder => {
  return (found, call, nested) => {
    const swaps = structsOf(found, 'swaps')
    const known = collect(found, call, nested)
    const least = numberOf(found, 'amountIn')
    const between = asCoin(accountOf(found, 'tokenIn'))
    // The Diamond takes one token and gives the bridge another, which it may have been sent; of the coin it does not read it.
    if (between !== COIN && accountsOf(found, 'betweenToken').some((token) => token !== between)) {
      throw new HostileCall('gives its bridge another token than it takes')
    }
    const isSomebody = (account: string) => account !== ON_ANOTHER_KIND && !NOBODY.test(account)
    const recipients = accountsOf(found, 'recipient').filter(isSomebody)
    // An order that is named by its number only has the recipient in itself.
    if (recipients.length === 0 && known.memo === undefined && !open.includes(ORDER_BY_NUMBER)) {
      throw new Unreadable('no recipient')
    }
    const [tokenAccount = 0n] = numbersOf(found, 'tokenAccount')
    const isPassedOn = numberOf(found, 'hasCall') !== 0n || hasMessage(found)
    const { recipients: _all, minimum, tokenOut, ...rest } = known
    return {
      ...rest,
      inputs: swaps.length === 0 ? [{ token: between, amount: least }] : inputsOf(swaps),
      authorities: [...accountsOf(found, 'refundTo').filter(isSomebody), ...accountsOf(found, 'authority')],
      // The Diamond calls what stands on its own list; whatever it gives, the balance is checked.
      callTargets: [],
      ...defined({
        between: swaps.length === 0 ? undefined : { token: between, least },
        recipients: isPassedOn || recipients.length === 0 ? undefined : recipients,
        isPassedOn: isPassedOn ? true : undefined,
        tokenOut,
        isSameAsset: tokenOut === undefined ? true : undefined,
        minimum: leastOf(found, minimum, least, swaps.length > 0),
      }),
      ...exclusivityOf(found),
      ...(found.has('vault') ? { vault: { address: accountOf(found, 'vault'), isCalledRouter: false } } : {}),
      doubts: [
        ...open,
        ...(found.has('vault') ? [vaultDoubt(found)] : []),
        ...(isPassedOn ? [PASSED_ON] : []),
        ...(tokenAccount === 0n ? [] : [TOKEN_ACCOUNT]),
      ],
    }
  }
}

/** A ratio takes the place of what is to be paid after a swap; fees come out of what is bridged. */
function leastOf(
  found: RoleValues,
  stated: bigint | undefined,
  bridged: bigint,
  isSwapped: boolean,
): bigint | undefined {
  const [ratio] = numbersOf(found, 'ratio')
  if (ratio !== undefined && (isSwapped || stated === undefined)) return (bridged * ratio) / ONE
  const fees = numbersOf(found, 'fee')
  if (fees.length === 0) return stated
  const fee = fees.reduce((sum, units) => sum + units, 0n)
  return fee > bridged ? 0n : bridged - fee
}

/** Both functions of a bridge: alone, and with swaps before it. */
function facet(open: readonly Doubt[], name: string, start: string, swapAndStart: string, own: string): KnownCall[] {
  return calls(bridging(open), name, start, swapAndStart, own)
}

/** The same for a bridge of a chain's own. */
function nativeFacet(name: keyof typeof NATIVE_BRIDGES, start: string, swapAndStart: string, own: string): KnownCall[] {
  return calls(boundTo(NATIVE_BRIDGES[name], bridging([])), name, start, swapAndStart, own)
}

function calls(decode: Decoder, name: string, start: string, swapAndStart: string, own: string): KnownCall[] {
  const behind = own === '' ? '' : `, ${own}`
  return [
    { of: 'lifi', fn: fn(start, `startBridgeTokensVia${name}(${BRIDGE}${behind})`), decode },
    { of: 'lifi', fn: fn(swapAndStart, `swapAndStartBridgeTokensVia${name}(${BRIDGE}, ${SWAPS}${behind})`), decode },
  ]
}

function swapCall(selector: string, name: string, swaps: string): KnownCall {
  const signature = `${name}(bytes32 label, string label, string label, address recipient, uint256 leastOut, ${swaps})`
  return { of: 'lifi', fn: fn(selector, signature), decode: swapping(name.endsWith('ToNative')) }
}

export const LIFI_CALLS: readonly KnownCall[] = [
  swapCall('0x4666fc80', 'swapTokensSingleV3ERC20ToERC20', `${SWAP} swaps`),
  swapCall('0x733214a3', 'swapTokensSingleV3ERC20ToNative', `${SWAP} swaps`),
  swapCall('0xaf7060fd', 'swapTokensSingleV3NativeToERC20', `${SWAP} swaps`),
  swapCall('0x5fd9ae2e', 'swapTokensMultipleV3ERC20ToERC20', SWAPS),
  swapCall('0x2c57e884', 'swapTokensMultipleV3ERC20ToNative', SWAPS),
  swapCall('0x736eac0b', 'swapTokensMultipleV3NativeToERC20', SWAPS),
  swapCall('0x4630a0d8', 'swapTokensGeneric', SWAPS),
  ...facet(
    [],
    'AcrossV4',
    '0xa1f1ce43',
    '0x1794958f',
    '(bytes32 recipient, bytes32 authority, bytes32 betweenToken, bytes32 tokenOut, uint256 leastOut, uint128 ratio, bytes32 exclusiveFiller, uint32 timing, uint32 deadline, uint32 exclusivity, bytes message)',
  ),
  ...calls(
    withGas(boundTo(NATIVE_BRIDGES.ArbitrumBridge, bridging([]))),
    'ArbitrumBridge',
    '0xc9851d0b',
    '0x3cc9517b',
    '(uint256 networkFee, uint256 gas, uint256 gasPrice)',
  ),
  ...facet([], 'CelerCircleBridge', '0xe0a4201c', '0x4f3b0759', '(uint256 fee, uint32 timing)'),
  ...facet(
    [],
    'DeBridgeDln',
    '0x4004633e',
    '0x2c7d2db0',
    '(bytes tokenOut, bytes recipient, bytes authority, uint256 leastOut)',
  ),
  ...nativeFacet('GnosisBridge', '0xf66fe519', '0x7bf96e0a', ''),
  ...nativeFacet('MegaETHBridge', '0x4213dfff', '0x22256e89', '(address tokenOut, uint32 gasThere, bool condition)'),
  ...nativeFacet('OmniBridge', '0x782621d8', '0x95726782', ''),
  ...nativeFacet('OptimismBridge', '0xce8a97a5', '0x5bb5d448', '(address tokenOut, uint32 gasThere, bool condition)'),
  ...nativeFacet('PolygonBridge', '0xaf62c7d6', '0xb4f37581', ''),
  ...facet(
    [],
    'PolymerCCTP',
    '0xf434d6ca',
    '0x17917a4e',
    '(uint256 fee, uint256 fee, bytes32 recipient, bytes32 tokenAccount, uint32 timing, address refundTo, bytes message)',
  ),
  ...calls(
    ofPool(bridging([])),
    'Stargate',
    '0x14d53077',
    '0xa6010a66',
    '(uint16 assetId, (uint32 endpoint, bytes32 recipient, uint256 unused, uint256 leastOut, bytes gasThere, bytes message, bytes timing), (uint256 networkFee, uint256 networkFee), address refundTo)',
  ),
  ...facet([NOT_SHOWN], 'AcrossV4Swap', '0x6a90d66e', '0x9b054bc4', '(uint8 unread, bytes unread, bytes signature)'),
  ...facet(
    [NOT_SHOWN],
    'AllBridge',
    '0x6a51e9a9',
    '0x63267469',
    '(bytes32 recipient, uint256 unread, bytes32 tokenOut, uint256 label, uint8 unread, bool unread)',
  ),
  ...facet(
    [NOT_SHOWN],
    'Chainflip',
    '0x0ad553b3',
    '0xee3314a1',
    `(bytes recipient, uint32 unread, address unread, ${SWAP}[] message, uint256 unread, bytes unread)`,
  ),
  ...facet(
    [NOT_SHOWN],
    'Eco',
    '0x7e56b7b0',
    '0x9e75aa95',
    '(bytes recipient, address unread, uint64 unread, bytes unread, bytes32 unread, address refundTo)',
  ),
  ...facet(
    [NOT_SHOWN],
    'Frax',
    '0x678786ea',
    '0x07b8e4c7',
    '(address unread, uint32 unread, uint256 networkFee, address refundTo, bytes32 recipient)',
  ),
  ...facet(
    [NOT_SHOWN],
    'Garden',
    '0x5f9af35d',
    '0x76ad76fe',
    '(address unread, address refundTo, uint256 unread, bytes32 unread, bytes32 recipient)',
  ),
  ...facet([NOT_SHOWN], 'GasZip', '0xfc5f1003', '0x606326ff', '(bytes32 recipient, uint256 unread)'),
  ...facet(
    [NOT_SHOWN],
    'Glacis',
    '0x6f9206ba',
    '0x9c4b6dd9',
    '(bytes32 recipient, address refundTo, uint256 networkFee, bytes32 tokenOut)',
  ),
  ...facet(
    [NOT_SHOWN],
    'LiFiIntentEscrowV2',
    '0x7dbcf1d9',
    '0x6d21c5df',
    `(bytes32 unread, bytes32 recipient, address refundTo, uint256 label, uint32 deadline, uint32 deadline, address unread, bytes32 unread, bytes32 unread, bytes32 tokenOut, uint128 ratio, ${SWAP}[] message, bytes unread)`,
  ),
  ...calls(mayanOrder(bridging([])), 'Mayan', '0xb4875292', '0x80c65808', MAYAN_DATA),
  ...facet(
    [NOT_SHOWN],
    'PaxosTransit',
    '0x5080ffe2',
    '0x637f1d04',
    '(((uint32 unread, address unread, address unread), uint256 unread, address recipient, uint256 unread, uint256 unread, address unread, bytes32 label, uint256 deadline, bytes32 label), bytes signature, uint256 networkFee, address refundTo)',
  ),
  ...facet(
    [NOT_SHOWN],
    'Squid',
    '0x3f313808',
    '0xa8f66666',
    '(uint8 unread, string unread, string unread, string unread, address unread, (uint8 unread, address unread, uint256 unread, bytes unread, bytes unread)[], bytes unread, uint256 unread, bool unread)',
  ),
  ...facet(
    [NOT_SHOWN],
    'Superset',
    '0x0691ff78',
    '0xf26e657f',
    '(bytes unread, uint256 leastOut, address refundTo, address unread, uint256 deadline, uint32 unread, bytes unread, uint256 networkFee)',
  ),
  ...facet(
    [NOT_SHOWN],
    'Symbiosis',
    '0xe23b7a08',
    '0xc46059b2',
    '(address refundTo, bytes32 recipient, bytes unread, bytes unread, address unread, address unread, address[] unread, address unread, bytes unread, bool unread, address unread, address unread, bytes unread, uint256 unread, uint256 deadline, bytes signature)',
  ),
  ...facet(
    [ORDER_BY_NUMBER],
    'LayerSwap',
    '0xee9e98e0',
    '0x4c279d6b',
    '(bytes32 orderId, address unread, address refundTo, bytes32 recipient, bytes signature, uint256 deadline)',
  ),
  ...facet([ORDER_BY_NUMBER], 'RelayDepository', '0x092e8fa4', '0xa3443faa', '(bytes32 orderId, address refundTo)'),
  ...facet(
    [DEPOSIT],
    'NEARIntents',
    '0x5cf8113b',
    '0x3110c7b9',
    '(bytes32 recipient, address depositTo, bytes32 label, uint256 deadline, uint256 leastOut, address refundTo, bytes signature)',
  ),
  ...facet([DEPOSIT], 'Unit', '0x64261d58', '0x21a3af52', '(address depositTo, bytes signature, uint256 deadline)'),
  ...facet([], 'ThorSwap', '0x2541ec57', '0xad673d88', '(address vault, string memo, uint256 deadline)'),
]
