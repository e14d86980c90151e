import type { EntryCompletion } from '../core/entry/complete-entry.ts'
import type { EntryReading } from '../core/entry/read-entry.ts'
import type { EffectIo } from './effect-io.ts'
import type { MostColumns } from './desk/layout.ts'
import type { Place } from './context.ts'
import type { PaneName } from './desk/places.ts'
import type { Addressed, AppEffect, AppFacts, ScreenInput, Size, Step } from './events.ts'
import type { ActionOf, KeyTable, ModeOf } from './keys.ts'
import type { Row, Spot } from './kit/text/rows.ts'
import type { Problem } from './problem.ts'

/*
 * A screen as the app sees it. The app never names one: a new screen is a folder with one of these records, and a line in
 * screens.ts.
 */

/** What the view of a screen gets. */
export interface ScreenProps<S> {
  readonly state: S
  readonly app: AppFacts
  /** Columns that it fills. */
  readonly width: number
  /** Lines that it has; what is more is not seen. */
  readonly height: number
  /** True for a screen reader: sentences instead of columns, and all lines. */
  readonly spoken: boolean
}

/**
 * A part of a screen that stands on the desk of a wide terminal, next to parts of others: it is drawn from the state of its
 * screen, which is told that it is seen.
 */
export interface Pane<S = unknown> {
  readonly name: PaneName
  /** In its line of title. */
  readonly title: string
  /** Cells below which it is left out, without its title. */
  readonly least: Size
  /** False where it has nothing to show in that place, ever. @default it has */
  isOffered?(place: Place): boolean
  /** Lines that it would fill with so many columns: cheap, since it is asked with every event. Infinite for what is left, up to a third of the desk. */
  lines(state: S, app: AppFacts, width: number): number
  /** What of the state it shows, compared by identity: with the same it is not drawn again. @default all of it */
  shows?(state: S): readonly unknown[]
  /** Its lines, from top to bottom. */
  view(props: ScreenProps<S>): readonly Row[]
  /** True while it needs the whole desk, since so many columns are too few for what it shows. @default never */
  zooms?(state: S, width: number): boolean
  /** True where it is shown though it is hidden, while its screen has the keys: what they do in it has to be seen. @default never */
  isNeeded?(state: S): boolean
  /** True where it has the keys of its screen; absent where it is the only pane of that. */
  hasKeys?(state: S): boolean
}

/** What stands on the desk of a screen. */
export interface Desk {
  readonly panes: readonly PaneName[]
  readonly mostColumns: MostColumns
  /** The pane without which there is no desk: the screen is shown alone where it has no room. */
  readonly main?: PaneName
}

/** Something that the palette finds on a screen besides its actions: nothing is locked or paid by it. */
export interface FoundItem<E = Addressed> {
  readonly kind: 'asset' | 'contact' | 'past swap' | 'setting'
  /** Clean text. */
  readonly label: string
  /** What it is called: written whole, it comes first. @default nothing */
  readonly name?: string
  /** What the screen is told once it is chosen. */
  readonly event: E
}

/** What was found out about a swap on one line while it is written. */
export interface LookedLine {
  /** Why an asset of it is none, or not one alone; undefined where nothing is known to be wrong. */
  readonly problem: Problem | undefined
  /** How it may go on at its cursor, best first. */
  readonly completions: readonly EntryCompletion[]
  /** What its parts mean, as far as that is known. */
  readonly meanings: Readonly<Partial<Record<MeantPart, LineMeaning>>>
}

/** A part of a swap on one line that stands for something. */
export type MeantPart = 'from' | 'to' | 'recipient'

/** What a part stands for, or why for nothing. */
export interface LineMeaning {
  /** Clean text. */
  readonly text: string
  /** True where it has to be looked at twice, or cannot be filled in. */
  readonly isDoubtful: boolean
}

/** Does what the update function of a screen asks for. */
export interface EffectRunner<F> {
  run(effect: F): Promise<void>
}

