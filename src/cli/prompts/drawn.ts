import { styleText } from 'node:util'
import { defined } from '../../core/defined.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { wrapWords } from '../../core/text/wrap-words.ts'
import type { Asker } from '../prompts.ts'
import {
  leftQuestion,
  LIST_ROWS,
  promptColumns,
  promptRows,
  type Candidate,
  type Candidates,
  type Prompter,
} from './prompter.ts'
import { isPressed, readKeys } from './read-keys.ts'

/** What is said below a search; each part stays on one line. */
const SEARCH_HELP = ['type to find,', 'Enter chooses,', 'Esc leaves']
/** The same of a list whose marked row the arrows move. */
const LIST_HELP = ['arrows move,', 'Enter chooses,', 'Esc leaves']
/** Nothing is known yet of a secret that was typed: a tick would say that it is right. */
const HIDDEN_THEME = { prefix: styleText('blue', '?') }
/** Columns before a question, and behind one that is answered by y or n. */
const [MARK, YES_OR_NO] = [2, 7]
/** Characters of the usual address. */
const ADDRESS = 42
/** Lines of a list with its header that are seen on any terminal, and the line below it. */
const [LEAST_LIST, BLANK_LINE] = [3, 1]

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
  const fit = (text: string, taken = MARK) => breakText(text, promptColumns(asker) - taken)
  const helpOf = (parts: readonly string[]) => wrapWords(parts, promptColumns(asker))
  const listOf = <T>(question: string, { header, candidates }: Candidates<T>) => [
    ...(header === undefined ? [] : [new Separator(` ${header}`)]),
    ...candidates.map((candidate) => choiceOf(question, candidate, promptColumns(asker))),
  ]
  // A list that is longer than the terminal would scroll its question away, and leave each of its frames behind.
  const listRows = (above: number, choices: readonly object[], help: number) => {
    const below = Math.max(0, ...choices.map((choice) => descriptionLines(choice, promptColumns(asker))))
    const left = promptRows(asker) - above - BLANK_LINE - below - help
    return Math.max(LEAST_LIST, Math.min(LIST_ROWS + 1, left))
  }
  const ask = <T>(prompt: (context: Context) => Promise<T>) => leaveByKey(asker, prompt)
  const askAgreement = <T>(prompt: (context: Context) => Promise<T>) => leaveByReadKey(asker, prompt)
  const textBy = (by: typeof ask): Prompter['text'] => {
    return async (question, problem) => {
      const message = fit(question)
      const validate = async (text: string) => {
        const found = await problem(text.trim())
        return found === undefined ? true : fit(found)
      }
      return (await by((context) => input({ message, validate }, context))).trim()
    }
  }
  return {
    text: textBy(ask),
    agreeTyped: textBy(askAgreement),
    hidden: (question, refused) => {
      if (refused !== undefined) asker.promptStreams.output.write(`${styleText('red', fit(`! ${refused}`))}\n`)
      const message = fit(question)
      return ask((context) => password({ message, mask: false, toggleMask: false, theme: HIDDEN_THEME }, context))
    },
    choose: (question, offered) => {
      const message = fit(question)
      const choices = listOf(question, offered)
      const help = helpOf(LIST_HELP)
      const pageSize = listRows(lineCount(message), choices, help.length)
      const theme = { style: { keysHelpTip: () => help.join('\n') } }
      return askAgreement((context) => select({ message, choices, pageSize, loop: false, theme }, context))
    },
    agree: (question) =>
      askAgreement((context) => confirm({ message: fit(question, MARK + YES_OR_NO), default: false }, context)),
    search: (question, find, typed) => {
      const message = fit(question)
      let pageSize = LIST_ROWS + 1
      const list = <T>(text: string, found: Candidates<T>) => {
        const choices = listOf(question, found)
        pageSize = listRows(typedLines(message, text, promptColumns(asker)), choices, helpOf(SEARCH_HELP).length)
        return choices
      }
      return ask((context) =>
        search(
          {
            message,
            // Read with each frame.
            get pageSize() {
              return pageSize
            },
            theme: { style: { keysHelpTip: () => helpOf(SEARCH_HELP).join('\n') } },
            ...defined({ initialValue: typed === '' ? undefined : typed }),
            source: async (text = '', { signal }) => {
              try {
                return list(text, await find(text, signal))
              } catch (error) {
                // A failure would leave what was found before.
                if (!(error instanceof Error) || signal.aborted) throw error
                return [new Separator(fit(cleanText(`! ${error.message}`), 1).replaceAll('\n', '\n '))]
              }
            },
          },
          context,
        ),
      )
    },
  }
}

/** A text on lines of so many columns, cut between words: the prompts would cut within them. A fingerprint is one word. */
function breakText(text: string, columns: number): string {
  return wrapWords(text.split(/ (?![0-9a-f]{4}\])/), columns).join('\n')
}

/** @param question behind which stands what was chosen */
function choiceOf<T>(question: string, { value, name, short = name, description }: Candidate<T>, columns: number) {
  const lines = description?.split('\n').map((line) => breakText(line, columns))
  const chosen = breakText(`${question} ${short}`, columns - MARK).slice(question.length)
  return { value, name, short: chosen.replace(/^ /, ''), ...defined({ description: lines?.join('\n') }) }
}

/** Lines below a list while this of it is marked: an address that is longer than a line takes two. */
function descriptionLines(choice: object, columns: number): number {
  if (!('description' in choice) || typeof choice.description !== 'string') return 0
  return choice.description.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0)
}

function lineCount(text: string): number {
  return text.split('\n').length
}

/**
 * Lines of a question with what is typed behind it, which is broken anywhere: at least those of an address, since each of its
 * letters is drawn above the list that was found before it.
 */
function typedLines(question: string, text: string, columns: number): number {
  const lines = question.split('\n')
  const last = MARK + (lines.at(-1) ?? '').length + 1 + Math.max(text.length, ADDRESS)
  return lines.length + Math.floor(last / columns)
}

/** The same by keys that were pressed once the question could be read; it is put again where something was pasted. */
async function leaveByReadKey<T>(asker: Asker, prompt: (context: Context) => Promise<T>): Promise<T> {
  const { input, output } = asker.promptStreams
  if (!isPressed(input)) return leaveByKey(asker, prompt)
  for (;;) {
    const keys = readKeys(asker)
    const signal = AbortSignal.any([asker.signal, keys.pasted])
    try {
      return await leaveByKey({ promptStreams: { input: keys.input, output }, signal }, prompt)
    } catch (error) {
      if (!keys.pasted.aborted || asker.signal.aborted) throw error
    } finally {
      keys.close()
    }
    output.write('! What was pasted was not taken: type it\n')
  }
}

/** Leaving a prompt with Ctrl-C or Esc is an interruption. */
async function leaveByKey<T>(
  { promptStreams: { input, output }, signal }: Pick<Asker, 'promptStreams' | 'signal'>,
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
