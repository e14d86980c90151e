import type { CallInfo } from '../../src/server/options.ts'
import { createFakeService } from './fake-service.ts'
import type { TestJournal } from './journal.ts'
import { get, handlerOf } from './requests.ts'

/** A server of a journal whose readers come by `open`. */
export function serverOf(journal: TestJournal, stopping?: AbortSignal) {
  const options = stopping === undefined ? { journal } : { journal, stopping }
  const { handle, clock } = handlerOf(createFakeService(), options)
  const open = async (path = '/events', headers: Readonly<Record<string, string>> = {}, info?: CallInfo) => {
    const answer = await handle(get(path, headers), info)
    if (answer.status !== 200 || answer.body === null) throw new Error(`status ${answer.status}`)
    return readerOf(answer.body)
  }
  return { handle, clock, open }
}

/** Reads a stream of events. */
export function readerOf(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let isOver = false
  return {
    /** Reads until so many frames are there, and gives them as `id event`; fewer where the stream ends. */
    frames: async (count: number): Promise<readonly string[]> => {
      while (!isOver && text.split('\n\n').length <= count) {
        const { done, value } = await reader.read()
        if (done) isOver = true
        else text += decoder.decode(value)
      }
      return text.split('\n\n').slice(0, -1).map(headOf)
    },
    text: () => text,
    leave: () => reader.cancel(),
  }
}

/** `id event` of a frame, without the stamp; a frame without an event as it is. */
function headOf(frame: string): string {
  const [, id, event] = /^id: (\d+(?:_\d+)?)(?:-[0-9a-f]{8})?\nevent: (.+)\n/.exec(frame) ?? []
  return id === undefined ? frame : `${id} ${event}`
}

/** So many events without anything of their own. */
export const many = (count: number) => Array.from({ length: count }, () => ({}))
