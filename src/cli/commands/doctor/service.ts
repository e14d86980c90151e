import { countText } from '../../../core/text/count-text.ts'
import type { Session } from '../../session.ts'
import { type Check, failCheck, ok, warn } from './check.ts'

/** Whether the service of this session answers, and its store can be used. */
export async function checkService(session: Session): Promise<Check[]> {
  const { api, network, home } = session
  if (api !== undefined) return [await checkServer(session, api)]
  try {
    const { embedded } = await session.open()
    const state = await embedded?.store.check()
    const sources = await embedded?.sources()
    const size = state === undefined ? '' : `, ${Math.ceil(state.sizeBytes / 1024)} KiB, schema ${state.schemaVersion}`
    const total = sources?.pagination.total ?? 0
    return [
      ok('store', `opens, reads and writes${size} (${home})`),
      total > 0
        ? ok('network', `${network}, ${countText(total, 'provider')}`)
        : warn('network', `${network} has no provider`, 'Use the sandbox: swapcli config set network sandbox'),
    ]
  } catch (error) {
    return [failCheck('store', error, 'See that the folder can be written, or choose another: --home DIR')]
  }
}

async function checkServer(session: Session, api: string): Promise<Check> {
  try {
    const { service } = await session.open()
    const page = await service.chains({ perPage: 1 })
    return ok('service', `${api} speaks the API, ${countText(page.pagination.total, 'chain')}`)
  } catch (error) {
    return failCheck('service', error, 'See that the server runs and the address ends in /api/v1: --api URL')
  }
}
