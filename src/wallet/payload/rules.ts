import { isEvmAddress, toChecksumAddress } from '../../core/assets/address.ts'
import { SwapError } from '../../core/api/errors.ts'

/** Where tokens keep allowances for contracts that ask it; the same on every chain. https://docs.uniswap.org/contracts/permit2 */
export const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** Most bytes of calldata. */
const MOST_BYTES = 64 * 1024
/** Addresses below belong to the chain itself: precompiles, system contracts, stand-ins for the coin. */
const FIRST_CONTRACT = 0x10000n
const MOST_UNITS = 2n ** 256n - 1n

/**
 * Functions of tokens, of Permit2 and of what holds money for a wallet that give away or open a wallet's holdings: no router has a reason to ask a wallet
 * for one. By selector, with their names.
 */
export const HOLDINGS_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['0xa9059cbb', 'transfer(address,uint256)'],
  ['0x23b872dd', 'transferFrom(address,address,uint256)'],
  ['0x095ea7b3', 'approve(address,uint256)'],
  ['0x39509351', 'increaseAllowance(address,uint256)'],
  ['0xa457c2d7', 'decreaseAllowance(address,uint256)'],
  ['0xd73dd623', 'increaseApproval(address,uint256)'],
  ['0xa22cb465', 'setApprovalForAll(address,bool)'],
  ['0x42842e0e', 'safeTransferFrom(address,address,uint256)'],
  ['0xb88d4fde', 'safeTransferFrom(address,address,uint256,bytes)'],
  ['0xf242432a', 'safeTransferFrom(address,address,uint256,uint256,bytes)'],
  ['0x2eb2c2d6', 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)'],
  ['0xd505accf', 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'],
  ['0x8fcbaf0c', 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)'],
  ['0x9fd5a6cf', 'permit(address,address,uint256,uint256,bytes)'],
  ['0xe3ee160e', 'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)'],
  ['0x4000aea0', 'transferAndCall(address,uint256,bytes)'],
  ['0x1296ee62', 'transferAndCall(address,uint256)'],
  ['0xc1d34b89', 'transferFromAndCall(address,address,uint256,bytes)'],
  ['0xcae9ca51', 'approveAndCall(address,uint256,bytes)'],
  ['0x3177029f', 'approveAndCall(address,uint256)'],
  ['0x9bd9bbc6', 'send(address,uint256,bytes)'],
  ['0x959b8c3f', 'authorizeOperator(address)'],
  ['0x558a7297', 'setOperator(address,bool)'],
  ['0xfbc6d1cb', 'safeApprove(address,uint256)'],
  ['0x42966c68', 'burn(uint256)'],
  ['0x79cc6790', 'burnFrom(address,uint256)'],
  ['0x205c2878', 'withdrawTo(address,uint256)'],
  ['0x5c19a95c', 'delegate(address)'],
  ['0xf2fde38b', 'transferOwnership(address)'],
  ['0x87517c45', 'approve(address,address,uint160,uint48)'],
  ['0x36c78516', 'transferFrom(address,address,uint160,address)'],
  ['0x0d58b1db', 'transferFrom((address,address,uint160,address)[])'],
  ['0x2b67b570', 'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)'],
  ['0x30f28b7a', 'permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)'],
  ['0x2a2d80d1', 'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)'],
  ['0xef55bec6', 'receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)'],
  ['0xbe45fd62', 'transfer(address,uint256,bytes)'],
  ['0x62ad1b83', 'operatorSend(address,address,uint256,bytes,bytes)'],
  ['0x8fcb4e5b', 'transferShares(address,uint256)'],
  // What vaults, lending pools and positions hold for a wallet, paid out to or opened for whom the caller names.
  ['0xb460af94', 'withdraw(uint256,address,address)'],
  ['0xba087652', 'redeem(uint256,address,address)'],
  ['0x69328dec', 'withdraw(address,uint256,address)'],
  ['0xa415bcad', 'borrow(address,uint256,uint256,uint16,address)'],
  ['0xc04a8a10', 'approveDelegation(address,uint256)'],
  ['0x110496e5', 'allow(address,bool)'],
  ['0xc3b35a7e', 'withdrawTo(address,address,uint256)'],
  ['0x26441318', 'withdrawFrom(address,address,address,uint256)'],
  ['0x439e2e45', 'transferAsset(address,address,uint256)'],
  ['0xeecea000', 'setAuthorization(address,bool)'],
  ['0xfc6f7865', 'collect((uint256,address,uint128,uint128))'],
])

/** A payload that is not signed, now or later: it does not change, and neither do the terms. */
export class RefusedPayload extends SwapError {}

/** Makes the error of a payload that is not signed; `why` is a clause: `it …`, `its …`. */
export function refusedPayload(why: string): RefusedPayload {
  return new RefusedPayload('WALLET_REFUSED', `The provider's payload is not what was agreed: ${why}`, {
    hint: 'Nothing was signed. Choose another provider: swapcli quote',
  })
}

/** Base units as plain decimal digits. @throws WALLET_REFUSED */
export function readUnits(text: unknown, what: string): bigint {
  if (typeof text !== 'string' || !/^(?:0|[1-9][0-9]{0,77})$/.test(text) || BigInt(text) > MOST_UNITS) {
    throw refusedPayload(`${what} is no plain whole number of base units`)
  }
  return BigInt(text)
}

/** An address that may be called or allowed to take a token, with EIP-55 capitals. @throws WALLET_REFUSED */
export function readContract(text: unknown, what: string, depositor: string): string {
  if (typeof text !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(text)) throw refusedPayload(`${what} is no address`)
  if (!isEvmAddress(text)) throw refusedPayload(`the capitals of ${what} break its EIP-55 checksum`)
  const number = BigInt(text)
  if (number === 0n) throw refusedPayload(`${what} is the zero address`)
  if (number < FIRST_CONTRACT) throw refusedPayload(`${what} is an address of the chain itself`)
  if (sameAddress(text, depositor)) throw refusedPayload(`${what} is your own address`)
  return toChecksumAddress(text)
}

/** Calldata in small letters. @throws WALLET_REFUSED */
export function readCalldata(text: unknown): string {
  if (typeof text !== 'string') throw refusedPayload('its calldata is no hex')
  if (text.length > 2 + MOST_BYTES * 2) throw refusedPayload('its calldata is longer than 64 KiB')
  if (!/^0x[0-9a-fA-F]*$/.test(text)) throw refusedPayload('its calldata is no hex')
  if (text.length % 2 !== 0) throw refusedPayload('its calldata has an odd number of digits')
  if (text.length > 2 && text.length < 10) throw refusedPayload('its calldata is shorter than the name of a function')
  return text.toLowerCase()
}

/** True for two addresses of EVM chains that differ in letter case at most. */
export function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/** The first four bytes of calldata, 0x-hex; `0x` when there are none. */
export function selectorOf(data: string): string {
  return data.slice(0, 10).toLowerCase()
}

/** The 32-byte argument at `index` of calldata; undefined when it is too short. */
export function wordOf(data: string, index: number): bigint | undefined {
  const word = data.slice(10 + index * 64, 74 + index * 64)
  return /^[0-9a-f]{64}$/i.test(word) ? BigInt(`0x${word}`) : undefined
}
