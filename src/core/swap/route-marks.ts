import type { Route } from '../api/documents.ts'
import { isBelowFloor } from './floor.ts'
import { hasWrongLeast } from '../money/stated-least.ts'
import { needsClaim } from './needs-claim.ts'
import { hasUntriedTransfer } from './untried-transfer.ts'
import { hasUnpricedCost } from './unpriced-cost.ts'

/** What lists of routes say of one wherever it is shown, besides the modes that it wins. */
export function routeMarks(route: Route): readonly string[] {
  const { duplicateOf } = route
  return [
    ...(isBelowFloor(route) ? ['below floor'] : []),
    ...(hasWrongLeast(route) ? ['wrong least'] : []),
    ...(hasUntriedTransfer(route) ? ['no least'] : []),
    ...(hasUnpricedCost(route) ? ['unpriced cost'] : []),
    ...(needsClaim(route) ? ['needs claim'] : []),
    ...(duplicateOf === undefined ? [] : [`same way as ${duplicateOf}`]),
  ]
}
