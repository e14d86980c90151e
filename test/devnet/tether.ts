import { type Address, concat, type Hex, toHex } from 'viem'

const OPCODES = {
  STOP: 0x00,
  EQ: 0x14,
  ISZERO: 0x15,
  OR: 0x17,
  SHL: 0x1b,
  SHR: 0x1c,
  CALLER: 0x33,
  CALLDATALOAD: 0x35,
  CALLDATASIZE: 0x36,
  CALLDATACOPY: 0x37,
  RETURNDATASIZE: 0x3d,
  RETURNDATACOPY: 0x3e,
  POP: 0x50,
  MLOAD: 0x51,
  MSTORE: 0x52,
  JUMPI: 0x57,
  GAS: 0x5a,
  PUSH0: 0x5f,
  DUP1: 0x80,
  DUP2: 0x81,
  RETURN: 0xf3,
  DELEGATECALL: 0xf4,
  REVERT: 0xfd,
} as const

const JUMPDEST = '0x5b'
const PUSH1 = 0x60
const APPROVE = '0x095ea7b3'
const TRANSFER = '0xa9059cbb'
const TRANSFER_FROM = '0x23b872dd'
const ALLOWANCE = '0xdd62ed3e'

/** An opcode's name, hex to push, `:label` for a place and `@label` to push a place. */
type Token = keyof typeof OPCODES | Hex | `:${string}` | `@${string}`

const isOpcode = (token: string): token is keyof typeof OPCODES => token in OPCODES

/** Program text to bytes; places are pushed in two bytes. */
function assemble(program: readonly Token[]): Hex {
  const places = new Map<string, number>()
  let size = 0
  const parts = program.map((token): (() => Hex) => {
    if (token.startsWith(':')) {
      places.set(token.slice(1), size)
      size += 1
      return () => JUMPDEST
    }
    if (token.startsWith('@')) {
      size += 3
      return () => concat(['0x61', toHex(places.get(token.slice(1)) ?? 0, { size: 2 })])
    }
    if (isOpcode(token)) {
      size += 1
      return () => toHex(OPCODES[token], { size: 1 })
    }
    const length = (token.length - 2) / 2
    size += 1 + length
    return () => concat([toHex(PUSH1 + length - 1, { size: 1 }), token as Hex])
  })
  return concat(parts.map((part) => part()))
}

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
