import { defineCommand } from '../../command.ts'
import { openAdmin, type Session } from '../../session.ts'
import { printProviders } from '../../views/provider-view.ts'

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
  const { data } = await service.sources({ perPage: 300 })
  session.output.note('these are the sources that the server lists; their settings are on the server')
  if (session.output.json) session.output.printJson({ data })
  else {
    await session.output.table(
      [{ header: 'KEY' }, { header: 'NAME', cuttable: true }, { header: 'TYPE' }],
      data.map((source) => [source.key, source.name, source.type]),
    )
  }
}
