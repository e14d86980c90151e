import { type Address, encodeFunctionData, getAddress, type Hex, numberToHex, pad, parseUnits } from 'viem'
import { erc20Abi } from '../devnet/abi.ts'
import { account } from '../devnet/addresses.ts'
import { assemble, type Token } from '../devnet/assembler.ts'
import { type DevChain, fund } from '../devnet/world.ts'
import { type Scene, THIEF } from './range.ts'

/*
 * Contracts that take 100 USDC of their caller on Base, and pay DAI for it or not.
 */

/** Where they stand. */
export const TAKER = getAddress(`0x${'7a'.repeat(20)}`)
const UNITS = parseUnits('100', 6)
const PAID = parseUnits('99.9', 18)

/** By what a contract believes that it is only simulated: each leaves whether it is. */
const MARKS = {
  always: ['0x01'],
  never: ['PUSH0'],
  'gas price': ['GASPRICE', 'ISZERO'],
  'base fee': ['BASEFEE', 'ISZERO'],
  gas: ['0x07a120', 'GAS', 'GT'],
  miner: ['COINBASE', 'ISZERO'],
} as const satisfies Record<string, readonly Token[]>

/** Calls a token: takes from somebody for a thief, or pays to the caller. */
export const take = (token: Address, units: bigint, label: string, from: Token = 'CALLER'): readonly Token[] => [
  ...(['0x23b872dd', '0xe0', 'SHL', 'PUSH0', 'MSTORE', from, '0x04', 'MSTORE', THIEF, '0x24', 'MSTORE'] as const),
  ...([word(units), '0x44', 'MSTORE', 'PUSH0', 'PUSH0', '0x64', 'PUSH0', 'PUSH0', token, 'GAS', 'CALL'] as const),
  ...([`@${label}`, 'JUMPI', 'PUSH0', 'PUSH0', 'REVERT', `:${label}`] as const),
]
const pay = (token: Address, units: bigint): readonly Token[] => [
  ...([
    '0xa9059cbb',
    '0xe0',
    'SHL',
    'PUSH0',
    'MSTORE',
    'CALLER',
    '0x04',
    'MSTORE',
    word(units),
    '0x24',
    'MSTORE',
  ] as const),
  ...(['PUSH0', 'PUSH0', '0x44', 'PUSH0', 'PUSH0', token, 'GAS', 'CALL', '@paid', 'JUMPI'] as const),
  ...(['PUSH0', 'PUSH0', 'REVERT', ':paid', 'STOP'] as const),
]

function word(units: bigint): Hex {
  return pad(numberToHex(units), { size: 32 })
}

/** A contract that takes the amount, and pays where its mark says that nobody watches for real. @param also a token that it takes too */
export function payingContract(mark: keyof typeof MARKS = 'always', also?: Address) {
  return async ({ src: { chain, units } }: Scene): Promise<void> => {
    const { usdc, dai } = chain.tokens
    const program = [
      ...take(usdc, units === 0n ? UNITS : units, 'taken'),
      ...(also === undefined ? [] : take(also, 5n, 'more')),
      ...MARKS[mark],
      ...(['@pay', 'JUMPI', 'STOP', ':pay'] as const),
      ...pay(dai, PAID),
    ]
    // The miner of the devnet would be nobody.
    await chain.client.setCoinbase({ address: account(6).address })
    await chain.client.setCode({ address: TAKER, bytecode: assemble(program) })
    await fund(chain, TAKER, { dai: PAID })
  }
}

/** A contract that only takes. */
export function takingContract() {
  return payingContract('never')
}

/** An allowance that the payer gave long ago; it has the next nonce then. */
export async function approveFor(
  { client }: DevChain,
  owner: Address,
  token: Address,
  spender: Address,
  units: bigint,
): Promise<void> {
  await client.impersonateAccount({ address: owner })
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, units] })
  const hash = await client.sendTransaction({ account: owner, to: token, data })
  await client.waitForTransactionReceipt({ hash })
  await client.stopImpersonatingAccount({ address: owner })
}
