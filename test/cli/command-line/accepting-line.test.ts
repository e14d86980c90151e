import { describe, expect, test } from 'vitest'
import { type FailedRun, SwapError } from '../../../src/core/api/errors.ts'
import { nameAcceptingLine } from '../../../src/cli/command-line/accepting-line.ts'
import type { FlagsOf, OptionTable } from '../../../src/cli/command.ts'

const OPTIONS = {
  maxLoss: { kind: 'percent', min: 0, max: 100, value: 'percent', description: '' },
  accept: { kind: 'list', of: { kind: 'text' }, value: 'code', description: '' },
  yes: { kind: 'switch', description: '' },
} as const satisfies OptionTable

const settings = new Map([['sandbox-speed', { key: 'sandbox-speed', value: '20', origin: '--sandbox-speed' }]] as const)

/** The hint of a refusal with these options, of `swap 1 a b` with these flags. */
function hintOf(
  accept: readonly string[],
  flags: Partial<FlagsOf<typeof OPTIONS>> = {},
  run?: FailedRun,
  words: readonly string[] = ['1', 'a', 'b'],
): string | undefined {
  const error = new SwapError('WALLET_REFUSED', 'It loses too much', { reason: 'loss', hint: 'Accept it', accept, run })
  const typed = { path: 'swap', words, options: OPTIONS, session: { settings } }
  const named = nameAcceptingLine(error, { ...typed, flags: { maxLoss: undefined, accept: [], yes: true, ...flags } })
  if (!(named instanceof SwapError)) throw new Error('no failure')
  expect([named.message, named.reason]).toEqual(['It loses too much', 'loss'])
  return named.hint
}

describe('the options that would accept a refusal end the command line that was typed', () => {
  test('in place of the same option', () => {
    const again = 'Accept it: swapcli swap 1 a b --yes --max-loss 5 --sandbox-speed 20'
    expect([hintOf(['--max-loss', '5']), hintOf(['--max-loss', '5'], { maxLoss: 300 })]).toEqual([again, again])
  })

  test('before words that look like options', () => {
    expect(hintOf(['--max-loss', '5'], {}, undefined, ['-x.tar'])).toBe(
      'Accept it: swapcli swap --yes --max-loss 5 --sandbox-speed 20 -- -x.tar',
    )
  })

  test('beside what a list has', () => {
    expect(hintOf(['--accept', 'fee-on-top'], { accept: ['vault'] })).toBe(
      'Accept it: swapcli swap 1 a b --accept vault --yes --accept fee-on-top --sandbox-speed 20',
    )
  })

  test('or that which continues its run, with what is not kept with that', () => {
    const run = { id: 'run_1', transactions: [] }
    const again = 'Accept it: swapcli resume run_1 --yes --max-loss 5'
    expect(hintOf(['--max-loss', '5'], { accept: ['vault'], maxLoss: 300 }, run)).toBe(again)
    expect(hintOf(['--slippage', '60'], {}, run)).toMatch(/^Accept it: swapcli quote /)
  })

  test('or a quote, where the command has no such option', () => {
    expect(hintOf(['--slippage', '60'])).toBe(
      'Accept it: swapcli quote AMOUNT FROM TO --slippage 60 --sandbox-speed 20',
    )
  })
})
