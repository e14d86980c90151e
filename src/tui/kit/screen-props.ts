import type { AppFacts } from '../events.ts'

/** What the view of a screen is given. */
export interface ScreenProps<S> {
  readonly state: S
  readonly app: AppFacts
  /** Columns that it fills. */
  readonly width: number
  /** Lines that it fills, and never exceeds. */
  readonly height: number
}
