import { describe, expect, expectTypeOf, test } from 'vitest'
import { defineCommand, defineOptions, type FlagsOf } from '../../src/cli/command.ts'
import { readArguments } from '../../src/cli/command-line/arguments.ts'
import { flagWords, readFlags } from '../../src/cli/command-line/flags.ts'
import type { Session } from '../../src/cli/session.ts'

const OPTIONS = defineOptions('Group', {
  minReceive: { kind: 'amount', value: 'amount', description: 'd' },
  maxFee: { kind: 'amount', decimals: 9, unit: 'gwei', value: 'gwei', description: 'd' },
  maxLoss: { kind: 'percent', min: 0, max: 100, value: 'percent', description: 'd' },
  timeout: { kind: 'duration', min: 0, max: 60, value: 'seconds', default: 8, once: true, description: 'd' },
  port: { kind: 'number', min: 0, max: 65_535, whole: true, value: 'n', description: 'd' },
  rank: { kind: 'choice', choices: ['best', 'fastest'], value: 'mode', description: 'd' },
  approve: { kind: 'choice', choices: ['exact', 'unlimited'], default: 'exact', value: 'amount', description: 'd' },
  unsigned: { kind: 'choice', choices: ['json', 'cast'], alone: 'json', value: 'format', description: 'd' },
  words: { kind: 'choice', choices: ['12', '24'], value: 'n', description: 'd' },
  exclude: { kind: 'list', of: { kind: 'provider' }, value: 'key', description: 'd' },
  status: { kind: 'list', of: { kind: 'choice', choices: ['PENDING', 'SUCCESS'] }, value: 'status', description: 'd' },
  set: { kind: 'list', of: { kind: 'text' }, commas: false, value: 'key=value', description: 'd' },
  yes: { kind: 'switch', description: 'd' },
  wait: { kind: 'negatable', description: 'd' },
  color: { kind: 'on-off', description: 'd', offDescription: 'd' },
})

const NOTHING = {
  minReceive: undefined,
  maxFee: undefined,
  maxLoss: undefined,
  timeout: 8,
  port: undefined,
  rank: undefined,
  approve: 'exact',
  unsigned: undefined,
  words: undefined,
  exclude: [],
  status: [],
  set: [],
  yes: false,
  wait: true,
  color: undefined,
} as const

