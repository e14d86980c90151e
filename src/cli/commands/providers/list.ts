import { defineCommand } from '../../command.ts'
import { allSources, openAdmin, type Session } from '../../session.ts'
import { printProviders, SOURCE_COLUMNS, sourceRow } from '../../views/provider-view.ts'

/** Lists the providers of the network, or with --api the sources of the server. Nothing is sent to a provider. */
export const list = defineCommand({
  examples: ['providers list', 'providers list --network live --json'],
  run: async (session) => {
    if (session.api !== undefined) return listSources(session)
    const states = await (await openAdmin(session)).providerStates()
    if (session.output.json) session.output.printJson({ data: states })
    else await printProviders(session.output, states)
  },
})

async function listSources(session: Session): Promise<void> {
  const { service } = await session.open()
  const data = await allSources(service)
  session.output.note('the sources that the server lists; only the server knows their settings')
  if (session.output.json) session.output.printJson({ data })
  else await session.output.table(SOURCE_COLUMNS, data.map(sourceRow))
}
