import { styleText } from 'node:util'
import { defined } from '../../core/defined.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { wrapWords } from '../../core/text/wrap-words.ts'
import type { Asker } from '../prompts.ts'
import { leftQuestion, LIST_ROWS, promptColumns, type Candidate, type Candidates, type Prompter } from './prompter.ts'

/** What is said below a search; each part stays on one line. */
const SEARCH_HELP = ['type to search,', 'Enter chooses,', 'Esc leaves']
/** Nothing is known yet of a secret that was typed: a tick would say that it is right. */
const HIDDEN_THEME = { prefix: styleText('blue', '?') }
/** Columns before a question, and behind one that is answered by y or n. */
const [MARK, YES_OR_NO] = [2, 7]

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
  const listOf = <T>({ header, candidates }: Candidates<T>) => [
    ...(header === undefined ? [] : [new Separator(` ${header}`)]),
    ...candidates.map((candidate) => choiceOf(candidate, promptColumns(asker))),
  ]
  const ask = <T>(prompt: (context: Context) => Promise<T>) => leaveByKey(asker, prompt)
  const fit = (text: string, taken = MARK) => breakText(text, promptColumns(asker) - taken)
  return {
    text: async (question, problem) => {
      const message = fit(question)
      const validate = async (text: string) => {
        const found = await problem(text.trim())
        return found === undefined ? true : fit(found)
      }
      return (await ask((context) => input({ message, validate }, context))).trim()
    },
    hidden: (question, refused) => {
      if (refused !== undefined) asker.promptStreams.output.write(`${styleText('red', fit(`! ${refused}`))}\n`)
      const message = fit(question)
      return ask((context) => password({ message, mask: false, toggleMask: false, theme: HIDDEN_THEME }, context))
    },
    choose: (question, offered) => {
      const message = fit(question)
      const choices = listOf(offered)
      return ask((context) => select({ message, choices, pageSize: LIST_ROWS, loop: false }, context))
    },
    agree: (question) =>
      ask((context) => confirm({ message: fit(question, MARK + YES_OR_NO), default: false }, context)),
    search: (question, find, typed) =>
      ask((context) =>
        search(
          {
            message: fit(question),
            pageSize: LIST_ROWS + 1,
            theme: { style: { keysHelpTip: () => wrapWords(SEARCH_HELP, promptColumns(asker)).join('\n') } },
            ...defined({ initialValue: typed === '' ? undefined : typed }),
            source: async (text = '', { signal }) => {
              try {
                return listOf(await find(text, signal))
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

/** A text on lines of so many columns, cut between words: the prompts would cut within them. A fingerprint is one word. */
function breakText(text: string, columns: number): string {
  return wrapWords(text.split(/ (?![0-9a-f]{4}\])/), columns).join('\n')
}

function choiceOf<T>({ value, name, short, description }: Candidate<T>, columns: number) {
  const lines = description?.split('\n').map((line) => breakText(line, columns))
  return { value, name, ...defined({ short, description: lines?.join('\n') }) }
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
