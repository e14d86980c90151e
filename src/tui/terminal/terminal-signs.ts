import { type Clean, joinClean } from '../../core/text/clean-text.ts'
import { KEEP_TITLE, progressCode, RESTORE_TITLE, titleCode } from './terminal-codes.ts'

/** What a terminal says of the program while it runs. */
export interface SignsWanted {
  /** Undefined for the title that the terminal had. */
  readonly title: string | undefined
  /** From 0 to 100; undefined for none. */
  readonly percent: number | undefined
}

/** Title and progress of the terminal, as the program last set them. */
export interface TerminalSigns {
  /** Codes for what has changed, and for progress that a terminal would forget; '' where nothing has. @param nowMs of a clock that only grows */
  show(wanted: SignsWanted, nowMs: number): Clean
  /** Another program may have set both: what is wanted is told again. */
  readonly reset: () => void
  /** Codes that give the terminal its own title back, and end all progress; '' where it has both. */
  readonly leave: () => Clean
}

/** Terminals take progress away of which they hear nothing for 15 s; time until it is told again, in milliseconds. */
const PROGRESS_AGAIN_MS = 5_000

/** Starts with the terminal as it is. */
export function createTerminalSigns(): TerminalSigns {
  /** As it was told last; undefined for the one that the terminal had, '' where it may have another one by now. */
  let title: string | undefined
  let percent: number | undefined
  let percentAt = -Infinity
  const setTitle = (next: string | undefined): readonly Clean[] => {
    if (next === title) return []
    const before = title
    title = next
    if (next === undefined) return [RESTORE_TITLE]
    return [...(before === undefined ? [KEEP_TITLE] : []), titleCode(next)]
  }
  const setProgress = (next: number | undefined, nowMs: number): readonly Clean[] => {
    const isDue = next !== undefined && nowMs - percentAt >= PROGRESS_AGAIN_MS
    if (next === percent && !isDue) return []
    percent = next
    percentAt = nowMs
    return [progressCode(next)]
  }
  return {
    show: (wanted, nowMs) => joinClean([...setTitle(wanted.title), ...setProgress(wanted.percent, nowMs)], ''),
    reset: () => {
      if (title !== undefined) title = ''
      percentAt = -Infinity
    },
    leave: () => joinClean([...setProgress(undefined, percentAt), ...setTitle(undefined)], ''),
  }
}
