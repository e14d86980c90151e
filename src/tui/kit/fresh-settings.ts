import { isSettingKey, type SettingKey, type SettingsByKey } from '../../io/index.ts'
import type { TuiContext } from '../context.ts'
import type { AppEvent } from '../events.ts'
import { expectedProblem, problemText } from '../problem.ts'

/*
 * Other programs change the settings too, as `swapcli config set` in another terminal does: what is paid and asked goes by what
 * they are then.
 */

/** Time between two looks whether the settings were changed elsewhere, in milliseconds. */
const SETTINGS_POLL_MS = 3000

/** What reading them needs. */
export interface SettingsIo {
  readonly context: { readonly settings: Pick<TuiContext['settings'], 'readIfChanged'> }
  /** Those in force. */
  readonly settings: () => SettingsByKey
  readonly dispatch: (event: AppEvent) => void
}

/**
 * Brings settings into force that were changed elsewhere.
 * @returns the keys of those in force that are others now
 * @throws CONFIG_INVALID where they cannot be read, which the user is told once: those in force stay
 */
export async function refreshSettings({ context, settings, dispatch }: SettingsIo): Promise<readonly SettingKey[]> {
  const before = settings()
  try {
    const values = await context.settings.readIfChanged?.()
    if (values !== undefined) dispatch({ on: 'app', type: 'settings', values })
  } catch (error) {
    dispatch({ on: 'app', type: 'settings-unread', text: problemText(expectedProblem(error)) })
    throw error
  }
  return changedSettings(before, settings())
}

/** The same where nothing is locked or paid by it: what cannot be read is told, and no more. */
export async function lookAtSettings(io: SettingsIo): Promise<void> {
  await refreshSettings(io).catch(expectedProblem)
}

/** Looks again and again, until the signal aborts. */
export async function watchSettings(io: SettingsIo, clock: TuiContext['clock'], signal: AbortSignal): Promise<void> {
  if (io.context.settings.readIfChanged === undefined) return
  for (;;) {
    await clock.sleep(SETTINGS_POLL_MS, signal).catch(() => undefined)
    if (signal.aborted) return
    await lookAtSettings(io)
  }
}

/** Keys of settings whose values differ. */
export function changedSettings(before: SettingsByKey, after: SettingsByKey): readonly SettingKey[] {
  const known = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...known].filter(isSettingKey).filter((key) => before[key] !== after[key])
}
