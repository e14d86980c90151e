import { isSwapError, refusalOf } from '../core/api/errors.ts'
import type { Clock, PooledHttp } from '../core/ports.ts'
import { jsonLine } from '../core/text/clean-text.ts'
import { secretsOf } from '../core/text/secret-hider.ts'
import {
  isProviderSettingKey,
  isSecretSetting,
  loadHttpTrace,
  openPooledHttp,
  readSetting,
  SETTINGS,
  settingVariable,
  type Settings,
} from '../io/index.ts'
import type { Output } from './output/output.ts'
import { usage } from './usage.ts'

interface TraceParts {
  readonly settings: Settings
  readonly output: Output
  readonly clock: Clock
  readonly onEnd: (end: () => Promise<void>) => void
  /** Opens the connections. @default those that let requests in progress finish */
  readonly openHttp?: () => Promise<PooledHttp>
}

/** Where the trace of all HTTP goes: `off`, `stderr` or the path of a file. */
export function traceTarget(settings: Settings): string {
  return readSetting('trace', settings.get('trace')?.value)
}

/**
 * Opens connections whose calls are traced; undefined where none are. Nothing of it is loaded before the first. A trace that
 * cannot be written is said once, and the calls go on without it.
 */
export function tracedHttp({
  settings,
  output,
  clock,
  onEnd,
  openHttp = openPooledHttp,
}: TraceParts): (() => Promise<PooledHttp>) | undefined {
  const target = traceTarget(settings)
  if (target === 'off') return undefined
  let isSaid = false
  const sayOnce = (problem: string) => {
    if (!isSaid) output.warn(`${problem}. Everything else goes on. ${traceRemedy(settings)}`)
    isSaid = true
  }
  type File = ReturnType<Awaited<ReturnType<typeof loadHttpTrace>>['openTraceFile']>
  let file: File | undefined
  return async () => {
    const [{ traceHttp, traceLine, traceProblem, openTraceFile }, http] = await Promise.all([
      loadHttpTrace(),
      openHttp(),
    ])
    if (target !== 'stderr' && file === undefined) {
      try {
        const opened = openTraceFile(target, (why) => sayOnce(traceProblem(target, why)))
        file = opened
        onEnd(async () => opened.close())
      } catch (error) {
        if (!isSwapError(error)) throw error
        sayOnce(error.message)
        return http
      }
    }
    return traceHttp(http, {
      clock,
      secrets: secretsOfSettings(settings),
      write: (call) => {
        if (file !== undefined) file.write(traceLine(call))
        else output.say(output.saysJson ? jsonLine({ kind: 'trace', ...call }) : traceLine(call))
      },
    })
  }
}

/** Why the trace cannot be written where the setting says; undefined where it can. The file is there afterwards. */
export async function findTraceProblem(target: string): Promise<string | undefined> {
  if (target === 'off' || target === 'stderr') return undefined
  const { openTraceFile } = await loadHttpTrace()
  return refusalOf(() => openTraceFile(target).close())?.message
}

/** Keeps a trace from being set to where it cannot be written. @throws USAGE */
export async function refuseUnwritableTrace(target: string): Promise<void> {
  const problem = await findTraceProblem(target)
  if (problem === undefined) return
  throw usage(`trace was not set. ${problem}`, `For example: swapcli config set trace ${SETTINGS.trace.example}`)
}

/** What to do about a trace that cannot be written: the command that ends it, or where else its place is set. */
export function traceRemedy(settings: Settings): string {
  const origin = settings.get('trace')?.origin ?? ''
  const isInFile = !origin.startsWith('--') && origin !== settingVariable('trace')
  return isInFile
    ? 'Name a file that can be written, or off: swapcli config set trace off'
    : `Name a file that can be written, or off, by ${origin}`
}

/** What of the settings must not be shown. */
function secretsOfSettings(settings: Settings): readonly string[] {
  return [...settings.values()].flatMap(({ key, value }) =>
    isProviderSettingKey(key) || isSecretSetting(key) ? secretsOf(value) : [],
  )
}