/**
 * A screen: its state S, its own events E and effects F, which carry its name, and the rows R of its key table.
 * All of these are methods on purpose: TypeScript compares their parameters both ways, so that screens of different
 * states fit in one list. What a method gets is its own: `deliver` in update.ts and `createRuntime` go by the name.
 */
export interface Screen<
  N extends string = string,
  S = unknown,
  E extends Addressed<N> = Addressed<N>,
  F extends Addressed<N> = Addressed<N>,
  R extends KeyTable = KeyTable,
> {
  /** On every event and effect of the screen. */
  readonly name: N
  /** Name in the tabs. */
  readonly title: string
  /** Name in the tabs where there is little room. @default the other */
  readonly shortTitle?: string
  /** State before anything is known. */
  readonly start: S
  /** Its key table: dispatcher, footer and help are made from it. */
  readonly keys: R
  /** The state after an event of its own, or an input from the app. */
  update(state: S, event: E | ScreenInput<ActionOf<R>>, app: AppFacts): Step<S, F | AppEffect>
  /** The state with a row under the mark that was clicked; undefined, or absent, where keys that move bring it there. */
  markRow?(state: S, spot: Spot, app: AppFacts): S | undefined
  /** Its lines, from top to bottom. */
  view(props: ScreenProps<S>): readonly Row[]
  /** What of the state it draws, compared by identity: with the same it is not drawn again. @default all of it */
  shows?(state: S): readonly unknown[]
  /** Which rows of the key table apply. */
  mode(state: S): ModeOf<R>
  /** True while a text field has the focus. */
  takesText(state: S): boolean
  /**
   * A name of the question that its keys answer, the same for as long as it is asked; undefined while nothing is asked.
   * Keys that were pressed before the question could be read do not count.
   */
  asks?(state: S): string | undefined
  /** True while something on it counts seconds, or is read again and again. */
  ticks(state: S, app: AppFacts): boolean
  /** True where its actions are run by their own keys alone, and found by no search: they may pay. */
  readonly keysOnly?: true
  /** Takes a swap that is written on one line, wherever that is. */
  readonly line?: {
    read(text: string): EntryReading
    take(text: string): E
    /** What was found out about exactly this text; undefined before that. */
    lookup(state: S, text: string): LookedLine | undefined
  }
  /** What the palette finds on it besides its actions. */
  readonly finder?: {
    /** Looks for what a text may mean: it is in the state then. @param cursor UTF-16 units before it */
    look?(text: string, cursor: number): E
    /** @param text in the palette, not empty */
    found(state: S, app: AppFacts, text: string): readonly FoundItem<E>[]
    /** True where there is more than was found. @default false */
    hasMore?(state: S, text: string): boolean
  }
  /** Its parts for the desk. @default none */
  readonly panes?: readonly Pane<S>[]
  /** True while the desk stands in the place of its lines, where the terminal is wide enough. @default never */
  showsDesk?(state: S): boolean
  /** What stands on it. @default all panes that have a key */
  readonly desk?: Desk
  /** Opens the runner of its effects; called once. */
  openRunner(io: EffectIo<E>): EffectRunner<F>
}

/** The screens in the order of their tabs. */
export type ScreenList = readonly Screen[]

/** Names of the screens of a list. */
export type NameOf<L extends ScreenList> = L[number]['name']

/** States of the screens of a list, by name. */
export type StatesOf<L extends ScreenList> = { readonly [X in L[number] as X['name']]: X['start'] }

/** Events of the screens of a list. */
export type EventOf<L extends ScreenList> = OwnEvent<L[number]>
type OwnEvent<X> = X extends { openRunner(io: EffectIo<infer E>): unknown } ? E : never

/** Effects of the screens of a list. */
export type EffectOf<L extends ScreenList> = OwnEffect<L[number]>
type OwnEffect<X> = X extends { openRunner(io: never): EffectRunner<infer F> } ? F : never

/** The screen of a name. @throws Error for a name that no screen has: a bug */
export function screenNamed<L extends ScreenList>(screens: L, name: string): L[number] {
  const found = screens.find((screen) => screen.name === name)
  if (found === undefined) throw new Error(`No screen is named ${name}`)
  return found
}
