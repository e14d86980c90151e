import { describe, expect, test } from 'vitest'
import { cli, json } from '../run-here.ts'

const PAIR = ['100', 'ethereum:USDC', 'base:USDC']

describe('a name that does not exist', () => {
  test.each([
    [
      ['quote', '--exclude', 'SANDBOX_DX', ...PAIR],
      '--exclude must be a provider of the sandbox network',
      'SANDBOX_DEX',
    ],
    [['swap', ...PAIR, '--yes', '--provider', 'sandbox-dx'], '--provider must be a provider', 'SANDBOX_DEX'],
    [['lock', '-', '--provider', 'SANDBOX_DX'], '--provider must be a provider', 'SANDBOX_DEX'],
    [['catalog', 'refresh', '--provider', 'RELEY', '--network', 'live'], '--provider must be a provider', 'RELAY'],
    [['providers', 'show', 'RELEY', '--network', 'live'], '<key> must be a provider of the live network', 'RELAY'],
    [['providers', 'check', 'SANDBOX_DEX', 'SANDBOX_DX'], '<key> must be a provider', 'SANDBOX_DEX'],
    [['providers', 'disable', 'RELEY'], '<key> must be a provider of either network', 'RELAY'],
    [['history', '--status', 'SUCCESS,PENDIN'], '--status must be PENDING, SUCCESS, FAILED or REFUND', 'PENDING'],
    [['stats', '--status', 'FAILD'], '--status must be PENDING, SUCCESS, FAILED or REFUND', 'FAILED'],
    [['chains', '--type', 'UTX'], '--type must be EVM, COSMOS, UTXO or OTHER', 'UTXO'],
    [['sources', '--type', 'BRIGDE'], '--type must be BRIDGE, EXCHANGE or SERVICE', 'BRIDGE'],
    [['quote', ...PAIR, '--confidentiality', 'basci'], '--confidentiality must be public or basic', 'basic'],
    [['config', 'set', 'theme', 'drak'], 'theme must be dark, light, high-contrast or none', 'dark'],
    [['config', 'unset', 'slipage'], 'Unknown setting slipage', 'slippage'],
    [['config', 'get', 'provider.RELEY.url'], 'provider.RELEY.url names an unknown provider', 'provider.RELAY.url'],
    [['config', 'set', 'rpc.eth', 'https://rpc.example'], 'Unknown chain eth', 'ethereum'],
    [['completion', 'bassh'], '<shell> must be bash, zsh or fish', 'bash'],
  ])('%j is wrong use, with the nearest that does', async (args, message, near) => {
    const { code, stdout, stderr } = await cli([...args, '--json'])
    const line = stderr.split('\n').find((text) => text.startsWith('{')) ?? ''
    expect([code, stdout]).toEqual([2, ''])
    expect(json(line)).toMatchObject({
      error: {
        code: 'USAGE',
        message: expect.stringMatching(new RegExp(`^${message}.*Did you mean ${near}\\?$`)) as string,
      },
    })
  })

  test('of the other network says which', async () => {
    const { code, stderr } = await cli(['quote', '--exclude', 'RELAY', ...PAIR])
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('Next: It is a provider of the live network: --network live'),
    ])
  })
})

describe('an option that may be repeated', () => {
  test('takes one value each time, and what follows is an argument', async () => {
    const leftOut = async (...options: string[]) => {
      const { stdout } = await cli(['quote', ...options, ...PAIR, '--json'])
      const { data } = json(stdout) as { data: { provider: string }[] }
      return ['SANDBOX_BRIDGE', 'SANDBOX_DEX', 'SANDBOX_DEPOSIT', 'SANDBOX_INTENTS'].filter(
        (key) => !data.some(({ provider }) => provider === key),
      )
    }
    expect(await leftOut('--exclude', 'SANDBOX_DEX')).toEqual(['SANDBOX_DEX'])
    const two = ['SANDBOX_DEX', 'SANDBOX_DEPOSIT']
    expect(await leftOut('--exclude', 'sandbox-dex', '--exclude', 'SANDBOX_DEPOSIT')).toEqual(two)
    expect(await leftOut('--exclude', 'SANDBOX_DEX,sandbox_deposit')).toEqual(two)
  })
})
