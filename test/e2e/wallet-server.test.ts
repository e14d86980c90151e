import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, encodeFunctionData, getAddress, parseUnits, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSwapService } from '../../src/open.ts'
import { liveProviders } from '../../src/providers/live.ts'
import type { Provider } from '../../src/providers/contract.ts'
import { failure, json } from '../cli/run-cli.ts'
import { erc20Abi, spokePoolAbi } from '../devnet/abi.ts'
import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { bodyOf, localServer } from '../support/local-server.ts'
import { balances, contracts, type Devnet, tokens } from '../devnet/world.ts'
import { asObject } from '../support/contract-fields.ts'
import { type ContractServer, serveContract } from '../support/contract-service.ts'
import { createTestProvider, paidOut, STILL_PENDING, TEST_PROVIDER } from '../support/test-provider.ts'
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
  let server: ContractServer
  let index = 9
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
    const service = await openSwapService({
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
      hint: expect.stringMatching(/: swapcli resume run_\w+ --yes --accept deposit$/) as string,
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
  const { swapRouter02: router } = contracts.base
  const amount = usdc('100')
  const all = usdc('500')

  test.concurrent.each<[what: string, why: RegExp, change: (exec: string, payer: Address) => string]>([
    [
      'another recipient',
      /its calldata pays another recipient/,
      (exec, payer) => swapped(exec, word(payer), word(THIEF)),
    ],
    [
      'a larger amount',
      /it spends 500000000 base units, not 100000000/,
      (exec) => swapped(exec, `"${amount}"`, `"${all}"`),
    ],
    [
      'a larger amount in the call',
      /its calldata/,
      (exec, payer) => swapped(exec, `${word(payer)}${word(amount)}`, `${word(payer)}${word(all)}`),
    ],
    ['less for the user', /accepts less than must arrive/, lessForUser],
    ['another token', /it spends the token 0x50c5/, (exec) => swapped(exec, tokens.base.usdc, tokens.base.dai)],
    ['the coin on top', /its value is above the amount/, coinOnTop],
    ['another chain', /it is for chain 1, not 8453/, (exec) => swapped(exec, '"chainId":8453', '"chainId":1')],
    ['another spender', /approve a contract that it does not call/, anotherSpender],
    [
      'a contract that takes and gives nothing',
      /the recipient would get 0 DAI/,
      (exec) => everywhere(exec, router, TAKER),
    ],
    ['an address without contract', /No contract stands at/, (exec) => everywhere(exec, router, THIEF)],
  ])('signs nothing for a server that puts in %s', async (_, why, change) => {
    index += 1
    const funds = { base: { eth: parseUnits('1', 18), usdc: all } }
    const payer = await world.user({ index, funds })
    const hostile = await changing(server.url, (payment) => change(payment, payer.address))
    const swap = await payer.here([...UNISWAP, '--min-receive', '90', '--api', `${hostile.url}/api/v1`])
    await hostile.close()
    expect([swap.code, swap.stdout, await nonceOf(payer)]).toEqual([6, '', 0])
    const { code, message, funds: state } = failure(swap)
    expect([code, state]).toEqual(['WALLET_REFUSED', 'untouched'])
    expect(message).toMatch(why)
  })

  test.each<[what: string, reason: string, words: readonly string[], change: ChangeTerms]>([
    [
      'promises next to nothing',
      'below-floor',
      ['--slippage', '50', '--max-loss', '1'],
      (terms) => ({ ...terms, minimumReceived: '0.000001' }),
    ],
    [
      'promises no least, and locks a hundredth of its quote',
      'below-floor',
      [],
      (terms, at) => ({ ...terms, minimumReceived: undefined, ...(at === 'lock' ? giving(terms, '1', '') : {}) }),
    ],
    [
      'gives one for a hundred and invents its value',
      'loss',
      ['--max-loss', '1'],
      (terms) => ({ ...terms, ...giving(terms, '1', '100.00'), minimumReceived: '0.99' }),
    ],
    [
      'gives one for a hundred and states no values',
      'loss',
      ['--max-loss', '1'],
      (terms) => ({
        ...terms,
        src: { ...asObject(terms['src']), usd: '' },
        ...giving(terms, '1', ''),
        minimumReceived: '0.99',
      }),
    ],
    [
      'promises half as much again as is sent',
      'too-good',
      [],
      (terms) => ({ ...terms, ...giving(terms, '150', '100.00'), minimumReceived: '148.5' }),
    ],
  ])('signs nothing for a server that %s', async (_, reason, words, change) => {
    index += 1
    const payer = await world.user({ index, funds: { base: { eth: parseUnits('1', 18), usdc: all } } })
    const hostile = await lying(server.url, change)
    const swap = await payer.here([...UNISWAP, ...words, '--api', `${hostile.url}/api/v1`])
    await hostile.close()
    expect([swap.code, swap.stdout, await nonceOf(payer)]).toEqual([6, '', 0])
    expect(failure(swap)).toMatchObject({ code: 'WALLET_REFUSED', funds: 'untouched', details: { reason } })
  })

  test('signs nothing unseen for a bridge that nobody knows, whatever its function is called', async () => {
    const payer = await user(3)
    const words = ['100', 'base:USDC', 'ethereum:USDC', '--provider', TEST_PROVIDER, '--yes', '--json', '--no-wait']
    const hostile = await changing(server.url, () => bridgeCall(payer.address))
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
    const thieving = await changing(server.url, (text) => swapped(text, word(payer.address), word(THIEF)))
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
    const hostile = await changing(server.url, (text) => text.replaceAll(DEPOSIT, payer.address))
    const swap = await payer.here(['swap', ...words, '--api', `${hostile.url}/api/v1`])
    await hostile.close()
    expect([swap.code, swap.stdout, await nonceOf(payer)]).toEqual([6, '', 0])
    expect(asObject(json(swap.stderr))['error']).toMatchObject({ code: 'WALLET_REFUSED' })
  })
})

