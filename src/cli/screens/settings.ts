import {
  checkSettings,
  isSecretSetting,
  isSettingKey,
  isProviderSettingKey,
  markConfig,
  openBreakableHttp,
  readConfig,
  readSetting,
  type KnownSetting,
  type Setting,
} from '../../io/index.ts'
import { changeSetting } from '../exclusive-changes.ts'
import type { TuiSettings } from '../../tui/index.ts'
import { shareDatabases } from '../database.ts'
import { lookApart, type Session, sharePayChains } from '../session.ts'
import { refuseUnwritableTrace, tracedHttp } from '../trace.ts'

/** A session whose settings the screens change: what they keep holds for it at once. */
export interface ScreenSession extends Session {
  readonly settings: Map<KnownSetting['key'], KnownSetting>
}

/** What the screens are opened with, and opened with again after a change of the network. */
export interface ScreenSessions {
  /** A session of the settings as they are now. */
  next(): ScreenSession
  /** Closes what the last one opened. */
  end(): Promise<void>
}

/** Makes sessions of the screens; the session that they are made of ends the last of them. */
export function screenSessions(session: Session): ScreenSessions {
  const settings = new Map(session.settings)
  const ends: (() => Promise<void>)[] = []
  const end = async () => {
    for (const each of ends.splice(0).reverse()) await each()
  }
  session.onEnd(end)
  return {
    end,
    next: () => {
      const onEnd = (each: () => Promise<void>) => void ends.push(each)
      // What is said now would be written into the screens.
      const later: string[] = []
      const output = { ...session.output, note: () => undefined, warn: (text: string) => void later.push(text) }
      onEnd(async () => later.splice(0).forEach((text) => session.output.warn(text)))
      const trace = { settings, output, clock: session.machineClock, onEnd, openHttp: openBreakableHttp }
      const next: ScreenSession = {
        ...session,
        ...shareDatabases({ ...session, store: settings.get('store')?.value, output, onEnd }),
        settings,
        network: readSetting('network', settings.get('network')?.value),
        payChains: sharePayChains(() => next),
        hasPageDamage: lookApart(session),
        onEnd,
        // Who leaves waits for no answer of a server, a provider or a node.
        openHttp: tracedHttp(trace) ?? session.openHttp ?? openBreakableHttp,
      }
      return next
    },
  }
}

/** What the screens were opened with stays as it is until they are opened again. */
function canChange(key: string): boolean {
  return key !== 'network' && key !== 'api' && !isProviderSettingKey(key)
}

/** Settings as the screens read and write them; secrets, and all of providers, only by their keys. */
export function screenSettings({ settings, configFile, clock }: ScreenSession): TuiSettings {
  const knownSettings = () => [...settings.values()].filter(({ key }) => isSettingKey(key))
  const values = () =>
    Object.fromEntries(knownSettings().flatMap(({ key, value }) => (isSecretSetting(key) ? [] : [[key, value]])))
  const isOfFile = ({ key, origin }: Setting) => origin === configFile && canChange(key)
  const read = async () => {
    const kept: readonly Setting[] = (await readConfig(configFile)).filter(({ key }) => canChange(key))
    checkSettings(kept)
    for (const setting of [...settings.values()].filter(isOfFile)) settings.delete(setting.key)
    for (const setting of kept) if (!settings.has(setting.key)) settings.set(setting.key, setting)
    return values()
  }
  let told: string | undefined
  return {
    values: values(),
    read,
    readIfChanged: async () => {
      // Before it is read: what is written meanwhile is read the next time.
      const mark = await markConfig(configFile)
      if (mark === told) return undefined
      told = undefined
      const now = await read()
      told = mark
      return now
    },
    origins: () =>
      Object.fromEntries(
        [...settings.values()].map(({ key, origin }) => [key, { name: origin, isFile: origin === configFile }]),
      ),
    write: async (key, value) => {
      if (key === 'trace' && value !== undefined) await refuseUnwritableTrace(value)
      await changeSetting({ configFile, clock }, key, value)
      if (value === undefined) settings.delete(key)
      else settings.set(key, { key, value, origin: configFile })
    },
  }
}