describe('options', () => {
  test('are typed by their declaration', () => {
    const flags = readFlags(OPTIONS, {})
    expectTypeOf(flags.minReceive).toEqualTypeOf<string | undefined>()
    expectTypeOf(flags.maxFee).toEqualTypeOf<bigint | undefined>()
    expectTypeOf(flags.maxLoss).toEqualTypeOf<number | undefined>()
    expectTypeOf(flags.timeout).toEqualTypeOf<number>()
    expectTypeOf(flags.rank).toEqualTypeOf<'best' | 'fastest' | undefined>()
    expectTypeOf(flags.approve).toEqualTypeOf<'exact' | 'unlimited'>()
    expectTypeOf(flags.exclude).toEqualTypeOf<readonly string[]>()
    expectTypeOf(flags.status).toEqualTypeOf<readonly ('PENDING' | 'SUCCESS')[]>()
    expectTypeOf(flags.yes).toEqualTypeOf<boolean>()
    expectTypeOf(flags.color).toEqualTypeOf<boolean | undefined>()
    // @ts-expect-error a misspelt option is none
    void flags.minRecieve
    expect(flags).toEqual(NOTHING)
  })

  test('that a reader needs must be declared by the command that calls it', () => {
    const read = ({ yes }: Pick<FlagsOf<typeof OPTIONS>, 'yes'>) => yes
    defineCommand({
      options: { quiet: { kind: 'switch', description: 'd' } },
      examples: [],
      run: async (_session, _args, flags) => {
        // @ts-expect-error --yes is not declared
        read(flags)
        // @ts-expect-error nor is --min-receive
        void flags.minReceive
      },
    })
    expect(read(readFlags(OPTIONS, { yes: true }))).toBe(true)
  })

  test('are read by their declaration', () => {
    const given = {
      ...{ minReceive: '0.5', maxFee: '30', maxLoss: '33.5', timeout: '1.5', port: '0', rank: 'fastest' },
      ...{ approve: 'unlimited', unsigned: true, exclude: ['near-intents,RELAY', 'LIFI'], status: ['SUCCESS'] },
      ...{ set: ['a=1,2'], yes: true, wait: false, color: false },
    }
    expect(readFlags(OPTIONS, given)).toEqual({
      ...{ minReceive: '0.5', maxFee: 30_000_000_000n, maxLoss: 3350, timeout: 1.5, port: 0, rank: 'fastest' },
      ...{
        approve: 'unlimited',
        unsigned: 'json',
        words: undefined,
        exclude: ['NEAR_INTENTS', 'RELAY', 'LIFI'],
        status: ['SUCCESS'],
      },
      ...{ set: ['a=1,2'], yes: true, wait: false, color: false },
    })
  })

  test.each([
    [{ minReceive: 'much' }, '--min-receive must be a positive decimal amount, for example 0.5'],
    [{ maxFee: '0' }, '--max-fee must be a positive number of gwei, for example 30'],
    [{ maxLoss: '101' }, '--max-loss must be a number of percent, such as 2.5 or 2.5%, from 0 to 100'],
    [{ timeout: '5m' }, '--timeout must be a number of seconds from 0 to 60'],
    [{ port: '1.5' }, '--port must be a whole number from 0 to 65535'],
    [{ rank: 'fastst' }, '--rank must be best or fastest, not fastst. Did you mean fastest?'],
    [{ rank: 'FASTEST' }, '--rank must be best or fastest, not FASTEST. Did you mean fastest?'],
    [{ rank: 'best ' }, '--rank must be best or fastest. Did you mean best?'],
    [{ rank: '0xdeadbeef' }, '--rank must be best or fastest'],
    [{ status: ['DONE'] }, '--status must be PENDING or SUCCESS, not DONE'],
    [{ exclude: [''] }, '--exclude needs a value'],
    [{ words: '13' }, '--words must be 12 or 24'],
  ])('%j is refused', (given, message) => {
    expect(() => readFlags(OPTIONS, given)).toThrow(expect.objectContaining({ code: 'USAGE', message }) as Error)
  })

  test('are written as the words that give them again', () => {
    const words = flagWords(OPTIONS, {
      ...NOTHING,
      ...{ maxFee: 1_500_000_000n, maxLoss: 3350, timeout: 9, approve: 'unlimited', unsigned: 'cast' },
      ...{ exclude: ['RELAY', 'LIFI'], set: ['a=1', 'b=2'], yes: true, wait: false, color: true },
    })
    expect(words.join(' ')).toBe(
      '--max-fee 1.5 --max-loss 33.5 --approve unlimited --unsigned cast --exclude RELAY,LIFI --set a=1 --set b=2 --yes --no-wait --color',
    )
    expect(flagWords(OPTIONS, NOTHING)).toEqual([])
  })
})

describe('arguments', () => {
  const nobody = { interactive: false } as Session
  const table = {
    amount: { kind: 'amount', required: true, error: 'INVALID_AMOUNT', question: 'Amount?', description: 'd' },
    names: { kind: 'text', many: true, description: 'd' },
  } as const

  test('are typed by their declaration', async () => {
    const args = await readArguments(nobody, 'it', table, ['1', 'a', 'b'])
    expectTypeOf(args.amount).toEqualTypeOf<string>()
    expectTypeOf(args.names).toEqualTypeOf<readonly string[]>()
    // @ts-expect-error a misspelt argument is none
    void args.amuont
    expect(args).toEqual({ amount: '1', names: ['a', 'b'] })
  })

  test('that are missing or wrong are refused', async () => {
    await expect(readArguments(nobody, 'it', table, [])).rejects.toMatchObject({
      message: 'The argument <amount> is missing',
    })
    await expect(readArguments(nobody, 'it', table, ['x'])).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
  })
})
