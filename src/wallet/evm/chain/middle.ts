import type { ChainRpc, Json } from '../../../core/ports.ts'

/** Operators that are asked: with three, one that lies is never the middle. */
const VOICES = 3

/** How many operators are asked: the user's own nodes count as agreed. */
export function voicesOf({ isOwn }: Pick<ChainRpc, 'isOwn'>): number {
  return isOwn ? 1 : VOICES
}

/** The middle of the numbers, the lower of two; undefined for none. */
export function lowerMiddle(numbers: readonly bigint[]): bigint | undefined {
  return [...numbers].sort((a, b) => (a < b ? -1 : 1))[Math.floor((numbers.length - 1) / 2)]
}

/** The middle of the numbers that nodes of several operators state, the lower of two; undefined where none does. */
export async function readMiddle(
  rpc: ChainRpc,
  method: string,
  params: readonly Json[],
  read: (answer: unknown) => bigint | undefined,
): Promise<bigint | undefined> {
  const answers = await rpc.requestOperators({ method, params }, voicesOf(rpc))
  return lowerMiddle(answers.flatMap((answer) => ('value' in answer ? (read(answer.value) ?? []) : [])))
}
