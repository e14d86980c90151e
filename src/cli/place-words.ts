import type { Session } from './session.ts'

/** The place that the command line names itself, for commands that go on from it: `--network live`. */
export function placeWords({ settings }: Pick<Session, 'settings'>): string[] {
  return (['network', 'api'] as const).flatMap((key) => {
    const setting = settings.get(key)
    return setting?.origin === `--${key}` ? [`--${key}`, setting.value] : []
  })
}
