import type { Clock, PooledHttp } from '../core/ports.ts'
import { jsonLine } from '../core/text/clean-text.ts'
import {
  isProviderSettingKey,
  isSecretSetting,
  loadHttpTrace,
  openPooledHttp,
  readSetting,
  type Settings,
} from '../io/index.ts'
import type { Output } from './output/output.ts'

interface TraceParts {
  readonly settings: Settings
  readonly output: Output
  readonly clock: Clock
  readonly onEnd: (end: () => Promise<void>) => void
}

/** Where the trace of all HTTP goes: `off`, `stderr` or the path of a file. */
export function traceTarget(settings: Settings): string {
  return readSetting('trace', settings.get('trace')?.value)
}

/** Opens connections whose calls are traced; undefined where none are. Nothing of it is loaded before the first. */
export function tracedHttp({ settings, output, clock, onEnd }: TraceParts): (() => Promise<PooledHttp>) | undefined {
  const target = traceTarget(settings)
  if (target === 'off') return undefined
  let file: { readonly write: (line: string) => void; readonly close: () => void } | undefined
  return async () => {
    const [{ traceHttp, traceLine, openTraceFile }, http] = await Promise.all([loadHttpTrace(), openPooledHttp()])
    if (target !== 'stderr' && file === undefined) {
      const opened = openTraceFile(target)
      file = opened
      onEnd(async () => opened.close())
    }
    return traceHttp(http, {
      clock,
      secrets: secretsOf(settings),
      write: (call) => {
        if (file !== undefined) file.write(traceLine(call))
        else output.say(output.saysJson ? jsonLine({ kind: 'trace', ...call }) : traceLine(call))
      },
    })
  }
}

/** What of the settings must not be shown: of addresses all but the host, which may hold keys. */
function secretsOf(settings: Settings): readonly string[] {
  return [...settings.values()].flatMap(({ key, value }) => {
    if (!isProviderSettingKey(key) && !isSecretSetting(key)) return []
    return value.split(/[\s,]+/).flatMap((text) => {
      if (!/^[a-z]+:\/\//i.test(text) || !URL.canParse(text)) return [text]
      const { username, password, pathname, search } = new URL(text)
      return [username, password, pathname.replace(/^\/|\/$/g, ''), search.slice(1)]
    })
  })
}
