import {
  CHAINLINK,
  ERC20,
  MULTICALL3_FUNCTIONS,
  SWAP_ROUTER,
  SWAP_ROUTER_02,
  WRAPPED_COIN,
} from '../../../src/core/evm/functions.ts'
import { TOKEN_EVENTS, WRAPPED_COIN_EVENTS } from '../../../src/core/evm/events.ts'
import type { SimulatedToken } from './interface.ts'
import {
  addressAt,
  addressWord,
  errorText,
  type MessageCall,
  numberAt,
  Reverted,
  type Session,
  word,
} from './session.ts'
import { keys } from './state.ts'

/* The contracts of a simulated chain, by what they do: no bytecode. Gas is a round figure for each function. */

/** What a contract does with a call: what it returns, 0x-hex. @throws Reverted */
export type Contract = (call: MessageCall, machine: Machine) => string

/** What a contract may do. */
export interface Machine {
  readonly session: Session
  /** Calls another contract, or pays an account. @throws Reverted */
  readonly call: (call: MessageCall) => string
}

const MOST = 2n ** 256n - 1n
/** `FundsDeposited` of Across: https://docs.across.to */
export const FUNDS_DEPOSITED = '0x32ed1a409ef04c7b0227189c3a103dc5ac10e775a15b785dcc510201f7c25ad3'
const DEPOSIT_V3 = '0x7b939232'
const DEPOSIT = '0xad5425c6'
/** Seconds by which the time of a quote may be past, and until a deposit must be filled at most. */
const [QUOTE_SEC, FILL_SEC] = [3_600n, 21_600n]
/** SwapRouter02's words for the caller and for itself. */
const [CALLER, ITSELF] = [`0x${'0'.repeat(39)}1`, `0x${'0'.repeat(39)}2`]

/** Base units that arrive for one that is given: `units * out / in`. */
export interface Rate {
  readonly in: bigint
  readonly out: bigint
}

/** A token, and a wrapped coin where it is one. */
export function tokenContract({
  address,
  symbol,
  decimals,
  wantsReset = false,
  isWrappedCoin = false,
}: SimulatedToken): Contract {
  const token = address.toLowerCase()
  const move = ({ session }: Machine, from: string, to: string, units: bigint) => {
    const held = session.read(keys.token(token, from))
    if (held < units) throw errorText('ERC20: transfer amount exceeds balance')
    session.write(keys.token(token, from), held - units)
    session.write(keys.token(token, to), session.read(keys.token(token, to)) + units)
    session.movements.push({ token, from, to, units })
    log(session, TOKEN_EVENTS.transfer.topic, [from, to], units)
  }
  const log = (session: Session, topic: string, parties: readonly string[], units: bigint) => {
    session.logs.push({
      address: token,
      topics: [topic, ...parties.map((party) => `0x${addressWord(party)}`)],
      data: `0x${word(units)}`,
    })
  }
  return (call, machine) => {
    const { from, data, value } = call
    const { session } = machine
    const selector = data.slice(0, 10)
    const takesCoins = isWrappedCoin && (selector === WRAPPED_COIN.deposit.selector || selector === '0x')
    if (value > 0n && !takesCoins) throw new Reverted('0x')
    switch (selector) {
      case ERC20.balanceOf.selector:
        return answer(
          session,
          2_600,
          distort(session.read(keys.token(token, addressAt(data, 0))), session.distortion.balanceBps),
        )
      case ERC20.allowance.selector: {
        const allowed = session.read(keys.allowance(token, addressAt(data, 0), addressAt(data, 1)))
        return answer(session, 3_000, distort(allowed, session.distortion.allowanceBps))
      }
      case ERC20.decimals.selector:
        return answer(session, 400, BigInt(decimals))
      case ERC20.symbol.selector:
      case ERC20.name.selector:
        return text(symbol)
      case ERC20.totalSupply.selector:
        return answer(session, 2_600, 10n ** 30n)
      case ERC20.approve.selector: {
        const [spender, units] = [addressAt(data, 0), numberAt(data, 1)]
        const key = keys.allowance(token, from, spender)
        if (wantsReset && units > 0n && session.read(key) > 0n) throw new Reverted('0x')
        session.write(key, units)
        log(session, TOKEN_EVENTS.approval.topic, [from, spender], units)
        return answer(session, 25_000, 1n)
      }
      case ERC20.transfer.selector:
        move(machine, from, addressAt(data, 0), numberAt(data, 1))
        return answer(session, 30_000, 1n)
      case ERC20.transferFrom.selector: {
        const [owner, to, units] = [addressAt(data, 0), addressAt(data, 1), numberAt(data, 2)]
        const key = keys.allowance(token, owner, from)
        const allowed = session.read(key)
        if (allowed < units) throw errorText('ERC20: transfer amount exceeds allowance')
        if (allowed !== MOST) session.write(key, allowed - units)
        move(machine, owner, to, units)
        return answer(session, 35_000, 1n)
      }
      default:
        break
    }
    if (takesCoins) {
      session.write(keys.token(token, from), session.read(keys.token(token, from)) + value)
      log(session, WRAPPED_COIN_EVENTS.deposit.topic, [from], value)
      session.gasUsed += 25_000
      return '0x'
    }
    if (isWrappedCoin && selector === WRAPPED_COIN.withdraw.selector) {
      const units = numberAt(data, 0)
      const held = session.read(keys.token(token, from))
      if (held < units) throw new Reverted('0x')
      session.write(keys.token(token, from), held - units)
      log(session, WRAPPED_COIN_EVENTS.withdrawal.topic, [from], units)
      session.gasUsed += 25_000
      return machine.call({ from: token, to: from, data: '0x', value: units })
    }
    throw new Reverted('0x')
  }
}

