import type { ChainEvent, FateOfTakenBack, NodeSettings, SimulatedChain, SimulatedNode } from './interface.ts'

/*
 * Turns a chain against a payment at the moments that matter: as it is taken, as it is mined, and between. Faults at random times
 * hardly ever fall into the seconds in which a run could be misled.
 *
 * It stays within what the program promises: two operators that say the same are believed, so at most one node lies at a time and
 * none of the others fails meanwhile; and no block is taken back that is deeper than payments wait for, unless `deep` asks for it.
 */

/** Draws from the seed. */
export interface Dice {
  readonly next: () => number
  readonly chance: (probability: number) => boolean
}

export interface SaboteurParts {
  readonly dice: Dice
  readonly now: () => number
  /** Does something later. */
  readonly after: (delayMs: number, act: () => void) => void
  /** Gets each fault as it is turned, for the trace: `a node hides receipts: alpha`; what stands before the colon is always the same. */
  readonly tell: (what: string) => void
  /** Probability that something is done at one moment of a transaction, from 0 to 1. */
  readonly zeal: number
  /** Blocks that a payment waits for, its own included: what is deeper stays. */
  readonly confirmations: number
  /** True where any node is believed alone, as a user's own is: then none lies. */
  readonly areBelieved: boolean
  /** Probability that a reorganisation goes deeper than payments wait for. @default 0 */
  readonly deep?: number
}

/** Turns faults. */
export interface Saboteur {
  /** Does something by chance, whatever goes on. */
  strike(): void
  /** Hears what happens on the chain, and may do something about it. */
  hear(event: ChainEvent): void
  /** Lets a node invent a receipt of what waits, which no block takes meanwhile. */
  invent(hash: string): void
  /** Makes all nodes honest, and does nothing any more. */
  retire(): void
}

/** A fault and how often it is drawn among those of its moment. */
interface Fault {
  readonly weight: number
  /** What goes wrong, as the trace has it. */
  readonly name: string
  /** @param tell told how, once it is known that it does; '' where its name says it */
  readonly act: (tell: Tell) => void
}

type Tell = (how: string) => void

const [SECOND_MS, MINUTE_MS] = [1_000, 60_000]
const FATES: readonly (readonly [FateOfTakenBack, number])[] = [
  ['mined-again', 3],
  ['wait', 3],
  ['forgotten', 3],
  ['rival-mined', 2],
]
/** Texts with which nodes fail, with the codes that they give them. */
const NODE_ERRORS = [
  [-32000, 'header not found'],
  [-32000, 'request timed out'],
  [-32005, 'limit exceeded'],
  [-32603, 'Internal error'],
  [-32002, 'no available nodes'],
] as const

