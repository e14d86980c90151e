import { isSwapError, type SwapError } from '../../src/core/api/errors.ts'
import { AT_ONCE, type FileImage, imageOf, openSimulatedDocuments, putBack } from './disk.ts'
import type { Process } from './kernel.ts'
import { cutPower, type FileName, type Machine, startProcess } from './machine.ts'
import type { Intent } from './oracle.ts'
import { type CommandWay, look, resume, serve, swap } from './program.ts'
import { createWorld, FRIEND, OWNER, type World } from './world.ts'

/* One seed: users swap, look and resume while things go wrong; then all is well for a while, and the judge looks. */

/** How a seed ended. */
export interface Verdict {
  readonly seed: number
  /** What is wrong; none for a seed that passes. */
  readonly violations: readonly string[]
  /** How often what happened. */
  readonly counts: ReadonlyMap<string, number>
  readonly trace: readonly string[]
}

/** What may go wrong in a seed. */
export interface StoryOptions {
  /** The files of a home may be put back to what they held once. @default true */
  readonly restores?: boolean
}

/** How a command ended; undefined for one that was killed. */
type End = 'ok' | SwapError | 'bug' | undefined

const MINUTE_MS = 60_000
/** How long one command may wait while all is well: longer than any delay that was begun before, and than any depth. */
const HANGING_MS = 25 * MINUTE_MS

