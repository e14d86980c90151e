import { describe, expect, test } from 'vitest'
import { cli, failure } from './run-cli.ts'

const LONG = 'a'.repeat(101)

describe('a failure', () => {
  test.each([
    [['swap', '1'], true],
    [['swap', '1', 'ethereum:ETH', 'base:USDC', '--bogus'], true],
    [['resume', 'run_none'], false],
    [['resume', '--list', 'run_none'], false],
    [['execute', 'lock_none'], true],
    [['wallet', 'approvals', 'revoke'], true],
    [['status', 'tx_none'], false],
    [['track', 'tx_none'], false],
    [['lock', 'x'], false],
    [['quote', '1'], false],
    [['history', '--bogus'], false],
  ])('of %j says what is known about the funds: %s', async (args, says) => {
    const { code, stderr } = await cli(args)
    expect([code === 0, stderr.includes('\nFunds: nothing was sent.\n')]).toEqual([false, says])
  })

  test.each([
    [['history', '--referral', LONG], '--referral must have at most 100 characters'],
    [['history', '--id', ''], '--id must not be empty when it is given'],
    [['quote', '1', 'ethereum:ETH', 'base:USDC', '--recipient', 'x'], '--recipient is not a valid Base address: '],
    [['execute', 'lock_none', '--idempotency-key', ''], '--idempotency-key must be 1 to 200 visible ASCII characters'],
    [['track', 'tx_none', 'x'.repeat(70_000)], '<hash> must have at most 65536 characters'],
    [['chains', '--netwrk=secret'], 'Unknown option --netwrk\n'],
    [['chains', '--netwrk', 'secret'], 'Unknown option --netwrk. Did you mean --network?'],
    [['chains', '--query'], '--query needs a value'],
    [['chains', 'x'], 'Too many arguments: chains takes none'],
  ])('of %j names what was typed', async (args, message) => {
    const { code, stderr } = await cli(args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(`Error: ${message}`)])
    expect(stderr).not.toContain('secret')
  })

  test('of two forms of output at once is wrong use', async () => {
    const result = await cli(['history', '--csv', '--json'])
    expect([result.code, result.stdout, failure(result)]).toMatchObject([2, '', { code: 'USAGE' }])
  })
})

test('a misspelt variable is named, with the nearest that has a meaning; its value is not', async () => {
  const env = { SWAPCLI_SLIPAGE: '9999', SWAPCLI_RPC_BASE: 'https://node.example', SWAPCLI_DEBUG: '' }
  const { code, stderr } = await cli(['chains', '--network', 'live'], { env })
  expect([code, stderr.split('\n')[0]]).toEqual([0, 'SWAPCLI_SLIPAGE is not used here. Did you mean SWAPCLI_SLIPPAGE?'])
  expect(stderr).not.toContain('9999')
  expect((await cli(['config', 'get', 'network'], { env: { SWAPCLI_NETWORK: 'live' } })).stderr).toBe('')
})
