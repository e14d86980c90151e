import type { Output } from '../../src/cli/output/output.ts'
import { leftQuestion, type Prompter } from '../../src/cli/prompts/prompter.ts'
import type { SwapRun } from '../../src/wallet/index.ts'
import type { PrintedRun, Reader } from './user.ts'

/*
 * What the commands get in place of the views of runs and of what puts questions: the user of the simulation reads the
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

/** Where the user sits. */
interface Asked {
  readonly promptStreams: { readonly reader: Reader }
  readonly signal: AbortSignal
}

/** The user agrees or not, takes the first route, and types what a question has him type where he agrees to it. */
export function drawnPrompter({
  promptStreams: { reader },
  signal,
}: Asked): Pick<Prompter, 'agree' | 'choose' | 'text'> {
  const answer = async (question: string) => {
    try {
      return await reader.answer(question, signal)
    } catch (cause) {
      throw cause instanceof Error && cause.name === 'AbortPromptError' ? leftQuestion(cause) : cause
    }
  }
  return {
    agree: answer,
    choose: async (_question, { candidates: [first] }) => {
      if (first === undefined) throw new Error('nothing to choose from')
      return first.value
    },
    text: async (question) => {
      const [, asked = '', word = ''] = /^(.*\?) To agree, type (\S+):$/.exec(question) ?? []
      return (await answer(asked)) ? word : ''
    },
  }
}
