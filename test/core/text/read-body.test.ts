import { describe, expect, it } from 'vitest'
import { BodyTooLarge, readBody, readText, untilAborted } from '../../../src/core/text/read-body.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

async function* parts(...all: Uint8Array[]) {
  for (const part of all) yield await Promise.resolve(part)
}

describe('a body', () => {
  it('is read to its end, also where a letter is split between two parts', async () => {
    const [whole] = [bytes('a€b')]
    expect(await readText(parts(whole.slice(0, 2), whole.slice(2)), 5)).toBe('a€b')
    expect(await readText(null, 0)).toBe('')
  })

  it('is given up as soon as it is longer than its reader takes, and no further part is asked for', async () => {
    let asked = 0
    async function* endless() {
      for (;;) {
        asked += 1
        yield await Promise.resolve(bytes('1234'))
      }
    }
    await expect(readText(endless(), 10)).rejects.toEqual(new BodyTooLarge(10))
    expect(asked).toBe(3)
    const read: number[] = []
    await expect(
      (async () => {
        for await (const part of readBody(endless(), 8)) read.push(part.byteLength)
      })(),
    ).rejects.toThrow('more than 8 bytes')
    expect(read).toEqual([4, 4])
  })
})

describe('work', () => {
  it('is given up with the reason of the signal, even when it does not listen', async () => {
    const stop = new AbortController()
    const work = untilAborted(stop.signal, new Promise(() => undefined))
    stop.abort(new Error('too late'))
    await expect(work).rejects.toThrow('too late')
    await expect(untilAborted(stop.signal, new Promise(() => undefined))).rejects.toThrow('too late')
  })

  it('is awaited otherwise, and leaves no listener behind', async () => {
    const { signal } = new AbortController()
    expect(await untilAborted(signal, Promise.resolve(1))).toBe(1)
    await expect(untilAborted(signal, Promise.reject(new Error('no')))).rejects.toThrow('no')
  })
})
