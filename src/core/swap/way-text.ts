/** The steps of a route one after another: those that follow an equal one are named once. */
export function wayText(steps: readonly string[]): string {
  return steps.filter((step, at) => step !== steps[at - 1]).join(', then ')
}
