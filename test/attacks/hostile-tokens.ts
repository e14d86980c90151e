import { type Address, type Hex, pad } from 'viem'
import { assemble, type Token } from '../devnet/assembler.ts'
import type { DevChain } from '../devnet/world.ts'
import type { Scene } from './range.ts'

/*
 * Tokens that misbehave: what stands before the code of a real one, on its own storage.
 */

/** What a function of the token does, by its selector. */
export type Behaviour = Readonly<Partial<Record<Hex, readonly Token[]>>>

export const APPROVE = '0x095ea7b3'
export const TRANSFER = '0xa9059cbb'
export const TRANSFER_FROM = '0x23b872dd'
export const BALANCE_OF = '0x70a08231'
export const DECIMALS = '0x313ce567'
const TOPICS = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  'of its own': '0xabababababababababababababababababababababababababababababababab',
} as const
/** Where the real code lies. */
const REAL = '0x00000000000000000000000000000000000070C4'

export const REVERT: readonly Token[] = ['PUSH0', 'PUSH0', 'REVERT']
export const SILENT: readonly Token[] = ['STOP']
export const answer = (word: Hex): readonly Token[] => [word, 'PUSH0', 'MSTORE', '0x20', 'PUSH0', 'RETURN']
export const TRUE = answer('0x01')
export const FALSE = answer('0x00')
/** Burns all gas that the call has. */
export const BURN: readonly Token[] = ['INVALID']
const CALLED: readonly Token[] = ['CALLDATASIZE', 'PUSH0', 'PUSH0', 'CALLDATACOPY']
const RUN: readonly Token[] = [
  ...(['PUSH0', 'PUSH0', 'CALLDATASIZE', 'PUSH0', REAL, 'GAS', 'DELEGATECALL'] as const),
  ...(['RETURNDATASIZE', 'PUSH0', 'PUSH0', 'RETURNDATACOPY'] as const),
]
/** The real function, with an argument of which only a share is left. */
export const sharing = (at: Hex, numerator: Hex, denominator: Hex, label: string): readonly Token[] => [
  ...CALLED,
  ...([denominator, numerator, at, 'MLOAD', 'MUL', 'DIV', at, 'MSTORE'] as const),
  ...ending(label),
]
/** The real function, with an argument replaced. */
export const replacing = (at: Hex, word: Hex, label: string): readonly Token[] => [
  ...CALLED,
  ...([word, at, 'MSTORE'] as const),
  ...ending(label),
]
const ending = (label: string): readonly Token[] => [
  ...RUN,
  ...([`@${label}`, 'JUMPI', ...REVERT, `:${label}`, 'RETURNDATASIZE', 'PUSH0', 'RETURN'] as const),
]
/** Reports a transfer, an approval, or what nobody knows between two parties, of all there is, that never happened. */
export const logs = (what: keyof typeof TOPICS, from: Address, to: Address): readonly Token[] => [
  ...(['0x7fffffffffffffff', 'PUSH0', 'MSTORE'] as const),
  ...([pad(to), pad(from), TOPICS[what]] as const),
  ...(['0x20', 'PUSH0', 'LOG3'] as const),
]
/** Another answer about one account; of all others the real one. */
export const of = (account: Address, program: readonly Token[], label: string): readonly Token[] => [
  ...(['0x04', 'CALLDATALOAD', account, 'EQ', `@${label}Of`, 'JUMPI'] as const),
  ...CALLED,
  ...ending(label),
  ...([`:${label}Of`, ...program] as const),
]
/** The real function, of which nothing is answered. */
export const silently = (label: string): readonly Token[] => [
  ...[...CALLED, ...RUN],
  ...([`@${label}`, 'JUMPI', ...REVERT, `:${label}`, 'STOP'] as const),
]
/** First something else, then the real function. */
export const thenReal = (first: readonly Token[], label: string): readonly Token[] => [
  ...first,
  ...CALLED,
  ...ending(label),
]

/** Puts a behaviour before a token's code. */
export async function misbehave({ client }: DevChain, token: Address, behaviour: Behaviour): Promise<void> {
  const real = (await client.getCode({ address: token })) ?? '0x'
  await client.setCode({ address: REAL, bytecode: real })
  const functions = Object.entries(behaviour) as [Hex, readonly Token[]][]
  const code = assemble([
    ...(['PUSH0', 'CALLDATALOAD', '0xe0', 'SHR'] as const),
    ...functions.flatMap(([selector], index): readonly Token[] => ['DUP1', selector, 'EQ', `@f${index}`, 'JUMPI']),
    ...CALLED,
    ...ending('real'),
    ...functions.flatMap(([, program], index): readonly Token[] => [`:f${index}`, ...program]),
  ])
  await client.setCode({ address: token, bytecode: code })
}

/** What stands before a case: a token of the source chain that misbehaves. */
export function badToken(kind: 'usdc' | 'dai', behaviour: Behaviour | ((scene: Scene) => Behaviour)) {
  return async (scene: Scene) => {
    const { chain } = scene.src
    await misbehave(chain, chain.tokens[kind], typeof behaviour === 'function' ? behaviour(scene) : behaviour)
  }
}
