/** The actions that a text may mean, best first: those that begin with it, then those that hold it; all of them for none. */
export function fittingActions(actions: readonly string[], text: string): readonly string[] {
  const typed = text.trim().toLowerCase()
  const begun = actions.filter((action) => action.startsWith(typed))
  return [...begun, ...actions.filter((action) => !begun.includes(action) && action.includes(typed))]
}

/** What Tab makes of a text: as much as all actions that begin with it have in common, or the only one that holds it. */
export function completeAction(actions: readonly string[], text: string): string {
  const typed = text.trim().toLowerCase()
  const begun = actions.filter((action) => action.startsWith(typed))
  const [first = '', ...others] = begun.length > 0 ? begun : fittingActions(actions, typed)
  if (begun.length === 0) return others.length === 0 && first !== '' ? first : text
  return others.reduce((common, other) => commonStart(common, other), first)
}

function commonStart(a: string, b: string): string {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return a.slice(0, length)
}
