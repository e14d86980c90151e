import { isSwapError, type SwapError } from '../../src/core/api/errors.ts'
import type { RunStep } from '../../src/wallet/run/steps.ts'
import { createSaboteur, type Saboteur } from './chain/faults.ts'
import { forget, look, replace, resume, swap } from './commands.ts'
import { createShears, type Shears, USUAL_BPS } from './cut-off.ts'
import { AT_ONCE, type FileImage, imageOf, openSimulatedDocuments, putBack } from './disk.ts'
import { createDiskFiller, type DiskFiller } from './full-disk.ts'
import { createImpatience } from './impatience.ts'
import type { Process } from './kernel.ts'
import { cutPower, type FileName, type Machine, startProcess } from './machine.ts'
import type { Intent } from './oracle.ts'
import { type Command, type CommandWay, serve } from './program.ts'
import { ROUTER } from './market.ts'
import { createRegret } from './regret.ts'
import { createReader } from './trace.ts'
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
/** Blocks after which the program takes what is mined for settled: none that deep is taken back. */
const CONFIRMATIONS = 2
/** How often a process ends at what follows a step, and how long that takes, in milliseconds: an end at another time says little. */
const MOMENTS: Partial<Record<RunStep, { readonly weight: number; readonly withinMs: number }>> = {
  locking: { weight: 0.1, withinMs: 500 },
  executing: { weight: 0.5, withinMs: 800 },
  executed: { weight: 0.1, withinMs: 800 },
  signed: { weight: 0.4, withinMs: 200 },
  sent: { weight: 0.7, withinMs: 5_000 },
}

/** How often a swap is wanted while providers pay so little that none may be agreed to beforehand, in parts of ten thousand of parity. */
const CRASH = 0.1
const CRASH_BPS = 9_500

/** In how many seeds a node invents what became of what waits, and how often. */
const LIARS = 0.25
const INVENTED = 0.3

function isPaid(step: RunStep): boolean {
  return step === 'sent' || step === 'tracked' || step === 'final'
}
/** How long one command may wait while all is well: longer than any delay that was begun before, and than any depth. */
const HANGING_MS = 25 * MINUTE_MS

