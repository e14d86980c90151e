import { cleanLines } from '../../core/text/clean-text.ts'
import { secureRandom } from '../../io/index.ts'
import { askHidden, askText, type Judge } from '../prompts.ts'
import { usage } from '../usage.ts'
import type { Session } from '../session.ts'
import { askTwice } from './password.ts'

/** Least words of a recovery phrase. */
const LEAST_WORDS = 12

/**
 * Keys and recovery words are never taken from the command line, which other users can read and the shell remembers.
 * @param words everything behind `swapcli wallet`, options and their values too
 * @throws USAGE when something looks like one; it is not repeated
 */
export function refuseSecretArguments(words: readonly string[]): void {
  const texts = words.map((word) => word.replace(/^--?[a-z-]+=/i, '').trim())
  const isKey = texts.some((text) => /^(0x)?[0-9a-f]{64}$/i.test(text))
  const areWords = texts.some((text) => text.split(/\s+/).length >= LEAST_WORDS) || longestRun(words) >= LEAST_WORDS
  if (!isKey && !areWords) return
  throw usage(
    `This looks like ${isKey ? 'a private key' : 'recovery words'}, and the command line is no place for a secret: other users can read it and the shell keeps it in its history`,
    `Remove it from the history, better move the money to a new account; it is asked for by: swapcli wallet import NAME ${isKey ? '--private-key' : '--mnemonic'}`,
  )
}

/** How many words stand beside each other without an option between them. */
function longestRun(words: readonly string[]): number {
  let longest = 0
  let run = 0
  for (const word of words) {
    run = word.startsWith('-') ? 0 : run + 1
    longest = Math.max(longest, run)
  }
  return longest
}

/** A private key as somebody wrote it, from a hidden prompt or stdin. @param judge says what a person is asked again for @throws USAGE */
export async function readKeyText(session: Session, judge: Judge): Promise<string> {
  if (session.interactive) return askHidden(session, 'Private key (hidden):', judge)
  return readPiped(session, 'key')
}

/**
 * Recovery words and their passphrase, from hidden prompts or two lines of stdin.
 * @param judge says what a person is asked again for @throws USAGE
 */
export async function readWords(
  session: Session,
  withPassphrase: boolean,
  judge: Judge,
): Promise<{ readonly words: string; readonly passphrase: string }> {
  if (session.interactive) {
    const words = await askHidden(session, 'Recovery words (hidden):', judge)
    const passphrase = withPassphrase ? await askTwice(session, 'Passphrase of the words (hidden):', emptyProblem) : ''
    return { words, passphrase }
  }
  const text = await readPiped(session, 'words')
  if (!withPassphrase) return { words: text, passphrase: '' }
  const [words = '', passphrase = ''] = text.split(/\r?\n/)
  if (passphrase !== '') return { words, passphrase }
  throw usage('--passphrase needs the passphrase on the second line of stdin, below the words')
}

async function readPiped(session: Session, what: 'key' | 'words'): Promise<string> {
  const { input } = session.promptStreams
  if ('isTTY' in input && input.isTTY === true) {
    throw usage(`--json asks nothing: pass the ${what} on stdin`, 'Leave --json out to be prompted')
  }
  const text = await session.readStdin()
  if (text.trim() !== '') return text
  throw usage(`Stdin held no ${what}`, 'At a terminal it is asked for: swapcli wallet import NAME')
}

function emptyProblem(text: string): string | undefined {
  return text.trim() === '' ? 'There was nothing' : undefined
}

/**
 * Shows new recovery words once, and has two of them typed back.
 * @throws USAGE where there is no terminal
 */
export async function showNewWords(session: Session, phrase: string): Promise<void> {
  const words = phrase.split(' ')
  const rows = Array.from({ length: Math.ceil(words.length / 3) }, (_, row) =>
    words
      .slice(row * 3, row * 3 + 3)
      .map((word, column) => `${String(row * 3 + column + 1).padStart(4)}  ${word.padEnd(10)}`)
      .join('')
      .trimEnd(),
  )
  await onSecretScreen(
    session,
    [
      'Write these words on paper, in this order. Anyone who has them can take the money; no one can recover them for you.',
      '',
      ...rows,
    ],
    async () => {
      const [first = 0, second = 0] = secureRandom(2)
      const half = words.length / 2
      for (const at of [first % half, half + (second % half)]) {
        await askText(session, `To be sure, word ${at + 1}:`, (text) =>
          text.toLowerCase() === words[at] ? undefined : `That is not word ${at + 1}`,
        )
      }
    },
  )
}

/** Shows a private key until Enter is pressed. */
export async function showKey(session: Session, address: string, key: string): Promise<void> {
  await onSecretScreen(session, [`Private key of ${address}:`, '', key], async () => {
    await askText(session, 'Press Enter to hide it', () => undefined)
  })
}

/** Lines on the terminal's second screen, so that nothing stays to be scrolled back to. */
async function onSecretScreen(session: Session, lines: readonly string[], then: () => Promise<void>): Promise<void> {
  const { output } = session.promptStreams
  const second = session.env['TERM'] !== 'dumb'
  if (second) output.write('\u001B[?1049h\u001B[H\u001B[2J')
  try {
    output.write(cleanLines(`${lines.join('\n')}\n\n`))
    await then()
  } finally {
    if (second) output.write('\u001B[2J\u001B[?1049l')
  }
}
