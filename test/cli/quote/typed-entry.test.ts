import { describe, expect, test } from 'vitest'
import { asObject } from '../../support/contract-fields.ts'
import { newHome } from '../../support/new-home.ts'
import { cli, failure, json } from '../run-here.ts'

const BOB = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** What a command line asks the providers. */
const requestOf = async (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  asObject(json((await cli([...words, '--json'], { env })).stdout))['request']

describe('a swap in one argument', () => {
  test.each<[string, readonly string[]]>([
    ['0.5 eth to usdc base', ['0.5', 'ethereum:ETH', 'base:USDC']],
    ['0.5 eth>usdc@base slip 0.5%', ['0.5', 'ethereum:ETH', 'base:USDC', '--slippage', '50']],
    [`0.5 eth > usdc base for ${BOB}`, ['0.5', 'ethereum:ETH', 'base:USDC', '--recipient', BOB]],
  ])('asks for the same as its arguments and options: %s', async (line, words) => {
    const asked = await requestOf(['quote', ...words])
    expect(asked).toMatchObject({ amount: '0.5', srcChain: 'ethereum', dstChain: 'base' })
    expect(await requestOf(['quote', line])).toEqual(asked)
  })

  test('names contacts of the address book', async () => {
    const env = { SWAPCLI_CONTACT_BOB: BOB }
    expect(await requestOf(['quote', '0.5 eth to usdc base for @bob'], env)).toMatchObject({ recipient: BOB })
    const unknown = await cli(['quote', '0.5 eth to usdc base for @eve', '--json'], { env })
    expect([unknown.code, failure(unknown)['code']]).toEqual([2, 'INVALID_ADDRESS'])
  })

  test.each([
    ['usdc to eth', /^The amount must be a positive plain decimal number/],
    ['1 usdc to eth', /^from: "usdc" may mean any of \d+ assets: ethereum:0xA0b8/],
    ['1 eth to usdcc base', /^to: The catalog has no "usdcc" on Base \(base\)/],
    ['1 еth to usdc base', /^from: Nothing is spelt "еth", only something that looks like it: /],
    ['1 base usdc to eth', /^from: Unknown chain "usdc"/],
    ['1 eth to usdc base via SANDBOX_DEX', /^"via" does not apply here$/],
    ['1 eth to usdc base min 3', /^"min" does not apply here$/],
    ['1 eth', /^The asset to get is missing$/],
  ])('is a wrong command line where it says nothing exactly: %s', async (line, message) => {
    const result = await cli(['quote', line, '--json'])
    expect([result.code, failure(result)]).toEqual([
      2,
      expect.objectContaining({ code: 'USAGE', message: expect.stringMatching(message) as string }),
    ])
  })

  test('does not say again what an option says', async () => {
    const line = '1 eth to usdc base slip 50bps'
    const result = await cli(['quote', line, '--slippage', '50', '--json'])
    expect(failure(result)).toMatchObject({
      code: 'USAGE',
      message: 'The line says 50bps, and --slippage says it again',
    })
    expect(await requestOf(['quote', '1 eth to usdc base', '--slippage', '50'])).toMatchObject({ slippage: 50 })
  })

  test('is one only where it stands alone', async () => {
    for (const words of [
      ['1 eth', 'base:USDC', 'bitcoin:BTC'],
      ['1', 'eth', 'to', 'usdc', 'base'],
      ['1', 'eth > usdc'],
    ]) {
      const result = await cli(['quote', ...words, '--json'])
      expect([result.code, failure(result)['code']], words.join(' ')).toEqual([
        2,
        expect.stringMatching(/^(INVALID_AMOUNT|USAGE)$/),
      ])
    }
  })

  test('is swapped as its arguments and options are, with the same questions and bounds', async () => {
    const home = await newHome()
    const line = '100 usdc ethereum > btc via SANDBOX_INTENTS min 0.0001'
    const unasked = await cli(['swap', line, '--json'], { home })
    expect(failure(unasked)).toMatchObject({ code: 'USAGE', message: 'There is no terminal to ask for your agreement' })
    const paid = await cli(['swap', line, '--yes', '--sandbox-speed', '1000'], { home })
    expect(paid.stderr).toContain('the same again: swapcli swap 100 ethereum:USDC bitcoin:BTC')
    expect(paid.stderr).toContain('--provider SANDBOX_INTENTS --min-receive 0.0001')
    expect(paid.code).toBe(0)
    const most = await cli(['swap', '100 usdc ethereum > btc min 1000', '--yes', '--json'], { home })
    expect(failure(most)).toMatchObject({ code: 'WALLET_REFUSED' })
  })
})
