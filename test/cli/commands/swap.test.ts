import { chmod, readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { swap } from '../../../src/cli/commands/swap.ts'
import { addAccount, runCommand } from '../../support/command-session.ts'
import { asObject } from '../../support/contract-fields.ts'
import { startCli } from '../run-cli.ts'
import { cli, failure, FAST, json } from '../run-here.ts'
import { newHome } from '../../support/new-home.ts'

describe('swap', () => {
  test.each([
    ['100', 0, 'SUCCESS', undefined],
    ['100.0060', 7, 'FAILED', 'SWAP_FAILED'],
    ['100.0070', 7, 'REFUND', 'SWAP_FAILED'],
  ])('of %s USDC exits with %i after %s', async (amount, code, status, expected) => {
    const args = ['swap', amount, 'ethereum:USDC', 'base:USDC', '--yes', '--json', '--provider', 'SANDBOX_DEX']
    const result = await cli(args, { env: FAST })
    expect(result.code).toBe(code)
    expect(json(result.stdout)).toMatchObject({ data: { step: 'final', final: true, transaction: { status } } })
    expect(result.stderr === '' ? undefined : failure(result)['code']).toBe(expected)
  })

  test('that does not settle in time exits with 7 and names the command that goes on', async () => {
    const args = ['swap', '100.0080', 'ethereum:USDC', 'base:USDC', '--yes', '--json', '--timeout', '0']
    const result = await cli(args, { env: FAST })
    expect(result.code).toBe(7)
    expect(failure(result)).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      hint: expect.stringMatching(/swapcli resume run_/) as string,
    })
  })

  test('refuses less than --min-receive with nothing sent', async () => {
    const args = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--yes', '--json', '--min-receive', '101']
    const result = await cli(args)
    expect([result.code, result.stdout]).toEqual([6, ''])
    expect(failure(result)).toMatchObject({ code: 'WALLET_REFUSED', funds: 'untouched' })
    const quoted = await cli(['quote', '100', 'ethereum:USDC', 'base:USDC', '--json'])
    const { data } = json(quoted.stdout) as { data: readonly { readonly minimumReceived: string }[] }
    const most = Math.max(...data.map(({ minimumReceived }) => Number(minimumReceived)))
    // The most that any route promises, not that of the first, less a thousandth for prices that move.
    const hinted = Number(/ --min-receive ([0-9.]+)$/.exec(String(failure(result)['hint']))?.[1])
    expect(hinted / most).toBeCloseTo(0.999, 4)
  })

  test('keeps --max-cost on the sandbox too, says what the lock loses, and repeats all its bounds', async () => {
    const args = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_DEX', '--yes']
    const dear = await cli([...args, '--max-cost', '0.5usd', '--json'])
    expect([dear.code, failure(dear)['details']]).toEqual([6, { reason: 'cost' }])
    expect(failure(dear)['hint']).toMatch(/allow more: swapcli swap 100 .* --yes --max-cost [0-9]+(\.[0-9]{2})?usd$/)
    const bounds = '--min-receive 90 --max-loss 2 --accept vault --yes --max-cost 30usd'
    const paid = await cli([...args.slice(0, 6), ...bounds.split(' '), '--slippage', '60'], { env: FAST })
    expect(paid.stderr).toMatch(/^value lost {2}\$[0-9.]+, [0-9.]+ % of the value .*, network cost apart$/m)
    expect(paid.stderr.match(/^the same again: (.*)$/m)?.[1]).toBe(
      `swapcli swap 100 ethereum:USDC base:USDC --slippage 60 --provider SANDBOX_DEX ${bounds}`,
    )
    expect(paid.stderr.match(/^the same in steps: (.*)$/m)?.[1]).toBe(
      'swapcli quote 100 ethereum:USDC base:USDC --slippage 60 --json | ' +
        'swapcli lock - --provider SANDBOX_DEX --min-receive 90 --json | ' +
        'swapcli execute - --min-receive 90 --max-loss 2 --accept vault --json',
    )
  })

  test('finds a password file that cannot be read before anything is asked or locked', async () => {
    const home = await newHome()
    const key = new Uint8Array(32).fill(7)
    const path = await addAccount(home, 'main', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', key)
    await chmod(path, 0o644)
    const asked = ['0.01', 'ethereum:ETH', 'base:USDC']
    const { error, stderr } = await runCommand(swap, asked, { yes: true, passwordFile: path }, { home })
    expect(error).toMatchObject({ code: 'WALLET_REFUSED', reason: 'files', hint: `Make it private: chmod 600 ${path}` })
    expect([stderr, await readdir(home)]).toEqual(['', expect.not.arrayContaining(['live.db', 'wallet-live.db'])])
  })

  test('says in its JSON what others make of the value, and what the paper wallet lacked', async () => {
    const { stdout } = await cli(['swap', '25010', 'ethereum:USDC', 'base:USDC', '--yes', '--json'], { env: FAST })
    const usd = expect.stringMatching(/^[0-9]+\.[0-9]+$/) as string
    expect(json(stdout)).toMatchObject({
      data: {
        valuation: { by: 'market', leavesUsd: usd, arrivesUsd: usd, lossBps: expect.any(Number) as number },
        warnings: [
          'paper-printed: the paper wallet has 25,000 USDC on ethereum: 10 USDC more are printed for this swap, which a live network would refuse',
        ],
      },
    })
  })

  test.each([
    ['100.0409', 5],
    ['100.0502', 5],
    ['100.0503', 5],
  ])('of %s USDC, which the provider refuses, exits with %i and nothing is sent', async (amount, code) => {
    const result = await cli(['swap', amount, 'ethereum:USDC', 'base:USDC', '--yes', '--json'])
    expect([result.code, failure(result)['funds']]).toEqual([code, 'untouched'])
  })

  test('takes the next route with --yes where the best one is gone at lock, and keeps nothing of that one', async () => {
    const home = await newHome()
    const args = ['swap', '100.0410', 'ethereum:USDC', 'base:USDC', '--yes', '--no-wait']
    const { code, stdout, stderr } = await cli(args, { home })
    expect([code, stdout.match(/^status /gm)?.length]).toEqual([0, 1])
    expect(stderr).toMatch(/^left out {4}SANDBOX_INTENTS: Sandbox Intents does not offer this route now: /m)
    expect([stderr.match(/^left out/gm)?.length, stderr.match(/^run /gm)?.length]).toEqual([1, 2])
    expect(stderr).toMatch(/\| swapcli lock - --provider SANDBOX_(?!INTENTS)/)
    const listed = json((await cli(['resume', '--list', '--json'], { home })).stdout) as { data: object[] }
    expect(listed.data).toEqual([expect.objectContaining({ step: 'tracked' })])
    const asData = await cli([...args, '--json'])
    expect([asData.code, json(asData.stdout)]).toEqual([
      0,
      expect.objectContaining({ data: expect.objectContaining({ step: 'tracked' }) as object }),
    ])
  })

  test.each([
    ['gone at lock', '100.0409', [], 5, 'PROVIDER_UNAVAILABLE', /^Quote again/],
    [
      'locked with too great a loss',
      '100.0090',
      ['--max-loss', '1'],
      6,
      'WALLET_REFUSED',
      /: swapcli swap 100\.0090 ethereum:USDC base:USDC --yes --max-loss [0-9.]+$/,
    ],
  ])(
    'ends as the first route where all are %s, and resume lists none',
    async (_name, amount, words, exit, code, hint) => {
      const home = await newHome()
      const args = ['swap', amount, 'ethereum:USDC', 'base:USDC', '--yes', ...words]
      const { stderr, stdout, ...ended } = await cli(args, { home })
      const out = [...stderr.matchAll(/^left out +(SANDBOX_[A-Z]+): (.*)$/gm)]
      expect([ended.code, stdout, new Set(out.map(([, provider]) => provider)).size > 1]).toEqual([exit, '', true])
      expect(stderr).toContain(`Error: ${out[0]?.[2] ?? 'nothing'}\n`)
      expect(stderr).not.toContain('not over')
      expect(json((await cli(['resume', '--list', '--json'], { home })).stdout)).toEqual({ data: [] })
      const asData = await cli([...args.slice(0, 5), ...words, '--json'])
      expect([asData.code, asData.stdout, failure(asData)['code']]).toEqual([exit, '', code])
      expect(failure(asData)['hint']).toMatch(hint)
    },
  )

  test.each([
    ['the provider was named', ['100.0410', '--provider', 'SANDBOX_INTENTS'], 5, []],
    ['a payment was signed', ['100.0060', '--exclude', 'SANDBOX_INTENTS,SANDBOX_DEPOSIT'], 7, []],
    ['a deposit was told', ['100.0060', '--exclude', 'SANDBOX_BRIDGE,SANDBOX_DEX'], 7, []],
  ])('takes no other route once %s', async (_name, [amount = '', ...words], exit, steps) => {
    const home = await newHome()
    const args = ['swap', amount, 'ethereum:USDC', 'base:USDC', '--yes', ...words]
    const { code, stderr } = await cli(args, { home, env: FAST })
    expect([code, stderr.match(/^run /gm)?.length, stderr.includes('left out')]).toEqual([exit, 1, false])
    const listed = json((await cli(['resume', '--list', '--json'], { home })).stdout) as { data: { step: string }[] }
    expect(listed.data.map(({ step }) => step)).toEqual(steps)
  })

  test('takes the next route where one is not executed, and leaves none of them to be paid later', async () => {
    const home = await newHome()
    const { code, stderr } = await cli(['swap', '100.0503', 'ethereum:USDC', 'base:USDC', '--yes'], { home, env: FAST })
    expect([code, stderr.match(/^run /gm)?.length, stderr.match(/^left out/gm)?.length]).toEqual([5, 4, 4])
    expect(json((await cli(['resume', '--list', '--json'], { home })).stdout)).toEqual({ data: [] })
  })

  test('that is interrupted while it is followed exits with 7, keeps its payment, and resume ends it', async () => {
    const home = await newHome()
    const args = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_BRIDGE', '--yes']
    const child = startCli(args, { home })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      const before = stderr
      stderr += text
      if (stderr.includes('\ntracking') && !before.includes('\ntracking')) child.kill('SIGINT')
    })
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(7)
    expect(stderr).toMatch(/Funds: they were sent\.\nNext: Go on following it: swapcli resume run_/)
    const listed = await cli(['resume', '--list', '--json'], { home })
    expect(json(listed.stdout)).toMatchObject({ data: [{ step: 'tracked', money: 'sent' }] })
  })

  test('says at its end which doubts were open, and which were only allowed', async () => {
    const args = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--yes', '--accept', 'vault,deposit']
    const { code, stdout } = await cli(args, { env: FAST })
    expect([code, stdout.match(/^accepted +(.*)$/m)?.[1]]).toEqual([0, 'none was open (allowed: vault, deposit)'])
    expect((await cli(args.slice(0, 5), { env: FAST })).stdout).not.toContain('accepted')
  })

  test('with --no-wait returns once it is tracked, and resume follows it to its end', async () => {
    const home = await newHome()
    const args = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--yes', '--json', '--no-wait']
    const started = await cli(args, { home })
    expect(json(started.stdout)).toMatchObject({ data: { step: 'tracked', final: false } })
    const listed = await cli(['resume', '--list', '--json'], { home })
    expect(json(listed.stdout)).toMatchObject({ data: [{ step: 'tracked', amount: '100' }] })
  })
})

