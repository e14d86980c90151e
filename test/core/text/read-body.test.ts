import { describe, expect, it } from 'vitest'
import { BodyTooLarge, readBody, readText } from '../../../src/core/text/read-body.ts'

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
