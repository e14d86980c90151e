import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Address, encodeFunctionData, erc20Abi, getAddress, type Hex, keccak256, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { approvalsList } from '../../../../../src/cli/commands/wallet/approvals/list.ts'
import { approvalsRevoke } from '../../../../../src/cli/commands/wallet/approvals/revoke.ts'
import { screenApprovals } from '../../../../../src/cli/screens/approvals.ts'
import { revoke as revokeCommand } from '../../../../../src/cli/commands/wallet/revoke.ts'
import { accountFiles } from '../../../../../src/cli/accounts/account-files.ts'
import { MAIN_CHAINS } from '../../../../../src/payments/balances/portfolio.ts'
import { walletFile } from '../../../../../src/payments/wallet-file.ts'
import { AUGUSTUS, UNISWAP_V4 } from '../../../../../src/core/evm/contracts.ts'
import { systemClock } from '../../../../../src/io/clock.ts'
import { randomIds } from '../../../../../src/io/ids.ts'
import { openDocuments } from '../../../../../src/store/sqlite/open-documents.ts'
import type { DocumentStore } from '../../../../../src/core/ports.ts'
import { recordSend, listPendingSends } from '../../../../../src/wallet/pending-sends.ts'
import { createRunJournal, type RunChange } from '../../../../../src/wallet/run/journal.ts'
import { describeOnChains } from '../../../../devnet/describe-on-chains.ts'
import { proxyOf } from '../../../../devnet/rpc-proxy.ts'
import { account, contracts, type DevChain, type Devnet, fund, openDevnet, tokens } from '../../../../devnet/world.ts'
import type { WorkAsks } from '../../../../../src/tui/index.ts'
import { addAccount, runCommand, runInSession } from '../../../../support/command-session.ts'
import { copyHome } from '../../../../support/copy-home.ts'
import { stateOf } from '../../../../support/home-env.ts'
import { newHome } from '../../../../support/new-home.ts'

/** Chains that no test reaches. */
const OTHERS = MAIN_CHAINS.filter((chain) => !['base', 'ethereum'].includes(chain)).sort()
const OWNER = account(3)
const SPENDER = contracts.base.swapRouter02
const { usdc, dai } = tokens.base
const { permit2 } = contracts.base
const PERMIT2_ABI = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function allowance(address owner, address token, address spender) view returns (uint160, uint48, uint48)',
])

const approveData = (spender: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })

async function openMeta(home: string): Promise<DocumentStore> {
  const path = walletFile(home, 'live')
  const documents = await openDocuments({ path })
  onTestFinished(() => documents.close())
  return documents
}

/** A transaction of the owner, signed with generous fees and not sent. */
async function signed(chain: DevChain, to: Address, data: Hex, nonceAhead = 0) {
  const nonce = (await chain.client.getTransactionCount({ address: OWNER.address })) + nonceAhead
  const raw = await OWNER.signTransaction({
    chainId: chain.chainId,
    type: 'eip1559',
    nonce,
    to,
    data,
    gas: 200_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 1n,
  })
  return { raw, hash: keccak256(raw), nonce, chainId: chain.chainId }
}

/** Sends signed bytes and waits for their block. */
async function mined({ client }: DevChain, raw: Hex): Promise<void> {
  await client.waitForTransactionReceipt({ hash: await client.sendRawTransaction({ serializedTransaction: raw }) })
}

/** Approves as a payment does: sent, mined, and kept in a run. @returns id of the run */
async function approved(home: string, chain: DevChain, to: Address, data: Hex, symbol = 'USDC'): Promise<string> {
  const payment = await signed(chain, to, data)
  await mined(chain, payment.raw)
  return keepRun(home, chain, { step: 'executed', earlier: [{ ...payment, kind: 'approve' }] }, symbol)
}

