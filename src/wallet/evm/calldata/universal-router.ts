import { fn, UNIVERSAL_ROUTER } from '../../../core/evm/functions.ts'
import { defined } from '../../../core/defined.ts'
import { Unreadable } from '../../../core/evm/words.ts'
import { COIN, type DecodedCall, type Decoder, HostileCall, type KnownCall, type SentCall } from './call-types.ts'
import { accountOf, bytesOf, ends, lessShare, numberOf, numbersOf, toSeconds } from './collect.ts'
import { recipientOf } from './router-moves.ts'
import { type AbiType, type RoleValues, parseParameters, readEncoded } from './signature.ts'

/*
 * Uniswap's Universal Router: a byte for each command and its input, whose layout differs by version; from 2.1.1 on swaps
 * have one more member. The money is followed through the router: the least that counts is that of what pays the wallet in
 * the end. https://docs.uniswap.org/contracts/universal-router/technical-reference
 */

/** Layouts of the inputs of version 1.2 and 2.0, and of 2.1.1 and later. */
type Version = 'first' | 'later'
type Layouts = Readonly<Record<Version, readonly AbiType[]>>

/** Stands for all that the router holds. */
const ALL = 2n ** 255n
/** A command that may fail without the whole failing. */
const MAY_FAIL = 0x80
const IS_USER = 'flags'

const V3_OR_V2 = (amounts: string, way: string): Layouts => ({
  first: parseParameters(`(address recipient, ${amounts}, ${way}, bool ${IS_USER})`),
  later: parseParameters(`(address recipient, ${amounts}, ${way}, bool ${IS_USER}, uint256[] condition)`),
})
const EXACT_IN = 'uint256 amountIn, uint256 leastOut'
const EXACT_OUT = 'uint256 leastOut, uint256 amountIn'

/** What the wallet gives and the router holds on the way; changed by each command in turn. */
interface Ledger {
  readonly inputs: { token: string; amount: bigint }[]
  readonly held: Map<string, bigint>
  readonly paid: { to: string; token: string; minimum: bigint }[]
  readonly rests: string[]
}

type Command = (input: string, ledger: Ledger, call: SentCall) => void

const swapCommand =
  (layout: readonly AbiType[], isReversed: boolean): Command =>
  (input, ledger, call) => {
    const found = readEncoded(input, layout)
    const [first = '', last = ''] = ends(found)
    const [tokenIn, tokenOut] = isReversed ? [last, first] : [first, last]
    if (numberOf(found, IS_USER) !== 0n) ledger.inputs.push({ token: tokenIn, amount: numberOf(found, 'amountIn') })
    else ledger.held.delete(tokenIn)
    pay(ledger, call, accountOf(found, 'recipient'), tokenOut, numberOf(found, 'leastOut'))
  }

/** What pays somebody, or leaves it with the router. */
function pay(ledger: Ledger, call: SentCall, recipient: string, token: string, minimum: bigint): void {
  const to = recipientOf(recipient, call)
  if (to === call.to.toLowerCase()) ledger.held.set(token, minimum)
  else ledger.paid.push({ to, token, minimum })
}

/** Hands on all that the router holds of a token. */
function handOn(ledger: Ledger, call: SentCall, from: string | undefined, as: string, found: RoleValues): void {
  const to = recipientOf(accountOf(found, 'recipient'), call)
  if (from === undefined || !ledger.held.has(from)) {
    ledger.rests.push(to)
    return
  }
  ledger.held.delete(from)
  ledger.paid.push({ to, token: as, minimum: numberOf(found, 'leastOut') })
}

const sweep: Command = (input, ledger, call) => {
  const found = readEncoded(input, parseParameters('(address tokenOut, address recipient, uint256 leastOut)'))
  const token = accountOf(found, 'tokenOut')
  handOn(ledger, call, token, token, found)
}

const unwrap: Command = (input, ledger, call) => {
  const found = readEncoded(input, parseParameters('(address recipient, uint256 leastOut)'))
  const [token, ...others] = ledger.held.keys()
  handOn(ledger, call, others.length === 0 ? token : undefined, COIN, found)
}

/** The coin that came along becomes its wrapped form, which swaps by the router then take. */
const wrap: Command = (input, _ledger, call) => {
  const found = readEncoded(input, parseParameters('(address recipient, uint256 amountIn)'))
  if (recipientOf(accountOf(found, 'recipient'), call) !== call.to.toLowerCase()) {
    throw new HostileCall('wraps the coin for another')
  }
}

