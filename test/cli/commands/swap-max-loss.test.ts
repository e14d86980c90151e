import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../src/io/clock.ts'
import { randomIds } from '../../../src/io/ids.ts'
import { openDocuments } from '../../../src/store/sqlite/open-documents.ts'
import { createRunJournal, type NewRun } from '../../../src/wallet/run/journal.ts'
import { cli, failure, FAST, json } from '../run-here.ts'
import { newHome } from '../../support/new-home.ts'

/* Ten million are more than the sandbox's exchange has: about a third of the value is lost there. */

const FAST_SEED = { ...FAST, SWAPCLI_SANDBOX_SEED: '1' }
const LARGE = ['10000000', 'ethereum:USDC', 'base:USDC']
const ON_DEX = ['--provider', 'SANDBOX_DEX', '--yes', '--json']
const WARNING = /^warning, SANDBOX_DEX: The output is worth 33\.[0-9]+ % less than the input$/m
const PAPER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const refused = {
  code: 'WALLET_REFUSED',
  message: expect.stringMatching(
    /^The swap loses .*33\.[0-9]+ % of the value .*, and only 15 % is accepted without confirmation$/,
  ) as string,
  hint: expect.stringMatching(
    /^Look at the terms yourself, or accept it: swapcli (swap 10000000 .* --provider SANDBOX_DEX|resume run_[0-9a-z]+) --yes --max-loss 35$/,
  ) as string,
  exitCode: 6,
  details: { reason: 'loss' },
  funds: 'untouched',
}

describe('a swap that loses much of the value', () => {
  test('is warned of in the quote, in the table and as data', async () => {
    const home = await newHome()
    const shown = await cli(['quote', ...LARGE], { home, env: FAST_SEED })
    expect(shown.stderr).toMatch(WARNING)
    expect(shown.stderr.match(/^warning/gm)).toHaveLength(1)
    const printed = await cli(['quote', ...LARGE, '--json'], { home, env: FAST_SEED })
    const { data } = json(printed.stdout) as { data: { provider: string; warnings?: string[] }[] }
    expect(data.map(({ provider, warnings = [] }) => [provider, warnings.length])).toEqual([
      ['SANDBOX_INTENTS', 0],
      ['SANDBOX_DEPOSIT', 0],
      ['SANDBOX_DEX', 1],
    ])
  })

  test('is refused with --yes before it is begun, and the refusal names the flag', async () => {
    const home = await newHome()
    const result = await cli(['swap', ...LARGE, ...ON_DEX], { home, env: FAST_SEED })
    expect([result.code, result.stdout]).toEqual([6, ''])
    expect(failure(result)).toMatchObject(refused)
    const runs = await cli(['resume', '--list', '--json'], { home, env: FAST_SEED })
    expect(json(runs.stdout)).toEqual({ data: [] })
  })

  test('is left out with --yes where the next route loses less', async () => {
    const fastest = ['--rank', 'fastest', '--exclude', 'SANDBOX_INTENTS', '--yes']
    const result = await cli(['swap', ...LARGE, ...fastest, '--no-wait'], { env: FAST_SEED })
    expect([result.code, result.stderr.match(/^left out +(SANDBOX_[A-Z]+): The swap loses /m)?.[1]]).toEqual([
      0,
      'SANDBOX_DEX',
    ])
    const agreed = await cli(['swap', ...LARGE, ...fastest, '--no-wait', '--max-loss', '34'], { env: FAST_SEED })
    expect([agreed.code, agreed.stderr.includes('left out')]).toEqual([0, false])
  })

  test.each([
    ['34', 0],
    ['33.5', 6],
    ['100', 0],
    ['0', 6],
  ])('with --max-loss %s exits with %i', async (percent, code) => {
    const result = await cli(['swap', ...LARGE, ...ON_DEX, '--max-loss', percent], { env: FAST_SEED })
    expect(result.code).toBe(code)
  })

  test.each(['101', '-1', 'much', ''])('is no bound of %j', async (percent) => {
    const result = await cli(['swap', ...LARGE, ...ON_DEX, `--max-loss=${percent}`], { env: FAST_SEED })
    expect([result.code, failure(result)]).toEqual([
      2,
      expect.objectContaining({
        message: '--max-loss must be a number of percent, such as 2.5 or 2.5%, from 0 to 100',
      }),
    ])
  })

  test('is refused by resume --yes too where nobody had agreed to it', async () => {
    const home = await newHome()
    const documents = await openDocuments({ path: join(home, 'wallet-sandbox.db') })
    const { id } = await createRunJournal(documents, systemClock, randomIds).create(unagreed())
    await documents.close()
    const result = await cli(['resume', id, '--yes', '--json'], { home, env: FAST_SEED })
    expect(result.code).toBe(6)
    expect(failure(result)).toMatchObject(refused)
    const allowed = await cli(['resume', id, '--yes', '--json', '--max-loss', '40'], { home, env: FAST_SEED })
    expect([allowed.code, json(allowed.stdout)]).toMatchObject([0, { data: { transaction: { status: 'SUCCESS' } } }])
  })
})

function unagreed(): NewRun {
  return {
    ...{ from: 'ethereum:USDC', to: 'base:USDC', agreed: false },
    request: {
      ...{ srcChain: 'ethereum', srcAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', amount: '10000000' },
      ...{ dstChain: 'base', dstAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', provider: 'SANDBOX_DEX' },
      ...{ depositor: PAPER, recipient: PAPER },
    },
    source: { chainId: 1, isNative: false, units: 10_000_000_000_000n, decimals: 6, symbol: 'USDC', family: 'evm' },
  }
}
