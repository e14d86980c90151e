import { defined } from '../../../core/defined.ts'
import { RATE_DECIMALS } from '../../../core/rates/point.ts'
import { reachedText, watchText } from '../../../core/rates/rate-text.ts'
import { newestRates } from '../../../core/rates/watch-entry.ts'
import { limitsProblem, USUAL_AMOUNT } from '../../../core/rates/watch-line.ts'
import { defineCommand } from '../../command.ts'
import { openOwn } from '../../session.ts'
import { usage } from '../../usage.ts'
import { findPair, WATCHED_PAIR } from './pair.ts'
import { watchEntryDocument } from './list.ts'

/** Watches a pair. */
export const add = defineCommand({
  arguments: {
    ...WATCHED_PAIR,
    amount: { kind: 'amount', description: 'amount of the source asset that is quoted; 1 where it is left out' },
  },
  options: {
    above: {
      kind: 'amount',
      decimals: RATE_DECIMALS,
      value: 'rate',
      description: 'tell when one source token is worth this many destination tokens, or more',
    },
    below: {
      kind: 'amount',
      decimals: RATE_DECIMALS,
      value: 'rate',
      description: 'tell when it is worth this many, or fewer',
    },
  },
  examples: ['watch add ethereum:ETH base:USDC', 'watch add ethereum:ETH base:USDC 0.5 --above 3200 --below 2800'],
  notes: 'What was watched of the pair before is replaced.',
  local: true,
  run: async (session, args, { above, below }) => {
    const problem = limitsProblem(defined({ above, below }))
    if (problem !== undefined) throw usage(problem)
    const { pair, from, to } = await findPair(session, args)
    const amount = args.amount ?? USUAL_AMOUNT
    const entry = { ...pair, from: from.label, to: to.label, amount, ...defined({ above, below }), fired: [] }
    const service = await openOwn(session)
    const reached = reachedText(entry, await service.ratesOfOrder(pair, newestRates(entry)))
    await service.watchList.put(entry)
    if (reached !== undefined) session.output.warn(reached)
    if (session.output.json) return session.output.printJson({ data: watchEntryDocument(entry) })
    session.output.print(session.output.clean(`watching ${watchText(entry)}`))
    session.output.note('it is quoted while serve or the screens run')
  },
})
