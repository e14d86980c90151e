import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, encodeFunctionData, getAddress, parseUnits, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmbeddedSwapService } from '../../src/index.ts'
import { openSwapService } from '../../src/open.ts'
import { liveProviders } from '../../src/providers/live.ts'
import type { Provider } from '../../src/providers/contract.ts'
import { failure, json } from '../cli/run-cli.ts'
import { erc20Abi, spokePoolAbi } from '../devnet/abi.ts'
import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { bodyOf, localServer } from '../support/local-server.ts'
import { balances, type Devnet, tokens } from '../devnet/world.ts'
import { asObject } from '../support/contract-fields.ts'
import { type ContractServer, serveContract } from '../support/contract-service.ts'
import { createTestProvider, paidOut, STILL_PENDING, TEST_PROVIDER } from '../support/test-provider.ts'
import { keepTold } from '../support/told-execution.ts'
import { sharedWorld, outcome, type User } from './wallet-world.ts'

/*
 * The program pays for swaps of a server, the built one where all is well: deposits that the server asks for, and nothing that a server puts in
 * their place.
 */

const DEPOSIT = getAddress(`0x${'de'.repeat(20)}`)
const THIEF = getAddress(`0x${'ba'.repeat(20)}`)
const TAKER = getAddress(`0x${'7a'.repeat(20)}`)
/** Whatever it is called with, it lets USDC move 100 of the caller's to itself, and does nothing else. */
const TAKER_CODE =
  `0x6323b872dd60e01b60005233600452306024526305f5e1006044526000600060646000600073${tokens.base.usdc.slice(2)}5af160435760003dfd5b00` as const
const usdc = (amount: string) => parseUnits(amount, 6)

/** Takes deposits on Base, and has paid out once it holds one. */
function depositProvider({ base }: Devnet): Provider {
  const provider = createTestProvider(async (request) => {
    const { eth, usdc: held } = await balances(base, DEPOSIT)
    return eth + held > 0n ? paidOut(request) : STILL_PENDING
  })
  return {
    ...provider,
    load: async () => ({
      ...(await provider.load()),
      prepare: async () => ({
        providerResult: { depositAddress: DEPOSIT, execution: 'server', status: 'waiting' },
        tracking: null,
        needsHash: false,
      }),
    }),
  }
}

describeOnChains('swapcli swap over a server', () => {
  const world = sharedWorld()
  let home: string
  let service: EmbeddedSwapService
  let server: ContractServer
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'swapcli-server-'))
    const { devnet } = world
    await devnet.base.client.setCode({ address: TAKER, bytecode: TAKER_CODE })
    const settings: Record<string, string> = {
      'RPC.ethereum': devnet.ethereum.url,
      'RPC.base': devnet.base.url,
      ...Object.fromEntries(
        liveProviders()
          .filter(({ manifest }) => manifest.key !== 'UNISWAP')
          .map(({ manifest }) => [`${manifest.key}.ENABLED`, 'false']),
      ),
    }
    service = await openSwapService({
      network: 'live',
      home,
      providers: [depositProvider(devnet)],
      setting: (key, name) => settings[`${key}.${name}`],
    })
    server = await serveContract(service)
  })
  afterAll(async () => {
    await server.close()
    await rm(home, { recursive: true, force: true })
  })

  const user = (index: number) => world.user({ index, funds: { base: { usdc: usdc('500') } } })
  const nonceOf = ({ address }: User) => world.devnet.base.client.getTransactionCount({ address, blockTag: 'pending' })

  test('pays a deposit by one transfer of exactly the amount', async () => {
    const { base } = world.devnet
    const payer = await user(0)
    const words = ['100', 'base:USDC', 'ethereum:USDC', '--provider', TEST_PROVIDER, '--yes', '--json']
    const shown = await payer.here(['swap', ...words, '--no-pay', '--no-wait', '--api', server.url])
    expect([shown.code, outcome(shown).step, await nonceOf(payer)]).toEqual([0, 'tracked', 0])
    const unseen = await payer.here(['swap', ...words, '--api', server.url])
    expect([unseen.code, await nonceOf(payer)]).toEqual([6, 0])
    expect(asObject(json(unseen.stderr))['error']).toMatchObject({
      message: `The payment leaves something open, and no one reviews it: Nothing shows who owns the deposit address ${DEPOSIT}`,
      details: { reason: 'doubt' },
      hint: expect.stringMatching(/: swapcli --api \S+ resume run_\w+ --yes --accept deposit$/) as string,
    })
    const swap = await payer.run(['swap', ...words, '--api', server.url, '--accept', 'deposit'])
    expect([swap.code, swap.stderr, outcome(swap).status]).toEqual([0, '', 'SUCCESS'])
    expect((await payer.sent(base)).map(({ what }) => what)).toEqual(['transfer'])
    expect([(await balances(base, DEPOSIT)).usdc, (await balances(base, payer.address)).usdc]).toEqual([
      usdc('100'),
      usdc('400'),
    ])
  })

  test('pays what an honest server asks for', async () => {
    const payer = await user(1)
    const swap = await payer.run([...UNISWAP, '--api', server.url])
    expect([swap.code, outcome(swap).status]).toEqual([0, 'SUCCESS'])
    expect(await nonceOf(payer)).toBe(2)
  })

  const UNISWAP = ['swap', '100', 'base:USDC', 'base:DAI', '--provider', 'UNISWAP', '--yes', '--json']

  test('signs nothing unseen for a bridge that nobody knows, whatever its function is called', async () => {
    const payer = await user(3)
    const words = ['100', 'base:USDC', 'ethereum:USDC', '--provider', TEST_PROVIDER, '--yes', '--json', '--no-wait']
    const hostile = await changing(server.url, service, () => bridgeCall(payer.address))
    const api = ['--api', `${hostile.url}/api/v1`]
    const unseen = await payer.here(['swap', ...words, ...api])
    expect([unseen.code, unseen.stdout, await nonceOf(payer)]).toEqual([6, '', 0])
    expect(failure(unseen)).toMatchObject({
      code: 'WALLET_REFUSED',
      funds: 'untouched',
      message:
        'The payment leaves something open, and no one reviews it: swapcli does not know this contract, so it may not do what the name of its function says',
    })
    // The one thing that stood in the way of the money: nothing else about this call looks wrong.
    const trusting = await payer.here(['swap', ...words, ...api, '--accept', 'unknown-call'])
    await hostile.close()
    expect([trusting.code, outcome(trusting).step]).toEqual([0, 'tracked'])
    expect((await balances(world.devnet.base, TAKER)).usdc).toBe(usdc('100'))
  })

  test('hands out no call in a pipe that pays somebody else', async () => {
    const payer = await user(4)
    const thieving = await changing(server.url, service, (text) => swapped(text, word(payer.address), word(THIEF)))
    const api = ['--json', '--api', `${thieving.url}/api/v1`]
    const quote = await payer.here(['quote', ...UNISWAP.slice(1, 4), '--depositor', payer.address, ...api])
    const lock = await payer.here(['lock', '-', '--provider', 'UNISWAP', '--recipient', payer.address, ...api], {
      stdin: quote.stdout,
    })
    const execution = await payer.here(['execute', '-', ...api], { stdin: lock.stdout })
    await thieving.close()
    expect([lock.code, execution.code, execution.stdout]).toEqual([0, 6, ''])
    expect(failure(execution)['message']).toMatch(/its calldata pays another recipient/)
  })

  test('signs nothing for a server that names the address of the user as where to deposit', async () => {
    const payer = await user(2)
    const words = ['50', 'base:USDC', 'ethereum:USDC', '--provider', TEST_PROVIDER, '--yes', '--json']
    const hostile = await changing(server.url, service, (text) => text.replaceAll(DEPOSIT, payer.address))
    const swap = await payer.here(['swap', ...words, '--api', `${hostile.url}/api/v1`])
    await hostile.close()
    expect([swap.code, swap.stdout, await nonceOf(payer)]).toEqual([6, '', 0])
    expect(asObject(json(swap.stderr))['error']).toMatchObject({ code: 'WALLET_REFUSED' })
  })
})

