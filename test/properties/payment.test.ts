import fc from 'fast-check'
import {
  type Address,
  erc20Abi,
  type Hex,
  type TransactionReceipt,
  maxUint256,
  parseAbi,
  parseEther,
  parseEventLogs,
  parseUnits,
  slice,
} from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSwapClient } from '../../src/client/pooled-client.ts'
import { checkUnattendedPayment } from '../../src/payments/unattended-payment.ts'
import { isSwapError } from '../../src/core/api/errors.ts'
import type { AcceptCode } from '../../src/core/swap/acceptances.ts'
import type { DocumentStore, Json, Versioned } from '../../src/core/ports.ts'
import { systemClock } from '../../src/io/clock.ts'
import { randomIds } from '../../src/io/ids.ts'
import { createRunJournal } from '../../src/wallet/run/journal.ts'
import { continueRun } from '../../src/wallet/run/swap-run.ts'
import { spokePoolAbi } from '../devnet/abi.ts'
import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { tokens } from '../devnet/addresses.ts'
import { type DevChain, type Devnet, fund, openDevnet } from '../devnet/world.ts'
import { openNodes, payer, walletOn } from '../wallet/evm/pay-world.ts'
import { type Agreed, EXECUTOR, type HonestSwap, honestSwaps, MALLORY } from './payment-swaps.ts'
import { choices, type Documents, mutate } from './payment-mutations.ts'
import { scanRuns } from '../support/run-documents.ts'

/*
 * Whatever a server makes of lock, execution or calldata: what leaves and what arrives is within what was agreed to, or
 * nothing is signed. Only the chain is asked.
 */

/** Swaps that are changed; `SWAPCLI_TEST_RUNS=20000` looks for longer, `SWAPCLI_TEST_SEED` elsewhere. */
const RUNS = Number(process.env['SWAPCLI_TEST_RUNS'] ?? 400)
const SEED = Number(process.env['SWAPCLI_TEST_SEED'] ?? 10)

const permit2Abi = parseAbi([
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48, uint48)',
])

/** A transaction of the payer in a block. */
type Sent = TransactionReceipt & { readonly input: Hex }

interface Consent {
  /** A server answers, not the service of this machine. */
  readonly api: boolean
  readonly accept: readonly AcceptCode[]
}

/** What `--yes` accepts of it, and whether a server answers or the service of this machine. */
const consents: fc.Arbitrary<Consent> = fc.record({
  api: fc.boolean(),
  accept: fc.constantFrom<readonly AcceptCode[]>(
    [],
    ['unknown-call'],
    ['unknown-call', 'opaque-call', 'fee-on-top', 'fee-on-transfer', 'not-simulated'],
  ),
})

