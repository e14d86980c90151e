/** A place on the desk. */
export interface PanePlace {
  readonly name: string
  /** The smaller, the later it is left out. */
  readonly importance: number
  /** Column from 0, where the desk has two and where it has three. */
  readonly inTwo: 0 | 1
  readonly inThree: 0 | 1 | 2
  /** Column of three where lines are many, and it leaves room there; else it stands in the one above. */
  readonly inTall?: 0 | 1 | 2
}

/** The panes of the desk in the order of their keys, Alt-1 to Alt-7, and from top to bottom in a column. */
export const PANES = [
  { name: 'order', importance: 1, inTwo: 0, inThree: 0 },
  { name: 'chart', importance: 5, inTwo: 1, inThree: 0, inTall: 1 },
  { name: 'balances', importance: 6, inTwo: 1, inThree: 0 },
  { name: 'routes', importance: 2, inTwo: 0, inThree: 1 },
  { name: 'route', importance: 3, inTwo: 0, inThree: 1 },
  { name: 'running', importance: 4, inTwo: 1, inThree: 2 },
  { name: 'watch', importance: 7, inTwo: 1, inThree: 2 },
] as const satisfies readonly PanePlace[]

/** The pane of a question, which has no key: it is never hidden. */
export const REVIEW_PANE = { name: 'review', importance: 0, inTwo: 0, inThree: 0 } as const satisfies PanePlace

/** The name of a pane that can be hidden. */
export type HiddenPane = (typeof PANES)[number]['name']
/** The name of a pane. */
export type PaneName = HiddenPane | typeof REVIEW_PANE.name

/** The panes that are left out; none where a text names all of them: there is no desk without a pane. */
export function hiddenPanes(text: string | undefined): readonly HiddenPane[] {
  const hidden = readPanes(text)
  return hidden.length === PANES.length ? [] : hidden
}

/** Names of panes in a text of the settings, separated by commas; what names none is left out. */
export function readPanes(text: string | undefined): readonly HiddenPane[] {
  const named = (text ?? '').split(',').map((name) => name.trim())
  return PANES.map(({ name }) => name).filter((name) => named.includes(name))
}
