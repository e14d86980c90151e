import { readSetting } from '../../io/index.ts'
import type { State } from '../state.ts'
import type { SignsWanted } from '../terminal/terminal-signs.ts'
import { progressPercent, titleText } from './job-texts.ts'

/** What the terminal says of the program: what it has signs for, as the settings want it. */
export function signsOf({ jobs, now, settings, terminal }: State): SignsWanted {
  const isOn = (key: 'notify-title' | 'notify-progress' | 'notify-amounts') => readSetting(key, settings[key]) === 'on'
  const [hasTitle, hasProgress] = [terminal?.hasTitle === true, terminal?.hasProgress === true]
  return {
    title: hasTitle && isOn('notify-title') ? titleText(jobs, isOn('notify-amounts')) : undefined,
    percent: hasProgress && isOn('notify-progress') ? progressPercent(jobs, now) : undefined,
  }
}
