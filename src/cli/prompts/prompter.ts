import { SwapError } from '../../core/api/errors.ts'
import type { Clean } from '../../core/text/clean-text.ts'
import type { Asker } from '../prompts.ts'

/** One thing to choose from. */
export interface Candidate<T> {
  readonly value: T
  /** One line that fits beside its mark. */
  readonly name: Clean
  /** What a list that is read line by line says instead. @default the name */
  readonly spoken?: Clean
  /** What stands behind the question once it is chosen. @default the name */
  readonly short?: Clean
  /** Lines on the marked one; an address stands alone on its line. */
  readonly description?: Clean
}

/** What there is to choose from. */
export interface Candidates<T> {
  /** Line above them; absent where they need none. */
  readonly header?: Clean
  readonly candidates: readonly Candidate<T>[]
}

/** Puts questions to a person. Whoever leaves one gets INTERRUPTED thrown. */
export interface Prompter {
  /** A line of text, trimmed. @param problem why an answer is refused: the question stays with it */
  text(question: Clean, problem: (text: string) => Promise<Clean | undefined>): Promise<string>
  /** The same, which agrees to something: it is typed once the question could be read. */
  agreeTyped(question: Clean, problem: (text: string) => Promise<Clean | undefined>): Promise<string>
  /** A line without echo, its spaces kept. @param refused why the answer before was refused */
  hidden(question: Clean, refused: Clean | undefined): Promise<string>
  /** What is chosen once the question could be read. */
  choose<T>(question: Clean, choices: Candidates<T>): Promise<T>
  /** By a key that was pressed once the question could be read; Enter alone means no. */
  agree(question: Clean): Promise<boolean>
  /**
   * One of what is found by what is typed.
   * @param find rejects with why there is nothing
   * @param typed what was typed before
   */
  search<T>(
    question: Clean,
    find: (text: string, signal: AbortSignal) => Promise<Candidates<T>>,
    typed: string,
  ): Promise<T>
}

/** Columns of the terminal that questions go to; 80 where they are not known. */
export function promptColumns({ promptStreams: { output } }: Pick<Asker, 'promptStreams'>): number {
  return ('columns' in output && typeof output.columns === 'number' ? output.columns : undefined) ?? 80
}

/** Lines of the terminal that questions go to; 24 where they are not known. */
export function promptRows({ promptStreams: { output } }: Pick<Asker, 'promptStreams'>): number {
  return ('rows' in output && typeof output.rows === 'number' ? output.rows : undefined) ?? 24
}

/** Most rows of a list that are seen at once. */
export const LIST_ROWS = 10

/** The failure of a question that was left. */
export function leftQuestion(cause?: unknown): SwapError {
  return new SwapError('INTERRUPTED', 'Left at a question; nothing was sent', cause === undefined ? {} : { cause })
}
