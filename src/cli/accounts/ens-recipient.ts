import type { Names } from '../../wallet/index.ts'
import { SwapError } from '../../core/api/errors.ts'
import { createPayChains, requireChain } from '../pay/pay-chains.ts'
import type { Session } from '../session.ts'

/**
 * The address that a name stands for on a chain, said on stderr before it is used.
 * @throws INVALID_ADDRESS for a name that stands for nothing, CONFIG_INVALID without an RPC of the chain that keeps it, SERVICE_UNAVAILABLE
 */
export async function addressOfName(session: Session, names: Names, name: string, chainKey: string): Promise<string> {
  const chains = createPayChains(session)
  const [home, destination] = await Promise.all([requireChain(chains, names.chainKey), chainIdOf(chainKey)])
  const found = await names.resolve(home, name, destination)
  session.output.note(`recipient: ${found.name} is ${found.address} on ${chainKey}`)
  if (found.warning !== undefined) session.output.note(`warning: ${found.warning}`)
  return found.address
}

async function chainIdOf(key: string): Promise<number> {
  const { openBundledCatalog } = await import('../quote/bundled-catalog.ts')
  const chain = await openBundledCatalog().chain(key)
  if (chain !== undefined) return chain.chainId
  throw new SwapError('INVALID_ADDRESS', `Names cannot be looked up for ${key}: give the address itself`, {
    field: 'recipient',
  })
}