/** A share or an amount for others: what is left must still be the least that is paid in the end. */
const fee: Command = () => undefined

const ACTIONS: Readonly<Record<number, Layouts>> = {
  0x06: poolSwap(EXACT_IN.replaceAll('uint256', 'uint128')),
  0x07: {
    first: parseParameters(
      '((address tokenIn, (address route, uint24 way, int24 way, address way, bytes way)[], uint128 amountIn, uint128 leastOut))',
    ),
    later: parseParameters(
      '((address tokenIn, (address route, uint24 way, int24 way, address way, bytes way)[], uint256[] condition, uint128 amountIn, uint128 leastOut))',
    ),
  },
  0x08: poolSwap(EXACT_OUT.replaceAll('uint256', 'uint128')),
  0x09: {
    first: parseParameters(
      '((address tokenOut, (address route, uint24 way, int24 way, address way, bytes way)[], uint128 leastOut, uint128 amountIn))',
    ),
    later: parseParameters(
      '((address tokenOut, (address route, uint24 way, int24 way, address way, bytes way)[], uint256[] condition, uint128 leastOut, uint128 amountIn))',
    ),
  },
  0x0b: same('(address tokenIn, uint256 amountIn, bool flags)'),
  0x0c: same('(address tokenIn, uint256 amountIn)'),
  0x0e: same('(address tokenOut, address recipient, uint256 amountIn)'),
  0x0f: same('(address tokenOut, uint256 leastOut)'),
  0x10: same('(address tokenOut, address feeTo, uint256 feeBps)'),
}

function same(layout: string): Layouts {
  return { first: parseParameters(layout), later: parseParameters(layout) }
}

/** `zeroForOne` says which of the two tokens is given. */
function poolSwap(amounts: string): Layouts {
  const pool = '((address route, address route, uint24 way, int24 way, address way), bool flags'
  return {
    first: parseParameters(`(${pool}, ${amounts}, bytes way))`),
    later: parseParameters(`(${pool}, ${amounts}, uint256 condition, bytes way))`),
  }
}

/** A series of actions of V4: what swaps leave open is settled and taken. */
const poolActions =
  (version: Version): Command =>
  (input, ledger, call) => {
    const outer = readEncoded(input, parseParameters('(bytes route, bytes[] nestedCalls)'))
    const [codes = '0x'] = bytesOf(outer, 'route')
    const params = bytesOf(outer, 'nestedCalls')
    const open = new Map<string, bigint>()
    const given = new Map<string, bigint>()
    // A pool that runs out gives less than an exact amount.
    const unsure = new Set<string>()
    if (codes.length !== 2 + 2 * params.length) throw new Unreadable('uneven lists')
    params.forEach((param, index) => {
      const code = Number.parseInt(codes.slice(2 + 2 * index, 4 + 2 * index), 16)
      const layout = ACTIONS[code]
      if (layout === undefined) throw new HostileCall('does something in a pool that is no swap')
      const found = readEncoded(param, layout[version])
      if (code <= 0x09) {
        const [tokenIn, tokenOut] = tokensOfPool(code, found)
        add(given, tokenIn, numberOf(found, 'amountIn'))
        open.delete(tokenIn)
        add(open, tokenOut, numberOf(found, 'leastOut'))
        if (code >= 0x08) unsure.add(tokenOut)
      } else if (code === 0x0b || code === 0x0c) {
        const token = accountOf(found, 'tokenIn')
        const stated = numberOf(found, 'amountIn')
        if (code === 0x0b && numberOf(found, 'flags') === 0n) ledger.held.delete(token)
        else ledger.inputs.push({ token, amount: stated === 0n || stated === ALL ? (given.get(token) ?? ALL) : stated })
      } else if (code === 0x0e || code === 0x0f || code === 0x10) {
        const token = accountOf(found, 'tokenOut')
        const least = open.get(token)
        if (least === undefined) throw new HostileCall('takes from a pool what its swap did not give')
        if (code === 0x10) {
          // A share for whomever it names: what is left is the least of what is taken behind it.
          open.set(token, lessShare(least, numberOf(found, 'feeBps')))
          return
        }
        const stated = code === 0x0e ? numberOf(found, 'amountIn') : 0n
        // An amount leaves the rest open, of which others may take a share.
        if (stated === 0n) open.delete(token)
        else open.set(token, stated > least ? 0n : least - stated)
        const to = code === 0x0f ? call.sender.toLowerCase() : accountOf(found, 'recipient')
        const taken = stated > 0n && stated <= least ? stated : unsure.has(token) ? 0n : least
        pay(ledger, call, to, token, code === 0x0f ? numberOf(found, 'leastOut') : taken)
      }
    })
  }

