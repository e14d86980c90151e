import { describe, expect, test } from 'vitest'
import { parseTransaction, recoverTransactionAddress, keccak256 } from 'viem'
import type { Exec } from '../../src/core/api/documents.ts'
import { swapErrorOf } from '../support/swap-error.ts'
import { createPaperWallet, PAPER_WALLET_EVM_ADDRESS } from '../../src/sandbox/paper-wallet.ts'
import {
  BASE_USDC,
  BRIDGE,
  createMemoryLedger,
  DEPOSIT,
  DEX,
  ETH,
  lockOf,
  openPaperWorld,
  request,
  routeOf,
  throughJson,
  USDC,
} from './paper-world.ts'
import type { PricedAsset } from '../../src/core/assets/catalog.ts'

async function execOf(key: string, src: PricedAsset, lockId = 'lock_1'): Promise<Exec> {
  const world = openPaperWorld()
  const input = request(src, BASE_USDC, '100', { forLock: true })
  const lock = lockOf(input, await routeOf(world, key, input), lockId)
  const { exec } = await (await world.adapter(key)).prepare(lock, world.context)
  if (exec === undefined) throw new Error('nothing to execute')
  return exec
}

async function refusalOf(work: Promise<unknown>): Promise<readonly [string, string]> {
  const { code, funds } = await swapErrorOf(work)
  return [code, funds]
}

function serialized(raw: string): `0x02${string}` {
  if (!raw.startsWith('0x02')) throw new Error(`no EIP-1559 transaction: ${raw}`)
  return `0x02${raw.slice(4)}`
}

describe('the paper wallet signs', () => {
  test('each step as a transaction of its own, with real signatures that say what the payload says', async () => {
    const wallet = createPaperWallet({ ledger: createMemoryLedger() })
    const exec = await execOf(DEX, USDC)
    const payment = await wallet.sign(exec)
    expect(payment.transactions.map(({ kind, nonce }) => [kind, nonce])).toEqual([
      ['approve', 0],
      ['swap', 1],
      ['bridge', 2],
    ])
    for (const [index, { raw, hash, from, ...said }] of payment.transactions.entries()) {
      expect(hash).toBe(keccak256(serialized(raw)))
      expect(await recoverTransactionAddress({ serializedTransaction: serialized(raw) })).toBe(PAPER_WALLET_EVM_ADDRESS)
      expect(from).toBe(PAPER_WALLET_EVM_ADDRESS)
      const signed = parseTransaction(serialized(raw))
      expect({
        chainId: signed.chainId,
        nonce: signed.nonce ?? 0,
        to: signed.to?.toLowerCase(),
        data: signed.data,
        value: (signed.value ?? 0n).toString(),
      }).toEqual({
        chainId: 1,
        nonce: index,
        to: said.to.toLowerCase(),
        data: said.data,
        value: '0',
      })
      expect(exec.allSteps?.[index]).toMatchObject({ type: said.kind, to: said.to, data: said.data, value: said.value })
    }
    const last = payment.transactions.at(-1)
    expect([payment.hash, payment.raw, payment.nonce]).toEqual([last?.hash, last?.raw, last?.nonce])
    expect(throughJson(payment)).toEqual(payment)
  })

  test('a native amount as the value of its call', async () => {
    const wallet = createPaperWallet({ ledger: createMemoryLedger() })
    const payment = await wallet.sign(await execOf(BRIDGE, ETH))
    expect(payment.transactions.map(({ kind }) => kind)).toEqual(['bridge'])
    expect(parseTransaction(serialized(payment.raw)).value).toBe(100n * 10n ** 18n)
  })

  test('the approval and the call of a payload that has no steps', async () => {
    const wallet = createPaperWallet({ ledger: createMemoryLedger() })
    const withSteps = await execOf(BRIDGE, USDC)
    const { allSteps: _, ...exec } = withSteps
    const payment = await wallet.sign(exec)
    const expected = await wallet.sign(withSteps)
    expect(payment.transactions.map(({ kind }) => kind)).toEqual(['approve', 'call'])
    expect(payment.transactions.map(({ raw }) => raw)).toEqual(expected.transactions.map(({ raw }) => raw))
  })

  test('without a trace: signing again gives the same bytes', async () => {
    const ledger = createMemoryLedger()
    const exec = await execOf(DEX, USDC)
    const first = await createPaperWallet({ ledger }).sign(exec)
    expect(await ledger.list('')).toEqual([])
    expect(await createPaperWallet({ ledger }).sign(exec)).toEqual(first)
  })

  test('nothing that is not from the sandbox', async () => {
    const ledger = createMemoryLedger()
    const wallet = createPaperWallet({ ledger })
    const exec = await execOf(BRIDGE, USDC)
    const { meta, ...withoutMeta } = exec
    for (const foreign of [
      withoutMeta,
      { ...exec, meta: {} },
      { ...exec, meta: { ...meta, sandbox: false } },
      { ...exec, meta: { ...meta, sandbox: 'true' } },
      { ...exec, meta: { ...meta, sandbox: 1 } },
    ]) {
      expect(await refusalOf(wallet.sign(foreign))).toEqual(['WALLET_REFUSED', 'untouched'])
    }
  })

  test('no deposit, and nothing malformed', async () => {
    const wallet = createPaperWallet({ ledger: createMemoryLedger() })
    const exec = await execOf(BRIDGE, USDC)
    const { approvalAmount: _, allSteps: __, ...halfApproval } = exec
    for (const bad of [
      await execOf(DEPOSIT, USDC),
      { ...exec, chainId: null },
      { ...exec, providerTarget: '0x12' },
      { ...exec, value: '-1' },
      { ...exec, value: '1.5' },
      { ...exec, value: (2n ** 256n).toString() },
      { ...exec, allSteps: undefined, approvalAmount: (2n ** 256n).toString() },
      { ...exec, providerCalldata: '0xabc' },
      { ...exec, allSteps: [] },
      { ...exec, allSteps: [{ type: 'swap' }] },
      halfApproval,
    ]) {
      expect(await refusalOf(wallet.sign(bad))).toEqual(['WALLET_REFUSED', 'untouched'])
    }
  })
})