export async function playSeed(seed: number, { restores = true }: StoryOptions = {}): Promise<Verdict> {
  const world = createWorld(seed)
  const { kernel, dice, hazards, oracle, chain } = world
  let isOver = false
  let isCalm = false
  const overServer = dice.chance(0.35)
  const intents = 1 + dice.below(3)
  const faultEveryMs = dice.pick([Infinity, 120_000, 40_000, 15_000, 5_000])
  hazards.killing = dice.pick([0, 0, 0.0005, 0.002, 0.006, 0.02])
  const servers = keepServing(world, overServer ? world.server : dice.chance(0.5) ? world.home : undefined)
  const images: Image[] = []
  if (restores) {
    world.onProgress = () => {
      if (dice.chance(0.2)) images.push(takeImage(world, world.home))
    }
  }
  const troubles = async () => {
    while (!isCalm && faultEveryMs !== Infinity) {
      await kernel.sleep(dice.next() * 2 * faultEveryMs)
      if (!isCalm) makeTrouble(world, overServer, images)
    }
  }
  const user = async () => {
    for (let id = 1; id <= intents; id += 1) {
      const intent: Intent = {
        id,
        units: BigInt(100 + id) * 10n ** 6n,
        recipient: dice.chance(0.7) ? OWNER : FRIEND,
        least: 0n,
        run: undefined,
        over: new Set(),
      }
      oracle.intents.push(intent)
      world.count('swaps wanted')
      await pursue(world, intent, overServer)
      await kernel.sleep(dice.next() * MINUTE_MS)
    }
    await kernel.sleep(dice.next() * 5 * MINUTE_MS)
    isCalm = true
    calmDown(world)
    await finish(world, overServer)
    servers.stop()
    isOver = true
  }
  const broken = (error: unknown) => {
    oracle.complain(`the simulation broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    isOver = true
  }
  user().catch(broken)
  troubles().catch(broken)
  await kernel.run(() => isOver)
  const violations = [...(await oracle.judge(chain, OWNER))]
  if (!isOver) violations.push('nothing happens any more')
  for (const intent of oracle.intents) {
    const times = oracle.payments(chain, OWNER, intent)
    if (times > 0) world.count('swaps paid')
  }
  return { seed, violations, counts: world.counts, trace: kernel.trace() }
}

/** Starts a command. */
function start(
  world: World,
  name: string,
  way: Omit<CommandWay, 'signal'>,
  work: (command: Parameters<typeof look>[0]) => Promise<void>,
) {
  const { kernel, home } = world
  const process = startProcess(kernel, home, `${name} ${world.nextNumber()}`)
  const leave = new AbortController()
  let end: End
  const ended = new Promise<End>((resolve) => process.onEnd(() => resolve(end)))
  world.count(`${name}s`)
  work({ world, machine: home, process, ...way, signal: leave.signal }).then(
    () => {
      end = 'ok'
      world.note(process, 'ends well')
      process.exit()
    },
    (error: unknown) => {
      world.complainOfBug(process, error)
      end = isSwapError(error) ? error : 'bug'
      if (isSwapError(error)) {
        world.count(`told ${error.code}`)
        world.note(process, `ends: ${error.code} (funds ${error.funds}): ${error.message}`)
      }
      process.exit()
    },
  )
  return { process, ended, leave }
}

/** Lets a user swap until it is paid, or he leaves it to a later `resume`. */
async function pursue(world: World, intent: Intent, overServer: boolean): Promise<void> {
  const { dice } = world
  let isBegun = false
  for (let tries = 0; tries < 4; tries += 1) {
    const way = { yes: dice.chance(0.5), overServer }
    const command = isBegun ? start(world, 'resume', way, resume) : start(world, 'swap', way, (it) => swap(it, intent))
    const end = await waitFor(world, command)
    if (end === 'ok') return
    isBegun = true
    // Nothing was sent, it is said: he may begin again. Else he goes on with what there is.
    const mayRepeat = isSwapError(end) && end.funds === 'untouched' && end.code !== 'INTERRUPTED'
    if (!mayRepeat || dice.chance(0.4)) continue
    isBegun = false
    if (intent.run !== undefined) intent.over.add(intent.run)
    intent.run = undefined
  }
}

/** Waits for a command, as long as the user has patience; he may look at the history meanwhile. */
async function waitFor(world: World, { process, ended, leave }: ReturnType<typeof start>): Promise<End> {
  const { kernel, dice } = world
  if (dice.chance(0.3)) {
    await kernel.sleep(dice.next() * MINUTE_MS)
    start(world, 'look', { yes: false, overServer: false }, look)
  }
  if (dice.chance(0.15)) {
    const again = kernel
      .sleep(dice.next() * MINUTE_MS)
      .then(() => start(world, 'resume', { yes: false, overServer: false }, resume))
    void again
  }
  const patience = kernel.sleep((0.1 + dice.next()) * 10 * MINUTE_MS).then(() => 'impatient' as const)
  const first = await Promise.race([ended, patience])
  if (first !== 'impatient') return first
  if (dice.chance(0.5)) {
    world.note(process, 'the user presses Ctrl-C')
    leave.abort()
    const late = kernel.sleep(MINUTE_MS).then(() => 'impatient' as const)
    const second = await Promise.race([ended, late])
    if (second !== 'impatient') return second
  }
  process.kill('the user ends it')
  return undefined
}

/** Keeps a server, or a tracker beside the commands, running. */
function keepServing(world: World, machine: Machine | undefined) {
  const { kernel, dice } = world
  let process: Process | undefined
  let isStopped = machine === undefined
  const again = () => {
    if (isStopped || machine === undefined) return
    process = serve(world, machine)
    world.count('serves')
    process.onEnd(() => void kernel.after(1_000 + dice.next() * 30_000, again))
  }
  again()
  return {
    stop: () => {
      isStopped = true
      process?.exit()
    },
  }
}

/** What the files of a machine held at a time. */
interface Image {
  readonly machine: Machine
  readonly files: Readonly<Record<FileName, FileImage>>
  readonly mark: number
}

function takeImage({ oracle }: World, machine: Machine): Image {
  const { store, wallet } = machine.files
  return { machine, files: { store: imageOf(store), wallet: imageOf(wallet) }, mark: oracle.mark() }
}

function makeTrouble(world: World, overServer: boolean, images: readonly Image[]): void {
  const { kernel, dice, chain, network, mood, home, server } = world
  const machine = overServer && dice.chance(0.5) ? server : home
  const tell = (what: string) => {
    world.count(`trouble ${what.split(':')[0] ?? ''}`)
    kernel.note(`TROUBLE ${what}`)
  }
  const troubles: readonly (() => void)[] = [
    () => {
      tell(`power: ${machine.name} loses it`)
      cutPower(kernel, machine, dice)
    },
    () => {
      const running = [...machine.running]
      if (running.length === 0) return
      tell('kill: a process')
      dice.pick(running).kill('by chance')
    },
    () => {
      machine.skewMs = dice.pick([0, 0, -30_000, 30_000, -600_000, 600_000, 9 * 3_600_000, -9 * 3_600_000])
      tell(`clock: that of ${machine.name} is off by ${machine.skewMs / 1000} s`)
    },
    () => {
      const node = dice.pick(chain.nodes)
      const settings = dice.pick([
        { lagBlocks: 1 + dice.below(6) },
        { sending: dice.pick(['keeps', 'loses'] as const) },
        { isDeaf: true },
        { failing: { how: { kind: 'silence' as const } } },
        { failing: { how: { kind: 'answer-lost' as const } } },
        { failing: { how: { kind: 'http' as const, status: dice.pick([429, 503]) } } },
        { showsTakenBack: true },
        { lies: { receipts: dice.pick(['hidden', 'reversed', 'invented'] as const) } },
        { lies: { nonceShift: dice.pick([-1, 1]) } },
        { lies: { allowanceBps: dice.pick([0, 20_000]) } },
      ])
      tell(`node: ${node.name} is ${JSON.stringify(settings)}`)
      // A user's own node is believed: it may fail, and does not lie.
      if (world.nodes.own === undefined || !('lies' in settings)) node.turn(settings)
    },
    () => {
      const node = dice.pick(chain.nodes)
      tell(`node mended: ${node.name}`)
      node.mend()
    },
    () => {
      const depth = 1 + dice.below(dice.chance(0.2) ? 6 : 2)
      const fate = dice.pick(['mined-again', 'wait', 'forgotten', 'rival-mined'] as const)
      tell(`reorganisation: ${depth} blocks, ${fate}`)
      chain.reorganise(depth, fate)
    },
    () => {
      const waiting = chain.waiting()
      if (waiting.length === 0) return
      const { hash } = dice.pick(waiting)
      if (dice.chance(0.5)) {
        tell(`dropped: ${hash}`)
        chain.drop(hash)
      } else {
        tell(`delayed: ${hash}`)
        chain.delay(hash, kernel.now() + dice.next() * 10 * MINUTE_MS)
      }
    },
    () => {
      tell('stall: no blocks for a while')
      chain.stall(kernel.now() + dice.next() * 3 * MINUTE_MS)
    },
    () => {
      const bps = dice.pick([9_990, 9_980, 9_960, 9_850, 9_500])
      tell(`price: ${bps}`)
      world.setPrice(bps)
    },
    () => {
      Object.assign(mood, {
        failing: dice.pick([0, 0.1, 0.5]),
        slow: dice.pick([0, 0.2]),
        stealing: dice.pick([0, 0, 0.5]),
        lying: dice.pick([0, 0, 0.1]),
      })
      tell(`providers: ${JSON.stringify(mood)}`)
    },
    () => {
      const rate = () => dice.pick([0, 0, 0.05, 0.3])
      Object.assign(network.faults, { lostRequest: rate(), lostAnswer: rate(), duplicate: rate(), slow: rate() / 3 })
      tell(`network: ${JSON.stringify(network.faults)}`)
    },
    () => {
      if (images.length === 0) return
      const image = dice.pick(images)
      const files = dice.pick<readonly FileName[]>([['store', 'wallet'], ['store', 'wallet'], ['wallet'], ['store']])
      tell(`restored: ${files.join(' and ')} of ${image.machine.name}`)
      cutPower(kernel, image.machine, dice)
      for (const file of files) putBack(image.machine.files[file], image.files[file])
      world.oracle.excuse(image.machine, files, image.mark)
    },
  ]
  dice.pick(troubles)()
}

/** From now on everything works. */
function calmDown(world: World): void {
  const { kernel, hazards, network, mood, chain, home, server } = world
  kernel.note('ALL IS WELL from now on')
  hazards.killing = 0
  Object.assign(network.faults, { lostRequest: 0, lostAnswer: 0, duplicate: 0, slow: 0 })
  Object.assign(mood, { failing: 0, slow: 0, stealing: 0, lying: 0 })
  for (const node of chain.nodes) node.mend()
  for (const machine of [home, server]) machine.skewMs = 0
  world.setPrice(9_990)
  for (const process of home.running) if (!process.name.includes('serve')) process.kill('the user clears up')
}

/** The user resumes until every run has ended, or says what is missing. */
async function finish(world: World, overServer: boolean): Promise<void> {
  const { kernel, home, oracle } = world
  let last: End
  for (let tries = 0; tries < 12; tries += 1) {
    const unfinished = await unfinishedRuns(world)
    if (unfinished.length === 0) return
    const { process, ended } = start(world, 'resume', { yes: false, overServer }, resume)
    const first = await Promise.race([ended, kernel.sleep(HANGING_MS).then(() => 'late' as const)])
    if (first === 'late') {
      oracle.complain(`${process.name} neither ends nor says what is missing, for so long as all is well`)
      process.kill('it hangs')
      return
    }
    last = first
    await kernel.sleep(2 * MINUTE_MS)
  }
  for (const { id, step } of await unfinishedRuns(world)) {
    world.count(`left at ${step}`)
    kernel.note(`the run ${id} of ${home.name} is left at ${step}`)
    if (isSwapError(last) && last.hint !== undefined) continue
    oracle.complain(`the run ${id} is left at ${step}, and nothing says what is missing`)
  }
}

/** Runs that are not over, by what the file holds. */
async function unfinishedRuns({ home }: World): Promise<readonly { readonly id: string; readonly step: string }[]> {
  const found = await openSimulatedDocuments(home.files.wallet, AT_ONCE).list('run:')
  const runs = found.map(({ doc }) => (doc as unknown as { run: { id: string; step: string } }).run)
  return runs.filter(({ step }) => step !== 'final' && step !== 'closed')
}
