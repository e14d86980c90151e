import type { AppKeyRow } from './keys.ts'
import type { KeyName } from './terminal/key-decoder.ts'

/** Keys of each action that has others than the usual ones. */
export type Bindings = ReadonlyMap<string, readonly [KeyName, ...KeyName[]]>

/** What a key does that shows a screen or a pane. */
type ShowAction = Exclude<AppKeyRow['action'], string>

/** What a setting calls an action: `keys.zoom`, `keys.pane-chart`; that of a digit, which none is set for, is its screen. */
export function actionName(action: string | ShowAction): string {
  if (typeof action === 'string') return action
  return 'pane' in action ? `pane-${action.pane}` : action.go
}

/** The same rows with the keys that were chosen for their actions. */
export function boundRows<
  R extends { readonly action: string | ShowAction; readonly keys: readonly [KeyName, ...KeyName[]] },
>(rows: readonly R[], bindings: Bindings): readonly R[] {
  if (bindings.size === 0) return rows
  return rows.map((row) => {
    const { action } = row
    const keys = typeof action !== 'string' && 'go' in action ? undefined : bindings.get(actionName(action))
    return keys === undefined ? row : { ...row, keys }
  })
}