describe('the paper wallet broadcasts', () => {
  test('a payment once, however often the same bytes are sent', async () => {
    const ledger = createMemoryLedger()
    const wallet = createPaperWallet({ ledger })
    const payment = await wallet.sign(await execOf(DEX, USDC))
    await Promise.all([wallet.broadcast(payment), wallet.broadcast(payment)])
    await createPaperWallet({ ledger }).broadcast(throughJson(payment))
    expect(await wallet.transactions()).toEqual(payment.transactions)
    expect((await ledger.list('paper:')).map(({ key }) => key).sort()).toEqual(
      payment.transactions.map(({ hash }) => `paper:${hash}`).sort(),
    )
  })

  test('the next payment at the next nonces, which are counted per chain', async () => {
    const wallet = createPaperWallet({ ledger: createMemoryLedger() })
    await wallet.broadcast(await wallet.sign(await execOf(BRIDGE, USDC)))
    const next = await wallet.sign(await execOf(BRIDGE, USDC, 'lock_2'))
    expect(next.transactions.map(({ nonce }) => nonce)).toEqual([2, 3])
    const elsewhere = await wallet.sign({ ...(await execOf(BRIDGE, USDC)), chainId: 137 })
    expect(elsewhere.transactions.map(({ chainId, nonce }) => [chainId, nonce])).toEqual([
      [137, 0],
      [137, 1],
    ])
  })

  test('the next nonce of any number, without reading all that were used', async () => {
    const ledger = createMemoryLedger()
    let reads = 0
    const wallet = createPaperWallet({
      ledger: {
        ...ledger,
        get: (key) => {
          reads += 1
          return ledger.get(key)
        },
        list: () => Promise.reject(new Error('reads all')),
      },
    })
    const exec = await execOf(BRIDGE, ETH)
    for (let used = 0; used < 70; used += 1) {
      if ([0, 1, 2, 3, 6, 7, 8, 69].includes(used)) expect((await wallet.sign(exec)).nonce).toBe(used)
      await ledger.put(`paper-nonce:${exec.chainId}:${used}`, '0x', 0)
    }
    reads = 0
    await wallet.sign(exec)
    expect(reads).toBeLessThan(16)
  })

  test('no other payment at a nonce that is used', async () => {
    const wallet = createPaperWallet({ ledger: createMemoryLedger() })
    const first = await wallet.sign(await execOf(BRIDGE, ETH))
    const second = await wallet.sign(await execOf(BRIDGE, ETH, 'lock_2'))
    await wallet.broadcast(first)
    expect(await refusalOf(wallet.broadcast(second))).toEqual(['WALLET_REFUSED', 'untouched'])
    expect(await wallet.transactions()).toEqual(first.transactions)
  })

  test('nothing after the first transaction of a payment that can no longer be finished', async () => {
    const wallet = createPaperWallet({ ledger: createMemoryLedger() })
    const first = await wallet.sign(await execOf(BRIDGE, USDC))
    const second = await wallet.sign(await execOf(BRIDGE, USDC, 'lock_2'))
    expect(second.transactions[0]).toEqual(first.transactions[0])
    await wallet.broadcast(first)
    // The approvals are the same bytes, and what spends is not out: the payment is signed again.
    expect(await refusalOf(wallet.broadcast(second))).toEqual(['WALLET_REFUSED', 'untouched'])
    expect(await wallet.transactions()).toEqual(first.transactions)
    await wallet.broadcast(await wallet.sign(await execOf(BRIDGE, USDC, 'lock_2')))
    expect((await wallet.transactions()).map(({ nonce }) => nonce)).toEqual([0, 1, 2, 3])
  })

  test('exactly one of two payments that race for a nonce', async () => {
    const wallet = createPaperWallet({ ledger: createMemoryLedger() })
    const payments = [
      await wallet.sign(await execOf(BRIDGE, ETH)),
      await wallet.sign(await execOf(BRIDGE, ETH, 'lock_2')),
    ]
    const outcomes = await Promise.allSettled(payments.map((payment) => wallet.broadcast(payment)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await wallet.transactions()).length).toBe(1)
  })

  test('what was begun before a crash, to its end', async () => {
    const ledger = createMemoryLedger()
    const payment = await createPaperWallet({ ledger }).sign(await execOf(DEX, USDC))
    let writes = 0
    const dying = createPaperWallet({
      ledger: {
        ...ledger,
        put: async (key, value, version) => {
          writes += 1
          if (writes > 3) throw new Error('power loss')
          return ledger.put(key, value, version)
        },
      },
    })
    await expect(dying.broadcast(payment)).rejects.toThrow('power loss')
    const wallet = createPaperWallet({ ledger })
    expect((await wallet.transactions()).length).toBe(1)
    await wallet.broadcast(payment)
    expect(await wallet.transactions()).toEqual(payment.transactions)
  })

  test('no bytes that do not belong to their hash', async () => {
    const wallet = createPaperWallet({ ledger: createMemoryLedger() })
    const payment = await wallet.sign(await execOf(BRIDGE, ETH))
    const forged = payment.transactions.map((transaction) => ({ ...transaction, raw: `${transaction.raw}00` }))
    expect(await refusalOf(wallet.broadcast({ ...payment, transactions: forged }))).toEqual([
      'WALLET_REFUSED',
      'untouched',
    ])
    expect(await wallet.transactions()).toEqual([])
  })
})

test('the paper wallet has a fixed address on each family', () => {
  const wallet = createPaperWallet({ ledger: createMemoryLedger() })
  expect(wallet.address('evm')).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  expect(wallet.address('solana')).toBe(createPaperWallet({ ledger: createMemoryLedger() }).address('solana'))
  expect(wallet.address('bitcoin')).not.toBe(wallet.address('solana'))
  expect(wallet.address('no-such-family')).toBeUndefined()
})
