/** A breakage of the program that loses money: the simulator must find it. */
export interface Mutation {
  readonly name: string
  /** What goes wrong, for people. */
  readonly harm: string
  readonly places: readonly MutatedPlace[]
}

/** An expression of the source, and what stands in its place. */
interface MutatedPlace {
  /** From the root. */
  readonly file: string
  /** Stands once in the file. */
  readonly text: string
  readonly replacement: string
}

export const MUTATIONS: readonly Mutation[] = []