/** @param chain read at each fault, since it tells of events before it is there for others */
export function createSaboteur(chain: () => SimulatedChain, parts: SaboteurParts): Saboteur {
  const { dice, now, after, tell, zeal, confirmations, areBelieved, deep = 0 } = parts
  let isRetired = false
  const between = (least: number, most: number) => Math.floor(least + dice.next() * (most - least))
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(dice.next() * items.length)]
  const draw = (faults: readonly Fault[]) => {
    let left = dice.next() * faults.reduce((sum, { weight }) => sum + weight, 0)
    const drawn = faults.find(({ weight }) => (left -= weight) < 0)
    if (drawn === undefined) return
    drawn.act((how) => tell(how === '' ? drawn.name : `${drawn.name}: ${how}`))
  }
  const later = (delayMs: number, act: () => void) => after(delayMs, () => (isRetired ? undefined : act()))
  const liar = () => chain().nodes.find(({ settings }) => isLying(settings))
  const turn = (node: SimulatedNode, settings: Partial<NodeSettings>, forMs: number) => {
    node.turn(settings)
    later(forMs, () => {
      if (Object.keys(settings).every((key) => Reflect.get(node.settings, key) === Reflect.get(settings, key))) {
        tell(`a node is well again: ${node.name}`)
        node.mend()
      }
    })
  }
  const lie =
    (settings: Partial<NodeSettings>, forMs: number): Fault['act'] =>
    (tellLie) => {
      const [one, ...others] = shuffled(chain().nodes)
      if (areBelieved || one === undefined || liar() !== undefined) return
      if (others.some((node) => node.settings.failing !== undefined)) return
      tellLie(`${one.name}${howOf(settings)}, for ${secondsOf(forMs)}`)
      turn(one, settings, forMs)
    }
  const fail =
    (settings: () => Partial<NodeSettings>, most: number): Fault['act'] =>
    (tellFailure) => {
      if (liar() !== undefined) return
      for (const node of shuffled(chain().nodes).slice(0, between(1, most + 1))) {
        const changes = settings()
        const forMs = between(10 * SECOND_MS, 5 * MINUTE_MS)
        tellFailure(`${node.name}${howOf(changes)}, for ${secondsOf(forMs)}`)
        turn(node, changes, forMs)
      }
    }
  const shuffled = <T>(items: readonly T[]): readonly T[] =>
    items
      .map((item) => [dice.next(), item] as const)
      .sort(([a], [b]) => a - b)
      .map(([, item]) => item)

  /** While a transaction waits. */
  const onWay = (hash: string): readonly Fault[] => [
    {
      weight: 3,
      name: 'all nodes will forget what waits',
      act: (tellHow) => {
        const inMs = between(0, 30 * SECOND_MS)
        tellHow(`${hash}, in ${secondsOf(inMs)}`)
        later(inMs, () => chain().drop(hash))
      },
    },
    {
      weight: 3,
      name: 'no block takes what waits',
      act: (tellHow) => {
        const forMs = between(10 * SECOND_MS, 10 * MINUTE_MS)
        tellHow(`${hash}, for ${secondsOf(forMs)}`)
        chain().delay(hash, now() + forMs)
      },
    },
    {
      weight: 1,
      name: 'no block comes',
      act: (tellHow) => {
        const forMs = between(MINUTE_MS, 5 * MINUTE_MS)
        tellHow(`for ${secondsOf(forMs)}`)
        chain().stall(now() + forMs)
      },
    },
    { weight: 2, name: 'the base fee rises', act: (tellHow) => raiseBaseFee(tellHow) },
    {
      weight: 2,
      name: 'a node invents receipts of what waits',
      act: lie({ lies: { receipts: 'invented' } }, 2 * MINUTE_MS),
    },
    {
      weight: 2,
      name: 'a node miscounts the transactions of accounts',
      act: lie({ lies: { nonceShift: between(0, 2) === 0 ? 1 : -1 } }, 2 * MINUTE_MS),
    },
  ]
  const raiseBaseFee = (tellHow: Tell) => {
    chain().setBaseFee(4_000_000_000n)
    const forMs = between(2 * MINUTE_MS, 10 * MINUTE_MS)
    tellHow(`from 1 to 4 gwei, for ${secondsOf(forMs)}`)
    later(forMs, () => chain().setBaseFee(1_000_000_000n))
  }
  /** Once a transaction is in the newest block. */
  const inBlock = (): readonly Fault[] => [
    { weight: 6, name: 'the newest blocks will be taken back', act: (tellHow) => reorganiseSoon(tellHow) },
    {
      weight: 2,
      name: 'the newest blocks will be taken back, and a node goes on showing them',
      act: (tellHow) => {
        lie({ showsTakenBack: true }, 3 * MINUTE_MS)(tellHow)
        reorganiseSoon(tellHow)
      },
    },
    { weight: 3, name: 'a node lags behind the newest block', act: fail(() => ({ lagBlocks: between(1, 4) }), 2) },
    { weight: 1, name: 'a node hides receipts', act: lie({ lies: { receipts: 'hidden' } }, 2 * MINUTE_MS) },
    {
      weight: 1,
      name: 'a node calls reverted what went well, and the other way round',
      act: lie({ lies: { receipts: 'reversed' } }, 2 * MINUTE_MS),
    },
    {
      weight: 1,
      name: 'a node shows transactions in other blocks',
      act: lie({ lies: { receipts: 'elsewhere' } }, 2 * MINUTE_MS),
    },
  ]
  const reorganiseSoon = (tellHow: Tell) => {
    const inMs = between(0, 2 * SECOND_MS)
    tellHow(`in ${secondsOf(inMs)}`)
    later(inMs, reorganise)
  }
  const reorganise = () => {
    const most = dice.chance(deep) ? confirmations + between(0, 6) : confirmations - 1
    const depth = between(1, Math.max(1, most) + 1)
    if (most >= 1) chain().reorganise(depth, drawFate())
  }
  const drawFate = (): FateOfTakenBack => {
    let left = dice.next() * FATES.reduce((sum, [, weight]) => sum + weight, 0)
    return FATES.find(([, weight]) => (left -= weight) < 0)?.[0] ?? 'wait'
  }
  const reorganiseNow = (tellHow: Tell) => {
    tellHow('')
    reorganise()
  }
  const mendOne = (tellHow: Tell) => {
    const node = pick(chain().nodes)
    if (node === undefined) return
    tellHow(node.name)
    node.mend()
  }
  /** At any time: before the first signature too. */
  const anyTime = (): readonly Fault[] => [
    { weight: 3, name: 'a node takes what is sent, and its answer is lost', act: fail(() => loseAnswers, 3) },
    {
      weight: 2,
      name: 'a node says that it takes what is sent, and loses it',
      act: fail(() => ({ sending: 'loses' }), 2),
    },
    { weight: 2, name: 'a node passes on nothing that is sent to it', act: fail(() => ({ sending: 'keeps' }), 2) },
    { weight: 1, name: 'a node hears of nothing that is sent to others', act: fail(() => ({ isDeaf: true }), 2) },
    { weight: 2, name: 'a node lags behind the newest block', act: fail(() => ({ lagBlocks: between(1, 6) }), 2) },
    { weight: 2, name: 'a node answers nothing', act: fail(() => ({ failing: { how: { kind: 'silence' } } }), 2) },
    {
      weight: 2,
      name: 'a node is busy',
      act: fail(() => ({ failing: { how: { kind: 'http', status: pick([429, 502, 503]) ?? 503 } } }), 3),
    },
    { weight: 2, name: 'a node answers errors', act: fail(() => ({ failing: { how: nodeError() } }), 2) },
    { weight: 1, name: 'a node has no eth_simulateV1', act: fail(() => ({ lacks: ['eth_simulateV1'] }), 3) },
    { weight: 1, name: 'a node keeps the state of its newest blocks only', act: fail(() => ({ stateBlocks: 4 }), 3) },
    {
      weight: 2,
      name: 'a node miscounts the transactions of accounts',
      act: lie({ lies: { nonceShift: between(0, 2) === 0 ? 1 : -1 } }, 5 * MINUTE_MS),
    },
    {
      weight: 1,
      name: 'a node lies about balances',
      act: lie({ lies: { balanceBps: pick([0, 5_000, 20_000]) ?? 0 } }, 5 * MINUTE_MS),
    },
    {
      weight: 2,
      name: 'a node lies about allowances',
      act: lie({ lies: { allowanceBps: pick([0, 20_000]) ?? 0 } }, 5 * MINUTE_MS),
    },
    {
      weight: 1,
      name: 'a node lies about what calls would change',
      act: lie({ lies: { simulations: pick(['nothing', 'fails', 'double']) ?? 'fails' } }, 5 * MINUTE_MS),
    },
    {
      weight: 1,
      name: 'a node lies about fees',
      act: lie({ lies: { feeBps: pick([1_000, 90_000]) ?? 1_000 } }, 5 * MINUTE_MS),
    },
    {
      weight: 1,
      name: 'a node invents newer blocks',
      act: lie({ lies: { headShift: between(1, 100) } }, 5 * MINUTE_MS),
    },
    { weight: 2, name: 'the newest blocks are taken back', act: reorganiseNow },
    { weight: 2, name: 'a node is well again', act: mendOne },
  ]
  const nodeError = () => {
    const [code, message] = pick(NODE_ERRORS) ?? NODE_ERRORS[0]
    return { kind: 'rpc', code, message } as const
  }
  return {
    strike: () => (isRetired ? undefined : draw(anyTime())),
    hear: (event) => {
      if (isRetired) return
      if (event.kind === 'accepted' && dice.chance(zeal)) later(0, () => draw(onWay(event.hash)))
      if (event.kind === 'mined' && dice.chance(zeal)) later(0, () => draw(inBlock()))
    },
    invent: (hash) => {
      if (isRetired) return
      const receipts = dice.chance(0.5) ? 'invented' : 'failed'
      const forMs = between(40 * SECOND_MS, 2 * MINUTE_MS)
      lie(
        { lies: { receipts } },
        forMs,
      )((how) => {
        tell(`a node invents ${receipts === 'failed' ? 'reverts' : 'receipts'} of what no block takes: ${hash}, ${how}`)
        chain().delay(hash, now() + forMs)
      })
    },
    retire: () => {
      isRetired = true
      chain().setBaseFee(1_000_000_000n)
      for (const node of chain().nodes) node.mend()
    },
  }
}

