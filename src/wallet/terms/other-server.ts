import type { Network } from '../../core/api/enums.ts'
import { isSwapError, restate, SwapError } from '../../core/api/errors.ts'
import { otherNetworkText, readNetwork } from '../../core/api/paper.ts'
import type { SwapService } from '../../core/api/service.ts'
import type { SwapRun } from '../run/journal.ts'

/*
 * A server that does not know a swap may have lost it. At the same URL there may also be another server, such as one of the
 * other network: that it does not know the swap says nothing of it.
 */

/** Who answers at the URL of a run, and whom it is taken for. */
interface AskedServer {
  readonly service: Pick<SwapService, 'sources'>
  /** The network of the run. */
  readonly network: Network
}

/**
 * The failure of a run that its server does not know, where that is of the other network or does not say of which: it tells
 * so, and how to go on instead of giving the run up. Any other failure as it is, and always its code and funds.
 */
export async function ofOtherServer(error: unknown, run: SwapRun, asked: AskedServer): Promise<unknown> {
  if (run.api === undefined || !isSwapError(error) || !isOfUnknown(error)) return error
  const found = await findNetwork(asked.service)
  if (found === asked.network) return error
  const what =
    found === undefined ? 'This server does not say whether it is live or a sandbox' : otherNetworkText(asked.network)
  return restate(error, { message: `${what}. ${error.message}`, hint: goOnHint(run, run.api) })
}

/** Refuses to give a run up because a server of the other network does not know it. @throws OUTCOME_UNKNOWN */
export async function verifyLosingServer(run: SwapRun, { service, network }: AskedServer): Promise<void> {
  if (run.api === undefined) return
  const found = await findNetwork(service)
  if (found === undefined || found === network) return
  throw new SwapError('OUTCOME_UNKNOWN', `Not given up: ${otherNetworkText(network)}`, {
    funds: run.payment === undefined ? 'unknown' : 'moved',
    hint: goOnHint(run, run.api),
  })
}

function goOnHint({ id }: SwapRun, api: string): string {
  return `Do not begin the swap again. Go on once the server that it was begun with answers at ${api}: swapcli resume ${id}`
}

/** True where a service does not know a swap, a lock or a path of its API: itself, or as why something else failed. */
function isOfUnknown(error: unknown): boolean {
  return isSwapError(error) && (error.code === 'NOT_FOUND' || isOfUnknown(error.cause))
}

/** The network of a service; undefined where it does not say, also because it does not answer. */
async function findNetwork(service: AskedServer['service']): Promise<Network | undefined> {
  try {
    return await readNetwork(service)
  } catch (error) {
    if (isSwapError(error)) return undefined
    throw error
  }
}
