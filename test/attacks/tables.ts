import { type Attack, countOutcomes, type Counts, type Neighbour } from './case.ts'
import { CALLDATA_ATTACKS } from './calldata-cases.ts'
import { FILE_ATTACKS, FILE_NEIGHBOURS } from './file-cases.ts'
import { HONEST_CHOICES, HONEST_SWAPS } from './honest-cases.ts'
import { NAME_ATTACKS, NAME_NEIGHBOURS } from './name-cases.ts'
import { NODE_ATTACKS, NODE_NEIGHBOURS } from './node-cases.ts'
import { PAGE_ATTACKS, PAGE_NEIGHBOURS } from './page-cases.ts'
import { PAYLOAD_ATTACKS } from './payload-cases.ts'
import { PRICE_ATTACKS, PRICE_NEIGHBOURS } from './price-cases.ts'
import { PROVIDER_ATTACKS } from './provider-cases.ts'
import { SERVER_ATTACKS } from './server-cases.ts'
import { TOKEN_ATTACKS, TOKEN_NEIGHBOURS } from './token-cases.ts'

/** Every attack of the suite. */
export const ATTACKS: readonly Attack[] = [
  ...[SERVER_ATTACKS, PAYLOAD_ATTACKS, CALLDATA_ATTACKS, PROVIDER_ATTACKS],
  ...[NODE_ATTACKS, NAME_ATTACKS, TOKEN_ATTACKS, PRICE_ATTACKS, FILE_ATTACKS, PAGE_ATTACKS],
].flat()

/** Every honest payment of the suite. */
export const NEIGHBOURS: readonly Neighbour[] = [
  ...[HONEST_SWAPS, HONEST_CHOICES],
  ...[NODE_NEIGHBOURS, NAME_NEIGHBOURS, TOKEN_NEIGHBOURS, PRICE_NEIGHBOURS, FILE_NEIGHBOURS, PAGE_NEIGHBOURS],
].flat()

/** The figures of the suite: of README.md and of `swapcli help safety`. */
export function countSuite(): Counts {
  return countOutcomes(ATTACKS, NEIGHBOURS)
}
