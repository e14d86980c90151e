import type { Size } from '../events.ts'
import type { PaneName } from './places.ts'

/** What the user did to the desk, but for what is remembered. */
export interface DeskState {
  /** Name of the screen whose pane has the keys; undefined for the visible screen. */
  readonly focus: string | undefined
  /** The pane that has the whole desk. */
  readonly zoomed: PaneName | undefined
}

/** A pane that is shown, and its cells without its title. */
export interface ShownPane extends Size {
  readonly name: PaneName
  /** Name of its screen. */
  readonly screen: string
}
