import type { Address, Hex } from 'viem'
import { assemble, type Token } from './assembler.ts'

const APPROVE = '0x095ea7b3'
const TRANSFER = '0xa9059cbb'
const TRANSFER_FROM = '0x23b872dd'
const ALLOWANCE = '0xdd62ed3e'

/**
 * Code of a token that behaves as USDT on Ethereum does: `approve` reverts without data when it would change one allowance that
 * is not zero to another, and `approve`, `transfer` and `transferFrom` answer nothing. The rest is the code at `implementation`,
 * run on this token's own storage.
 */
export function tetherCode(implementation: Address): Hex {
  const isAllowedAlready = [
    ...[ALLOWANCE, '0xe0', 'SHL', 'PUSH0', 'MSTORE', 'CALLER', '0x04', 'MSTORE'],
    ...['0x04', 'CALLDATALOAD', '0x24', 'MSTORE'],
    ...['0x20', 'PUSH0', '0x44', 'PUSH0', implementation, 'GAS', 'DELEGATECALL', 'POP', 'PUSH0', 'MLOAD'],
  ] as const satisfies readonly Token[]
  return assemble([
    ...(['PUSH0', 'CALLDATALOAD', '0xe0', 'SHR'] as const),
    ...(['DUP1', APPROVE, 'EQ', '@approve', 'JUMPI'] as const),
    ':forward',
    ...(['CALLDATASIZE', 'PUSH0', 'PUSH0', 'CALLDATACOPY'] as const),
    ...(['PUSH0', 'PUSH0', 'CALLDATASIZE', 'PUSH0', implementation, 'GAS', 'DELEGATECALL'] as const),
    ...(['RETURNDATASIZE', 'PUSH0', 'PUSH0', 'RETURNDATACOPY', '@answer', 'JUMPI'] as const),
    ...(['RETURNDATASIZE', 'PUSH0', 'REVERT'] as const),
    ':answer',
    ...(['DUP1', APPROVE, 'EQ', 'DUP2', TRANSFER, 'EQ', 'OR', 'DUP2', TRANSFER_FROM, 'EQ', 'OR'] as const),
    ...(['@silent', 'JUMPI', 'RETURNDATASIZE', 'PUSH0', 'RETURN'] as const),
    ...([':silent', 'STOP', ':approve'] as const),
    ...(['0x24', 'CALLDATALOAD', 'ISZERO', '@forward', 'JUMPI'] as const),
    ...isAllowedAlready,
    ...(['ISZERO', '@forward', 'JUMPI', 'PUSH0', 'PUSH0', 'REVERT'] as const),
  ])
}
