import { describe, expect, it } from 'vitest'
import { untilAborted } from '../../src/core/deadline.ts'

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
