import { describe, expect, it } from 'vitest'
import { createEnding } from '../../src/core/ending.ts'

describe('an ending', () => {
  it('tells each listener once, and says why', () => {
    const { stopped, end } = createEnding()
    const told: string[] = []
    const leaver = () => told.push('left before')
    stopped.addEventListener('abort', () => told.push(`first: ${String(stopped.reason)}`), { once: true })
    stopped.addEventListener('abort', leaver, { once: true })
    stopped.addEventListener('abort', () => told.push('second'), { once: true })
    stopped.removeEventListener('abort', leaver)
    expect([stopped.aborted, stopped.reason]).toEqual([false, undefined])
    end('over')
    end('again')
    stopped.addEventListener('abort', () => told.push('too late'), { once: true })
    expect([stopped.aborted, stopped.reason, told]).toEqual([true, 'over', ['first: over', 'second']])
  })

  it('has one AbortSignal that says the same, made before the end or after it', () => {
    const why = new Error('over')
    const [before, after] = [createEnding(), createEnding()]
    const signal = before.signal()
    expect([signal.aborted, before.signal() === signal]).toEqual([false, true])
    before.end(why)
    after.end(why)
    expect([signal.aborted, signal.reason, after.signal().aborted, after.signal().reason]).toEqual([
      true,
      why,
      true,
      why,
    ])
  })
})