describeOnChains('a payment of whatever a server hands out', () => {
  let devnet: Devnet
  let chain: DevChain
  let nodes: Awaited<ReturnType<typeof openNodes>>
  let swaps: readonly HonestSwap[]
  let snapshot: Hex
  const found = new Map<Agreed, readonly [bigint, Standing, number]>()
  beforeAll(async () => {
    devnet = await openDevnet()
    chain = devnet.ethereum
    nodes = await openNodes()
    const { client, contracts } = chain
    await client.setCode({
      address: EXECUTOR,
      bytecode: (await client.getCode({ address: contracts.multicall3 })) ?? '0x',
    })
    const held = {
      weth: parseEther('5'),
      usdc: parseUnits('5000', 6),
      usdt: parseUnits('5000', 6),
      dai: parseEther('5000'),
    }
    await fund(chain, payer.address, { eth: parseEther('5'), ...held })
    await fund(chain, EXECUTOR, { eth: parseEther('5'), ...held })
    // Allowances of earlier days, which the payments must leave alone.
    await client.impersonateAccount({ address: payer.address })
    // Each waits for its block: one that came after the snapshot would be a block of the past for what is judged later.
    const approve = async (token: Address, spender: Address, units: bigint) => {
      const hash = await client.writeContract({
        account: payer.address,
        address: token,
        abi: erc20Abi,
        functionName: 'approve',
        args: [spender, units],
      })
      await client.waitForTransactionReceipt({ hash })
    }
    for (const spender of [contracts.swapRouter02, EXECUTOR, contracts.permit2])
      await approve(tokens.ethereum.weth, spender, maxUint256)
    await approve(tokens.ethereum.dai, EXECUTOR, maxUint256)
    await approve(tokens.ethereum.usdt, contracts.swapRouter02, 5n)
    await client.stopImpersonatingAccount({ address: payer.address })
    await client.mine({ blocks: 1 })
    swaps = honestSwaps((await client.getBlock()).timestamp)
    snapshot = await client.snapshot()
  })
  afterAll(async () => {
    await nodes.close()
    await devnet.close()
  })

  /** Pays as `swap --yes` does once a route is chosen. @returns the code of what stopped it, or where the run stands */
  async function pay(swap: HonestSwap, { lock, execution }: Documents, { api, accept }: Consent) {
    const answers: Readonly<Record<string, unknown>> = { lock, execute: execution, track: TRACKED }
    const service = createSwapClient('http://api.example/api/v1', {
      fetch: async (url) => {
        const text = JSON.stringify({ data: answers[url.slice(url.lastIndexOf('/') + 1)] })
        const body = (async function* () {
          yield new TextEncoder().encode(text)
        })()
        return { status: 200, headers: new Headers({ 'content-type': 'application/json' }), body }
      },
    })
    const journal = createRunJournal(scanRuns(documentsInMemory()), systemClock, randomIds)
    const run = await journal.create({
      ...swap.run,
      accept: [...accept],
      ...(api ? { api: 'http://api.example' } : {}),
    })
    const known = Object.values(tokens.ethereum).map((token) => token.toLowerCase())
    const wallet = walletOn(nodes.chain(chain), {}, async (_chain, address) => known.includes(address.toLowerCase()))
    try {
      const ended = await continueRun(
        {
          ...{
            service,
            journal,
            wallet,
            review: async () => true,
            onProgress: () => undefined,
            agreesBeforehand: true,
            isBegun: true,
          },
          reviewPayment: async (paid, review) => {
            checkUnattendedPayment(paid, review, { trustsServer: false })
            return true
          },
          now: () => systemClock.now(),
          signal: new AbortController().signal,
        },
        run,
        'tracked',
      )
      return ended.step
    } catch (error) {
      if (isSwapError(error)) return error.code
      throw error
    }
  }

  it('of the honest ones, each as its user agreed to', async () => {
    const seen: Record<string, string> = {}
    for (const swap of swaps) {
      seen[swap.name] = await judged(swap, swap, { api: true, accept: swap.accept })
    }
    expect(seen).toEqual(Object.fromEntries(swaps.map(({ name }) => [name, 'paid'])))
  })

  it(
    'of a changed one stays within what was agreed to, or nothing is signed',
    async () => {
      const counts: Record<string, number> = {}
      const property = fc.asyncProperty(
        fc.nat(swaps.length - 1),
        consents,
        choices,
        async (index, { api, accept }, numbers) => {
          const swap = swaps[index]
          if (swap === undefined) throw new Error('no such swap')
          const { changes, ...mutant } = mutate(swap, numbers)
          try {
            const outcome = await judged(swap, mutant, { api, accept: [...new Set([...swap.accept, ...accept])] })
            counts[outcome] = (counts[outcome] ?? 0) + 1
          } catch (error) {
            throw new Error(`${swap.name}, changed in ${changes.join(', ')}: ${JSON.stringify(mutant)}`, {
              cause: error,
            })
          }
        },
      )
      await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: RUNS > 1_000 })
      // Changes that leave the payment as it was are paid: without them nothing of it would be tested.
      expect({ refused: (counts['refused'] ?? 0) > RUNS / 2, paid: (counts['paid'] ?? 0) > RUNS / 100 }).toEqual({
        refused: true,
        paid: true,
      })
      if (RUNS > 1_000) console.log(counts)
    },
    RUNS * 5_000,
  )

  /** Pays on a chain that is set back afterwards, and holds what it did against what was agreed to. */
  async function judged(swap: HonestSwap, documents: Documents, consent: Consent) {
    const { address } = payer
    const [start, before, nonce] = await untouched(swap.agreed)
    const ended = await pay(swap, documents, consent)
    if ((await chain.client.getTransactionCount({ address, blockTag: 'pending' })) === nonce) return 'refused'
    try {
      return judge(swap, before, await standing(swap.agreed, await sentSince(start)), ended, consent)
    } finally {
      await chain.client.revert({ id: snapshot })
      snapshot = await chain.client.snapshot()
    }
  }

  /** The newest block before anything is paid, what its parties have then, and the next nonce: the same before each payment. */
  async function untouched(agreed: Agreed): Promise<readonly [bigint, Standing, number]> {
    const { client } = chain
    const known =
      found.get(agreed) ??
      ([
        await client.getBlockNumber(),
        await standing(agreed, []),
        await client.getTransactionCount({ address: payer.address }),
      ] as const)
    found.set(agreed, known)
    return known
  }

  /** The payer's transactions after a block. */
  async function sentSince(block: bigint): Promise<readonly Sent[]> {
    const { client } = chain
    const head = await client.getBlockNumber()
    const own = Array.from({ length: Number(head - block) }, async (_, index) => {
      const { transactions } = await client.getBlock({
        blockNumber: block + 1n + BigInt(index),
        includeTransactions: true,
      })
      const sent = transactions.filter(({ from }) => from.toLowerCase() === payer.address.toLowerCase())
      return Promise.all(
        sent.map(async ({ hash, input }) => ({ ...(await client.getTransactionReceipt({ hash })), input })),
      )
    })
    return (await Promise.all(own)).flat()
  }

  /** What the payer holds and allows, and what the recipient has. */
  async function standing({ recipient, arrives }: Agreed, receipts: readonly Sent[]) {
    const { client, contracts } = chain
    const list = Object.values(tokens.ethereum)
    const heard = parseEventLogs({ abi: erc20Abi, eventName: 'Approval', logs: receipts.flatMap(({ logs }) => logs) })
    const known: readonly Address[] = [MALLORY, EXECUTOR, ...Object.values(contracts), ...list]
    const pairs = [...new Set([...known, ...heard.map(({ args }) => args.spender)])].flatMap((spender) =>
      list.map((token) => ({ token, spender })),
    )
    const address = payer.address
    const multicallAddress = contracts.multicall3
    const balance = (token: Address, holder: Address) =>
      ({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [holder] }) as const
    const [coin, held, allowed, byPermit2, got, code] = await Promise.all([
      client.getBalance({ address }),
      client.multicall({
        multicallAddress,
        allowFailure: false,
        contracts: list.map((token) => balance(token, address)),
      }),
      client.multicall({
        ...{ multicallAddress, allowFailure: false },
        contracts: pairs.map(
          ({ token, spender }) =>
            ({ address: token, abi: erc20Abi, functionName: 'allowance', args: [address, spender] }) as const,
        ),
      }),
      client.multicall({
        ...{ multicallAddress, allowFailure: false },
        contracts: pairs.map(
          ({ token, spender }) =>
            ({
              address: contracts.permit2,
              abi: permit2Abi,
              functionName: 'allowance',
              args: [address, token, spender],
            }) as const,
        ),
      }),
      arrives === undefined
        ? client.getBalance({ address: recipient })
        : client.readContract(balance(arrives, recipient)).catch(() => 0n),
      client.getCode({ address }),
    ])
    return {
      ...{ coin, got, code, receipts },
      held: new Map(list.map((token, index) => [token, held[index] ?? 0n])),
      allowed: pairs.map((pair, index) => ({ ...pair, units: allowed[index] ?? 0n })),
      /** The last one only sends the amount to an address. */
      isDeposit: receipts.some(({ input }) => input === '0x' || input.startsWith('0xa9059cbb')),
      isOpenByPermit2: byPermit2.some(([units]) => units > 0n),
      spent: receipts.reduce((sum, { gasUsed, effectiveGasPrice }) => sum + gasUsed * effectiveGasPrice, 0n),
    }
  }

  type Standing = Awaited<ReturnType<typeof standing>>

  function judge({ agreed }: HonestSwap, before: Standing, after: Standing, ended: string, consent: Consent) {
    const { token, units, onTop, recipient, least, by } = agreed
    const beyond: string[] = []
    const most = (token === undefined ? units : 0n) + onTop
    const coinLeft = before.coin - after.coin - after.spent
    if (coinLeft > most) beyond.push(`${coinLeft} of the coin left, and ${most} may`)
    let left = token === undefined ? coinLeft : 0n
    for (const [one, had] of before.held) {
      const gone = had - (after.held.get(one) ?? 0n)
      const may = one === token ? units : 0n
      if (one === token) left = gone
      if (gone > may) beyond.push(`${gone} of ${one} left, and ${may} may`)
    }
    // The devnet's coin is worth $2,000: $10, or 5 % of $100.
    if (after.spent > parseEther('0.005')) beyond.push(`the network took ${after.spent}`)
    if (after.code !== before.code) beyond.push('the account has code')
    if (after.isOpenByPermit2) beyond.push('Permit2 lets somebody take a token')
    for (const { token: one, spender, units: allowed } of after.allowed) {
      const had = before.allowed.find((other) => other.token === one && other.spender === spender)?.units ?? 0n
      // A call that takes less leaves the rest of what was allowed: no more than the amount may go in all.
      const rest = one === token ? units - left : 0n
      if (allowed > had + rest) beyond.push(`${spender} may take ${allowed} of ${one}`)
    }
    const isPaid = left > 0n
    // What a deposit brings is a promise: of providers of this machine, and of those whose deposits were accepted.
    const isPromise = after.isDeposit && (!consent.api || consent.accept.includes('deposit'))
    const got =
      after.got - before.got + (agreed.arrives === undefined && recipient === payer.address ? after.spent : 0n)
    const cameBack = agreed.arrives === undefined && recipient === payer.address && token === undefined ? most : 0n
    if (isPaid && !isPromise && by === 'call' && got + cameBack + 2n < least)
      beyond.push(`${got} arrived, and ${least} must`)
    if (isPaid && !isPromise && by === 'across') beyond.push(...checkOrders(agreed, after, consent))
    expect(beyond, `the run ended as ${ended}`).toEqual([])
    return isPaid ? 'paid' : 'nothing left'
  }

  /**
   * One order of Across for what was agreed. A contract that nobody knows may take the money to another chain where its function
   * was accepted, or where the provider is one of this machine: then there is no order, but never one of another kind.
   */
  function checkOrders(
    { recipient, arrives, least }: Agreed,
    { receipts }: Standing,
    { api, accept }: Consent,
  ): string[] {
    const logs = receipts.flatMap((receipt) => receipt.logs)
    const orders = parseEventLogs({ abi: spokePoolAbi, eventName: 'FundsDeposited', logs }).map(({ args }) => {
      const out = arrives ?? tokens.base.weth
      return (
        slice(args.recipient, 12) === recipient.toLowerCase() &&
        slice(args.outputToken, 12) === out.toLowerCase() &&
        args.destinationChainId === 8453n &&
        args.outputAmount + 2n >= least &&
        // What a contract is told there is doubted of servers only.
        (args.message === '0x' || !api)
      )
    })
    const mayBeUnknown = !api || accept.includes('unknown-call')
    const isOne = orders.length === 1 || (orders.length === 0 && mayBeUnknown)
    return isOne && orders.every((isAgreed) => isAgreed) ? [] : [`orders: ${JSON.stringify(orders)}`]
  }
})

const TRACKED = {
  transaction: { id: 'tx_1', hash: '', inboundHash: '', provider: 'UNISWAP', status: 'PENDING' },
  final: false,
  tracking: true,
}

function documentsInMemory(): DocumentStore {
  const documents = new Map<string, Versioned<Json>>()
  return {
    get: async (key) => documents.get(key),
    put: async (key, doc, expected) => {
      if ((documents.get(key)?.version ?? 0) !== expected) return false
      documents.set(key, { doc, version: expected + 1 })
      return true
    },
    delete: async (key) => void documents.delete(key),
    list: async (prefix) =>
      [...documents].filter(([key]) => key.startsWith(prefix)).map(([key, document]) => ({ key, ...document })),
  }
}
