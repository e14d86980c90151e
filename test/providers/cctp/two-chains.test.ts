import { type Address, concatHex, type Hex, parseEventLogs, toHex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cctpAdapter } from '../../../src/providers/cctp/adapter.ts'
import { type ProviderContext, ProviderError, type ProviderLock } from '../../../src/providers/contract.ts'
import { readPayload } from '../../../src/wallet/evm/payload/payload.ts'
import { readReceipt } from '../../../src/service/track/receipts.ts'
import { describeOnChains } from '../../devnet/describe-on-chains.ts'
import { account, balances, type Devnet, fund, openDevnet, tokens } from '../../devnet/world.ts'
import { createProviderContext, createQuoteRequest, jsonReply } from '../../support/provider-context.ts'
import { openRpcWorld, type RpcWorld } from '../../support/rpc-world.ts'
import { attest, attesters, CIRCLE_ABI, installCircle } from './local-circle.ts'
import { MESSAGE_TRANSMITTER, TOKEN_MESSENGER } from './messages.ts'

/*
 * Whole transfers between two local chains. The contracts are our own, with the functions, message layout and words of
 * refusal of Circle's (local-contracts/LocalCctp.sol), at Circle's addresses; the attester is local too.
 */

const AMOUNT = 1_000_000_000n
const alice = account(1)
const forwarder = account(2)

