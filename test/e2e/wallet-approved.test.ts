import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFunctionData, keccak256, parseGwei, parseUnits } from 'viem'
import { expect, test } from 'vitest'
import { randomIds } from '../../src/io/ids.ts'
import { systemClock } from '../../src/io/clock.ts'
import { openDocuments } from '../../src/store/sqlite/open-documents.ts'
import { createRunJournal } from '../../src/wallet/run/journal.ts'
import { erc20Abi } from '../devnet/abi.ts'
import { failure, json } from '../cli/run-here.ts'
import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { asObject } from '../support/contract-fields.ts'
import { answered, outcome, sharedWorld, type User } from './wallet-world.ts'

/*
 * A swap that is refused between its approval and its payment, since gas has become dear: its user begins another, so that
 * nothing may pay this one but its own name.
 */

const SWAP = ['swap', '100', 'ethereum:USDC', 'ethereum:DAI', '--yes', '--json']

describeOnChains('a swap that is refused after its approval', () => {
  const world = sharedWorld()

  /**
   * Runs a command while blocks come, each with the base fee that the one before calls for: a transaction of it is in none but
   * these. @param feeOf base fee of the next one; undefined for what follows from the last
   */
  async function duringBlocks(user: User, args: readonly string[], feeOf: () => Promise<bigint | undefined>) {
    const { client } = world.devnet.ethereum
    const mine = async () => {
      const baseFeePerGas = await feeOf()
      if (baseFeePerGas !== undefined) await client.setNextBlockBaseFeePerGas({ baseFeePerGas })
      await client.mine({ blocks: 1 })
    }
    await client.setAutomine(false)
    await mine()
    let isOver = false
    const mineOn = async () => {
      for (; !isOver; await sleep(20)) await mine()
    }
    const mining = mineOn()
    try {
      return await answered(() => user.here(args))
    } finally {
      isOver = true
      await mining
      await client.setAutomine(true)
    }
  }

  const cheaply = (user: User, args: readonly string[]) => duringBlocks(user, args, async () => parseGwei('1'))

  /** What a swap says for which gas becomes dear once its approval is in a block. */
  async function refused(user: User, more: readonly string[]) {
    const { client } = world.devnet.ethereum
    const isApproved = async () => (await client.getTransactionCount({ address: user.address })) > 0
    const feeOf = async () => ((await isApproved()) ? parseGwei('50') : undefined)
    const result = await duringBlocks(user, [...SWAP, ...more], feeOf)
    const { details, ...error } = failure(result)
    const { runId, ...why } = asObject(details)
    return { runId: String(runId), code: result.code, ...error, ...why, hint: String(error['hint']) }
  }

  async function listed(user: User): Promise<unknown> {
    const { data } = json((await user.here(['resume', '--list', '--json'])).stdout) as { readonly data: unknown[] }
    return data.map((run) => asObject(run)['money'])
  }

  /** A run whose process ended before it sent what takes its allowance back. */
  async function signRevocation(user: User, id: string): Promise<void> {
    const { client, tokens, contracts } = world.devnet.ethereum
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [contracts.swapRouter02, 0n] })
    const raw = await user.account.signTransaction({
      ...{ chainId: 1, to: tokens.usdc, data, gas: 100_000n, maxFeePerGas: parseGwei('20'), maxPriorityFeePerGas: 1n },
      nonce: await client.getTransactionCount({ address: user.address }),
    })
    const documents = await openDocuments({ path: join(user.home, 'wallet-live.db') })
    const journal = createRunJournal(documents, systemClock, randomIds)
    const run = await journal.get(id)
    if (run === undefined) throw new Error('no run')
    await journal.save(run, { revocation: { hash: keccak256(raw), raw, last: false, kind: 'reset' } })
    await documents.close()
  }

  const kinds = async (user: User) => (await user.sent(world.devnet.ethereum)).map(({ what }) => what.split(' ')[0])

  test('has it taken back, says what that cost, and is paid by its name only', async () => {
    const user = await world.user({
      index: 10,
      funds: { ethereum: { eth: parseUnits('2', 18), usdc: parseUnits('300', 6) } },
    })
    const { runId, ...error } = await refused(user, [])
    const sent = await user.sent(world.devnet.ethereum)
    expect(error).toMatchObject({
      ...{ code: 'WALLET_REFUSED', exitCode: 6, reason: 'fee', funds: 'untouched' },
      transactions: [
        { kind: 'approve', hash: sent[0]?.hash },
        { kind: 'reset', hash: sent[1]?.hash },
      ],
      hint: expect.stringMatching(
        new RegExp(
          `^Nothing was paid; only the network cost of 2 transactions was spent\\. Wait and continue, or allow more: swapcli resume ${runId} --yes --max-fee [0-9.]+$`,
        ),
      ) as string,
    })
    expect(await listed(user)).toEqual(['approval taken back: only network costs are gone'])

    expect(outcome(await cheaply(user, SWAP)).status).toBe('SUCCESS')
    const all = await cheaply(user, ['resume', '--yes', '--json'])
    expect([all.code, all.stdout, await kinds(user)]).toEqual([
      ...[0, '{"data":[]}\n'],
      ['approve', 'approve', 'approve', 'multicall'],
    ])
    expect(all.stderr).toContain(
      `paid by its name only: swapcli resume ${runId} --yes, or swapcli resume ${runId} --forget\n`,
    )

    const [, line = ''] = /swapcli (resume .*)$/.exec(error.hint) ?? []
    expect(outcome(await cheaply(user, [...line.split(' '), '--json'])).status).toBe('SUCCESS')
    expect((await kinds(user)).slice(4)).toEqual(['approve', 'multicall'])
  })

  test('names an allowance that stands since taking it back costs too much, and is paid by its name only', async () => {
    const user = await world.user({
      index: 11,
      funds: { ethereum: { eth: parseUnits('2', 18), usdc: parseUnits('300', 6) } },
    })
    const { runId, ...error } = await refused(user, ['--max-cost', '1usd'])
    const sent = await user.sent(world.devnet.ethereum)
    expect(error).toMatchObject({
      ...{ code: 'WALLET_REFUSED', exitCode: 6, reason: 'fee', funds: 'unknown' },
      transactions: [{ kind: 'approve', hash: sent[0]?.hash }],
      hint: expect.stringMatching(
        new RegExp(
          `^Nothing was paid\\. Take it back: swapcli wallet approvals revoke ${runId}\\. Wait and continue, or allow more: swapcli resume ${runId} --yes --max-cost 1usd --max-fee [0-9.]+$`,
        ),
      ) as string,
    })
    expect(await listed(user)).toEqual(['approved, nothing was paid'])

    expect(outcome(await cheaply(user, SWAP)).status).toBe('SUCCESS')
    const all = await cheaply(user, ['resume', '--yes', '--json'])
    expect([all.code, all.stdout, await kinds(user)]).toEqual([0, '{"data":[]}\n', ['approve', 'multicall']])
    expect(all.stderr).toContain(`its approval may stand: swapcli wallet approvals revoke ${runId}\n`)

    await signRevocation(user, runId)
    const revoked = await cheaply(user, ['resume', '--yes', '--json'])
    expect([revoked.code, revoked.stdout, await kinds(user)]).toEqual([
      ...[0, '{"data":[]}\n'],
      ['approve', 'multicall', 'approve'],
    ])
    expect(await listed(user)).toEqual(['approval taken back: only network costs are gone'])
  })
})
