import { describe, expect, test } from 'vitest'
import { asObject } from '../support/contract-fields.ts'
import { cli, json } from './run-cli.ts'
import { newHome } from '../support/new-home.ts'

/*
 * A deposit that nobody but the user can pay: where it goes must be said whatever the flags.
 */

const RECIPIENT = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const SWAP = ['swap', '100', 'ethereum:USDC', 'bitcoin:BTC', '--provider', 'SANDBOX_DEPOSIT', '--recipient', RECIPIENT]
const OPTIONS = ['--yes', '--no-wait', '--sandbox', '--sandbox-speed', '20']

describe('a deposit', () => {
  test('is said with --quiet, and never dimmed', async () => {
    const { code, stderr } = await cli([...SWAP, ...OPTIONS, '--quiet', '--color'], { home: await newHome() })
    expect(code).toBe(0)
    expect(stderr).toMatch(/^deposit {5}100 USDC\n {2}address {3}0x[0-9a-fA-F]{40}\n {12}fingerprint /)
  })

  test('is said with --json before it is waited for, and stands in the document', async () => {
    const { code, stdout, stderr } = await cli([...SWAP, ...OPTIONS, '--json'], { home: await newHome() })
    expect(code).toBe(0)
    const { address } = asObject(asObject(json(stderr))['deposit'])
    const { step, execution } = asObject(asObject(json(stdout))['data'])
    expect(step).toBe('tracked')
    expect(asObject(asObject(execution)['providerResult'])['depositAddress']).toBe(address)
  })

  test('is part of a swap that is named again as it was asked for', async () => {
    const { stderr } = await cli([...SWAP, '--slippage', '50', ...OPTIONS], { home: await newHome() })
    expect(stderr).toContain(
      `the same again: swapcli swap 100 ethereum:USDC bitcoin:BTC --recipient ${RECIPIENT} --slippage 50 --provider SANDBOX_DEPOSIT --yes --network sandbox\n`,
    )
    expect(stderr).toContain(
      `the same in steps: swapcli quote 100 ethereum:USDC bitcoin:BTC --recipient ${RECIPIENT} --slippage 50 --json --network sandbox |`,
    )
  })
})
