import { expect, onTestFinished, test } from 'vitest'
import { holdWarnings } from '../../src/io/held-warnings.ts'

test('warnings of Node wait until they may be written, and each is written once', async () => {
  const written: string[] = []
  const write = ({ message }: Error) => void written.push(message)
  process.on('warning', write)
  onTestFinished(() => void process.off('warning', write))
  /** Warns as Node does, and lets it be heard. */
  const warn = async (text: string) => {
    process.emitWarning(text)
    await new Promise((heard) => setImmediate(heard))
  }
  const release = holdWarnings()
  await warn('first')
  await warn('second')
  expect(written).toEqual([])
  release()
  expect(written).toEqual(['first', 'second'])
  await warn('third')
  expect(written).toEqual(['first', 'second', 'third'])
})
