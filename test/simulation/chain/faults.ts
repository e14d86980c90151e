import { isRecord } from '../../../src/core/is-record.ts'
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
  /** Gets each fault as it is turned, for the trace: `node alpha: hides receipts`. */
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
  /** Makes all nodes honest, and does nothing any more. */
  retire(): void
}

/** A fault and how often it is drawn among those of its moment. */
interface Fault {
  readonly weight: number
  readonly name: string
  readonly act: () => void
}

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
    tell(drawn.name)
    drawn.act()
  }
  const later = (delayMs: number, act: () => void) => after(delayMs, () => (isRetired ? undefined : act()))
  const liar = () => chain().nodes.find(({ settings }) => isLying(settings))
  const turn = (node: SimulatedNode, settings: Partial<NodeSettings>, forMs: number) => {
    node.turn(settings)
    later(forMs, () => {
      if (Object.keys(settings).every((key) => Reflect.get(node.settings, key) === Reflect.get(settings, key))) {
        tell(`node ${node.name}: well again`)
        node.mend()
      }
    })
  }
  const lie =
    (settings: Partial<NodeSettings>, forMs: number): (() => void) =>
    () => {
      const [one, ...others] = shuffled(chain().nodes)
      if (areBelieved || one === undefined || liar() !== undefined) return
      if (others.some((node) => node.settings.failing !== undefined)) return
      tell(`node ${one.name}: ${wordsOf(settings)}`)
      turn(one, settings, forMs)
    }
  const fail =
    (settings: () => Partial<NodeSettings>, most: number): (() => void) =>
    () => {
      if (liar() !== undefined) return
      for (const node of shuffled(chain().nodes).slice(0, between(1, most + 1))) {
        const changes = settings()
        tell(`node ${node.name}: ${wordsOf(changes)}`)
        turn(node, changes, between(10 * SECOND_MS, 5 * MINUTE_MS))
      }
    }
  const shuffled = <T>(items: readonly T[]): readonly T[] =>
    items
      .map((item) => [dice.next(), item] as const)
      .sort(([a], [b]) => a - b)
      .map(([, item]) => item)

  /** While a transaction waits. */
  const onWay = (hash: string): readonly Fault[] => [
    { weight: 3, name: 'forget what waits', act: () => later(between(0, 30 * SECOND_MS), () => chain().drop(hash)) },
    {
      weight: 3,
      name: 'delay what waits',
      act: () => chain().delay(hash, now() + between(10 * SECOND_MS, 10 * MINUTE_MS)),
    },
    { weight: 1, name: 'stop the blocks', act: () => chain().stall(now() + between(MINUTE_MS, 5 * MINUTE_MS)) },
    { weight: 2, name: 'raise the base fee', act: () => raiseBaseFee() },
    { weight: 2, name: 'invent a receipt', act: lie({ lies: { receipts: 'invented' } }, 2 * MINUTE_MS) },
    {
      weight: 2,
      name: 'hide the nonce',
      act: lie({ lies: { nonceShift: between(0, 2) === 0 ? 1 : -1 } }, 2 * MINUTE_MS),
    },
  ]
  const raiseBaseFee = () => {
    chain().setBaseFee(4_000_000_000n)
    later(between(2 * MINUTE_MS, 10 * MINUTE_MS), () => chain().setBaseFee(1_000_000_000n))
  }
  /** Once a transaction is in the newest block. */
  const inBlock = (): readonly Fault[] => [
    { weight: 6, name: 'take its block back', act: () => later(between(0, 2 * SECOND_MS), reorganise) },
    {
      weight: 2,
      name: 'take its block back, and one node goes on showing it',
      act: () => {
        lie({ showsTakenBack: true }, 3 * MINUTE_MS)()
        later(between(0, 2 * SECOND_MS), reorganise)
      },
    },
    { weight: 3, name: 'lag behind it', act: fail(() => ({ lagBlocks: between(1, 4) }), 2) },
    { weight: 1, name: 'hide its receipt', act: lie({ lies: { receipts: 'hidden' } }, 2 * MINUTE_MS) },
    { weight: 1, name: 'turn its receipt round', act: lie({ lies: { receipts: 'reversed' } }, 2 * MINUTE_MS) },
    { weight: 1, name: 'show it in another block', act: lie({ lies: { receipts: 'elsewhere' } }, 2 * MINUTE_MS) },
  ]
  const reorganise = () => {
    const most = dice.chance(deep) ? confirmations + between(0, 6) : confirmations - 1
    const depth = between(1, Math.max(1, most) + 1)
    if (most >= 1) chain().reorganise(depth, drawFate())
  }
  const drawFate = (): FateOfTakenBack => {
    let left = dice.next() * FATES.reduce((sum, [, weight]) => sum + weight, 0)
    return FATES.find(([, weight]) => (left -= weight) < 0)?.[0] ?? 'wait'
  }
  /** At any time: before the first signature too. */
  const anyTime = (): readonly Fault[] => [
    { weight: 3, name: 'lose the answer to what is sent', act: fail(() => loseAnswers, 3) },
    { weight: 2, name: 'lose what is sent', act: fail(() => ({ sending: 'loses' }), 2) },
    { weight: 2, name: 'keep what is sent', act: fail(() => ({ sending: 'keeps' }), 2) },
    { weight: 1, name: 'hear nothing of others', act: fail(() => ({ isDeaf: true }), 2) },
    { weight: 2, name: 'lag', act: fail(() => ({ lagBlocks: between(1, 6) }), 2) },
    { weight: 2, name: 'be silent', act: fail(() => ({ failing: { how: { kind: 'silence' } } }), 2) },
    {
      weight: 2,
      name: 'be busy',
      act: fail(() => ({ failing: { how: { kind: 'http', status: pick([429, 502, 503]) ?? 503 } } }), 3),
    },
    { weight: 2, name: 'answer errors', act: fail(() => ({ failing: { how: nodeError() } }), 2) },
    { weight: 1, name: 'lack simulations', act: fail(() => ({ lacks: ['eth_simulateV1'] }), 3) },
    { weight: 1, name: 'keep little state', act: fail(() => ({ stateBlocks: 4 }), 3) },
    {
      weight: 2,
      name: 'lie about nonces',
      act: lie({ lies: { nonceShift: between(0, 2) === 0 ? 1 : -1 } }, 5 * MINUTE_MS),
    },
    {
      weight: 1,
      name: 'lie about balances',
      act: lie({ lies: { balanceBps: pick([0, 5_000, 20_000]) ?? 0 } }, 5 * MINUTE_MS),
    },
    {
      weight: 2,
      name: 'lie about allowances',
      act: lie({ lies: { allowanceBps: pick([0, 20_000]) ?? 0 } }, 5 * MINUTE_MS),
    },
    {
      weight: 1,
      name: 'lie about simulations',
      act: lie({ lies: { simulations: pick(['nothing', 'fails', 'double']) ?? 'fails' } }, 5 * MINUTE_MS),
    },
    {
      weight: 1,
      name: 'lie about fees',
      act: lie({ lies: { feeBps: pick([1_000, 90_000]) ?? 1_000 } }, 5 * MINUTE_MS),
    },
    { weight: 1, name: 'lie about the head', act: lie({ lies: { headShift: between(1, 100) } }, 5 * MINUTE_MS) },
    { weight: 2, name: 'take a block back', act: reorganise },
    { weight: 2, name: 'mend a node', act: () => pick(chain().nodes)?.mend() },
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

/** Settings as a person reads them: `lies: nonce shift 1`. */
function wordsOf(value: unknown): string {
  if (!isRecord(value)) return String(value)
  return Object.entries(value)
    .map(([key, one]) => `${key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${wordsOf(one)}`)
    .join(', ')
}

/** True for a node that shows what is not so. */
function isLying({ lies, showsTakenBack }: NodeSettings): boolean {
  return showsTakenBack || Object.values(lies).some((value) => value !== undefined)
}
