import { isSwapError, SwapError } from '../../../core/api/errors.ts'
import type { WatchEntry } from '../../../core/rates/watch-entry.ts'
import { type ArgumentsOf, defineCommand } from '../../command.ts'
import { openOwn } from '../../session.ts'
import { findPair, WATCHED_PAIR } from './pair.ts'

/** Watches a pair no more. */
export const remove = defineCommand({
  arguments: WATCHED_PAIR,
  examples: ['watch remove ethereum:ETH base:USDC'],
  local: true,
  run: async (session, args) => {
    const { watchList } = await openOwn(session)
    const { pair, label } = await findPair(session, args).then(
      ({ pair: found, from, to }) => ({ pair: found, label: `${from.label} to ${to.label}` }),
      // What the catalog no longer has is still watched, and named as the list names it.
      async (error: unknown) => {
        const entry = (await watchList.list()).find((one) => isNamed(one, args))
        if (entry === undefined || !isSwapError(error)) throw error
        const { srcChain, srcAddress, dstChain, dstAddress } = entry
        return { pair: { srcChain, srcAddress, dstChain, dstAddress }, label: `${entry.from} to ${entry.to}` }
      },
    )
    if (!(await watchList.remove(pair))) {
      throw new SwapError('NOT_FOUND', `${label} is not watched`, { hint: 'See what is: swapcli watch' })
    }
    if (session.output.json) return session.output.printJson({ data: { ...pair, removed: true } })
    session.output.print(session.output.clean(`${label} is watched no more`))
  },
})

/** True where both assets of an entry are written as in the list, or by chain and address. */
function isNamed(entry: WatchEntry, { from, to }: ArgumentsOf<typeof WATCHED_PAIR>): boolean {
  const { srcChain, srcAddress, dstChain, dstAddress } = entry
  const isOne = (text: string, ...names: readonly string[]) =>
    names.some((name) => name.toLowerCase() === text.toLowerCase())
  return isOne(from, entry.from, `${srcChain}:${srcAddress}`) && isOne(to, entry.to, `${dstChain}:${dstAddress}`)
}