describeOnChains('between two chains', () => {
  let devnet: Devnet
  let world: RpcWorld
  /** What Circle's service answers; undefined when it is away. */
  let messages: readonly unknown[] | undefined = []
  let reattested: string[] = []
  /** True for a node that finds no logs, as after thousands of blocks. */
  let hidesLogs = false
  let context: ProviderContext
  beforeAll(async () => {
    ;[devnet, world] = await Promise.all([openDevnet(), openRpcWorld()])
    world.urls.set('ethereum', devnet.ethereum.url)
    world.urls.set('base', devnet.base.url)
    await Promise.all([installCircle(devnet.ethereum), installCircle(devnet.base)])
    await fund(devnet.ethereum, alice.address, { usdc: 10n * AMOUNT, eth: 10n ** 18n })
    await fund(devnet.base, TOKEN_MESSENGER, { usdc: 10n * AMOUNT })
    await fund(devnet.base, forwarder.address, { eth: 10n ** 18n })
    const signal = new AbortController().signal
    context = createProviderContext({
      clock: world.clock,
      rpc: (chainKey, method, params) =>
        hidesLogs && method === 'eth_getLogs'
          ? Promise.resolve([])
          : world.rpc.request(chainKey, method, params, signal),
      receipt: (chainKey, hash, usd = 100_000_000n) => readReceipt(world.rpc, chainKey, hash, usd, signal),
      http: {
        request: ({ path }) => {
          if (path.startsWith('/v2/burn/')) {
            const row = { minimumFee: 1, forwardFee: { low: 90, medium: 110, high: 160 } }
            return Promise.resolve(
              jsonReply([
                { finalityThreshold: 1000, ...row },
                { finalityThreshold: 2000, ...row, minimumFee: 0 },
              ]),
            )
          }
          if (path.startsWith('/v2/fastBurn/')) return Promise.resolve(jsonReply({ allowance: 1e6 }))
          if (path.startsWith('/v2/reattest/')) {
            reattested.push(path)
            return Promise.resolve(jsonReply({ message: 'ok', nonce: '1' }))
          }
          if (messages === undefined) return Promise.reject(new ProviderError('unreachable', 'It does not answer'))
          return Promise.resolve(jsonReply({ messages }))
        },
      },
    })
  })
  afterAll(() => Promise.all([devnet.close(), world.close()]))

  /** Burns by what the adapter prepares, once the wallet has read it whole. */
  async function burn(lockId: string, recipient: Address) {
    const src = `ethereum:${tokens.ethereum.usdc}`
    const request = await createQuoteRequest(src, `base:${tokens.base.usdc}`, {
      amountIn: AMOUNT,
      depositor: alice.address,
      recipient,
      forLock: true,
    })
    const answer = await cctpAdapter.quote(request, context)
    const draft = answer.status === 'routes' ? answer.routes[0] : undefined
    if (draft?.minimumOut === undefined) throw new Error('no route')
    const lock: ProviderLock = {
      ...request,
      ...draft,
      minimumOut: draft.minimumOut,
      lockId,
      depositor: alice.address,
      recipient,
    }
    const prepared = await cctpAdapter.prepare(lock, context)
    const exec = prepared.exec
    if (exec === undefined) throw new Error('no exec')
    const side = ({ chain, asset }: typeof request.src) => ({ chainKey: chain.key, chainId: chain.chainId, ...asset })
    const read = readPayload(
      exec,
      {
        provider: 'CCTP',
        src: { ...side(request.src), units: AMOUNT },
        dst: { ...side(request.dst), minimumOut: draft.minimumOut },
        depositor: alice.address,
        recipient,
        nativeOnTop: 0n,
      },
      world.clock.now(),
    )
    expect({ recipient: read.recipient, doubts: read.doubts }).toEqual({ recipient, doubts: [] })
    const { client } = devnet.ethereum
    let hash: Hex = '0x'
    for (const step of exec.allSteps ?? []) {
      const { to, data } = step as { readonly to: Address; readonly data: Hex }
      hash = await client.sendTransaction({ account: alice, to, data, gas: 1_000_000n })
      const { status } = await client.waitForTransactionReceipt({ hash })
      expect(status).toBe('success')
    }
    await client.mine({ blocks: 2 })
    const { logs } = await client.getTransactionReceipt({ hash })
    const [sent] = parseEventLogs({ abi: CIRCLE_ABI, logs, eventName: 'MessageSent' })
    if (sent === undefined) throw new Error('nothing was burnt')
    const status = () =>
      cctpAdapter.status(
        {
          transactionId: 'tx_1',
          hash,
          // The chains keep their own time.
          executedAtMs: 0,
          hashKnownAtMs: 0,
          src: request.src,
          dst: request.dst,
          estimatedTimeSec: draft.estimatedTimeSec,
          tracking: prepared.tracking,
        },
        context,
      )
    return { hash, message: sent.args.message, status, minimumOut: draft.minimumOut }
  }

  async function mint({ message, attestation }: { readonly message: Hex; readonly attestation: Hex }): Promise<Hex> {
    const { client } = devnet.base
    const call = {
      address: MESSAGE_TRANSMITTER,
      abi: CIRCLE_ABI,
      functionName: 'receiveMessage',
      args: [message, attestation],
    } as const
    await client.simulateContract({ ...call, account: forwarder.address })
    const hash = await client.writeContract({ ...call, account: forwarder, gas: 1_000_000n })
    expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
    return hash
  }
  const heldBy = async (address: Address) => (await balances(devnet.base, address)).usdc

  it('a transfer goes from the burn to the mint, and every step of it shows', async () => {
    const bob = account(10).address
    messages = []
    const burnt = await burn('lock_1', bob)
    expect(await burnt.status()).toMatchObject({ status: 'PENDING', stage: 'confirming' })
    messages = [{ message: '0x', attestation: 'PENDING', status: 'pending_confirmations' }]
    expect(await burnt.status()).toMatchObject({ status: 'PENDING', stage: 'confirming' })
    const attested = await attest(burnt.message, 1)
    messages = [attested]
    expect(await burnt.status()).toMatchObject({ status: 'PENDING', stage: 'paying_out' })
    const outboundHash = await mint(attested)
    messages = [{ ...attested, forwardState: 'COMPLETE', forwardTxHash: outboundHash }]
    const paid = { status: 'SUCCESS', stage: 'done', outboundHash, deliveredOut: AMOUNT - 100_110n }
    expect(await burnt.status()).toEqual({ ...paid, inboundHash: burnt.hash })
    expect([await heldBy(bob), AMOUNT - 100_110n >= burnt.minimumOut]).toEqual([AMOUNT - 100_110n, true])
    // Nobody needs Circle's word for it.
    messages = [{ ...attested, forwardState: 'FAILED' }]
    expect(await burnt.status()).toEqual({ ...paid, inboundHash: burnt.hash })
    messages = undefined
    expect(await burnt.status()).toEqual(paid)
    await expect(mint(attested)).rejects.toThrow('Nonce already used')
  })

  it('a mint of long ago is known by the refusal of the contract', async () => {
    const bob = account(11).address
    messages = []
    const burnt = await burn('lock_2', bob)
    const attested = await attest(burnt.message, 2)
    await mint(attested)
    messages = [attested]
    hidesLogs = true
    // Deep enough that no reorganisation takes it back: not before.
    expect(await burnt.status()).toMatchObject({ status: 'PENDING', stage: 'paying_out' })
    await devnet.base.client.mine({ blocks: 100 })
    expect(await burnt.status()).toEqual({
      status: 'SUCCESS',
      stage: 'done',
      inboundHash: burnt.hash,
      deliveredOut: AMOUNT - 100_110n,
    })
    // Another message under a number that was used is refused for its signatures first.
    messages = [{ ...attested, attestation: concatHex([`0x${'11'.repeat(65)}`, `0x${'22'.repeat(65)}`]) }]
    expect(await burnt.status()).toMatchObject({ status: 'PENDING', stage: 'paying_out' })
    hidesLogs = false
  })

  it('an attestation that expired is renewed, and what then comes is minted', async () => {
    const bob = account(12).address
    messages = []
    reattested = []
    const burnt = await burn('lock_3', bob)
    const expired = await attest(burnt.message, 3, { expiration: 1n })
    await expect(mint(expired)).rejects.toThrow('Message expired')
    messages = [expired]
    expect(await burnt.status()).toMatchObject({ status: 'PENDING', stage: 'paying_out' })
    expect(reattested).toEqual([`/v2/reattest/${toHex(3, { size: 32 })}`])
    const renewed = await attest(burnt.message, 3, { fee: 110n })
    messages = [renewed]
    await mint(renewed)
    expect(await burnt.status()).toMatchObject({ status: 'SUCCESS', deliveredOut: AMOUNT - 110n })
    expect(await heldBy(bob)).toBe(AMOUNT - 110n)
  })

  it('equal burns are told apart without Circle', async () => {
    const bob = account(13).address
    messages = []
    const first = await burn('lock_4', bob)
    const second = await burn('lock_5', bob)
    const outboundHash = await mint(await attest(second.message, 5))
    messages = undefined
    expect(await second.status()).toMatchObject({ status: 'SUCCESS', outboundHash })
    await expect(first.status()).rejects.toMatchObject({ code: 'unreachable' })
  })

  it('too few or other signatures mint nothing', async () => {
    messages = []
    const burnt = await burn('lock_6', account(14).address)
    const [first] = attesters
    if (first === undefined) throw new Error('no attester')
    await expect(mint(await attest(burnt.message, 6, { signers: [first] }))).rejects.toThrow(
      'Invalid attestation length',
    )
    await expect(mint(await attest(burnt.message, 6, { signers: [first, first] }))).rejects.toThrow(
      'Invalid signature order',
    )
    expect(await heldBy(account(14).address)).toBe(0n)
  })
})
