import { concat, type Hex, toHex } from 'viem'

/*
 * Small contracts for tests, written by hand where no package brings them compiled.
 */

const OPCODES = {
  STOP: 0x00,
  MUL: 0x02,
  DIV: 0x04,
  LT: 0x10,
  GT: 0x11,
  EQ: 0x14,
  ISZERO: 0x15,
  OR: 0x17,
  SHL: 0x1b,
  SHR: 0x1c,
  BALANCE: 0x31,
  ORIGIN: 0x32,
  CALLER: 0x33,
  CALLDATALOAD: 0x35,
  CALLDATASIZE: 0x36,
  CALLDATACOPY: 0x37,
  GASPRICE: 0x3a,
  EXTCODESIZE: 0x3b,
  RETURNDATASIZE: 0x3d,
  RETURNDATACOPY: 0x3e,
  COINBASE: 0x41,
  BASEFEE: 0x48,
  POP: 0x50,
  MLOAD: 0x51,
  MSTORE: 0x52,
  JUMPI: 0x57,
  GAS: 0x5a,
  PUSH0: 0x5f,
  DUP1: 0x80,
  DUP2: 0x81,
  LOG3: 0xa3,
  CALL: 0xf1,
  RETURN: 0xf3,
  DELEGATECALL: 0xf4,
  REVERT: 0xfd,
  INVALID: 0xfe,
} as const

const JUMPDEST = '0x5b'
const PUSH1 = 0x60

/** An opcode's name, hex to push, `:label` for a place and `@label` to push a place. */
export type Token = keyof typeof OPCODES | Hex | `:${string}` | `@${string}`

const isOpcode = (token: string): token is keyof typeof OPCODES => token in OPCODES

/** Program text to bytes; places are pushed in two bytes. */
export function assemble(program: readonly Token[]): Hex {
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
