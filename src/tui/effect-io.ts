import type { SettingsByKey } from '../io/index.ts'
import type { Bindings } from './bound-rows.ts'
import type { OpenedSwaps, TuiContext } from './context.ts'
import type { Addressed, AddressedTo, AppEvent } from './events.ts'
import type { EffectRunner } from './screen.ts'

/** What the effects of a screen work with. Names of work belong to the screen: no other one's work has them. */
export interface EffectIo<E extends Addressed> {
  readonly context: TuiContext
  /** Keys of actions that have others than the usual ones. */
  readonly bindings: () => Bindings
  /** Settings in force. */
  readonly settings: () => SettingsByKey
  /** The service, opened at most once. */
  openService(): Promise<OpenedSwaps>
  /** Sends an event to the screen itself, or to the app. */
  dispatch(event: E | AppEvent): void
  /** Begins work: aborts earlier work of the same name. The signal also aborts when the screens are left. */
  begin(name: string): AbortSignal
  /** Aborts the work of this name. */
  cancel(name: string): void
  /** Aborts when the screens are left. */
  readonly signal: AbortSignal
  /** Makes leaving wait for the end of this work, which must come soon once its signal has aborted. */
  hold(name: string, work: Promise<void>): Promise<void>
  /** Resolves when the work that is held under this name has ended, however it ended. */
  whenSettled(name: string): Promise<void>
  /** Adds lines to the scrollback after leaving; they are made then. A name that is there already gets the new lines. */
  printAtEnd(name: string, lines: () => Promise<readonly string[]>): void
}

/** What a screen does outside, by the kind of its effects. */
export type EffectTable<Kinds, IO> = {
  readonly [T in keyof Kinds]: (effect: Readonly<Kinds[T]>, io: IO) => Promise<void>
}

/** Runs every effect by the function of its kind. */
export function runnerOf<Kinds, IO>(table: EffectTable<Kinds, IO>, io: IO): EffectRunner<AddressedTo<string, Kinds>> {
  return { run: (effect) => table[effect.type](effect, io) }
}
