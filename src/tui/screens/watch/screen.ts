import { runnerOf } from '../../effect-io.ts'
import { filterText } from '../../kit/find/sift.ts'
import type { Screen } from '../../screen.ts'
import { WATCH_EFFECTS } from './effects.ts'
import { WATCH_KEYS } from './keys.ts'
import { START_WATCH, type WatchEffect, type WatchEvent, type WatchState } from './state.ts'
import { isOnServer, updateWatch } from './update.ts'
import { emptyRows, viewList, viewWatch } from './view.ts'

/** The Watch screen. */
export const watchScreen: Screen<'watch', WatchState, WatchEvent, WatchEffect, typeof WATCH_KEYS> = {
  name: 'watch',
  title: 'Watch',
  start: START_WATCH,
  keys: WATCH_KEYS,
  update: updateWatch,
  view: viewWatch,
  mode: ({ adding, sifting }) => (adding !== undefined ? 'add' : sifting.line !== undefined ? 'filter' : 'list'),
  takesText: ({ adding, sifting }) => adding !== undefined || sifting.line !== undefined,
  ticks: (_state, { isSeen, ready, place }) => isSeen && ready && !isOnServer({ place }),
  panes: [
    {
      name: 'watch',
      title: 'watch',
      least: { columns: 40, rows: 3 },
      isOffered: (place) => !isOnServer({ place }),
      lines: (state, app, width) => {
        const { pairs = [], adding, sifting } = state
        const listed = emptyRows({ state, app, width })?.length ?? pairs.length + 1
        return (
          listed + (adding === undefined ? 0 : 1) + (filterText(sifting) === '' && sifting.line === undefined ? 0 : 2)
        )
      },
      view: viewList,
    },
  ],
  openRunner: (io) => runnerOf(WATCH_EFFECTS, io),
}