export async function playSeed(seed: number, { restores = true }: StoryOptions = {}): Promise<Verdict> {
  const world = createWorld(seed)
  const { kernel, dice, hazards, oracle, chain } = world
  let isOver = false
  let isCalm = false
  let isCrashed = false
  const overServer = dice.chance(0.35)
  const intents = 1 + dice.below(3)
  const faultEveryMs = dice.pick([Infinity, 120_000, 40_000, 15_000, 5_000])
  hazards.killing = dice.pick([0, 0, 0.0005, 0.002, 0.006, 0.02])
  hazards.hangingDisk = dice.pick([0, 0, 0.01, 0.1])
  /** How often something goes wrong at the very moment of a payment. */
  const zeal = faultEveryMs === Infinity ? 0 : dice.pick([0.1, 0.3, 0.7])
  const saboteur = createSaboteur(() => chain, {
    dice: kernel.random.fork('saboteur'),
    now: () => kernel.now(),
    after: (delayMs, act) => void kernel.after(delayMs, act),
    tell: (what) => tellTrouble(world, what),
    zeal,
    confirmations: CONFIRMATIONS,
    areBelieved: world.nodes.own !== undefined,
  })
  const liars = kernel.random.fork('made-up receipts')
  const invents = liars.chance(LIARS) ? INVENTED : 0
  const trouble: Trouble = { saboteur, overServer, images: [] }
  const how = zeal === 0 ? 'quiet' : 'troubled'
  const disk = createDiskFiller(world, (what) => tellTrouble(world, what), how)
  const shears = createShears(world, (bps) => (isCrashed ? undefined : changePrice(world, bps)), how)
  const replacing = (name: string, how: 'speedUp' | 'cancel') => (run: string) => {
    if (!isCalm) start(world, name, { yes: dice.chance(0.5), overServer, looks: true }, (it) => replace(it, run, how))
  }
  const impatience = createImpatience(world, (what) => tellTrouble(world, what), replacing('speed-up', 'speedUp'))
  const regret = createRegret(world, (what) => tellTrouble(world, what), replacing('cancel', 'cancel'))
  world.onChain = (event) => {
    impatience.hearChain(event)
    regret.hearChain(event)
    saboteur.hear(event)
    if (event.kind === 'accepted' && invents > 0 && liars.chance(invents)) {
      kernel.after(0, () => saboteur.invent(event.hash))
    }
    if ((event.kind !== 'accepted' && event.kind !== 'mined') || !dice.chance(zeal / 4)) return
    kernel.after(dice.next() * 3_000, () => {
      if (!isCalm) dice.pick([killOne, losePowerAt])(world, world.home)
    })
  }
  world.onProgress = (process, run) => {
    const { step } = run
    if (restores && dice.chance(0.2)) trouble.images.push(takeImage(world, world.home))
    if (isCalm) return
    shears.hear(process, run)
    disk.hear(process, step)
    impatience.hear(run)
    regret.hear(run)
    if (zeal === 0) return
    const soon = (probability: number, withinMs: number, act: () => void) => {
      if (dice.chance(probability)) kernel.after(dice.next() * withinMs, () => (isCalm ? undefined : act()))
    }
    const moment = MOMENTS[step]
    if (moment !== undefined) {
      soon(zeal * moment.weight, moment.withinMs, () => {
        if (dice.chance(0.5)) losePowerAt(world, world.home)
        else process.kill('by chance')
      })
    }
    // Another terminal takes the same run up, or would have what waits faster.
    soon(step === 'executed' || step === 'sent' ? 0.2 : 0.05, step === 'sent' ? 5_000 : 0, () => {
      start(world, 'resume', { yes: dice.chance(0.5), overServer, looks: true }, resume)
    })
    if (restores) soon(isPaid(step) ? zeal / 3 : 0, 10_000, () => restoreOne(world, trouble))
  }
  kernel.note(describeSeed(world, { seed, intents, overServer, faultEveryMs, zeal }))
  const servers = keepServing(world, overServer ? world.server : dice.chance(0.5) ? world.home : undefined)
  const crashes = kernel.random.fork('crashes')
  const troubles = async () => {
    while (!isCalm && faultEveryMs !== Infinity) {
      await kernel.sleep(dice.next() * 2 * faultEveryMs)
      if (!isCalm) makeTrouble(world, trouble)
    }
  }
  const user = async () => {
    for (let id = 1; id <= intents; id += 1) {
      const intent: Intent = {
        id,
        units: BigInt(100 + id) * 10n ** 6n,
        recipient: dice.chance(0.7) ? OWNER : FRIEND,
        least: new Map(),
        promised: new Map(),
        agreedMs: new Map(),
        late: new Map(),
        quoted: 10n ** 30n,
        run: undefined,
        over: new Map(),
      }
      oracle.intents.push(intent)
      world.count('swaps wanted')
      if (crashes.chance(CRASH)) {
        changePrice(world, CRASH_BPS)
        isCrashed = true
        kernel.after(2 * MINUTE_MS, () => {
          isCrashed = false
          changePrice(world, USUAL_BPS)
        })
      }
      await pursue(world, intent, overServer, { shears, disk, agrees: zeal === 0 ? 0.75 : 0.5 })
      await kernel.sleep(dice.next() * MINUTE_MS)
    }
    await kernel.sleep(dice.next() * 5 * MINUTE_MS)
    isCalm = true
    saboteur.retire()
    disk.makeRoom()
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
  const violations = [...(await oracle.judge(chain, OWNER, world.home))]
  if (!isOver) violations.push('nothing happens any more')
  for (const intent of oracle.intents) {
    const times = oracle.payments(chain, OWNER, intent)
    if (times > 0) world.count('swaps paid')
  }
  const read = createReader({ [OWNER]: 'the account', [FRIEND]: 'the friend', [ROUTER]: 'the router' })
  // What is seen last is told again at the end of a command.
  const trace = kernel
    .trace()
    .filter((line, index, lines) => line !== lines[index - 1])
    .map(read)
  return { seed, violations: violations.map(read), counts: world.counts, trace }
}

/** Starts a command. */
function start(world: World, name: string, way: Omit<CommandWay, 'signal'>, work: (command: Command) => Promise<void>) {
  const { kernel, home } = world
  const process = startProcess(kernel, home, `${name} ${world.nextNumber()}`)
  const leave = new AbortController()
  let end: End
  let endedMs = Infinity
  const ended = new Promise<End>((resolve) =>
    process.onEnd(() => {
      endedMs = kernel.now()
      resolve(end)
    }),
  )
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
  return { process, ended, endedMs: () => endedMs, leave }
}

/** What befalls a user who swaps, and how often he agrees beforehand. */
interface Circumstances {
  readonly shears: Shears
  readonly disk: DiskFiller
  /** Probability, 0 to 1. */
  readonly agrees: number
}

/** Lets a user swap until it is paid, or he leaves it to a later `resume`. */
async function pursue(
  world: World,
  intent: Intent,
  overServer: boolean,
  { shears, disk, agrees }: Circumstances,
): Promise<void> {
  const { dice, kernel, oracle } = world
  let isBegun = false
  let isBare: boolean = false
  for (let tries = 0; tries < 4; tries += 1) {
    const way = { yes: dice.chance(agrees) && !isBare, overServer, looks: dice.chance(0.5) }
    if (isBegun && dice.chance(0.2)) start(world, 'resume', way, resume)
    const command: ReturnType<typeof start> = isBegun
      ? start(world, 'resume', way, resume)
      : start(world, 'swap', way, (it) => swap(it, intent))
    const end = await waitFor(world, command)
    // What he gave up as unsent must stay so, whatever he goes on with.
    if (end === 'ok' && intent.over.size > 0 && world.fate.chance(0.5)) {
      await waitFor(world, start(world, 'resume', { yes: false, overServer, looks: true }, resume))
    }
    if (end === 'ok') return
    isBegun = true
    isBare = end === undefined && (await shears.lie(command.process))
    if (isSwapError(end) && end.code === 'STORE_UNUSABLE') disk.makeRoom()
    // Nothing was sent, it is said: he may begin again. Else he goes on with what there is.
    const mayRepeat = isSwapError(end) && end.funds === 'untouched' && end.code !== 'INTERRUPTED'
    if (!mayRepeat || dice.chance(0.4)) continue
    const { run } = intent
    // What he has agreed to since, in another terminal, is not what was unsent then.
    if (run !== undefined && (intent.agreedMs.get(run) ?? 0) > command.endedMs()) continue
    if (!oracle.replaceRun(intent)) continue
    isBegun = false
    kernel.note(`the user begins swap ${intent.id} anew${run === undefined ? '' : `, in place of ${run}`}`)
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

/** Older copies than these are not put back: every run of theirs has ended. */
const RECENT_IMAGES = 8

/** What troubles are made with. */
interface Trouble {
  readonly saboteur: Saboteur
  readonly overServer: boolean
  /** What was copied of homes so far. */
  readonly images: Image[]
}

function tellTrouble(world: World, what: string): void {
  world.count(`trouble ${what.split(':')[0] ?? ''}`)
  world.kernel.note(`TROUBLE ${what}`)
}

function losePowerAt(world: World, machine: Machine): void {
  tellTrouble(world, `power cut: ${machine.name}`)
  cutPower(world.kernel, machine, world.dice)
}

function killOne(world: World, machine: Machine): void {
  if (machine.running.size === 0) return
  const process = world.dice.pick([...machine.running])
  tellTrouble(world, `a process is killed: ${process.name}`)
  process.kill('by chance')
}

/** Puts an older copy of a home back, on this machine or on one that has never seen it. */
function restoreOne(world: World, { images }: Trouble): void {
  const { kernel, dice, oracle } = world
  if (images.length === 0) return
  const image = dice.pick(images.slice(-RECENT_IMAGES))
  const { machine } = image
  const files = dice.pick<readonly FileName[]>([['store', 'wallet'], ['store', 'wallet'], ['wallet'], ['store']])
  const isNew = dice.chance(0.2)
  const what = files.map((file) => (file === 'store' ? 'the store' : 'the wallet file')).join(' and ')
  const where = isNew ? ', on a machine that has never seen it' : ''
  tellTrouble(world, `an older copy is put back: ${what} of ${machine.name}, after a power cut${where}`)
  cutPower(kernel, machine, dice)
  for (const file of files) putBack(machine.files[file], image.files[file])
  if (isNew) machine.state.clear()
  oracle.excuse(machine, files, image.mark)
}

function changePrice(world: World, bps: number): void {
  tellTrouble(world, `price: 100 USDC buy ${bps / 100} DAI from now on`)
  world.setPrice(bps)
}

function makeTrouble(world: World, trouble: Trouble): void {
  const { dice, network, mood, home, server } = world
  const machine = trouble.overServer && dice.chance(0.5) ? server : home
  const troubles: readonly (readonly [number, () => void])[] = [
    [1, () => losePowerAt(world, machine)],
    [1, () => killOne(world, machine)],
    [
      1,
      () => {
        world.count('clocks set')
        machine.skewMs = dice.pick([0, 0, -30_000, 30_000, -600_000, 600_000, 9 * 3_600_000, -9 * 3_600_000])
        tellTrouble(world, `clock: that of ${machine.name} is ${describeSkew(machine.skewMs)}`)
      },
    ],
    [5, () => trouble.saboteur.strike()],
    [1, () => changePrice(world, dice.pick([9_990, 9_980, 9_960, 9_850, 9_500]))],
    [
      1,
      () => {
        Object.assign(mood, {
          failing: dice.pick([0, 0.1, 0.5, 0.9]),
          slow: dice.pick([0, 0.2]),
          stealing: dice.pick([0, 0, 0.5]),
          lying: dice.pick([0, 0, 0.1]),
        })
        tellTrouble(world, `providers: ${describeRates(mood, OF_PROVIDERS)}`)
      },
    ],
    [
      1,
      () => {
        const rate = () => dice.pick([0, 0, 0.05, 0.3])
        Object.assign(network.faults, { lostRequest: rate(), lostAnswer: rate(), duplicate: rate(), slow: rate() / 3 })
        tellTrouble(world, `network: ${describeRates(network.faults, OF_REQUESTS)}`)
      },
    ],
    [1, () => restoreOne(world, trouble)],
    [
      0.5,
      () => {
        world.chain.submit({ from: OWNER, to: FRIEND, value: 1n })
        tellTrouble(world, 'another wallet of the user pays from the same account')
      },
    ],
    [
      0.3,
      () => {
        home.state.clear()
        tellTrouble(world, 'state folder: what the machine home has seen of homes is gone')
      },
    ],
  ]
  let left = dice.next() * troubles.reduce((sum, [weight]) => sum + weight, 0)
  troubles.find(([weight]) => (left -= weight) < 0)?.[1]()
}

const OF_PROVIDERS = {
  failing: 'of answers are errors',
  slow: 'of answers are slow',
  stealing: 'of payments go to a thief',
  lying: 'of states are wrong',
}
const OF_REQUESTS = {
  lostRequest: 'of requests are lost',
  lostAnswer: 'of answers are lost',
  duplicate: 'of requests come twice',
  slow: 'of requests are slow',
}

/** Probabilities as a person reads them. */
function describeRates<T extends string>(
  rates: Readonly<Record<T, number>>,
  words: Readonly<Record<T, string>>,
): string {
  const parts = (Object.keys(words) as T[]).filter((what) => rates[what] > 0)
  if (parts.length === 0) return 'all well'
  return parts.map((what) => `${Math.round(1000 * rates[what]) / 10} % ${words[what]}`).join(', ')
}

function describeSkew(skewMs: number): string {
  return skewMs === 0 ? 'right' : `${Math.abs(skewMs) / 1000} s ${skewMs > 0 ? 'ahead' : 'behind'}`
}

interface SeedFacts {
  readonly seed: number
  readonly intents: number
  readonly overServer: boolean
  readonly faultEveryMs: number
  readonly zeal: number
}

/** What a seed is about, in one line. */
function describeSeed(
  { nodes: { own }, lockTtlMs, hazards }: World,
  { seed, intents, overServer, faultEveryMs, zeal }: SeedFacts,
): string {
  const trouble =
    faultEveryMs === Infinity
      ? 'no trouble by itself'
      : `trouble about every ${faultEveryMs / 1000} s, and in ${Math.round(100 * zeal)} % of the moments of a payment`
  return [
    `seed ${seed}: the user wants ${intents} ${intents === 1 ? 'swap' : 'swaps'} of USDC for DAI, ${overServer ? 'over a server' : 'by the service of the machine home'}`,
    own === undefined
      ? 'three public nodes, of which two have to agree'
      : `nodes of the user's own, believed alone: ${own}`,
    `a lock holds for ${lockTtlMs / 1000} s`,
    trouble,
    ...(hazards.killing === 0 ? [] : [`a process dies at ${100 * hazards.killing} % of its calls`]),
  ].join('; ')
}

/** From now on everything works. */
function calmDown(world: World): void {
  const { kernel, hazards, network, mood, home, server } = world
  kernel.note('ALL IS WELL from now on')
  Object.assign(hazards, { killing: 0, hangingDisk: 0 })
  Object.assign(network.faults, { lostRequest: 0, lostAnswer: 0, duplicate: 0, slow: 0 })
  Object.assign(mood, { failing: 0, slow: 0, stealing: 0, lying: 0 })
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
    const { process, ended } = start(world, 'resume', { yes: false, overServer, looks: true }, resume)
    const first = await Promise.race([ended, kernel.sleep(HANGING_MS).then(() => 'late' as const)])
    if (first === 'late') {
      oracle.complain(
        `${process.name} has not ended ${HANGING_MS / MINUTE_MS} minutes after it began, although all is well: it hangs`,
      )
      process.kill('it hangs')
      return
    }
    last = first
    if (isSwapError(last) && last.reason === 'paid-before') {
      await start(world, 'forget', { yes: false, overServer }, forget).ended
    }
    await kernel.sleep(2 * MINUTE_MS)
  }
  for (const { id, step } of await unfinishedRuns(world)) {
    world.count(`left at ${step}`)
    kernel.note(`${id} of ${home.name} is given up by the user at the step ${step}`)
    if (isSwapError(last) && last.hint !== undefined) continue
    oracle.complain(`${id} never gets beyond the step ${step}, and nothing says what is missing`)
  }
}

/** Runs that are not over, by what the file holds. */
async function unfinishedRuns({ home }: World): Promise<readonly { readonly id: string; readonly step: string }[]> {
  const found = await openSimulatedDocuments(home.files.wallet, AT_ONCE).list('run:')
  const runs = found.map(({ doc }) => (doc as unknown as { run: { id: string; step: string } }).run)
  return runs.filter(({ step }) => step !== 'final' && step !== 'closed')
}
