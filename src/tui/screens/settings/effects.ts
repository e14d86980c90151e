import { checkAddressSetting } from '../../../core/assets/address-setting.ts'
import { type Catalog } from '../../../core/assets/catalog.ts'
import { resolveChain } from '../../../core/assets/chain-reference.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import { SwapError } from '../../../core/api/errors.ts'
import { nodesOf } from '../../../core/evm/nodes.ts'
import { isSecretSetting, type SettingKey, settingProblem, settingRow } from '../../../io/index.ts'
import { isWalletName, PSBT_CHAINS } from '../../../wallet/index.ts'
import { cleanDocument } from '../../kit/text/clean-document.ts'
import type { SettingOrigin } from '../../context.ts'
import { type EffectIo, type EffectTable, runnerOf } from '../../effect-io.ts'
import { problemOf, problemText } from '../../problem.ts'
import type { EffectRunner } from '../../screen.ts'
import { groupOf } from './rows.ts'
import type { SettingsEffect, SettingsEffects, SettingsEvent } from './state.ts'

/** Name of the work of checking and keeping a value. */
const KEEPING = 'keep'

type SettingsIo = EffectIo<SettingsEvent>

/** Opens what does what the screen asks for; every failure is shown where the change is made. */
export function openSettingsRunner(io: SettingsIo): EffectRunner<SettingsEffect> {
  const runner = runnerOf(SETTINGS_EFFECTS, io)
  const refuse = (error: unknown) => {
    const text = problemText(problemOf(error))
    io.dispatch({ on: 'settings', type: 'refused', text: io.context.namePlace?.(text) ?? text })
  }
  return { run: (effect) => runner.run(effect).catch(refuse) }
}

const SETTINGS_EFFECTS: EffectTable<SettingsEffects, SettingsIo> = {
  load,
  name: async ({ group, text }, io) => {
    const place = await placeOf((await io.openService()).catalog, group, text)
    io.dispatch({ on: 'settings', type: 'named', key: `${group}.${place}` })
  },
  keep: ({ key, value }, io) => keep(key, value, io, io.begin(KEEPING)),
  leave: async (_effect, io) => io.cancel(KEEPING),
}

/** Where the file cannot be read now, what is known stays, and that is said. */
async function load(_effect: SettingsEffects['load'], io: SettingsIo): Promise<void> {
  try {
    const values = await io.context.settings.read?.()
    if (values !== undefined) io.dispatch({ on: 'app', type: 'settings', values })
  } finally {
    await loadFacts(io)
  }
}

async function loadFacts(io: SettingsIo): Promise<void> {
  const { settings, wallets } = io.context
  const origins = Object.fromEntries(
    Object.entries(settings.origins?.() ?? {}).map(([key, { name, isFile }]): [string, SettingOrigin] => [
      key,
      { name: cleanText(name), isFile },
    ]),
  )
  const accounts = wallets === undefined ? undefined : cleanDocument(await wallets())
  io.dispatch({ on: 'settings', type: 'facts', origins, accounts })
}

/** The chain key, or the address family, that a text means. @throws VALIDATION_ERROR */
async function placeOf(catalog: Catalog, group: SettingsEffects['name']['group'], text: string): Promise<string> {
  const families = new Set<string>((await catalog.chains()).map(({ addressFamily }) => addressFamily))
  const typed = text.toLowerCase()
  const isRpc = group === 'rpc' || group === 'send-rpc'
  if (group === 'esplora') {
    const { key, name } = await resolveChain(catalog, text)
    if (PSBT_CHAINS.includes(key)) return key
    throw new SwapError('VALIDATION_ERROR', `No coins of ${cleanText(name)} are read: ${PSBT_CHAINS.join(', ')} are`)
  }
  if (!isRpc && families.has(typed) && settingRow(`${group}.${typed}`) !== undefined) return typed
  const chain = await resolveChain(catalog, text)
  if (!isRpc || chain.addressFamily === 'evm') return chain.key
  throw new SwapError('VALIDATION_ERROR', `${cleanText(chain.name)} is not an EVM chain: only those have an RPC here`)
}

async function keep(key: SettingKey, value: string | undefined, io: SettingsIo, signal: AbortSignal): Promise<void> {
  const note = value === undefined ? '' : await checkValue(key, value, io, signal)
  // Left meanwhile: it stays as it was.
  if (signal.aborted) return
  await io.context.settings.write(key, value)
  if (!isSecretSetting(key)) io.dispatch({ on: 'app', type: 'saved', key, value })
  io.dispatch({ on: 'settings', type: 'kept', key, isSet: value !== undefined, note })
}

/** What to know about a value that holds. @throws CONFIG_INVALID or INVALID_ADDRESS for one that does not */
async function checkValue(key: SettingKey, value: string, io: SettingsIo, signal: AbortSignal): Promise<string> {
  const problem = settingProblem(key, value)
  if (problem !== undefined) throw new SwapError('CONFIG_INVALID', `${key} ${problem}`)
  const group = groupOf(key)
  if (group === undefined) return key === 'wallet' ? walletNote(value, io) : ''
  if (group === 'keys') return ''
  const chains = await (await io.openService()).catalog.chains()
  const place = key.slice(group.length + 1)
  // Such an endpoint may answer nothing but that it took a transaction.
  if (group === 'send-rpc') return `signed transactions of ${cleanText(place)} go there only`
  if (group === 'esplora') return `asked by swapcli psbt for coins of ${cleanText(place)}: it learns the addresses`
  if (group === 'rpc') {
    const { checkRpcUrls } = await import('./rpc-check.ts')
    const chain = chains.find((each) => each.key === place)
    return chain?.addressFamily !== 'evm' ? '' : checkRpcUrls(chain, nodesOf(value, undefined), signal)
  }
  const check = await checkAddressSetting({ setting: group, place, value, chains, isWalletName })
  if (!check.ok) throw new SwapError('INVALID_ADDRESS', check.reason)
  return cleanText(check.note)
}

/** What it means that an account is in use. @throws CONFIG_INVALID for one that is gone */
async function walletNote(name: string, { context }: SettingsIo): Promise<string> {
  const account = (await context.wallets?.())?.find((each) => each.name === name)
  if (account === undefined) throw new SwapError('CONFIG_INVALID', 'That account is gone: see swapcli wallet list')
  return account.kind === 'watch' ? 'it has no key, so nothing can be signed here' : 'it signs from now on'
}
