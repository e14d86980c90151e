import { defined } from '../../core/defined.ts'
import { type Clean, cleanText } from '../../core/text/clean-text.ts'
import type { Asker } from '../prompts.ts'
import { leftQuestion, LIST_ROWS, type Candidate, type Prompter } from './prompter.ts'

/** What is said below a search. */
const SEARCH_THEME = { style: { keysHelpTip: () => 'type to search, Enter chooses, Esc leaves' } }

/** What every prompt gets of its surroundings. */
interface Context {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  readonly signal: AbortSignal
  readonly clearPromptOnDone: false
}

/** Questions that are drawn, and drawn over as keys are pressed. */
export async function drawnPrompter(asker: Asker): Promise<Prompter> {
  const { confirm, input, password, search, select, Separator } = await import('@inquirer/prompts')
  const headerOf = (header: Clean | undefined) => (header === undefined ? [] : [new Separator(` ${header}`)])
  const ask = <T>(prompt: (context: Context) => Promise<T>) => leaveByKey(asker, prompt)
  return {
    text: async (message, problem) => {
      const validate = async (text: string) => (await problem(text.trim())) ?? true
      return (await ask((context) => input({ message, validate }, context))).trim()
    },
    hidden: (message) => ask((context) => password({ message, mask: false, toggleMask: false }, context)),
    choose: (message, { header, candidates }) => {
      const choices = [...headerOf(header), ...candidates.map(choiceOf)]
      return ask((context) => select({ message, choices, pageSize: LIST_ROWS, loop: false }, context))
    },
    agree: (message) => ask((context) => confirm({ message, default: false }, context)),
    search: (message, find, typed) =>
      ask((context) =>
        search(
          {
            message,
            pageSize: LIST_ROWS + 1,
            theme: SEARCH_THEME,
            ...defined({ initialValue: typed === '' ? undefined : typed }),
            source: async (text = '', { signal }) => {
              try {
                const { header, candidates } = await find(text, signal)
                return [...headerOf(header), ...candidates.map(choiceOf)]
              } catch (error) {
                // A failure would leave what was found before.
                if (!(error instanceof Error) || signal.aborted) throw error
                return [new Separator(cleanText(`! ${error.message}`))]
              }
            },
          },
          context,
        ),
      ),
  }
}

function choiceOf<T>({ value, name, short, description }: Candidate<T>) {
  return { value, name, ...defined({ short, description }) }
}

/** Leaving a prompt with Ctrl-C or Esc is an interruption. */
async function leaveByKey<T>(
  { promptStreams: { input, output }, signal }: Asker,
  prompt: (context: Context) => Promise<T>,
): Promise<T> {
  const left = new AbortController()
  const onKey = (_text: unknown, key?: { readonly name?: string }) => {
    if (key?.name === 'escape') left.abort()
  }
  input.on('keypress', onKey)
  try {
    const signals = AbortSignal.any([signal, left.signal])
    return await prompt({ input, output, signal: signals, clearPromptOnDone: false })
  } catch (cause) {
    const isLeft = cause instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(cause.name)
    throw isLeft ? leftQuestion(cause) : cause
  } finally {
    input.off('keypress', onKey)
  }
}
