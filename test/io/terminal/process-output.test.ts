import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openOutput } from '../../../src/io/terminal/process-output.ts'
import { newHome } from '../../support/new-home.ts'

/** Node's stream of an output, as far as that is used; it notes what it is given. */
function slowStream() {
  const written: (string | Uint8Array)[] = []
  const heard: string[] = []
  return {
    written,
    heard,
    write: (text: string | Uint8Array, done?: (error?: Error | null) => void) => {
      written.push(text)
      done?.()
    },
    on: (event: 'error') => heard.push(event),
  }
}

const neverOpened = () => {
  throw new Error('Node’s stream was opened')
}

describe('an output of this process', () => {
  test('is written to straight away where it is a file, or takes everything, and says when that is done', async () => {
    const path = join(await newHome(), 'out.txt')
    for (const [place, text] of [
      [path, 'ü 1\n2\n'],
      [devNull, ''],
    ] as const) {
      const fd = openSync(place, 'w')
      const output = openOutput(fd, neverOpened)
      const ends: unknown[] = []
      output.on('error', () => undefined)
      output.write('ü 1\n', (error) => ends.push(error))
      output.write('2\n')
      expect([ends, output.isTTY, output.fd]).toEqual([[undefined], undefined, fd])
      closeSync(fd)
      if (text !== '') expect(readFileSync(place, 'utf8')).toBe(text)
    }
  })

  test('tells a write that fails, and throws nothing', async () => {
    const fd = openSync(join(await newHome(), 'out.txt'), 'w')
    const output = openOutput(fd, neverOpened)
    closeSync(fd)
    const ends: (Error | null | undefined)[] = []
    expect(output.write('lost', (error) => ends.push(error))).toBe(false)
    expect(ends).toMatchObject([{ code: 'EBADF' }])
    expect(output.write('lost without a listener')).toBe(false)
  })

  test('gives what a full pipe does not take to Node’s stream, byte by byte where it stopped, and all that follows', async () => {
    const path = join(await newHome(), 'pipe')
    execFileSync('mkfifo', [path])
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
    const stream = slowStream()
    const output = openOutput(fd, () => stream)
    output.on('error', () => undefined)
    const text = 'ü'.repeat(200_000)
    let isDone = false
    output.write(text, () => (isDone = true))
    output.write('after')
    const head = Buffer.alloc(1_000_000)
    const taken = readSync(reader, head)
    expect(taken).toBeGreaterThan(0)
    const rest = stream.written.map((part) => Buffer.from(part))
    expect(Buffer.concat([head.subarray(0, taken), ...rest]).toString()).toBe(`${text}after`)
    expect([isDone, stream.heard]).toEqual([true, ['error']])
    for (const one of [reader, fd]) closeSync(one)
  })

  test('is Node’s own stream where it is anything else', () => {
    const stream = slowStream()
    expect(openOutput(-1, () => stream)).toBe(stream)
    const terminal = openSync('/dev/ptmx', 'r+')
    expect(openOutput(terminal, () => stream)).toBe(stream)
    writeSync(terminal, '')
    closeSync(terminal)
  })
})
