import { cleanText } from '../../core/text/clean-text.ts'
import type { Session } from '../session.ts'

/** Waits for `work` with a spinner on stderr where somebody watches. */
export async function during<T>(session: Session, text: string, work: Promise<T>): Promise<T> {
  if (!session.output.watched) return work
  const { default: ora } = await import('ora')
  const spinner = ora({
    text: cleanText(text),
    stream: session.promptStreams.output,
    discardStdin: false,
    color: false,
  })
  spinner.start()
  try {
    return await work
  } finally {
    spinner.stop()
  }
}
