import { cleanText } from '../../core/text/clean-text.ts'
import type { Session } from '../session.ts'

/** Waits for `work` with a spinner on stderr where somebody watches. */
export async function during<T>(session: Session, text: string, work: Promise<T>): Promise<T> {
  return duringSteps(session, text, () => work)
}

/** The same for work that tells how far it is. @param work called with what shows another text */
export async function duringSteps<T>(
  session: Session,
  text: string,
  work: (show: (text: string) => void) => Promise<T>,
): Promise<T> {
  if (!session.output.watched) return work(() => undefined)
  const { default: ora } = await import('ora')
  const spinner = ora({
    text: cleanText(text),
    stream: session.promptStreams.output,
    discardStdin: false,
    color: false,
  })
  spinner.start()
  try {
    return await work((next) => (spinner.text = cleanText(next)))
  } finally {
    spinner.stop()
  }
}
