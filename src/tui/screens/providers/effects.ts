import type { Stats } from '../../../core/api/documents.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import { SwapError } from '../../../core/api/errors.ts'
import { SOURCES_QUERY } from '../../../core/api/requests.ts'
import { providerSettingKey } from '../../../io/index.ts'
import { cleanDocument } from '../../kit/text/clean-document.ts'
import type { OpenedSwaps } from '../../context.ts'
import type { EffectIo, EffectTable } from '../../effect-io.ts'
import { noticeEvent } from '../../events.ts'
import { expectedProblem, problemText } from '../../problem.ts'
import type { ListedProvider, ProvidersEffects, ProvidersEvent } from './state.ts'

/** Longest wait for an answer of one provider, in milliseconds. */
const CHECK_MS = 8000

type ProvidersIo = EffectIo<ProvidersEvent>

/** What the screen does outside. */
export const PROVIDERS_EFFECTS: EffectTable<ProvidersEffects, ProvidersIo> = {
  list,
  check: async ({ keys }, io) => void (await Promise.all(keys.map((key) => check(key, io)))),
  switch: switchProvider,
}

async function list(_effect: ProvidersEffects['list'], io: ProvidersIo): Promise<void> {
  try {
    const opened = await io.openService()
    const stats = await opened.service.stats({ finalizedOnly: true })
    const listed =
      opened.embedded === undefined ? await listFromServer(opened, stats) : await listFromStore(opened.embedded, stats)
    io.dispatch({ on: 'providers', type: 'listed', listed })
  } catch (error) {
    io.dispatch({ on: 'providers', type: 'list-failed', problem: expectedProblem(error) })
  }
}

async function listFromServer({ service }: OpenedSwaps, stats: Stats): Promise<readonly ListedProvider[]> {
  const { data } = await service.sources({ perPage: SOURCES_QUERY.perPage.maximum })
  return data.map((source) => listedProvider(source, undefined, stats))
}

async function listFromStore(
  embedded: NonNullable<OpenedSwaps['embedded']>,
  stats: Stats,
): Promise<readonly ListedProvider[]> {
  const states = await (await embedded.admin()).providerStates()
  return states.map((state) => listedProvider(state, state, stats))
}

function listedProvider(
  { key, name, type }: Pick<ListedProvider, 'key' | 'name' | 'type'>,
  state: ListedProvider['state'],
  { byProvider, deliveries = [] }: Stats,
): ListedProvider {
  const isOwn = ({ provider }: { readonly provider: string }) => provider === key
  return cleanDocument({
    ...{ key, name, type, state },
    record: byProvider.find(isOwn),
    delivery: deliveries.find(isOwn),
  })
}

async function check(key: string, io: ProvidersIo): Promise<void> {
  try {
    const { embedded } = await io.openService()
    if (embedded === undefined) throw new SwapError('USAGE', 'only the server can check its providers')
    const admin = await embedded.admin()
    const [answer] = await admin.checkProviders([key], CHECK_MS, io.signal)
    if (answer !== undefined) io.dispatch({ on: 'providers', type: 'checked', check: cleanDocument(answer) })
  } catch (error) {
    io.dispatch({ on: 'providers', type: 'check-failed', key, problem: expectedProblem(error) })
  }
}

/** As `providers enable` and `disable` do: on is what counts without a setting. */
async function switchProvider({ key, isOn }: ProvidersEffects['switch'], io: ProvidersIo): Promise<void> {
  try {
    const setting = providerSettingKey(key, 'ENABLED')
    const origin = io.context.settings.origins?.()[setting]
    if (origin?.isFile === false) {
      const name = cleanText(origin.name)
      throw new SwapError('USAGE', `${name} outweighs what is kept here`, { hint: `Start without it: unset ${name}` })
    }
    await io.context.settings.write(setting, isOn ? undefined : 'false')
    io.dispatch({ on: 'providers', type: 'switched', key, isOn })
  } catch (error) {
    io.dispatch(noticeEvent('bad', `${key} was not switched: ${problemText(expectedProblem(error))}`))
  }
}
