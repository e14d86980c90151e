/**
 * Keeps warnings of Node from being written, as over a screen that is drawn.
 * @returns a function that writes those that came, and has those to come written
 */
export function holdWarnings(): () => void {
  const listeners = process.listeners('warning')
  const held: Error[] = []
  const hold = (warning: Error) => void held.push(warning)
  for (const each of listeners) process.off('warning', each)
  process.on('warning', hold)
  return () => {
    process.off('warning', hold)
    for (const each of listeners) process.on('warning', each)
    for (const warning of held.splice(0)) for (const each of listeners) each(warning)
  }
}
