import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../src/io/clock.ts'
import { askArgument, choose, confirm } from '../../src/cli/prompts.ts'

/** A person at a terminal who presses `keys` once a question stands there. */
function person(keys: string, env: Readonly<Record<string, string>> = {}) {
  const input = new PassThrough()
  const output = new PassThrough()
  let shown = ''
  let answered = false
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString('utf8')
    if (answered || !shown.includes('?')) return
    answered = true
    setImmediate(() => input.write(keys))
  })
  const session: Parameters<typeof confirm>[0] = {
    interactive: true,
    promptStreams: { input, output },
    signal: new AbortController().signal,
    clock: systemClock,
    env,
  }
  return { session, shown: () => shown }
}

describe('a question', () => {
  test('whether to send is answered no by Enter alone', async () => {
    expect(await confirm(person('\r').session, 'Send it?')).toBe(false)
    expect(await confirm(person('y\r').session, 'Send it?')).toBe(true)
    expect(await confirm(person('n\r').session, 'Send it?')).toBe(false)
  })

  test('which route takes the one the arrows stand on', async () => {
    const routes = [
      { value: 1, name: 'SANDBOX_BRIDGE' },
      { value: 2, name: 'SANDBOX_DEX' },
    ]
    expect(await choose(person('\r').session, 'Which route?', routes)).toBe(1)
    expect(await choose(person('\u001B[B\r').session, 'Which route?', routes)).toBe(2)
  })

  test('left with Ctrl-C is an interruption with nothing sent', async () => {
    await expect(confirm(person('\u0003').session, 'Send it?')).rejects.toMatchObject({
      code: 'INTERRUPTED',
      exitCode: 130,
      funds: 'untouched',
    })
  })

  test('for a missing argument is asked at a terminal, and an error elsewhere', async () => {
    const { session } = person('100\r')
    expect(await askArgument(session, 'amount', 'Amount to send?')).toBe('100')
    await expect(askArgument({ ...session, interactive: false }, 'amount', 'Amount?')).rejects.toMatchObject({
      code: 'USAGE',
      message: 'The argument <amount> is missing',
    })
  })

  // Each question once left a listener behind, and the eleventh had a warning of Node printed into it.
  test('put line by line leaves nothing on the terminal behind', async () => {
    const { session } = person('y\n', { TERM: 'dumb' })
    const { input } = session.promptStreams
    const count = () => input.eventNames().map((name) => [name, input.listenerCount(name)])
    const before = count()
    expect(await confirm(session, 'Send it?')).toBe(true)
    expect(count()).toEqual(before)
  })
})
