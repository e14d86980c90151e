import { describe, expect, test } from 'vitest'
import { cli, FAST } from '../run-here.ts'
import { runInTerminal } from '../run-terminal.ts'
import { newHome } from '../../support/new-home.ts'

/*
 * What `quote` does about a symbol that means no asset for sure: a person is asked, with what stands behind each, and a pipe
 * gets an error with the same candidates.
 */

const OMNIBRIDGE = '0xDDAfbb505ad214D7b80b1f830fcCc89B60fb7A83'

describe('a symbol that means no asset for sure', () => {
  test('is asked about on a terminal, where what is well backed elsewhere may be taken instead', async () => {
    const words = ['quote', '100', 'ethereum:USDC', 'gnosis:USDC', '--sandbox']
    const run = runInTerminal(words, await newHome(), { env: FAST, columns: 110 })
    await run.see('"USDC" on Gnosis (gnosis) is not the issuer\'s own')
    await run.see(/❯ USDC +Gnosis +0xDDAf…7A83 .* two lists, another bridge/)
    await run.see(/USDC +Base +0x8335…2913 .* issuer's/)
    await run.answer('\r')
    await run.see(`100 ethereum:USDC to gnosis:${OMNIBRIDGE} on the sandbox`)
    expect(await run.end()).toBe(0)
  })

  test('offers no dead one', async () => {
    const words = ['quote', '100', 'ethereum:USDC', 'solana:XRP', '--sandbox']
    const run = runInTerminal(words, await newHome(), { env: FAST, columns: 110 })
    await run.see('"XRP" on Solana (solana) is dead')
    await run.see(/❯ XRP +XRP Ledger +native/)
    expect((await run.screen()).join('\n')).not.toContain('Ga2AXH')
    run.type('\u001B')
    expect(await run.end()).toBe(130)
  })

  test('is an error in a pipe, with the candidates, what stands behind each, and no proposal of a weak one', async () => {
    const { code, stderr } = await cli(['quote', '100', 'ethereum:USDC', 'gnosis:USDC', '--sandbox'], {
      home: await newHome(),
    })
    expect(code).toBe(2)
    expect(stderr).toContain(`gnosis:${OMNIBRIDGE} (USDC, USD Coin; two lists, another bridge)`)
    expect(stderr).toContain('elsewhere called so: ethereum:0xA0b8')
    expect(stderr).toContain('chain:ADDRESS')
    expect(stderr).not.toContain('such as')
  })
})
