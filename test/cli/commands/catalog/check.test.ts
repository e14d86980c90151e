import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDocuments } from '../../../../src/store/sqlite/open-documents.ts'
import { walletFile } from '../../../../src/payments/index.ts'
import { cli, failure, json } from '../../run-here.ts'
import { newHome } from '../../../support/new-home.ts'
import { openRpcLab, type RpcLab } from '../../../support/rpc-lab.ts'
import { type StatedByToken, tokenNode } from '../../../support/token-node.ts'

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const USDT = '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2'

let node: RpcLab
let home: string
beforeEach(async () => {
  node = await openRpcLab(8453)
  home = await newHome()
})
afterEach(() => node.close())

/** What the contracts of Base state from now on. */
function state(tokens: Readonly<Record<string, StatedByToken>>): void {
  node.answer = tokenNode(Object.fromEntries(Object.entries(tokens).map(([key, token]) => [key.toLowerCase(), token])))
}

/** Runs the command over the user's own node of Base. */
const run = (args: readonly string[], rpc = node.url) =>
  cli(['catalog', 'check', '--network', 'live', ...args], { home, env: { SWAPCLI_RPC_BASE: rpc } })

const SOUND = { symbol: 'USDC', decimals: 6 }

describe('swapcli catalog check', () => {
  test('says that rows are the same, and asks no more about them for a while', async () => {
    state({ [USDC]: SOUND })
    expect(await run(['base:USDC'])).toMatchObject({ code: 0, stdout: '1 row: 1 the same, 0 differ\n', stderr: '' })
    const calls = node.calls.length
    expect(await run([`base:${USDC}`])).toMatchObject({
      code: 0,
      stdout: '1 row: 0 the same, 0 differ, 1 found the same within 7 days\n',
    })
    expect([node.calls.length, node.problems()]).toEqual([calls, []])
    expect((await run(['base:USDC', '--fresh'])).stdout).toBe('1 row: 1 the same, 0 differ\n')
  })

  test('warns loudly of other decimals, says what to do, and ends with exit code 3', async () => {
    state({ [USDC]: { symbol: 'USDC', decimals: 18 }, [USDT]: { symbol: 'USDT', decimals: 6 } })
    const { code, stdout, stderr } = await run(['base:USDC', `base:${USDT}`])
    expect(code).toBe(3)
    expect(stdout.split('\n')).toEqual([
      'CHAIN  SYMBOL  ADDRESS                                     WHAT',
      `base   USDC    ${USDC}  the catalog says 6 decimals, its contract 18`,
      '2 rows: 1 the same, 1 differ',
      '',
    ])
    expect(stderr).toBe(
      `Do not swap USDC (base:${USDC}): every amount of it is shown and read wrong here\n` +
        'Error: 1 row differs from its contract: base:USDC\n' +
        'Next: Do not swap by these symbols: ask the issuer for the address, and name that. A newer list may mend it: swapcli catalog refresh --network live, or a newer swapcli\n',
    )
  })

  test('shows no control codes of a contract', async () => {
    state({ [USDC]: { symbol: '\u001b]0;owned\u0007\u202eCDSU', decimals: 6 } })
    for (const options of [[], ['--json']]) {
      const { code, stdout, stderr } = await run(['base:USDC', ...options])
      const said = (stdout + stderr).replaceAll('\n', '')
      expect([code, /[\p{Cc}\p{Cf}]/u.test(said)]).toEqual([3, false])
      expect(stdout).toContain('u{1b}]0;owned')
    }
  })

  test('says that no contract is there', async () => {
    state({})
    const { code, stdout } = await run(['base:USDC'])
    expect([code, stdout.includes('no contract is there')]).toEqual([3, true])
  })

  test('prints one JSON document', async () => {
    state({ [USDC]: { symbol: 'SCAM', decimals: 6 } })
    const said = await run(['base:USDC', 'base:ETH', '--json'])
    const row = { chain: 'base', address: USDC, symbol: 'USDC', decimals: 6 }
    expect(json(said.stdout)).toEqual({
      data: {
        same: 0,
        kept: 0,
        left: 0,
        differing: [{ ...row, differences: ['symbol'], stated: { decimals: 6, symbol: 'SCAM' } }],
        unknown: [],
        unreadable: [
          {
            ...{ chain: 'base', address: '0x0000000000000000000000000000000000000000', symbol: 'ETH', decimals: 18 },
            why: 'the coin of a chain has no contract',
          },
        ],
      },
    })
    expect([said.code, failure(said)]).toMatchObject([3, { code: 'CONFIG_INVALID', funds: 'untouched' }])
  })

  test('does not take silence for equality: exit code 5 where no row could be compared', async () => {
    const { code, stdout, stderr } = await run(['base:USDC'], 'http://127.0.0.1:9')
    expect([code, stdout]).toEqual([5, '1 row: 0 the same, 0 differ, 1 unknown\n'])
    expect(stderr).toContain('Error: No row could be compared: ')
  })

  test('asks about so many rows of a chain as it is told, and says how many are left', async () => {
    state({})
    const { stdout, stderr } = await run(['--chain', 'base', '--limit', '2'])
    expect(stdout).toContain('3 rows: 0 the same, 2 differ, 1 cannot be read\n')
    expect(stderr).toContain('cannot be read: 1 row: the coin of a chain has no contract\n')
    expect(stderr).toMatch(/^\d+ more rows were not asked about; --limit asks about more than 2$/m)
  })

  test('compares what the accounts held when their balances were read', async () => {
    state({ [USDC]: SOUND })
    const documents = await openDocuments({ path: walletFile(home, 'live') })
    const rows = [{ address: USDC, usd: null }]
    const chains = [{ chain: 'base', at: '2026-01-15T12:00:00.000Z', rows, more: [], unread: [] }]
    await documents.put('balances:0xf39f', { days: [{ day: '2026-01-15', chains }] }, 0)
    await documents.close()
    expect((await run([])).stdout).toBe('1 row: 1 the same, 0 differ\n')
  })

  test('needs the live network', async () => {
    const { code, stderr } = await cli(['catalog', 'check', 'base:USDC'], { home })
    expect([code, stderr]).toEqual([
      2,
      'Error: The sandbox has no contracts to compare with\nNext: swapcli catalog check --network live\n',
    ])
  })
})