const loseAnswers: Partial<NodeSettings> = {
  failing: { how: { kind: 'answer-lost' }, methods: ['eth_sendRawTransaction'] },
}

function secondsOf(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`
}

/** By how much a node is wrong, where its fault does not say; a clause. */
function howOf({ lagBlocks, failing, stateBlocks, lies = {} }: Partial<NodeSettings>): string {
  const { nonceShift, balanceBps, allowanceBps, feeBps, headShift, simulations } = lies
  const bps = balanceBps ?? allowanceBps ?? feeBps
  const parts = [
    lagBlocks === undefined ? undefined : `by ${blocks(lagBlocks)}`,
    failing?.how.kind === 'http' ? `by HTTP ${failing.how.status}` : undefined,
    failing?.how.kind === 'rpc' ? `"${failing.how.message}"` : undefined,
    stateBlocks === undefined ? undefined : blocks(stateBlocks),
    nonceShift === undefined ? undefined : `one ${nonceShift > 0 ? 'more' : 'fewer'} than there are`,
    bps === undefined ? undefined : `${bps / 100} % of what is true`,
    headShift === undefined ? undefined : blocks(headShift),
    simulations === undefined ? undefined : LIES_OF_SIMULATIONS[simulations],
  ]
  return parts.map((part) => (part === undefined ? '' : `, ${part}`)).join('')
}

const LIES_OF_SIMULATIONS = { nothing: 'nothing', fails: 'they fail', double: 'twice as much' } as const

function blocks(count: number): string {
  return `${count} ${count === 1 ? 'block' : 'blocks'}`
}

/** True for a node that shows what is not so. */
function isLying({ lies, showsTakenBack }: NodeSettings): boolean {
  return showsTakenBack || Object.values(lies).some((value) => value !== undefined)
}
