import { openTerminalInput, readSecretDescriptor, readSecretFile, verifySecretFile } from '../../io/index.ts'
import { loadPasswordRules } from '../../wallet/index.ts'
import { isSwapError } from '../../core/api/errors.ts'
import { type Asker, askHidden, type Judge } from '../prompts.ts'
import { refuseTogether } from '../command-line/flags.ts'
import type { SignerFlags } from '../pay/pay-options.ts'
import { usage } from '../usage.ts'
import type { Session } from '../session.ts'

/** Why a password that opens nothing is refused. */
export const WRONG_PASSWORD = 'That was wrong'

/** The options that name a password. */
export type PasswordFlags = Pick<SignerFlags, 'passwordFile' | 'passwordFd'>

/** Where a password comes from. */
export interface PasswordSource {
  /** True when a person is asked, and may be asked again. */
  readonly asks: boolean
  /** An existing password. @param refused why the one before was refused. @default none was @throws USAGE where there is nobody to ask, WALLET_REFUSED, INTERRUPTED where none is typed */
  password(question: string, refused?: string): Promise<string>
  /** A password for the new key file of an account, asked for twice. @throws USAGE where there is nobody to ask, or when it is weak */
  newPassword(question: string, account: string): Promise<string>
}

/**
 * The password from --password-file or --password-fd, else from the file that SWAPCLI_WALLET_PASSWORD_FILE names, else
 * from the terminal. Never from the command line, stdin or the environment itself.
 * @throws USAGE for flags that contradict each other
 */
export function passwordSource(session: Session, flags: PasswordFlags): PasswordSource {
  const given = readGivenPassword(session, flags)
  if (given !== undefined) {
    return {
      asks: false,
      password: given,
      newPassword: async (_question, account) => {
        const [password, { passwordProblem }] = await Promise.all([given(), loadPasswordRules()])
        const problem = passwordProblem(password, account)
        if (problem === undefined) return password
        throw usage(
          problem,
          'Choose another, such as four words that have nothing in common; it stands alone on the first line',
        )
      },
    }
  }
  return {
    asks: true,
    password: (question, refused) => withAsker(session, (asker) => askHidden(asker, question, undefined, refused)),
    newPassword: async (question, account) => {
      const { passwordProblem } = await loadPasswordRules()
      return withAsker(session, (asker) => askTwice(asker, question, (text) => passwordProblem(text, account)))
    },
  }
}

function readGivenPassword(session: Session, flags: PasswordFlags): (() => Promise<string>) | undefined {
  const { passwordFile, passwordFd } = flags
  refuseTogether({ passwordFile, passwordFd })
  if (passwordFd !== undefined) return () => readSecretDescriptor(passwordFd)
  const path = passwordPath(session, flags)
  return path === undefined ? undefined : () => readSecretFile(path)
}

function passwordPath({ env }: Session, { passwordFile = env['SWAPCLI_WALLET_PASSWORD_FILE'] }: PasswordFlags) {
  return passwordFile === '' ? undefined : passwordFile
}

/** Finds that the password cannot be read before anything is asked for or locked. @throws WALLET_REFUSED */
export async function verifyPasswordFile(session: Session, flags: PasswordFlags): Promise<void> {
  const path = flags.passwordFd === undefined ? passwordPath(session, flags) : undefined
  if (path !== undefined) await verifySecretFile(path)
}

/**
 * What a password opens; a person who mistypes it is asked again. @param source one that is given is tried once
 * @throws what `open` throws, but for a wrong password of a person
 */
export async function openByPassword<T>(
  source: PasswordSource,
  question: string,
  open: (password: string) => Promise<T>,
): Promise<T> {
  for (let refused: string | undefined; ; refused = WRONG_PASSWORD) {
    const password = await source.password(question, refused)
    try {
      return await open(password)
    } catch (error) {
      const isWrong = isSwapError(error) && error.reason === 'password'
      if (!source.asks || !isWrong) throw error
    }
  }
}

/** Asks for a secret twice, until both are the same. @param problem why an answer is refused */
export async function askTwice(asker: Asker, question: string, problem: Judge): Promise<string> {
  for (let refused: string | undefined; ; refused = 'They differ') {
    const first = await askHidden(asker, question, problem, refused)
    if ((await askHidden(asker, 'The same again:')) === first) return first
  }
}

/** Runs `use` with the terminal: that of stdin, or where stdin is taken the one that the program was started from. */
async function withAsker<T>(session: Session, use: (asker: Asker) => Promise<T>): Promise<T> {
  if (session.interactive) return use(session)
  const terminal = session.output.watched ? await openTerminalInput() : undefined
  if (terminal === undefined) {
    throw usage(
      'A password is needed, and there is no terminal to ask for it',
      'Add --password-file FILE, or --password-fd 3 3< FILE',
    )
  }
  try {
    const promptStreams = { ...session.promptStreams, input: terminal.input }
    const { signal, env, clock } = session
    return await use({ interactive: true, promptStreams, signal, env, clock })
  } finally {
    terminal.close()
  }
}
