import { runnerOf } from '../../effect-io.ts'
import type { Screen } from '../../screen.ts'
import { ACTIVITY_EFFECTS } from './effects.ts'
import { ACTIVITY_KEYS } from './keys.ts'
import { type ActivityEffect, type ActivityEvent, type ActivityState, START_ACTIVITY } from './state.ts'
import { RUNNING_PANE } from './pane.ts'
import { shownOfActivity, viewActivity } from './view.ts'
import { updateActivity } from './update.ts'

/** The Activity screen. */
export const activityScreen: Screen<'activity', ActivityState, ActivityEvent, ActivityEffect, typeof ACTIVITY_KEYS> = {
  name: 'activity',
  title: 'Activity',
  shortTitle: 'Act',
  start: START_ACTIVITY,
  keys: ACTIVITY_KEYS,
  update: updateActivity,
  view: viewActivity,
  shows: shownOfActivity,
  mode: ({ sifting, showsDetail }) => (sifting.line !== undefined ? 'filter' : showsDetail ? 'detail' : 'list'),
  takesText: ({ sifting }) => sifting.line !== undefined,
  // What other programs begin and end is read again and again.
  ticks: (_state, { isSeen, ready }) => isSeen && ready,
  panes: [RUNNING_PANE],
  openRunner: (io) => runnerOf(ACTIVITY_EFFECTS, io),
}
