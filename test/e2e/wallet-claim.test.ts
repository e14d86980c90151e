import { join } from 'node:path'
import { type Hex, parseEventLogs, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDocuments } from '../../src/store/sqlite/open-documents.ts'
import { listPendingSends } from '../../src/wallet/pending-sends.ts'
import { failure, json } from '../cli/run-here.ts'
import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { account, balances, fund } from '../devnet/world.ts'
import { type CircleApi, circleApi } from '../providers/cctp/circle-api.ts'
import { attest, CIRCLE_ABI, installCircle } from '../providers/cctp/local-circle.ts'
import { MESSAGE_TRANSMITTER, TOKEN_MESSENGER } from '../providers/cctp/messages.ts'
import { asObject } from '../support/contract-fields.ts'
import { answered, outcome, sharedWorld, type User } from './wallet-world.ts'

/* A transfer over Circle's CCTP that somebody has to finish on the destination chain: nothing is lost, and nothing is sent twice. */

const AMOUNT = 100_000_000n
const FEE = 110n

describeOnChains('a burn that the forwarding service does not mint', () => {
  const world = sharedWorld({ blockTimeSec: 0.2, args: ['--mixed-mining'] })
  let circle: CircleApi
  beforeAll(async () => {
    circle = await circleApi()
    const { ethereum, base } = world.devnet
    await Promise.all([installCircle(ethereum), installCircle(base)])
    await fund(base, TOKEN_MESSENGER, { usdc: 100n * AMOUNT })
  })
  afterAll(() => circle.close())

  const newUser = (index: number, eth = '1') =>
    world.user({
      index,
      providers: ['CCTP'],
      env: { SWAPCLI_PROVIDER_CCTP_URL: circle.url },
      funds: { ethereum: { eth: parseUnits('1', 18), usdc: 3n * AMOUNT }, base: { eth: parseUnits(eth, 18) } },
    })

  /** Burns, and has Circle attest it. @returns the transaction */
  async function burn(user: User, nonce: number, { expiration = 0n, forwardState = 'FAILED' } = {}) {
    const { client } = world.devnet.ethereum
    const recipient = account(200 + nonce).address
    const swap = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--recipient', recipient, '--yes', '--no-wait', '--json']
    const result = await answered(() => user.here(swap))
    const { hash } = outcome(result)
    const { transactionId } = asObject(asObject(json(result.stdout))['data'])
    const { logs } = await client.getTransactionReceipt({ hash: hash as Hex })
    const [sent] = parseEventLogs({ abi: CIRCLE_ABI, logs, eventName: 'MessageSent' })
    if (sent === undefined) throw new Error('nothing was burnt')
    const attestWith = async (until: bigint) => {
      const row = await attest(sent.args.message, nonce, { fee: FEE, expiration: until })
      circle.rows.set(String(hash), { ...row, forwardState })
    }
    await attestWith(expiration)
    return { id: String(transactionId), recipient, attestWith }
  }
  const claim = (user: User, id: string) => user.here(['claim', id, '--yes', '--json'])
  const heldBy = async (address: Hex) => (await balances(world.devnet.base, address)).usdc
  const sentOnBase = ({ address }: User) => world.devnet.base.client.getTransactionCount({ address })
  const pendingOf = async ({ home }: User) => {
    const documents = await openDocuments({ path: join(home, 'wallet-live.db') })
    const pending = await listPendingSends(documents)
    await documents.close()
    return pending
  }

  test('is minted by a claim, once', async () => {
    const user = await newUser(20)
    const { id, recipient } = await burn(user, 1)
    await user.here(['track', id])
    const { transaction } = asObject(asObject(json((await user.here(['status', id, '--json'])).stdout))['data'])
    expect(asObject(asObject(transaction)['progress'])).toMatchObject({
      note: `Circle's forwarding service did not mint on Base. Nothing is lost: mint it with swapcli claim ${id}`,
      claim: { chainId: 8453, to: MESSAGE_TRANSMITTER },
    })
    const claimed = await claim(user, id)
    expect(claimed.code).toBe(0)
    expect(asObject(asObject(json(claimed.stdout))['data'])).toMatchObject({
      transaction: { status: 'SUCCESS', dstAmount: '99.99989' },
      final: true,
      claim: { state: 'mined' },
    })
    expect([await heldBy(recipient), await sentOnBase(user)]).toEqual([AMOUNT - FEE, 1])
    const again = await claim(user, id)
    expect([again.code, json(again.stdout)]).toMatchObject([0, { data: { transaction: { status: 'SUCCESS' } } }])
    expect([await heldBy(recipient), await sentOnBase(user)]).toEqual([AMOUNT - FEE, 1])
  })

  test('is minted once where the process ends between signing and sending', async () => {
    const user = await newUser(21)
    const { id, recipient } = await burn(user, 2)
    await user.stopAt(['claim', id, '--yes', '--json'], 'payment-made')
    const [note] = await pendingOf(user)
    expect([note?.again, await heldBy(recipient)]).toEqual([`swapcli claim ${id}`, 0n])
    const claimed = await user.here(['claim', id, '--yes'])
    expect([claimed.code, claimed.stderr]).toEqual([
      0,
      expect.stringContaining(
        `sending again, the same bytes: claim 99.99989 USDC on Base for ${recipient} (${note?.hash})`,
      ),
    ])
    const { client } = world.devnet.base
    expect(await client.getTransactionReceipt({ hash: note?.hash as Hex })).toMatchObject({ status: 'success' })
    expect([await heldBy(recipient), await sentOnBase(user), await pendingOf(user)]).toEqual([AMOUNT - FEE, 1, []])
  })

  test('is minted once where the process ends after sending', async () => {
    const user = await newUser(22)
    const { id, recipient } = await burn(user, 3)
    await user.stopAt(['claim', id, '--yes', '--json'], 'payment-made')
    const [note] = await pendingOf(user)
    await world.devnet.base.client.sendRawTransaction({ serializedTransaction: note?.raw as Hex })
    expect((await claim(user, id)).code).toBe(0)
    expect([await heldBy(recipient), await sentOnBase(user), await pendingOf(user)]).toEqual([AMOUNT - FEE, 1, []])
  })

  test('needs nothing more where somebody else minted it', async () => {
    const user = await newUser(23)
    const { id, recipient } = await burn(user, 4)
    const other = await newUser(24)
    const row = [...circle.rows.values()].at(-1)
    const { client } = world.devnet.base
    const args = [row?.message ?? '0x', row?.attestation ?? '0x'] as const
    const call = { address: MESSAGE_TRANSMITTER, abi: CIRCLE_ABI, functionName: 'receiveMessage', args } as const
    const hash = await client.writeContract({ ...call, account: other.account, gas: 1_000_000n })
    await client.waitForTransactionReceipt({ hash })
    expect((await claim(user, id)).code).toBe(0)
    expect([await heldBy(recipient), await sentOnBase(user)]).toEqual([AMOUNT - FEE, 0])
  })

  test('waits for a new attestation where its own has expired', async () => {
    const user = await newUser(25)
    const { id, recipient, attestWith } = await burn(user, 5, { expiration: 1n })
    const early = await claim(user, id)
    expect([early.code, failure(early)]).toMatchObject([
      6,
      { code: 'WALLET_REFUSED', message: expect.stringContaining('The attestation has expired') as string },
    ])
    expect([circle.reattested.length, await sentOnBase(user)]).toEqual([1, 0])
    await attestWith(0n)
    expect((await claim(user, id)).code).toBe(0)
    expect(await heldBy(recipient)).toBe(AMOUNT - FEE)
  })

  test('is not signed for while the forwarding service is at it, nor without coin for the network cost', async () => {
    const user = await newUser(26, '0')
    const { id } = await burn(user, 6, { forwardState: 'PENDING' })
    expect(failure(await claim(user, id))).toMatchObject({
      code: 'WALLET_REFUSED',
      message: expect.stringContaining('its forwarding service mints on Base') as string,
    })
    const second = await burn(user, 7)
    expect(failure(await claim(user, second.id))).toMatchObject({
      code: 'WALLET_REFUSED',
      details: { reason: 'balance' },
    })
    expect([await pendingOf(user), await sentOnBase(user)]).toEqual([[], 0])
  })
})
