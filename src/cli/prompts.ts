import { defined } from '../core/defined.ts'
import { type Clean, cleanText } from '../core/text/clean-text.ts'
import { SwapError } from '../core/api/errors.ts'
import type { PaidDoubt, RunContext } from '../wallet/index.ts'
import { usage } from './usage.ts'
import type { Session } from './session.ts'

/** The terminal that questions go to. */
export type Asker = Pick<Session, 'interactive' | 'promptStreams' | 'signal'>

/** One thing to choose from. */
export interface Choice<T> {
  readonly value: T
  readonly name: string
  readonly description?: string
}

/**
 * Asks for an argument that is missing. @param name as it is declared
 * @throws USAGE where nobody can be asked
 */
export async function askArgument(session: Asker, name: string, question: string): Promise<string> {
  if (!session.interactive) throw usage(`The argument <${name}> is missing`)
  return askText(session, question, (text) => (text === '' ? 'Please write something, or press Ctrl-C' : undefined))
}

/** Lets a person choose one of several. */
export async function choose<T>(session: Asker, question: string, choices: readonly Choice<T>[]): Promise<T> {
  const { select } = await import('@inquirer/prompts')
  return runPrompt(() => select({ message: line(question), choices: choices.map(cleanChoice) }, promptContext(session)))
}

/** Asks a yes-or-no question; Enter alone means no. */
export async function confirm(session: Asker, question: string): Promise<boolean> {
  const { confirm: ask } = await import('@inquirer/prompts')
  return runPrompt(() => ask({ message: line(question), default: false }, promptContext(session)))
}

/**
 * Asks for a text. @param problem why an answer is refused; undefined for a good one
 */
export async function askText(
  session: Asker,
  question: string,
  problem: (text: string) => string | undefined,
): Promise<string> {
  const { input } = await import('@inquirer/prompts')
  const validate = (text: string) => {
    const found = problem(text.trim())
    return found === undefined ? true : line(found)
  }
  return runPrompt(async () => (await input({ message: line(question), validate }, promptContext(session))).trim())
}

/**
 * Asks for a secret, without echo; its spaces are kept. A wrong answer is asked for again from the start, since nobody can see what to
 * correct. @param problem why an answer is refused; undefined for a good one
 */
export async function askHidden(
  session: Asker,
  question: string,
  problem: (text: string) => string | undefined = () => undefined,
): Promise<string> {
  const { password } = await import('@inquirer/prompts')
  for (let before = ''; ;) {
    const settings = { message: line(`${before}${question}`), mask: false, toggleMask: false }
    const answer = await runPrompt(() => password(settings, promptContext(session)))
    const found = problem(answer)
    if (found === undefined) return answer
    before = `${found}. `
  }
}

function cleanChoice<T>({ value, name, description }: Choice<T>): Choice<T> {
  return {
    value,
    name: line(name),
    ...defined({ description: description === undefined ? undefined : line(description) }),
  }
}

/** A question or an answer to choose, as one line that a terminal can show. */
function line(text: string): Clean {
  return cleanText(text, 2000)
}

function promptContext(session: Asker) {
  return { ...session.promptStreams, signal: session.signal, clearPromptOnDone: false }
}

/** Leaving a prompt with Ctrl-C is an interruption. */
async function runPrompt<T>(prompt: () => Promise<T>): Promise<T> {
  try {
    return await prompt()
  } catch (cause) {
    const left = cause instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(cause.name)
    if (!left) throw cause
    throw new SwapError('INTERRUPTED', 'Left at a question; nothing was sent', { cause })
  }
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
