import { otherNetwork, otherNetworkText, readNetwork } from '../../core/api/paper.ts'
import type { OpenedService, Session } from '../session.ts'

/** Said of a server that is taken for what it is. */
const SANDBOX_SERVER = 'sandbox: the server simulates a network with paper money; nothing here is real'

/**
 * Opens the service of a session for a quote, and says what its server is. Prices of paper bind nobody; those of real money are
 * refused where they are taken for paper.
 * @throws WALLET_REFUSED
 */
export async function openToQuote(session: Session): Promise<OpenedService> {
  const { network, api, output } = session
  const opened = await session.open()
  if (api === undefined) return opened
  const found = await readNetwork(opened.service)
  if (found === 'live' && network !== found) throw otherNetwork(network, api)
  if (found === 'sandbox') {
    if (network === found) output.note(SANDBOX_SERVER)
    else output.warn(`warning: ${otherNetworkText(network)}: nothing can be locked`)
  }
  return opened
}

/** The same for what is locked or executed: a server of the other network is refused. @throws WALLET_REFUSED */
export async function openToLock(session: Session): Promise<OpenedService> {
  const { network, api } = session
  const opened = await session.open()
  if (api === undefined) return opened
  const found = await readNetwork(opened.service)
  if (found !== undefined && found !== network) throw otherNetwork(network, api)
  if (found === 'sandbox') session.output.note(SANDBOX_SERVER)
  return opened
}
