import { otherNetworkHint, otherNetworkShort, otherNetworkText } from '../../core/api/paper.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import type { Place } from '../context.ts'
import type { Problem } from '../problem.ts'

/** Why nothing is asked of a server that is of another network than it is taken for; undefined where it is not. */
export function findOtherNetwork({ network, api, server }: Place): Problem | undefined {
  if (api === undefined || server === undefined || server === network) return undefined
  const hint = cleanText(otherNetworkHint(network, api), 500)
  return { message: otherNetworkText(network), hint, short: otherNetworkShort(network) }
}
