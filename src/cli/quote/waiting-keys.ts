import { Writable } from 'node:stream'
import type { Asker } from '../prompts.ts'

/** Keys that are pressed while something is waited for. */
export interface WaitingKeys {
  /** Aborts with Ctrl-C, which sends no signal while keys are read. */
  readonly interrupted: AbortSignal
  /** Ends the reading: what is typed from now on is for the next question. */
  close(): void
}

/** Reads the keys of a person who waits. @param onSpace called each time that the space bar is pressed */
export async function readWaitingKeys(
  { promptStreams }: Pick<Asker, 'promptStreams'>,
  onSpace: () => void,
): Promise<WaitingKeys> {
  const { createInterface } = await import('node:readline')
  const { input } = promptStreams
  const interrupted = new AbortController()
  const nowhere = new Writable({ write: (_text, _encoding, done) => done() })
  const reader = createInterface({ input, output: nowhere, terminal: true })
  const onKey = (_text: string, key?: { readonly name?: string }) => {
    if (key?.name === 'space') onSpace()
  }
  input.on('keypress', onKey)
  reader.on('SIGINT', () => interrupted.abort())
  return {
    interrupted: interrupted.signal,
    close: () => {
      input.off('keypress', onKey)
      reader.close()
    },
  }
}