/** Across' SpokePool: `depositV3`, and `deposit` with its wider addresses. @param wrappedCoin what it takes coins as */
export function spokePoolContract(pool: string, wrappedCoin: string | undefined): Contract {
  return ({ from, data, value }, { session, call }) => {
    if (data === '0x') return '0x'
    const selector = data.slice(0, 10)
    if (selector !== DEPOSIT_V3 && selector !== DEPOSIT) throw new Reverted('0x')
    const [depositor = '', recipient = '', inputToken = '', outputToken = ''] = [0, 1, 2, 3].map((at) =>
      addressAt(data, at),
    )
    const [inputAmount, outputAmount, destination] = [numberAt(data, 4), numberAt(data, 5), numberAt(data, 6)]
    const [quotedSec, untilSec] = [numberAt(data, 8), numberAt(data, 9)]
    const nowSec = BigInt(session.block.timestampSec)
    if (quotedSec > nowSec || quotedSec + QUOTE_SEC < nowSec) throw new Reverted('0xf722177f')
    if (untilSec < nowSec || untilSec > nowSec + FILL_SEC) throw new Reverted('0x582e3889')
    if (value > 0n) {
      if (value !== inputAmount || inputToken !== wrappedCoin) throw new Reverted('0x')
      call({ from: pool, to: inputToken, data: WRAPPED_COIN.deposit.selector, value })
    } else {
      call({ from: pool, to: inputToken, data: transferFrom(from, pool, inputAmount), value: 0n })
    }
    const id = session.read(keys.deposits(pool))
    session.write(keys.deposits(pool), id + 1n)
    session.gasUsed += 40_000
    session.logs.push({
      address: pool,
      topics: [FUNDS_DEPOSITED, `0x${word(destination)}`, `0x${word(id)}`, `0x${addressWord(depositor)}`],
      data: `0x${[
        addressWord(inputToken),
        addressWord(outputToken),
        ...[inputAmount, outputAmount, quotedSec, untilSec, 0n].map(word),
        addressWord(recipient),
        word(0n),
        word(10n * 32n),
        word(0n),
      ].join('')}`,
    })
    session.deposits.push({
      id: Number(id),
      ...{ depositor, recipient, inputToken, outputToken, inputAmount, outputAmount },
      destinationChainId: Number(destination),
    })
    return '0x'
  }
}