/** A server before another that changes what execute answers, and keeps its word: payments are compared with that. */
function changing(target: string, service: EmbeddedSwapService, change: (text: string) => string) {
  return between(target, async (url, text) => {
    if (!url.endsWith('/quote/execute')) return text
    const data = changedPayment(text, change)
    await keepTold(service, String(asObject(data['transaction'])['id']), data)
    return JSON.stringify({ data })
  })
}

/** A server before another that answers something else; it streams no quotes. */
function between(target: string, answerOf: (url: string, text: string) => Promise<string>) {
  const { origin } = new URL(target)
  return localServer((request, response) => {
    const pass = async () => {
      const { method = 'GET', url = '/', headers } = request
      if (url.endsWith('/stream')) {
        response.writeHead(404).end()
        return
      }
      const body = method === 'POST' ? await bodyOf(request) : undefined
      const key = headers['idempotency-key']
      const answer = await fetch(`${origin}${url}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
        },
        ...(body === undefined ? {} : { body }),
      })
      const text = await answer.text()
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'application/json',
        'x-api-version': answer.headers.get('x-api-version') ?? '1',
      })
      response.end(answer.ok ? await answerOf(url, text) : text)
    }
    pass().catch(() => response.destroy())
  })
}

/** What execute answers, with what is to be paid changed. */
function changedPayment(answer: string, change: (payment: string) => string): Readonly<Record<string, unknown>> {
  const data = asObject(asObject(json(answer))['data'])
  const { exec, providerResult } = data
  return { ...data, ...asObject(json(change(JSON.stringify({ exec, providerResult })))) }
}

/** A call of a contract that only takes, by the function of Across with which an honest server pays out to the user. */
function bridgeCall(payer: Address): string {
  const [from, to, units] = [tokens.base.usdc, tokens.ethereum.usdc, usdc('100')]
  const nowSec = Math.floor(Date.now() / 1000)
  const data = encodeFunctionData({
    abi: spokePoolAbi,
    functionName: 'depositV3',
    args: [payer, payer, from, to, units, units, 1n, zeroAddress, nowSec, nowSec + 6 * 3600, 0, '0x'],
  })
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [TAKER, units] })
  const exec = {
    ...{ chainId: 8453, srcToken: from, srcAmount: String(units), value: '0' },
    ...{ providerTarget: TAKER, providerCalldata: data },
    ...{ approvalTarget: TAKER, approvalToken: from, approvalAmount: String(units) },
    allSteps: [
      { kind: 'approve', chainId: 8453, to: from, data: approve, value: '0' },
      { kind: 'call', chainId: 8453, to: TAKER, data, value: '0' },
    ],
  }
  return JSON.stringify({ exec, providerResult: { execution: 'client' } })
}

/** A text with all occurrences of a part replaced. @throws Error when it has none: then nothing would be tested */
function swapped(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`nothing to change: ${from} in ${text}`)
  return text.replaceAll(from, to)
}

/** A word of calldata. */
function word(value: Address | bigint): string {
  const digits = typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()
  return digits.padStart(64, '0')
}