/** Several swaps of one series may take, or give, the same token. */
function add(sums: Map<string, bigint>, token: string, units: bigint): void {
  sums.set(token, (sums.get(token) ?? 0n) + units)
}

function tokensOfPool(code: number, found: RoleValues): readonly [tokenIn: string, tokenOut: string] {
  const tokens = found.get('route') ?? []
  const at = (index: number) => accountOf(new Map([['route', tokens.slice(index).slice(0, 1)]]), 'route')
  if (code === 0x06 || code === 0x08) return numberOf(found, 'flags') === 1n ? [at(0), at(1)] : [at(1), at(0)]
  // A way begins at the token that is given; that of an exact output ends at the token that is paid.
  return code === 0x07 ? [accountOf(found, 'tokenIn'), at(-1)] : [at(0), accountOf(found, 'tokenOut')]
}

const COMMANDS = (version: Version): Readonly<Record<number, Command>> => ({
  0x00: swapCommand(V3_OR_V2(EXACT_IN, 'bytes route')[version], false),
  0x01: swapCommand(V3_OR_V2(EXACT_OUT, 'bytes route')[version], true),
  0x08: swapCommand(V3_OR_V2(EXACT_IN, 'address[] route')[version], false),
  0x09: swapCommand(V3_OR_V2(EXACT_OUT, 'address[] route')[version], false),
  0x04: sweep,
  0x05: fee,
  0x06: fee,
  0x0b: wrap,
  0x0c: unwrap,
  0x10: poolActions(version),
})

const executing = (version: Version): Decoder => {
  return (found, call) => {
    const [codes = '0x'] = bytesOf(found, 'route')
    const inputs = bytesOf(found, 'nestedCalls')
    if (codes.length !== 2 + 2 * inputs.length) throw new Unreadable('uneven lists')
    const ledger: Ledger = { inputs: [], held: new Map(), paid: [], rests: [] }
    inputs.forEach((input, index) => {
      const code = Number.parseInt(codes.slice(2 + 2 * index, 4 + 2 * index), 16)
      if ((code & MAY_FAIL) !== 0) throw new HostileCall('goes on when one of its steps fails')
      const command = COMMANDS(version)[code]
      if (command === undefined) throw new HostileCall('hides a call that is not part of a swap among others')
      command(input, ledger, call)
    })
    return sumLedger(ledger, found, call)
  }
}

function sumLedger({ inputs, held, paid, rests }: Ledger, found: RoleValues, call: SentCall): DecodedCall {
  if (held.size > 0) throw new HostileCall('leaves what it buys in the router, where anybody can take it')
  const [first, ...others] = paid
  if (first === undefined) throw new HostileCall('pays nobody')
  if (others.some(({ token }) => token !== first.token)) throw new HostileCall('pays out more than one asset')
  const tokens = inputs.filter(({ token }) => token !== COIN)
  const deadline = numbersOf(found, 'deadline')[0]
  return {
    inputs: call.value > 0n ? [...tokens, { token: COIN, amount: call.value }] : tokens,
    recipients: paid.map(({ to }) => to),
    tokenOut: first.token,
    minimum: paid.reduce((sum, { minimum }) => sum + minimum, 0n),
    authorities: rests,
    ...(deadline === undefined ? { neverEnds: true } : defined({ deadlineSec: toSeconds(deadline) })),
  }
}

const ROUTERS = [
  ['universalRouter1', 'first'],
  ['universalRouter2', 'first'],
  ['universalRouter21', 'later'],
] as const

const WITHOUT_DEADLINE = fn('0x24856bc3', 'execute(bytes route, bytes[] nestedCalls)')

export const UNIVERSAL_ROUTER_CALLS: readonly KnownCall[] = ROUTERS.flatMap(([of, version]) =>
  [UNIVERSAL_ROUTER.execute, WITHOUT_DEADLINE].map((known): KnownCall => ({
    of,
    fn: known,
    decode: executing(version),
  })),
)