/* A deposit that nobody but the user can pay: where it goes must be said whatever the flags. */

const RECIPIENT = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const SWAP = ['swap', '100', 'ethereum:USDC', 'bitcoin:BTC', '--provider', 'SANDBOX_DEPOSIT', '--recipient', RECIPIENT]
const OPTIONS = ['--yes', '--no-wait', '--sandbox', '--sandbox-speed', '20']

describe('a deposit', () => {
  test('is said with --quiet, and never dimmed', async () => {
    const { code, stderr } = await cli([...SWAP, ...OPTIONS, '--quiet', '--color'])
    expect(code).toBe(0)
    expect(stderr).toMatch(/^deposit {5}100 USDC of paper .*\n.* you send nothing\n {2}address {3}0x[0-9a-fA-F]{40}\n/)
  })

  test('is said with --json before it is waited for, and stands in the document', async () => {
    const { code, stdout, stderr } = await cli([...SWAP, ...OPTIONS, '--json'])
    expect(code).toBe(0)
    const { address } = asObject(asObject(json(stderr))['deposit'])
    const { step, execution } = asObject(asObject(json(stdout))['data'])
    expect(step).toBe('tracked')
    expect(asObject(asObject(execution)['providerResult'])['depositAddress']).toBe(address)
  })

  test('is part of a swap that is named again as it was asked for', async () => {
    const { stderr } = await cli([...SWAP, '--slippage', '50', ...OPTIONS])
    expect(stderr).toContain(
      `the same again: swapcli --network sandbox swap 100 ethereum:USDC bitcoin:BTC --recipient ${RECIPIENT} --slippage 50 --provider SANDBOX_DEPOSIT --yes --sandbox-speed 20\n`,
    )
    expect(stderr).toContain(
      `the same in steps: swapcli --network sandbox quote 100 ethereum:USDC bitcoin:BTC --recipient ${RECIPIENT} --slippage 50 --json --sandbox-speed 20 |`,
    )
  })
})