/** Changes the terms of a route or a lock. */
type ChangeTerms = (terms: Readonly<Record<string, unknown>>, at: 'quote' | 'lock') => object

/** The other destination amount, and what it is said to be worth. */
function giving(terms: Readonly<Record<string, unknown>>, formatted: string, usd: string): object {
  return { dst: { ...asObject(terms['dst']), formatted, usd } }
}

/** A server before another that changes the terms which that one answers. */
function lying(target: string, change: ChangeTerms) {
  return between(target, (url, text) => {
    const { data } = asObject(json(text))
    if (url.endsWith('/quote/lock')) return JSON.stringify({ data: change(asObject(data), 'lock') })
    if (!url.endsWith('/quote')) return text
    if (!Array.isArray(data)) throw new Error('a quote without routes: nothing would be tested')
    return JSON.stringify({ data: data.map((route) => change(asObject(route), 'quote')) })
  })
}

/** A server before another that changes what execute answers. */
function changing(target: string, change: (text: string) => string) {
  return between(target, (url, text) => (url.endsWith('/quote/execute') ? changedPayment(text, change) : text))
}

/** A server before another that answers something else; it streams no quotes. */
function between(target: string, answerOf: (url: string, text: string) => string) {
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
      response.end(answer.ok ? answerOf(url, text) : text)
    }
    pass().catch(() => response.destroy())
  })
}

/** An answer of execute with what is to be paid changed, as JSON. */
function changedPayment(answer: string, change: (payment: string) => string): string {
  const data = asObject(asObject(json(answer))['data'])
  const { exec, providerResult } = data
  return JSON.stringify({ data: { ...data, ...asObject(json(change(JSON.stringify({ exec, providerResult })))) } })
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

/** The call takes the coin too, in its field and in its step, the last one. */
function coinOnTop(payment: string): string {
  const named = swapped(payment, '"value":"0","srcToken"', '"value":"1","srcToken"')
  const value = '"value":"0"'
  const at = named.lastIndexOf(value)
  return `${named.slice(0, at)}"value":"1"${named.slice(at + value.length)}`
}

/** An address replaced in fields and in calldata. */
function everywhere(exec: string, from: Address, to: Address): string {
  return swapped(swapped(exec, from, to), word(from), word(to))
}

/** A word of calldata. */
function word(value: Address | bigint): string {
  const digits = typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()
  return digits.padStart(64, '0')
}

/** The least that the router must pay, the word after the amount, becomes 1. */
function lessForUser(exec: string): string {
  const amount = word(usdc('100'))
  const calldata = exec.slice(exec.indexOf('"providerCalldata"'))
  return swapped(exec, `${amount}${calldata.split(amount)[1]?.slice(0, 64) ?? '?'}`, `${amount}${word(1n)}`)
}

/** The approval is for somebody else, in its field and in its step; the call is not touched. */
function anotherSpender(exec: string): string {
  const { swapRouter02 } = contracts.base
  const named = swapped(exec, `"approvalTarget":"${swapRouter02}"`, `"approvalTarget":"${THIEF}"`)
  return swapped(named, word(swapRouter02), word(THIEF))
}
