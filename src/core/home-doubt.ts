import type { HomeChange, HomeDoubt } from './ports.ts'

/** The worst of what is open to doubt since any of these changes of a home; undefined where nothing is. */
export function worstDoubt(changes: readonly HomeChange[]): HomeDoubt | undefined {
  const doubts = changes.map(({ doubt }) => doubt)
  return doubts.find((doubt) => doubt === 'elsewhere') ?? doubts.find((doubt) => doubt === 'unseen')
}
