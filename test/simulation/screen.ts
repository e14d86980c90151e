import type { Output } from '../../src/cli/output/output.ts'
import type { SwapRun } from '../../src/wallet/index.ts'
import type { PrintedRun, Reader } from './user.ts'

/*
 * What the commands get in place of the views of runs and of the package that asks questions: the user of the simulation reads the
 * runs themselves, and answers.
 */

export * from '../../src/cli/views/run-view.ts'

/** An output that somebody reads. */
export interface ReadOutput extends Output {
  readonly reader: Reader
}

function readerOf(output: Output): Reader {
  return (output as ReadOutput).reader
}

export function noteProgress(output: Output, run: SwapRun): void {
  readerOf(output).hear(run)
}

export function noteReview(output: Output, run: SwapRun): void {
  readerOf(output).see(run)
}

export function notePaymentReview(): void {
  return undefined
}

/** What `--json` prints at the end. */
export function runDocument(run: SwapRun): { readonly data: PrintedRun } {
  return { data: { run } }
}

/** A question as `@inquirer/prompts` has it, and where it is asked. */
interface Asked {
  readonly reader: Reader
  readonly signal: AbortSignal
}

export function confirm({ message }: { readonly message: string }, { reader, signal }: Asked): Promise<boolean> {
  return reader.answer(message, signal)
}

/** The user takes the first route. */
export async function select<T>({ choices }: { readonly choices: readonly { readonly value: T }[] }): Promise<T> {
  const [first] = choices
  if (first === undefined) throw new Error('nothing to choose from')
  return first.value
}