/** @returns id of the run */
async function keepRun(home: string, chain: DevChain, change: RunChange, symbol = 'USDC'): Promise<string> {
  const path = walletFile(home, 'live')
  const documents = await openDocuments({ path })
  const journal = createRunJournal(documents, systemClock, randomIds)
  const run = await journal.create({
    from: `base:${symbol}`,
    to: 'ethereum:ETH',
    request: {
      srcChain: 'base',
      srcAddress: symbol === 'USDC' ? usdc : dai,
      dstChain: 'ethereum',
      dstAddress: '0x0000000000000000000000000000000000000000',
      amount: '100',
      depositor: OWNER.address,
      recipient: OWNER.address,
      provider: 'SAME_CHAIN',
    },
    source: { chainId: chain.chainId, isNative: false, symbol, decimals: symbol === 'USDC' ? 6 : 18 },
    agreed: true,
  })
  await journal.save(run, change)
  await documents.close()
  return run.id
}

describeOnChains('wallet approvals', () => {
  let devnet: Devnet
  let base: DevChain
  let home: string
  let settings: Record<string, string>
  let passwordFile: string
  beforeAll(async () => {
    devnet = await openDevnet()
    base = devnet.base
  })
  afterAll(() => devnet.close())
  beforeEach(async () => {
    home = await newHome()
    settings = { 'rpc.base': base.url, 'rpc.ethereum': devnet.ethereum.url }
    passwordFile = await addAccount(home, 'main', OWNER.address, OWNER.getHdKey().privateKey ?? new Uint8Array())
    const snapshot = await base.client.snapshot()
    onTestFinished(async () => {
      await base.client.revert({ id: snapshot })
    })
  })

  const list = (values = {}, json = false, words: readonly string[] = []) =>
    runCommand(approvalsList, words, values, { home, settings, json })
  const revoke = (words: readonly string[], values = {}, json = false) =>
    runCommand(approvalsRevoke, words, { passwordFile, ...values }, { home, settings, json })
  const allowance = (token: Address, spender: Address = SPENDER) =>
    base.client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [OWNER.address, spender],
    })

  test('lists what may be taken now of what payments approved, the newest first', async () => {
    const first = await approved(home, base, usdc, approveData(SPENDER, 100_000_000n))
    const second = await approved(home, base, dai, approveData(permit2, 2n ** 256n - 1n), 'DAI')
    const third = await approved(home, base, usdc, approveData(SPENDER, 1_500_000n))
    const said = await list()
    expect(said.error).toBeUndefined()
    expect(said.stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['CHAIN', 'TOKEN', 'ALLOWED NOW', 'SPENDER', 'FOR'],
      ['base', 'USDC', '1.5 USDC', SPENDER, `SAME_CHAIN ${third}`],
      ['base', 'DAI', 'unlimited', permit2, `SAME_CHAIN ${second}`],
      [''],
    ])
    const { data } = JSON.parse((await list({}, true, [first])).stdout) as { data: unknown }
    expect(data).toEqual([
      {
        chain: 'base',
        chainId: 8453,
        owner: OWNER.address,
        token: usdc,
        symbol: 'USDC',
        decimals: 6,
        spender: SPENDER,
        keeper: 'token',
        units: '1500000',
        provider: 'SAME_CHAIN',
        runs: [first, third],
      },
    ])
  })

  test('says of one that is in no block yet how it is stopped, and takes it back once it is', async () => {
    const payment = await signed(base, usdc, approveData(SPENDER, 100_000_000n))
    const kept = { ...payment, kind: 'approve' as const, last: false }
    const run = await keepRun(home, base, { step: 'signed', payment: { ...kept, replaced: [] } })
    const coming = `${SPENDER} may take USDC once the approval ${payment.hash} is in a block`
    const stop = `swapcli resume ${run} --cancel`
    const listed = await list()
    expect([listed.error, listed.stdout, listed.stderr]).toEqual([undefined, '', `${coming}; cancel it: ${stop}\n`])
    expect((await revoke([run], { yes: true })).error).toMatchObject({
      ...{ code: 'WALLET_REFUSED', message: `Nothing can be taken back yet: ${coming}`, funds: 'unknown' },
      hint: `Cancel it, or take it back then: ${stop}`,
    })
    await mined(base, payment.raw)
    expect((await list()).stdout).toContain('100 USDC')
    expect((await revoke([run], { yes: true })).error).toBeUndefined()
    expect(await allowance(usdc)).toBe(0n)
  })

  test('lists with --held what known contracts may take of what is held, whoever approved it, with what is at risk', async () => {
    const run = await approved(home, base, usdc, approveData(SPENDER, 1_000_000n))
    const balance = 7_000_000n
    await fund(base, OWNER.address, { usdc: balance })
    // Made elsewhere: no run of this machine knows of them.
    await mined(base, (await signed(base, usdc, approveData(permit2, 2n ** 256n - 1n))).raw)
    await mined(base, (await signed(base, usdc, approveData(AUGUSTUS, 5n))).raw)
    await mined(base, (await signed(base, usdc, approveData(account(4).address, 9n))).raw)
    const { error, stdout } = await list({ chain: ['base'], held: true }, true)
    expect(error).toBeUndefined()
    const { data } = JSON.parse(stdout) as { readonly data: readonly Record<string, unknown>[] }
    const facts = data.map(({ spender, units, runs, spenderName, atRiskUnits }) => ({
      ...{ spender, units, runs, spenderName, atRiskUnits },
    }))
    expect(facts).toEqual([
      { spender: SPENDER, units: '1000000', runs: [run] },
      {
        ...{ spender: permit2, units: String(2n ** 256n - 1n), runs: [], spenderName: 'Permit2' },
        atRiskUnits: String(balance),
      },
      { spender: AUGUSTUS, units: '5', runs: [], spenderName: 'Velora', atRiskUnits: '5' },
    ])
    const said = await list({ chain: ['base'], held: true })
    const rows = said.stdout.split('\n').map((line) => line.split(/ {2,}/))
    expect(rows).toContainEqual(['base', 'USDC', '0.000005 USDC', '0.000005', expect.any(String), AUGUSTUS, 'Velora'])
    expect(rows.some(([, , allowed, , , spender]) => allowed === '! unlimited' && spender === permit2)).toBe(true)
    settings = { ...settings, 'rpc.base': 'http://127.0.0.1:9' }
    expect((await list({ chain: ['base'], held: true }, true)).error).toMatchObject({
      ...{ code: 'SERVICE_UNAVAILABLE' },
    })
    settings = { ...settings, 'rpc.base': base.url }
    // Nobody asks for it unless it is wanted.
    expect((await list({ chain: ['base'] })).stdout).not.toContain(permit2)
  })

  test('lists at risk by an allowance that Permit2 keeps no more than Permit2 may take itself', async () => {
    const router = getAddress(UNISWAP_V4[8453]?.router ?? '')
    await fund(base, OWNER.address, { usdc: 7_000_000n })
    const expires = Math.floor(systemClock.now() / 1000) + 3600
    const args = [usdc, router, 7n, expires] as const
    const permit = encodeFunctionData({ abi: PERMIT2_ABI, functionName: 'approve', args })
    await mined(base, (await signed(base, permit2, permit)).raw)
    const atRisk = async () => {
      const { data } = JSON.parse((await list({ chain: ['base'], held: true }, true)).stdout) as {
        readonly data: readonly Record<string, unknown>[]
      }
      return data.filter(({ spender }) => spender === router).map(({ units, atRiskUnits }) => [units, atRiskUnits])
    }
    expect(await atRisk()).toEqual([['7', '0']])
    await mined(base, (await signed(base, usdc, approveData(permit2, 3n))).raw)
    expect(await atRisk()).toEqual([['7', '3']])
  })

  test('lists those of nothing with --all only', async () => {
    await approved(home, base, usdc, approveData(SPENDER, 0n))
    const usual = await list()
    expect([usual.stdout, usual.stderr]).toEqual(['', 'payments of this wallet left no approvals\n'])
    expect((await list({ all: true })).stdout).toContain('0 USDC')
  })

  test('lists what Permit2 lets others take, until it expires', async () => {
    const permit = (expiration: number) =>
      encodeFunctionData({ abi: PERMIT2_ABI, functionName: 'approve', args: [usdc, SPENDER, 7n, expiration] })
    const nowSec = Math.floor(systemClock.now() / 1000)
    await approved(home, base, permit2, permit(nowSec + 3600))
    expect((await list()).stdout).toContain(`0.000007 USDC  ${SPENDER} by Permit2`)
    await approved(home, base, permit2, permit(nowSec - 10))
    expect((await list()).stdout).toBe('')
  })

  /** A person at the screens, and what they see. */
  async function atScreens() {
    settings = { ...settings, ...Object.fromEntries(OTHERS.map((chain) => [`rpc.${chain}`, 'http://127.0.0.1:9'])) }
    const password = (await readFile(passwordFile, 'utf8')).trim()
    const seen: string[] = []
    const asks = (pays: boolean): WorkAsks => ({
      text: async ({ question, leaving, isHidden }) => {
        seen.push(`${question} Esc ${leaving} ${isHidden}`)
        return password
      },
      agree: () => Promise.reject(new Error('nothing is in doubt')),
      pay: async (question, facts) => {
        seen.push(question, ...facts.map((fact) => fact.join(': ')))
        return pays
      },
      tell: (text) => void seen.push(text),
      signal: new AbortController().signal,
    })
    const onScreens = async <T>(run: (screens: ReturnType<typeof screenApprovals>) => Promise<T>): Promise<T> => {
      const results: T[] = []
      const said = await runInSession(async (session) => void results.push(await run(screenApprovals(session))), {
        ...{ home, settings },
      })
      expect(said).toEqual({ stdout: '', stderr: '', error: undefined })
      return results[0] as T
    }
    return { asks, seen, onScreens }
  }

  test('are listed and revoked on the screens: shown whole, paid by a key, signed with a password', async () => {
    await approved(home, base, usdc, approveData(SPENDER, 5n))
    await approved(home, base, dai, approveData(SPENDER, 2n ** 256n - 1n), 'DAI')
    const { asks, seen, onScreens } = await atScreens()
    const { account: name, approvals, remarks } = await onScreens((screens) => screens.approvals(() => undefined))
    const unread = remarks.filter(({ kind }) => kind === 'unread').map(({ chain }) => chain)
    expect([name, unread.sort()]).toEqual(['main', OTHERS])
    expect(approvals.map(({ token, spender, allowed, provider }) => ({ token, spender, allowed, provider }))).toEqual(
      expect.arrayContaining([
        { token: 'DAI', spender: SPENDER, allowed: 'unlimited', provider: 'SAME_CHAIN' },
        { token: 'USDC', spender: SPENDER, allowed: '0.000005 USDC', provider: 'SAME_CHAIN' },
      ]),
    )
    expect(approvals).toHaveLength(2)
    const key = approvals.find(({ token }) => token === 'DAI')?.key ?? ''
    expect(await onScreens((screens) => screens.revoke(key, asks(false)))).toEqual([['', 'nothing was signed']])
    expect([await allowance(dai), seen.length]).toEqual([2n ** 256n - 1n, 9])
    seen.splice(0)
    const told = await onScreens((screens) => screens.revoke(key, asks(true)))
    expect([await allowance(dai), await allowance(usdc)]).toEqual([0n, 5n])
    expect(told).toEqual([
      ['', `done: revoke DAI on Base for ${SPENDER}`],
      ['hash', expect.stringMatching(/^0x[0-9a-f]{64}$/)],
    ])
    expect(seen[0]).toMatch(/^Revoke it, for a network cost of at most 0\.\d+ ETH\?$/)
    expect(seen).toContain('takes back: unlimited')
    expect(seen.slice(9)).toEqual([
      'Password of main Esc signs nothing true',
      expect.stringMatching(/^signed {6}0x[0-9a-f]{64}$/),
      `${told[0]?.[1]} (${told[1]?.[1]})`,
    ])
    await expect(onScreens((screens) => screens.revoke(key, asks(true)))).rejects.toThrow()
  })

  test('are listed and revoked on the screens where no payment here made them, with what is at risk', async () => {
    await approved(home, base, usdc, approveData(SPENDER, 1_000_000n))
    await fund(base, OWNER.address, { usdc: 7_000_000n })
    await mined(base, (await signed(base, usdc, approveData(permit2, 2n ** 256n - 1n))).raw)
    const { asks, seen, onScreens } = await atScreens()
    const waiting: number[] = []
    const { approvals, asked } = await onScreens((screens) =>
      screens.approvals((part) => waiting.push(part.waiting.length)),
    )
    expect([...asked].sort()).toEqual([...MAIN_CHAINS].sort())
    // Each chain is shown as it answers.
    expect(waiting).toEqual(Array.from({ length: asked.length + 1 }, (_, at) => asked.length - at))
    const facts = approvals.map(({ spender, spenderName, allowed, atRisk, provider }) => ({
      ...{ spender, spenderName, allowed, atRisk, provider },
    }))
    expect(facts).toEqual(
      expect.arrayContaining([
        { spender: SPENDER, spenderName: 'Uniswap', allowed: '1 USDC', atRisk: '1 USDC', provider: 'SAME_CHAIN' },
        { spender: permit2, spenderName: 'Permit2', allowed: 'unlimited', atRisk: '7 USDC', provider: '' },
      ]),
    )
    expect(facts).toHaveLength(2)
    const key = approvals.find(({ spender }) => spender === permit2)?.key ?? ''
    await onScreens((screens) => screens.revoke(key, asks(true)))
    expect(seen).toEqual(expect.arrayContaining(['sign on: Base (chain id 8453)', `of the token: USDC ${usdc}`]))
    expect(seen.find((line) => line.startsWith('from spender: '))).toContain(permit2)
    expect([await allowance(usdc, permit2), await allowance(usdc)]).toEqual([0n, 1_000_000n])
    // Nothing but what the list names is taken back.
    await expect(onScreens((screens) => screens.revoke(key, asks(true)))).rejects.toThrow()
    await expect(onScreens((screens) => screens.revoke(`8453 token ${usdc} x`, asks(true)))).rejects.toThrow()
    expect(await allowance(usdc)).toBe(1_000_000n)
  })

  test('are revoked by token and spender alone, also where no payment here made them', async () => {
    await mined(base, (await signed(base, usdc, approveData(SPENDER, 7n))).raw)
    const short = (words: readonly string[], values = {}) =>
      runCommand(revokeCommand, words, { passwordFile, yes: true, ...values }, { home, settings })
    expect((await short(['USDC', SPENDER])).error).toMatchObject({ code: 'USAGE' })
    expect(await allowance(usdc)).toBe(7n)
    const said = await short(['USDC', SPENDER], { chain: ['base'] })
    expect([said.error, await allowance(usdc)]).toEqual([undefined, 0n])
    await mined(base, (await signed(base, dai, approveData(SPENDER, 8n))).raw)
    expect([(await short([`base:${dai}`, SPENDER])).error, await allowance(dai)]).toEqual([undefined, 0n])
  })

  test('revokes what the words name, and nothing else', async () => {
    await approved(home, base, usdc, approveData(SPENDER, 5n))
    await approved(home, base, dai, approveData(SPENDER, 6n), 'DAI')
    const said = await revoke(['usdc', SPENDER], { yes: true })
    expect(said.error).toBeUndefined()
    expect(said.stdout).toMatch(
      new RegExp(`^ENDED +WHAT +HASH\nmined +revoke USDC on Base for ${SPENDER} +0x[0-9a-f]{64}\n$`),
    )
    expect(said.stderr).toContain('  takes back    0.000005 USDC\n')
    expect(said.stderr).toMatch(/ {2}network cost {2}at most 0\.\d+ ETH\n/)
    expect([await allowance(usdc), await allowance(dai)]).toEqual([0n, 6n])
    expect(await listPendingSends(await openMeta(home))).toEqual([])
  })

  test('lets a person choose where nothing is named, and takes back that one alone', async () => {
    await approved(home, base, usdc, approveData(SPENDER, 5n))
    await approved(home, base, dai, approveData(SPENDER, 6n), 'DAI')
    const answers = [
      ['1: base, DAI, 0.000000000000000006 DAI, ', '3'],
      ['! Write one of the numbers', '2'],
      ['Sign and send it? y or n:', 'y'],
    ] as const
    const said = await runCommand(approvalsRevoke, [], { passwordFile }, { home, settings, answers })
    expect(said.error).toBeUndefined()
    expect([await allowance(usdc), await allowance(dai)]).toEqual([0n, 6n])
    const refused = await runCommand(approvalsRevoke, [], { passwordFile, yes: true }, { home, settings, answers })
    expect(refused.error).toMatchObject({ code: 'USAGE', message: 'Name the approvals to revoke, or add --all' })
  })

  test('revokes all with --all, also what Permit2 keeps', async () => {
    const nowSec = Math.floor(systemClock.now() / 1000)
    const data = encodeFunctionData({
      abi: PERMIT2_ABI,
      functionName: 'approve',
      args: [dai, SPENDER, 9n, nowSec + 3600],
    })
    await approved(home, base, usdc, approveData(SPENDER, 5n))
    await approved(home, base, permit2, data, 'DAI')
    const { error, stdout } = await revoke([], { yes: true, all: true }, true)
    expect(error).toBeUndefined()
    const ended = (JSON.parse(stdout) as { data: readonly { state: string }[] }).data.map(({ state }) => state)
    expect(ended).toEqual(['mined', 'mined'])
    const [left] = await base.client.readContract({
      address: permit2,
      abi: PERMIT2_ABI,
      functionName: 'allowance',
      args: [OWNER.address, dai, SPENDER],
    })
    expect([await allowance(usdc), left]).toEqual([0n, 0n])
  })

  test('revokes an approval that no payment made, by token and spender', async () => {
    const { raw } = await signed(base, dai, approveData(SPENDER, 3n))
    await mined(base, raw)
    expect((await revoke([`base:${dai}`, SPENDER], { yes: true })).error).toBeUndefined()
    expect(await allowance(dai)).toBe(0n)
  })

  test('sends the same bytes again after a crash between note and sending', async () => {
    await approved(home, base, usdc, approveData(SPENDER, 5n))
    const payment = await signed(base, usdc, approveData(SPENDER, 0n))
    const note = { ...payment, owner: OWNER.address, description: 'take it back', signedAt: '2026-01-15T12:00:00.000Z' }
    const meta = await openMeta(home)
    await recordSend(meta, note)
    expect((await list()).stderr).toContain(
      '1 signed transaction not settled; continue: swapcli wallet approvals revoke\n',
    )
    const { error, stdout } = await revoke([], {}, true)
    expect(error).toBeUndefined()
    expect(JSON.parse(stdout)).toEqual({ data: [{ hash: payment.hash, description: 'take it back', state: 'mined' }] })
    expect([await allowance(usdc), await listPendingSends(meta)]).toEqual([0n, []])
  })

  test('keeps what it signed when no node gets it, and sends the same bytes later', async () => {
    await approved(home, base, usdc, approveData(SPENDER, 5n))
    const node = await proxyOf(base, { onSend: 'lose_request' })
    settings = { 'rpc.base': node.url }
    expect((await revoke(['usdc'], { yes: true })).error).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      funds: 'unknown',
      hint: 'It is signed and kept. Send the same bytes again, and wait: swapcli wallet approvals revoke',
    })
    const [note] = await listPendingSends(await openMeta(home))
    node.fail()
    const { stdout } = await revoke([], {}, true)
    expect(JSON.parse(stdout)).toMatchObject({ data: [{ hash: note?.hash, state: 'mined' }] })
    expect(await allowance(usdc)).toBe(0n)
  })

  test('takes a lost answer of the node for what the chain shows', async () => {
    await approved(home, base, usdc, approveData(SPENDER, 5n))
    const node = await proxyOf(base, { onSend: 'lose_answer' })
    settings = { 'rpc.base': node.url }
    expect((await revoke(['usdc'], { yes: true })).error).toBeUndefined()
    expect(await allowance(usdc)).toBe(0n)
  })

  test('settles after a crash between sending and waiting, without a second transaction', async () => {
    await approved(home, base, usdc, approveData(SPENDER, 5n))
    const payment = await signed(base, usdc, approveData(SPENDER, 0n))
    const meta = await openMeta(home)
    await recordSend(meta, { ...payment, owner: OWNER.address, description: 'x', signedAt: '2026-01-15T12:00:00.000Z' })
    await mined(base, payment.raw)
    const before = await base.client.getTransactionCount({ address: OWNER.address })
    expect((await revoke([])).error).toBeUndefined()
    expect(await base.client.getTransactionCount({ address: OWNER.address })).toBe(before)
    expect(await listPendingSends(meta)).toEqual([])
  })

  test('forgets bytes whose nonce another transaction took, and says that nothing was taken back', async () => {
    await approved(home, base, usdc, approveData(SPENDER, 5n))
    const payment = await signed(base, usdc, approveData(SPENDER, 0n))
    const other = await signed(base, usdc, approveData(SPENDER, 8n))
    const meta = await openMeta(home)
    await recordSend(meta, { ...payment, owner: OWNER.address, description: 'x', signedAt: '2026-01-15T12:00:00.000Z' })
    await mined(base, other.raw)
    const { error, stdout } = await revoke([])
    expect(error).toMatchObject({
      code: 'WALLET_REFUSED',
      message: `Not taken back, its nonce was used by another transaction (${payment.hash})`,
    })
    expect(stdout).toContain('void')
    expect([await allowance(usdc), await listPendingSends(meta)]).toEqual([8n, []])
  })

  test('keeps what was sent when the user leaves while it waits', async () => {
    await approved(home, base, usdc, approveData(SPENDER, 5n))
    await base.client.setAutomine(false)
    const leave = new AbortController()
    const place = { home, settings, signal: leave.signal }
    const running = runCommand(approvalsRevoke, ['USDC'], { passwordFile, yes: true }, place)
    await expect
      .poll(() => base.client.getTransactionCount({ address: OWNER.address, blockTag: 'pending' }))
      .toBe((await base.client.getTransactionCount({ address: OWNER.address })) + 1)
    leave.abort()
    expect((await running).error).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      hint: 'It is signed and kept. Send the same bytes again, and wait: swapcli wallet approvals revoke',
    })
    await base.client.setAutomine(true)
    await base.client.mine({ blocks: 1 })
    expect((await revoke([])).error).toBeUndefined()
    expect(await allowance(usdc)).toBe(0n)
  })

  test.each<[string, readonly string[], Record<string, unknown>, object]>([
    [
      'nobody can agree',
      ['usdc'],
      {},
      {
        code: 'USAGE',
        hint: expect.stringMatching(/^Agree beforehand: swapcli it usdc --password-file \S+ --yes$/) as unknown,
      },
    ],
    ['nothing is named', [], { yes: true }, { code: 'USAGE', message: 'Name the approvals to revoke, or add --all' }],
    ['the words name nothing', ['weth'], { yes: true }, { code: 'USAGE' }],
    ['only one of the words fits', ['usdc', permit2], { yes: true }, { code: 'USAGE' }],
    ['gas costs more than the user pays', ['usdc'], { yes: true, maxFee: '0.000000001' }, { code: 'WALLET_REFUSED' }],
    [
      'it costs the network more than that',
      ['usdc'],
      // One base unit: what a call costs in dollars falls with every empty block of this chain.
      { yes: true, maxCost: '0.000000000000000001coin' },
      { code: 'WALLET_REFUSED', reason: 'cost' },
    ],
    ['the cost is no amount', ['usdc'], { yes: true, maxCost: '5' }, { code: 'USAGE' }],
    ['the fee is no number', ['usdc'], { yes: true, maxFee: 'low' }, { code: 'USAGE' }],
    ['the account is unknown', ['usdc'], { yes: true, wallet: 'other' }, { code: 'USAGE' }],
    ['the password is wrong', ['usdc'], { yes: true, passwordFile: '/dev/null' }, {}],
  ])('signs nothing when %s', async (_name, words, values, error) => {
    await approved(home, base, usdc, approveData(SPENDER, 5n))
    const before = await base.client.getTransactionCount({ address: OWNER.address, blockTag: 'pending' })
    const said = await revoke(words, values)
    expect(said.error).toMatchObject(error)
    expect(said.stdout).toBe('')
    expect(await base.client.getTransactionCount({ address: OWNER.address, blockTag: 'pending' })).toBe(before)
    expect(await listPendingSends(await openMeta(home))).toEqual([])
  })

  test('signs nothing in an older copy of the home, until that is accepted', async () => {
    await approved(home, base, usdc, approveData(SPENDER, 5n))
    const copy = await newHome()
    const stateHome = stateOf(home)
    const inCopy = (values: object) =>
      runCommand(
        approvalsRevoke,
        ['usdc'],
        { passwordFile, yes: true, ...values },
        { home: copy, stateHome, settings, json: true },
      )
    // The home that it was copied from goes on: its mark is written, and raised by what it signs.
    expect((await revoke(['usdc'], { yes: true })).error).toBeUndefined()
    await approved(home, base, usdc, approveData(SPENDER, 6n))
    await copyHome(home, copy)
    expect((await revoke(['usdc'], { yes: true })).error).toBeUndefined()
    await mined(base, (await signed(base, usdc, approveData(SPENDER, 7n))).raw)
    expect((await inCopy({})).error).toMatchObject({
      ...{ code: 'OUTCOME_UNKNOWN', exitCode: 7, reason: 'older-home' },
      hint: expect.stringMatching(/go on with this one: swapcli it usdc .*--yes .*--accept older-home$/) as unknown,
    })
    expect([await allowance(usdc), await listPendingSends(await openMeta(copy))]).toEqual([7n, []])
    expect((await inCopy({ accept: ['older-home'] })).error).toBeUndefined()
    expect(await allowance(usdc)).toBe(0n)
    // The other one is older from then on.
    await mined(base, (await signed(base, usdc, approveData(SPENDER, 8n))).raw)
    expect((await revoke(['usdc'], { yes: true })).error).toMatchObject({ reason: 'older-home' })
  })

  test('signs nothing for an account that is only watched, and asks about nothing first', async () => {
    await approved(home, base, usdc, approveData(SPENDER, 5n))
    const files = accountFiles({ home })
    const createdAt = '2026-01-15T12:00:00.000Z'
    await files.add({ family: 'evm', kind: 'watch', name: 'cold', address: OWNER.address, createdAt })
    const said = await revoke(['usdc'], { yes: true, wallet: 'cold' })
    expect(said.error).toMatchObject({
      ...{ code: 'WALLET_REFUSED', message: 'The account cold is watch-only: it has no key to sign with' },
      hint: 'Do it in the wallet that has its key, or choose another account: swapcli wallet list',
    })
    expect(said.stdout + said.stderr).not.toContain('takes back')
    expect(await allowance(usdc)).toBe(5n)
  })

  test('leaves the approvals of other accounts alone', async () => {
    await approved(home, base, usdc, approveData(SPENDER, 5n))
    const other = account(4)
    await addAccount(home, 'other', other.address, other.getHdKey().privateKey ?? new Uint8Array())
    const said = await revoke(['usdc'], { yes: true, wallet: 'other' })
    expect(said.error).toMatchObject({ code: 'USAGE', message: `No payment of ${other.address} approved that` })
  })

  test('says that a chain cannot be asked, and fails when none can', async () => {
    await approved(home, base, usdc, approveData(SPENDER, 5n))
    settings = { 'rpc.base': 'http://127.0.0.1:9' }
    const said = await list()
    expect(said.stdout).toContain('unknown')
    expect(said.stderr).toContain('Base cannot be read: No node of the chain answered')
    expect(said.error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect((await revoke(['usdc'], { yes: true })).error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })
})

describe('wallet approvals', () => {
  test('are not those of the sandbox', async () => {
    for (const command of [approvalsList, approvalsRevoke]) {
      const { error } = await runCommand(command, [], {}, { network: 'sandbox' })
      expect(error).toMatchObject({ code: 'USAGE', hint: 'swapcli wallet approvals --network live' })
    }
  })

  test('are none where nothing was paid', async () => {
    const home = join(await newHome(), 'new')
    const said = await runCommand(approvalsList, [], {}, { home })
    expect([said.error, said.stdout]).toEqual([undefined, ''])
  })
})