/** SwapRouter02 with one pool that pays any token at a rate. @param pool where the tokens go and come from */
export function swapRouterContract(
  router: string,
  pool: string,
  wrappedCoin: string | undefined,
  rateOf: (tokenIn: string, tokenOut: string) => Rate | undefined,
): Contract {
  const run = (call: MessageCall, machine: Machine): string => {
    const { from, data, value } = call
    const { session } = machine
    switch (data.slice(0, 10)) {
      case SWAP_ROUTER_02.multicallUntil.selector: {
        if (numberAt(data, 0) < BigInt(session.block.timestampSec)) throw errorText('Transaction too old')
        return runAll(call, machine, 1)
      }
      case SWAP_ROUTER.multicall.selector:
        return runAll(call, machine, 0)
      case SWAP_ROUTER_02.exactInputSingle.selector: {
        const [tokenIn, tokenOut, named] = [addressAt(data, 0), addressAt(data, 1), addressAt(data, 3)]
        const [amountIn, leastOut] = [numberAt(data, 4), numberAt(data, 5)]
        const rate = rateOf(tokenIn, tokenOut)
        if (rate === undefined) throw new Reverted('0x')
        if (tokenIn === wrappedCoin && value >= amountIn) {
          machine.call({ from: router, to: tokenIn, data: WRAPPED_COIN.deposit.selector, value: amountIn })
          machine.call({ from: router, to: tokenIn, data: transfer(pool, amountIn), value: 0n })
        } else {
          machine.call({ from: router, to: tokenIn, data: transferFrom(from, pool, amountIn), value: 0n })
        }
        const out = (amountIn * rate.out) / rate.in
        if (out < leastOut) throw errorText('Too little received')
        const to = named === ITSELF ? router : named === CALLER ? from : named
        machine.call({ from: pool, to: tokenOut, data: transfer(to, out), value: 0n })
        session.gasUsed += 60_000
        return `0x${word(out)}`
      }
      case SWAP_ROUTER.unwrap.selector:
      case SWAP_ROUTER_02.unwrapToSender.selector: {
        if (wrappedCoin === undefined) throw new Reverted('0x')
        const units = session.read(keys.token(wrappedCoin, router))
        if (units < numberAt(data, 0)) throw errorText('Insufficient WETH9')
        if (units === 0n) return '0x'
        const to = data.length > 10 + 64 ? addressAt(data, 1) : from
        machine.call({
          from: router,
          to: wrappedCoin,
          data: `${WRAPPED_COIN.withdraw.selector}${word(units)}`,
          value: 0n,
        })
        return machine.call({ from: router, to, data: '0x', value: units })
      }
      case SWAP_ROUTER.refundETH.selector: {
        const left = session.read(keys.coin(router))
        return left === 0n ? '0x' : machine.call({ from: router, to: from, data: '0x', value: left })
      }
      case '0x':
        return '0x'
      default:
        throw new Reverted('0x')
    }
  }
  const runAll = (call: MessageCall, machine: Machine, at: number): string => {
    bytesList(call.data, at).forEach((inner) => run({ ...call, data: inner }, machine))
    return '0x'
  }
  return run
}

/** Multicall3, https://www.multicall3.com */
export const multicall3: Contract = ({ to, data }, machine) => {
  const { session } = machine
  switch (data.slice(0, 10)) {
    case MULTICALL3_FUNCTIONS.getCurrentBlockTimestamp.selector:
      return `0x${word(BigInt(session.block.timestampSec))}`
    case MULTICALL3_FUNCTIONS.aggregate3.selector: {
      const results = aggregated(data).map(({ target, mayFail, inner }) => {
        const mark = session.mark()
        try {
          return { ok: true, returned: machine.call({ from: to, to: target, data: inner, value: 0n }) }
        } catch (error) {
          if (!(error instanceof Reverted)) throw error
          session.undo(mark)
          if (!mayFail) throw errorText('Multicall3: call failed')
          return { ok: false, returned: error.data }
        }
      })
      return encodeResults(results)
    }
    default:
      throw new Reverted('0x')
  }
}

