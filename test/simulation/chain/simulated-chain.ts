import { selectorOf } from '../../../src/core/evm/functions.ts'
import { createCore, type MinedTransaction, ROUTER_POOL } from './core.ts'
import type { LedgerEntry, SimulatedChain, SimulatedChainOptions } from './interface.ts'
import { createNode } from './node.ts'
import { ERC20 } from '../../../src/core/evm/functions.ts'
import { addressWord, word } from './session.ts'
import { keys } from './state.ts'

/** Plays the bridge's relayer on every chain. */
const RELAYER = `0x${'be11'.repeat(10)}`

/** A chain at its first block. */
export function createSimulatedChain(options: SimulatedChainOptions): SimulatedChain {
  const core = createCore(options)
  const { timeline, state } = core
  const nodes = options.nodes.map((name) => createNode(core, name))
  const update = () => core.advanceTo(options.now())
  const grant = (address: string, units: bigint, token?: string) => {
    const owner = address.toLowerCase()
    state.grant(token === undefined ? keys.coin(owner) : keys.token(token.toLowerCase(), owner), units)
  }
  const depthOf = (block: number) => timeline.head - block + 1
  const entryOf = ({ transaction, block, ok, reason, movements, gasUsed, price }: MinedTransaction): LedgerEntry => {
    const { hash, from, nonce, to, data, value } = transaction
    return {
      ...{ hash, from, nonce, to, data, value, ok, reason, block },
      selector: selectorOf(data),
      atMs: timeline.timeOf(block),
      depth: depthOf(block),
      isFinal: depthOf(block) > core.finalDepth,
      movements: ok ? movements : [],
      gasCost: BigInt(gasUsed) * price,
    }
  }
  return {
    chainId: core.chainId,
    spokePool: core.spokePool,
    swapRouter: core.swapRouter,
    nodes,
    node: (name) => {
      const found = nodes.find((node) => node.name === name)
      if (found === undefined) throw new Error(`the chain has no node ${name}`)
      return found
    },
    advanceTo: core.advanceTo,
    nextBlockAtMs: () => timeline.nextAtMs(),
    head: () => ({ number: timeline.head, atMs: timeline.timeOf(timeline.head) }),
    grant,
    balanceOf: (address, token) => {
      update()
      const owner = address.toLowerCase()
      const key = token === undefined ? keys.coin(owner) : keys.token(token.toLowerCase(), owner)
      return state.read(key, timeline.head)
    },
    allowanceOf: (owner, spender, token) => {
      update()
      return state.read(keys.allowance(token.toLowerCase(), owner.toLowerCase(), spender.toLowerCase()), timeline.head)
    },
    setRate: (tokenIn, tokenOut, rate) => {
      const [taken, given] = [tokenIn.toLowerCase(), tokenOut.toLowerCase()]
      if (!core.rates.has(`${taken} ${given}`)) grant(ROUTER_POOL, 10n ** 30n, given)
      core.rates.set(`${taken} ${given}`, rate)
    },
    setFeed: core.setFeed,
    submit: (call) => {
      update()
      return core.submit(call)
    },
    payOut: (to, units, token) => {
      update()
      grant(RELAYER, units, token)
      if (token === undefined) return core.submit({ from: RELAYER, to, value: units })
      const data = `${ERC20.transfer.selector}${addressWord(to.toLowerCase())}${word(units)}`
      return core.submit({ from: RELAYER, to: token, data })
    },
    deposits: () => {
      update()
      return core.mined.flatMap(({ transaction, block, deposits }) =>
        deposits.map((deposit) => ({ ...deposit, hash: transaction.hash, block, depth: depthOf(block) })),
      )
    },
    drop: core.drop,
    delay: core.delay,
    stall: (untilMs) => {
      update()
      timeline.stall(untilMs)
    },
    setBaseFee: (wei) => {
      update()
      timeline.setBaseFee(wei)
    },
    reorganise: (depth, fate) => {
      update()
      return core.reorganise(depth, fate)
    },
    waiting: () => {
      update()
      return core.waiting()
    },
    ledger: () => {
      update()
      return core.mined.map(entryOf)
    },
    seen: () => [...core.seen.values()],
  }
}
