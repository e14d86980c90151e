import * as z from 'zod'
import { divideUp } from '../../core/money/divide-up.ts'
import type { Json } from '../../core/ports.ts'
import { badReply } from '../kit/refuse.ts'
import { unitsSchema } from '../kit/units.ts'
import type { PathSwap } from './call.ts'
import type { SwapWay } from './split.ts'

/* What a lock keeps of a route: one path, or the parts of a split with their amounts in base units. */

const pathSchema = z.object({
  version: z.enum(['v2', 'v3', 'v4']),
  tokens: z.array(z.string()).min(2).max(4),
  fees: z.array(z.number().int().nonnegative()).min(1).max(3),
})
/** Above zero: zero would stand for all that the router holds. */
const units = unitsSchema.refine((amount) => amount > 0n)
const partsSchema = z.object({
  parts: z.array(z.object({ path: pathSchema, amountIn: units, amountOut: units })).min(2),
})
const stateSchema = z.union([pathSchema, partsSchema])

/** The state of a route. */
export function toState({ parts }: SwapWay): Json {
  const [first] = parts
  if (parts.length === 1 && first !== undefined) return plainPath(first.path)
  return {
    parts: parts.map(({ path, amountIn, amountOut }) => ({
      path: plainPath(path),
      amountIn: amountIn.toString(),
      amountOut: amountOut.toString(),
    })),
  }
}

/**
 * The swaps of a state. The minimum of each part is its share of the whole, rounded up: together they are no less.
 * @throws ProviderError bad_response for parts of another amount, ZodError for another state
 */
export function readState(
  state: unknown,
  { amountIn, minimumOut, recipient }: Omit<PathSwap, 'path'>,
): readonly PathSwap[] {
  const read = stateSchema.parse(state)
  if (!('parts' in read)) return [{ path: read, amountIn, minimumOut, recipient }]
  const sum = (side: 'amountIn' | 'amountOut') => read.parts.reduce((total, part) => total + part[side], 0n)
  if (sum('amountIn') !== amountIn) throw badReply('The parts of the route are of another amount')
  const amountOut = sum('amountOut')
  return read.parts.map((part) => ({
    path: part.path,
    amountIn: part.amountIn,
    minimumOut: divideUp(minimumOut * part.amountOut, amountOut),
    recipient,
  }))
}

function plainPath({ version, tokens, fees }: PathSwap['path']): Json {
  return { version, tokens: [...tokens], fees: [...fees] }
}
