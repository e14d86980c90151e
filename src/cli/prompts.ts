import { isSwapError, SwapError } from '../core/api/errors.ts'
import { defined } from '../core/defined.ts'
import { type Clean, cleanText, joinClean } from '../core/text/clean-text.ts'
import type { PaidDoubt, RunContext } from '../wallet/index.ts'
import { type Candidates, promptRows, type Prompter } from './prompts/prompter.ts'
import { usage } from './usage.ts'
import type { Session } from './session.ts'

export { type Candidate, type Candidates, promptColumns } from './prompts/prompter.ts'

/*
 * Questions to a person at a terminal. What is wrong is said, and the question stays; Ctrl-C and Esc leave it with exit code
 * 130. How a question is put is loaded with the first one.
 */

/** The terminal that questions go to. */
export type Asker = Pick<Session, 'interactive' | 'promptStreams' | 'signal' | 'env' | 'clock'>

/** One thing to choose from. */
export interface Choice<T> {
  readonly value: T
  readonly name: string
  /** What a list that is read line by line says instead. @default the name */
  readonly spoken?: string
  /** What stands behind the question once it is chosen. @default the name */
  readonly short?: string
  /** Lines on the marked one. */
  readonly description?: readonly string[]
}

/** Why an answer is refused; undefined for a good one. */
export type Judge = (text: string) => string | undefined | Promise<string | undefined>

/** What a refusal says, as a judgement on an answer; undefined where nothing is refused. @throws what is no refusal */
export async function problemBy(verify: () => unknown): Promise<string | undefined> {
  try {
    await verify()
    return undefined
  } catch (error) {
    if (isSwapError(error) && error.code !== 'INTERRUPTED') return error.message
    throw error
  }
}

/** True where questions are put line by line: nothing is drawn over what was read aloud, or printed for good. */
function isLineByLine({ env }: Asker): boolean {
  return env['TERM'] === 'dumb' || env['INK_SCREEN_READER'] === 'true'
}

/** How questions are put to this person. */
async function openPrompter(asker: Asker): Promise<Prompter> {
  if (isLineByLine(asker)) return (await import('./prompts/lines.ts')).linePrompter(asker)
  return (await import('./prompts/drawn.ts')).drawnPrompter(asker)
}

/**
 * Asks for an argument that is missing. @param name as it is declared
 * @throws USAGE where nobody can be asked
 */
export async function askArgument(session: Asker, name: string, question: string): Promise<string> {
  if (!session.interactive) throw usage(`The argument <${name}> is missing`)
  return askText(session, question, (text) => (text === '' ? 'Please write something, or press Ctrl-C' : undefined))
}

/** Lets a person choose one of several. @param header stands above them, in their columns. @default nothing */
export async function choose<T>(
  session: Asker,
  question: string,
  choices: readonly Choice<T>[],
  header?: string,
): Promise<T> {
  const prompter = await openPrompter(session)
  const candidates = choices.map(({ value, name, spoken, short, description }) => {
    return {
      value,
      name: line(name),
      ...defined({ spoken: lineOf(spoken), short: lineOf(short), description: linesOf(description) }),
    }
  })
  return prompter.choose(line(question), { candidates, ...defined({ header: lineOf(header) }) })
}

/**
 * Lets a person search for one thing.
 * @param find rejects with why there is nothing
 * @param typed what was typed before, as where it fits several
 */
export async function searchFor<T>(
  session: Asker,
  question: string,
  find: (text: string, signal: AbortSignal) => Promise<Candidates<T>>,
  typed = '',
): Promise<T> {
  return (await openPrompter(session)).search(line(question), find, typed)
}

/** A terminal's cells. */
export interface TerminalSize {
  readonly columns: number
  /** 24 where they are not known. */
  readonly rows: number
}

/** Size of the terminal that questions go to; undefined where nobody sits at one, or its columns are not known. */
export function promptSize({
  promptStreams,
  interactive,
}: Pick<Asker, 'promptStreams' | 'interactive'>): TerminalSize | undefined {
  const { columns } = promptStreams.output as Partial<TerminalSize>
  return interactive && columns !== undefined ? { columns, rows: promptRows({ promptStreams }) } : undefined
}

/**
 * Asks for agreement by having a word or an amount typed. @param isTyped whether a text is it
 * @returns false where nothing was typed
 */
export async function confirmTyped(
  session: Asker,
  question: string,
  word: string,
  isTyped: (text: string) => boolean,
): Promise<boolean> {
  const prompter = await openPrompter(session)
  const text = await prompter.agreeTyped(line(`${question} To agree, type ${word}:`), async (typed) =>
    lineOf(typed === '' || isTyped(typed) ? undefined : `Type ${word}; Enter alone means no`),
  )
  return text !== ''
}

/** Asks a yes-or-no question; Enter alone means no. */
export async function confirm(session: Asker, question: string): Promise<boolean> {
  return (await openPrompter(session)).agree(line(question))
}

/**
 * Asks for a text. @param problem why an answer is refused; undefined for a good one
 */
export async function askText(session: Asker, question: string, problem: Judge): Promise<string> {
  const prompter = await openPrompter(session)
  return prompter.text(line(question), async (text) => lineOf(await problem(text)))
}

/**
 * Asks for a secret, without echo; its spaces are kept. A wrong answer is asked for again from the start, since nobody can see what to
 * correct; nothing is asked for once more.
 * @param problem why an answer is refused; undefined for a good one
 * @param before why one that was given before was refused. @default none was
 * @throws INTERRUPTED where nothing was typed twice
 */
export async function askHidden(
  session: Asker,
  question: string,
  problem: Judge = () => undefined,
  before?: string,
): Promise<string> {
  const prompter = await openPrompter(session)
  let isNothing = false
  for (let refused = before; ;) {
    const answer = await prompter.hidden(line(question), lineOf(refused))
    if (answer === '' && isNothing) throw new SwapError('INTERRUPTED', 'Nothing was typed twice; nothing was done')
    isNothing = answer === ''
    refused = isNothing ? 'Nothing was typed' : await problem(answer)
    if (refused === undefined) return answer
  }
}

/** A question or an answer to choose, as one line that a terminal can show. */
function line(text: string): Clean {
  return cleanText(text, 2000)
}

function linesOf(texts: readonly string[] | undefined): Clean | undefined {
  return texts === undefined ? undefined : joinClean(texts.map(line), '\n')
}

function lineOf(text: string | undefined): Clean | undefined {
  return text === undefined ? undefined : line(text)
}

/** Goes on with what may be paid already: by its option, or by a person who sees why. @param despite reasons that are accepted */
export function goesOnDespite(
  session: Asker & Pick<Session, 'output'>,
  despite: readonly PaidDoubt['reason'][] = [],
): NonNullable<RunContext['goesOnDespite']> {
  return async ({ reason, text }) => {
    const isAccepted = despite.includes(reason)
    if (!isAccepted && !session.interactive) return false
    session.output.say(cleanText(`warning     ${text}`))
    return isAccepted || confirm(session, 'Go on all the same?')
  }
}
