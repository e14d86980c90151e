import type { RoutePair } from '../../../core/swap/records.ts'
import { type ArgumentsOf, defineArguments } from '../../command.ts'
import { type NamedAsset, findAsset } from '../../quote/find-asset.ts'
import type { Session } from '../../session.ts'

/** The pair that a command is about. */
export const WATCHED_PAIR = defineArguments({
  from: { kind: 'asset', required: true, description: 'source asset: ethereum:USDC, USDC@ethereum or chain:ADDRESS' },
  to: { kind: 'asset', required: true, description: 'destination asset, written the same way' },
})

/** A pair as it was named. */
interface NamedPair {
  readonly pair: RoutePair
  readonly from: NamedAsset
  readonly to: NamedAsset
}

/** Finds both assets. @throws VALIDATION_ERROR */
export async function findPair(session: Session, args: ArgumentsOf<typeof WATCHED_PAIR>): Promise<NamedPair> {
  const opened = await session.open()
  const from = await findAsset(opened, args.from, { field: 'from' })
  const to = await findAsset(opened, args.to, { field: 'to' })
  const pair = {
    ...{ srcChain: from.chain.key, srcAddress: from.asset.address },
    ...{ dstChain: to.chain.key, dstAddress: to.asset.address },
  }
  return { pair, from, to }
}
