import { join } from 'node:path'
import { type KnownSetting, makeTemporaryFolder, rowOfKey, type SettingGroup } from '../../io/index.ts'
import { defineCommand } from '../command.ts'
import { createSession, type Session } from '../session.ts'
import { usage } from '../usage.ts'

/** How many times faster than estimated the swap of the tour settles, so that it ends in seconds. */
const TOUR_SPEED = '6'
/** Groups of the settings that hold on the tour too: how the screens look, and what they do besides. */
const KEPT_GROUPS: readonly SettingGroup[] = ['Look', 'Notices']

/** Leads through one swap in the screens, in a home of its own. */
export const tour = defineCommand({
  examples: ['tour'],
  notes:
    'It takes two minutes. Everything is simulated, with paper money, in a temporary home: yours is not touched, and nothing of it\nis kept. q leaves it.',
  stopsItself: true,
  local: true,
  run: async (session) => {
    const lead = session.tourGuide?.()
    if (lead === undefined) {
      throw usage('The tour needs a terminal that can be drawn on', 'The same as a text: swapcli demo')
    }
    const home = await makeTemporaryFolder('swapcli-tour-')
    const handle = createSession(partsOfTour(session, home.path))
    try {
      await lead(handle.session)
    } finally {
      session.output.note('the tour is over, and nothing of it was kept; the same with a home of your own: swapcli')
      await handle.end().finally(() => home.remove())
    }
  },
})

/** A session of the sandbox whose files are all in one folder. */
function partsOfTour({ typedHome: _typed, ...session }: Session, home: string): Parameters<typeof createSession>[0] {
  const kept = [...session.settings.values()].filter(({ key }) => {
    const group = rowOfKey(key)?.group
    return group !== undefined && KEPT_GROUPS.includes(group)
  })
  const own: readonly KnownSetting[] = [
    { key: 'network', value: 'sandbox', origin: 'the tour' },
    { key: 'sandbox-speed', value: TOUR_SPEED, origin: 'the tour' },
  ]
  return {
    ...session,
    settings: new Map([...kept, ...own].map((setting) => [setting.key, setting])),
    ...{ home, configFile: join(home, 'config.json'), stateHome: join(home, 'state') },
    networkByFlag: true,
    clock: session.machineClock,
  }
}
