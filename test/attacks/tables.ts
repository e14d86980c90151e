import { type Attack, countOutcomes, type Counts, type Neighbour } from './case.ts'
import { CALLDATA_ATTACKS } from './calldata-cases.ts'
import { CHAIN_ATTACKS, CHAIN_NEIGHBOURS } from './chain-cases.ts'
import { END_ATTACKS, END_NEIGHBOURS } from './end-cases.ts'
import { FILE_ATTACKS, FILE_NEIGHBOURS } from './file-cases.ts'
import { HONEST_CHOICES, HONEST_SWAPS } from './honest-cases.ts'
import { LEFT_OUT_ATTACKS } from './left-out-cases.ts'
import { LOCAL_ATTACKS, LOCAL_NEIGHBOURS } from './local-cases.ts'
import { NAME_ATTACKS, NAME_NEIGHBOURS } from './name-cases.ts'
import { NODE_ATTACKS, NODE_NEIGHBOURS } from './node-cases.ts'
import { PAGE_ATTACKS, PAGE_NEIGHBOURS } from './page-cases.ts'
import { PAYLOAD_ATTACKS } from './payload-cases.ts'
import { PRIVATE_ATTACKS, PRIVATE_NEIGHBOURS } from './private-cases.ts'
import { PRICE_ATTACKS, PRICE_NEIGHBOURS } from './price-cases.ts'
import { PROVIDER_ATTACKS } from './provider-cases.ts'
import { RESUME_ATTACKS, RESUME_NEIGHBOURS } from './resume-cases.ts'
import { SERVER_ATTACKS } from './server-cases.ts'
import { SETTINGS_ATTACKS, SETTINGS_NEIGHBOURS } from './settings-cases.ts'
import { TOKEN_ATTACKS, TOKEN_NEIGHBOURS } from './token-cases.ts'

/** Every attack of the suite. */
export const ATTACKS: readonly Attack[] = [
  ...[SERVER_ATTACKS, PAYLOAD_ATTACKS, CALLDATA_ATTACKS, PROVIDER_ATTACKS, LEFT_OUT_ATTACKS, LOCAL_ATTACKS],
  ...[NODE_ATTACKS, PRIVATE_ATTACKS, CHAIN_ATTACKS, NAME_ATTACKS, TOKEN_ATTACKS, PRICE_ATTACKS, END_ATTACKS],
  ...[FILE_ATTACKS, SETTINGS_ATTACKS, RESUME_ATTACKS, PAGE_ATTACKS],
].flat()

/** Every honest payment of the suite. */
export const NEIGHBOURS: readonly Neighbour[] = [
  ...[HONEST_SWAPS, HONEST_CHOICES, LOCAL_NEIGHBOURS],
  ...[NODE_NEIGHBOURS, PRIVATE_NEIGHBOURS, CHAIN_NEIGHBOURS, NAME_NEIGHBOURS, TOKEN_NEIGHBOURS, PRICE_NEIGHBOURS],
  ...[END_NEIGHBOURS, FILE_NEIGHBOURS, SETTINGS_NEIGHBOURS, RESUME_NEIGHBOURS, PAGE_NEIGHBOURS],
].flat()

/** The figures of the suite: of README.md and of `swapcli help safety`. */
export function countSuite(): Counts {
  return countOutcomes(ATTACKS, NEIGHBOURS)
}