/** A price feed of Chainlink that says the same price at all times. */
export function priceFeedContract(answered: bigint, decimals: number, description: string): Contract {
  return ({ data }, { session }) => {
    const nowSec = BigInt(session.block.timestampSec)
    switch (data.slice(0, 10)) {
      case CHAINLINK.latestRoundData.selector:
        return `0x${[1n, answered, nowSec, nowSec, 1n].map(word).join('')}`
      case ERC20.decimals.selector:
        return `0x${word(BigInt(decimals))}`
      case CHAINLINK.description.selector:
        return text(description)
      default:
        throw new Reverted('0x')
    }
  }
}

function answer(session: Session, gas: number, value: bigint): string {
  session.gasUsed += gas
  return `0x${word(value)}`
}

function distort(units: bigint, bps: number | undefined): bigint {
  return bps === undefined ? units : (units * BigInt(bps)) / 10_000n
}

function text(value: string): string {
  const bytes = Buffer.from(value, 'utf8').toString('hex')
  return `0x${word(32n)}${word(BigInt(bytes.length / 2))}${bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')}`
}

function transfer(to: string, units: bigint): string {
  return `${ERC20.transfer.selector}${addressWord(to)}${word(units)}`
}

function transferFrom(from: string, to: string, units: bigint): string {
  return `${ERC20.transferFrom.selector}${addressWord(from)}${addressWord(to)}${word(units)}`
}

/** The entries of `bytes[]` as the argument at a place. */
function bytesList(data: string, at: number): readonly string[] {
  const list = 10 + Number(numberAt(data, at)) * 2
  const count = Number(BigInt(`0x${data.slice(list, list + 64)}`))
  return Array.from({ length: count }, (_, index) => {
    const entry = list + 64 + 2 * Number(BigInt(`0x${data.slice(list + 64 * (index + 1), list + 64 * (index + 2))}`))
    return bytesAt(data, entry)
  })
}

function bytesAt(data: string, start: number): string {
  const length = Number(BigInt(`0x${data.slice(start, start + 64)}`))
  return `0x${data.slice(start + 64, start + 64 + 2 * length)}`
}

/** The calls of aggregate3((address,bool,bytes)[]). */
function aggregated(data: string) {
  const list = 10 + Number(numberAt(data, 0)) * 2
  const count = Number(BigInt(`0x${data.slice(list, list + 64)}`))
  return Array.from({ length: count }, (_, index) => {
    const start = list + 64 + 2 * Number(BigInt(`0x${data.slice(list + 64 * (index + 1), list + 64 * (index + 2))}`))
    return {
      target: `0x${data.slice(start + 24, start + 64)}`,
      mayFail: data.slice(start + 64, start + 128).endsWith('1'),
      inner: bytesAt(data, start + 2 * Number(BigInt(`0x${data.slice(start + 128, start + 192)}`))),
    }
  })
}

/** (bool success, bytes returnData)[] */
function encodeResults(results: readonly { readonly ok: boolean; readonly returned: string }[]): string {
  const tails = results.map(({ ok, returned }) => {
    const bytes = returned.slice(2)
    const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')
    return `${word(ok ? 1n : 0n)}${word(64n)}${word(BigInt(bytes.length / 2))}${padded}`
  })
  let offset = results.length * 32
  const heads = tails.map((tail) => {
    const head = word(BigInt(offset))
    offset += tail.length / 2
    return head
  })
  return `0x${word(32n)}${word(BigInt(results.length))}${heads.join('')}${tails.join('')}`
}
