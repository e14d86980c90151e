import { SwapError } from '../../../core/api/errors.ts'
import { defineCommand } from '../../command.ts'
import { openOwn } from '../../session.ts'
import { findPair, WATCHED_PAIR } from './pair.ts'

/** Watches a pair no more. */
export const remove = defineCommand({
  arguments: WATCHED_PAIR,
  examples: ['watch remove ethereum:ETH base:USDC'],
  local: true,
  run: async (session, args) => {
    const { pair, from, to } = await findPair(session, args)
    const label = `${from.label} to ${to.label}`
    if (!(await (await openOwn(session)).watchList.remove(pair))) {
      throw new SwapError('NOT_FOUND', `${label} is not watched`, { hint: 'See what is: swapcli watch' })
    }
    if (session.output.json) return session.output.printJson({ data: { ...pair, removed: true } })
    session.output.print(session.output.clean(`${label} is watched no more`))
  },
})
