import { actionName, type Bindings, boundRows } from './bound-rows.ts'
import { DESK_KEYS } from './desk/keys.ts'
import { appKeys, keyName } from './keys.ts'
import type { ScreenList } from './screen.ts'
import type { KeyName } from './terminal/key-decoder.ts'

/*
 * The actions that a setting `keys.<action>` may name, with what each does: Settings, `swapcli config actions` and the
 * check of these settings read this list.
 */

/** An action that keys may be set for: they then do all that it does. */
export interface KeyAction {
  /** Behind `keys.` in the name of the setting. */
  readonly id: string
  readonly uses: readonly KeyUse[]
}

/** One thing that an action does. */
export interface KeyUse {
  /** Titles of the screens on which it does this, or what stands for all of them. */
  readonly on: readonly string[]
  /** What it does, as help and footer say it. */
  readonly label: string
  /** Its keys there. */
  readonly keys: readonly KeyName[]
}

/** The actions of the screens, of the app and of its desk by their names. @param bindings keys in force */
export function keyActions(screens: ScreenList, bindings: Bindings): readonly KeyAction[] {
  const uses = [
    ...screens.flatMap((screen) => boundRows(screen.keys, bindings).map((row) => ({ ...row, on: screen.title }))),
    ...boundRows(appKeys([]), bindings).map((row) => ({
      ...row,
      on: row.where.includes('keys') ? EVERYWHERE : 'all text fields',
    })),
    ...boundRows(DESK_KEYS, bindings).map((row) => ({ ...row, on: 'the desk' })),
  ].map(({ action, on, label, keys }) => ({ id: actionName(action), on: [on], label, keys }))
  const ids = [...new Set(uses.map(({ id }) => id))].sort()
  return ids.map((id) => ({ id, uses: withAllScreens(screens, usesOf(uses.filter((use) => use.id === id))) }))
}

const EVERYWHERE = 'all screens'

/** What does the same on a screen in several modes is one use, and so is what does the same by the same keys on several screens. */
function usesOf(uses: readonly KeyUse[]): readonly KeyUse[] {
  const byMode = mergeUses(uses, ({ on, label }) => `${on.join()} ${label}`)
  return mergeUses(byMode, ({ label, keys }) => `${label} ${keys.join(' ')}`)
}

function mergeUses(uses: readonly KeyUse[], sameBy: (use: KeyUse) => string): readonly KeyUse[] {
  const merged = new Map<string, KeyUse>()
  for (const use of uses) {
    const before = merged.get(sameBy(use))
    const on = [...new Set([...(before?.on ?? []), ...use.on])]
    const keys = [...new Set([...(before?.keys ?? []), ...use.keys])]
    merged.set(sameBy(use), { on, label: use.label, keys })
  }
  return [...merged.values()]
}

function withAllScreens(screens: ScreenList, uses: readonly KeyUse[]): readonly KeyUse[] {
  return uses.map((use) => (screens.every(({ title }) => use.on.includes(title)) ? { ...use, on: [EVERYWHERE] } : use))
}

/** What an action does, by which keys and where, on one line: `refresh (r Ctrl-R) on Swap, Stats; ...`. */
export function actionText({ uses }: KeyAction): string {
  return uses.map(({ on, label, keys }) => `${label} (${keys.map(keyName).join(' ')}) on ${on.join(', ')}`).join('; ')
}

/** The actions that a text may mean: those whose names begin with it, then those that hold it, then those of which it says words. */
export function findActions(actions: readonly KeyAction[], text: string): readonly KeyAction[] {
  const typed = text.trim().toLowerCase()
  const words = typed.split(/\s+/)
  const holds = (action: KeyAction) => {
    const said = `${action.id} ${actionText(action)}`.toLowerCase()
    return words.every((word) => said.includes(word))
  }
  const ranks = [
    actions.filter(({ id }) => id.startsWith(typed)),
    actions.filter(({ id }) => id.includes(typed)),
    actions.filter(holds),
  ]
  return [...new Set(ranks.flat())]
}
