import { openHomeMark } from '../../src/cli/pay/home/home-mark.ts'
import { settleFailedRun } from '../../src/cli/pay/failed-run.ts'
import { unsettledOf } from '../../src/cli/pay/runs.ts'
import { checkUnattendedPayment, openDoubts } from '../../src/cli/pay/unattended-payment.ts'
import { createSwapClient } from '../../src/client/index.ts'
import { readTerms } from '../../src/core/api/answers.ts'
import { isSwapError, restate, type SwapError } from '../../src/core/api/errors.ts'
import type { SwapService } from '../../src/core/api/service.ts'
import { nodesOf } from '../../src/core/evm/nodes.ts'
import { larger } from '../../src/core/money/larger.ts'
import type { DocumentStore, HomeMark, PooledHttp } from '../../src/core/ports.ts'
import { createJsonRpc } from '../../src/io/rpc/json-rpc.ts'
import { embeddedOptions } from '../../src/server/embedded-options.ts'
import { createServerHandler } from '../../src/server/app.ts'
import { createCatalog, createSwapService, type EmbeddedSwapService } from '../../src/service/index.ts'
import { evmFamily } from '../../src/wallet/evm/family.ts'
import { signWith } from '../../src/wallet/evm/keys/unlock.ts'
import type { EvmSigner } from '../../src/wallet/evm/keys/signer.ts'
import { abandonRun, replacePayment } from '../../src/wallet/run/intervention.ts'
import { isPaidByNameOnly } from '../../src/wallet/run/consent.ts'
import { createRunJournal, type RunJournal, type SwapRun } from '../../src/wallet/run/journal.ts'
import { newRun } from '../../src/wallet/run/new-run.ts'
import { isBeforePayment } from '../../src/wallet/run/steps.ts'
import { continueRun, type RunContext } from '../../src/wallet/run/swap-run.ts'
import type { Wallet } from '../../src/wallet/payment.ts'
import { hashOf } from './chain/transactions.ts'
import { openSimulatedDocuments, openSimulatedStore } from './disk.ts'
import type { Process } from './kernel.ts'
import type { Session } from '../../src/cli/session.ts'
import { mountHome } from './home-io.ts'
import { createIds, type Machine, openQueue, startProcess } from './machine.ts'
import { CATALOG, DAI, ETHEREUM, USDC } from './market.ts'
import { connectionError } from './network.ts'
import type { Intent } from './oracle.ts'
import { createProvider } from './provider.ts'
import { KEY, mayBePaid, OWNER, SERVER, type World } from './world.ts'
import { SERVICE_LIMITS } from '../support/service-limits.ts'

/*
 * The real program, as its commands put it together: service, journal, wallet, client and server, each in a simulated process.
 */

/** Longest time for one answer of a node, in milliseconds. */
const NODE_TIMEOUT_MS = 8_000
/** As the setting `resume-within` has it. */
const RELOCKS_WITHIN_MS = 15 * 60_000

/** Opens the service on the files of a process's machine. */
function openService(world: World, machine: Machine, process: Process): EmbeddedSwapService {
  const { clock } = process
  const dice = world.kernel.random.fork(`service ${world.nextNumber()} of ${process.name}`)
  const store = openSimulatedStore(machine.files.store, process, () => clock.now())
  return createSwapService({
    network: 'live',
    clock,
    ids: createIds(dice),
    store,
    catalog: createCatalog({ data: CATALOG, store }),
    catalogData: CATALOG,
    providers: world.providers.map((provider) => createProvider(provider, process)),
    price: () => 1_000_000n,
    openPrices: undefined,
    publicNodes: () => world.nodes.public,
    setting: (key) => (key === 'RPC' ? world.nodes.own : undefined),
    userAgent: 'swapcli/simulation',
    random: () => dice.next(),
    openHttp: async () => httpOf(world, process),
    limits: { ...SERVICE_LIMITS, lockTtlMs: world.lockTtlMs },
    onError: (error) => world.complainOfBug(process, error),
  })
}

function httpOf({ network }: World, process: Process): PooledHttp {
  return { fetch: network.fetchOf(process), close: async () => undefined }
}

/** The wallet's side of a machine. */
interface Home {
  readonly journal: RunJournal
  readonly documents: DocumentStore
  readonly wallet: Wallet
  readonly mark: HomeMark
}

async function openHome(world: World, machine: Machine, process: Process, api: string | undefined): Promise<Home> {
  const { clock } = process
  const ids = createIds(world.kernel.random.fork(`home of ${process.name}`))
  const documents = openSimulatedDocuments(machine.files.wallet, process)
  const journal = createRunJournal(documents, clock, ids)
  const list = nodesOf(world.nodes.own, world.nodes.public)
  const rpc = createJsonRpc(world.network.fetchOf(process), list, {
    timeoutMs: NODE_TIMEOUT_MS,
    chain: ETHEREUM,
    clock,
  })
  const chain = evmFamily.openChain(ETHEREUM, { rpc, areLocal: false })
  const signer: EvmSigner = {
    family: 'evm',
    address: OWNER,
    sign: async (fields) => {
      const raw = await signWith(KEY.slice(), fields)
      world.signed.add(hashOf(raw))
      return raw
    },
  }
  const wallet = await evmFamily.createWallet({
    address: OWNER,
    signer: async () => signer,
    chain: async (chainId) => (chainId === ETHEREUM.chainId ? chain : undefined),
    clock,
    ids,
    isListed: async () => true,
    listUnsettled: () => unsettledOf({ journal, documents }, OWNER),
    queue: openQueue(machine, process),
    options: { allowance: 'exact' },
  })
  const folder = mountHome(process, machine, world.nextNumber())
  const place = { home: folder, stateHome: folder, network: 'live', api, clock, ids, onEnd: () => undefined }
  const mark = await openHomeMark({
    session: place as unknown as Session,
    wallet: documents,
    tell: (text) => world.note(process, text),
  })
  return { journal, documents, wallet, mark }
}

/** How a command is given. */
export interface CommandWay {
  /** The swap is agreed to beforehand, as by `--yes`. */
  readonly yes: boolean
  /** Goes over the server. */
  readonly overServer: boolean
  /** Where a run may be paid already, a person at the terminal looks at the chain himself. @default nobody is there */
  readonly looks?: boolean
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal
}

interface Command extends CommandWay {
  readonly world: World
  readonly machine: Machine
  readonly process: Process
}

/** Opens what a command talks to. */
function openFor(command: Command): SwapService {
  const { world, machine, process, overServer } = command
  if (!overServer) return openService(world, machine, process)
  return createSwapClient(SERVER, { fetch: world.network.fetchOf(process), clock: process.clock })
}

/** `swapcli swap`: the user wants this paid once. */
export async function swap(command: Command, intent: Intent): Promise<void> {
  const { world, machine, process, yes, overServer } = command
  const service = openFor(command)
  const { oracle } = world
  const amount = (intent.units / 10n ** 6n).toString()
  const request = {
    ...{ srcChain: 'ethereum', srcAddress: USDC.address, dstChain: 'ethereum', dstAddress: DAI.address, amount },
    ...{ depositor: OWNER, recipient: intent.recipient },
  }
  const { data } = await service.quote(request, { signal: command.signal })
  const route = data[0]
  if (route === undefined) {
    world.note(process, 'no provider has a route')
    return service.close()
  }
  const terms = readTerms('route', route, { src: USDC.decimals, dst: DAI.decimals })
  const home = await openHome(world, machine, process, overServer ? SERVER : undefined)
  const sideOf = ({ symbol, decimals }: typeof USDC) => ({
    ...{ reference: `ethereum:${symbol}`, chainId: ETHEREUM.chainId, addressFamily: 'evm' as const, isNative: false },
    ...{ symbol, decimals },
  })
  const least = terms.minimumOut ?? 0n
  intent.quoted = least < intent.quoted ? least : intent.quoted
  const run = await home.journal.create(
    newRun({
      api: overServer ? SERVER : undefined,
      from: sideOf(USDC),
      to: sideOf(DAI),
      terms,
      lock: { ...request, provider: route.provider, routeId: route.routeId },
      unattended: yes,
    }),
  )
  intent.run = run.id
  intent.least.set(run.id, least)
  if (yes) intent.promised.set(run.id, least)
  oracle.acknowledge({ kind: 'run', machine, file: 'wallet', id: run.id, value: '' })
  world.note(process, `swap ${intent.id} of ${amount} USDC is ${run.id}${yes ? ', agreed to beforehand' : ''}`)
  await play(command, home, service, run, { isNew: true })
  await service.close()
}

/** `swapcli resume`: all unfinished runs, or those named that the user still counts on. */
export async function resume(command: Command): Promise<void> {
  const { world, machine, process, yes } = command
  const home = await openHome(world, machine, process, command.overServer ? SERVER : undefined)
  const all = await home.journal.listUnfinished()
  // Nobody says yes to a run in whose place he has begun another one.
  const found = yes
    ? all.filter((run) => intentOf(world, run)?.over.has(run.id) === false && !isPaidByNameOnly(run))
    : all
  let failed: SwapError | undefined
  let isOtherPaid = false
  for (const run of found) {
    const overServer = run.api !== undefined
    const service = openFor({ ...command, overServer })
    try {
      const mayReplace = (run.step === 'signed' || run.step === 'sent') && world.dice.chance(0.5)
      const how = world.dice.chance(0.7) ? 'speed-up' : 'cancel'
      if (mayReplace) world.note(process, `the user wants to ${how} ${run.id}`)
      const next = mayReplace ? await replacePayment({ ...home, home: home.mark }, run, how) : run
      await play({ ...command, overServer }, home, service, next, { isNew: false })
      isOtherPaid ||= (await home.journal.get(run.id))?.payment !== undefined
    } catch (error) {
      if (!isSwapError(error)) throw error
      failed = error
    } finally {
      await service.close()
    }
  }
  if (failed === undefined) return
  throw isOtherPaid && failed.funds === 'untouched' ? restate(failed, { funds: 'unknown' }) : failed
}

/** What the user wants with a run. */
function intentOf({ oracle }: World, { request }: SwapRun): Intent | undefined {
  return oracle.intents.find(({ units }) => request.amount === (units / 10n ** 6n).toString())
}

/** Plays a run on, as `completeRun` of the command line does. */
async function play(
  { world, machine, process, yes, overServer, looks = false, signal }: Command,
  { journal, wallet, mark }: Home,
  service: SwapService,
  start: SwapRun,
  { isNew }: { readonly isNew: boolean },
): Promise<void> {
  const { oracle, dice } = world
  const home = overServer ? world.server : machine
  const intent = intentOf(world, start)
  const agrees = async (what: string): Promise<boolean> => {
    await process.clock.sleep(dice.next() * 20_000)
    const agreed = intent?.over.has(start.id) === false && !dice.chance(0.05)
    if (agreed) noteYes()
    world.note(process, `the user ${agreed ? 'agrees to' : 'declines'} ${what} of ${start.id}`)
    return agreed
  }
  const noteYes = () => void intent?.agreedMs.set(start.id, world.kernel.now())
  // Who says yes again agrees within the bounds of the run, whatever a lock has promised meanwhile.
  if (yes && !isNew) intent?.promised.delete(start.id)
  if (yes) noteYes()
  const tell = (run: SwapRun) => {
    if (yes && isBeforePayment(run)) noteYes()
    const { lock, transactionId, payment, transaction } = run
    const promised = intent?.promised.get(run.id)
    if (promised !== undefined && run.step === 'executing')
      intent?.promised.set(run.id, larger(promised, lock?.terms.minimumOut ?? 0n))
    world.onProgress(process, run.step)
    world.note(process, describeRun(run))
    if (run.step === 'quoted') world.count(`locks anew${run.unattended === true ? ' unasked' : ''}`)
    if (lock !== undefined)
      oracle.acknowledge({ kind: 'lock', machine: home, file: 'store', id: lock.lockId, value: '' })
    if (transactionId === undefined) return
    oracle.acknowledge({ kind: 'transaction', machine: home, file: 'store', id: transactionId, value: '' })
    if (payment !== undefined) {
      oracle.acknowledge({ kind: 'payment', machine, file: 'wallet', id: run.id, value: payment.hash })
      const hashes = [payment.hash, ...(payment.replaced ?? []).map(({ hash }) => hash)]
      if (payment.last !== false) {
        oracle.paidBy(run.id, hashes)
        const late = minutesLate(world, run, intent?.agreedMs.get(run.id))
        if (late !== undefined) intent?.late.set(run.id, late)
      }
      // Of what was replaced, another version may have been mined.
      const mined = hashes.find((hash) => hash === transaction?.inboundHash) ?? payment.hash
      const isTracked = run.step === 'tracked' || run.step === 'final'
      if (isTracked)
        oracle.acknowledge({ kind: 'tracked', machine: home, file: 'store', id: transactionId, value: mined })
    }
    if (run.step === 'final' && transaction !== undefined) {
      oracle.acknowledge({ kind: 'final', machine: home, file: 'store', id: transactionId, value: transaction.status })
    }
  }
  const context: RunContext = {
    service,
    journal,
    wallet,
    home: mark,
    signal,
    now: () => process.clock.now(),
    agreesBeforehand: yes,
    isBegun: isNew,
    agreementMs: RELOCKS_WITHIN_MS,
    goesOnDespite: async ({ reason, text }) => {
      if (yes || !looks || intent === undefined) return false
      await process.clock.sleep(dice.next() * 20_000)
      const goesOn = reason === 'older-home' || !mayBePaid(world, intent)
      world.note(process, `"${text}": the user looks at the chain himself, and ${goesOn ? 'goes on' : 'leaves it'}`)
      return goesOn
    },
    review: async (run) => {
      const agreed = await agrees('the terms')
      const least = run.lock?.terms.minimumOut
      if (agreed) intent?.promised.delete(run.id)
      if (agreed && least !== undefined) intent?.least.set(run.id, least)
      return agreed
    },
    reviewPayment: async (run, review) => {
      if (!yes && run.unattended !== true) return agrees('the payment')
      checkUnattendedPayment(run, review, { trustsServer: false })
      return true
    },
    openDoubts,
    onProgress: tell,
  }
  try {
    tell(await continueRun(context, start, 'final'))
  } catch (error) {
    const told = await settleFailedRun({ note: () => undefined }, journal, start, error, {
      sends: true,
      isUnseen: isNew && yes,
    })
    throw told instanceof Error ? told : new Error('a run failed', { cause: told })
  }
}

/** How long what was agreed to beforehand may take to be locked once it is asked for, in milliseconds. */
const LOCKING_MS = 2 * 60_000

/**
 * How long after the last yes the lock of a run was made, where that was too late to be paid unasked, in minutes; undefined where
 * it was not. Where a clock was ever set, nobody knows when a lock was made.
 */
function minutesLate(world: World, { lock }: SwapRun, agreedMs: number | undefined): number | undefined {
  if (lock === undefined || agreedMs === undefined || world.counts.has('clocks set')) return undefined
  const afterMs = Date.parse(lock.expiresAt) - world.lockTtlMs - agreedMs
  return afterMs > RELOCKS_WITHIN_MS + LOCKING_MS ? Math.round(afterMs / 60_000) : undefined
}

/** What a user reads of a run at a step. */
function describeRun(run: SwapRun): string {
  const { id, step, closedAs, reason, payment, paymentAgreed, earlier = [], transaction } = run
  const what = payment?.kind ?? (payment?.last === false ? 'approval' : 'payment')
  const parts = [
    closedAs === undefined ? undefined : `as ${closedAs}`,
    payment === undefined ? undefined : `${what} ${payment.hash}`,
    ...(payment?.replaced ?? []).map(({ hash }) => `in place of ${hash}`),
    payment === undefined && earlier.length > 0 ? 'approved' : undefined,
    step === 'executed' && paymentAgreed === true && earlier.length === 0 ? 'its payment agreed to' : undefined,
    transaction?.status,
    reason,
  ]
  return `${id} is ${step}${parts.flatMap((part) => (part === undefined ? [] : [`, ${part}`])).join('')}`
}

/** `swapcli resume RUN --forget`, of runs that are paid for by what this home does not know. */
export async function forget({ world, machine, process }: Command): Promise<void> {
  const documents = openSimulatedDocuments(machine.files.wallet, process)
  const journal = createRunJournal(documents, process.clock, createIds(world.kernel.random.fork(process.name)))
  for (const run of await journal.listUnfinished()) {
    const intent = intentOf(world, run)
    if (!isBeforePayment(run) || intent === undefined || !mayBePaid(world, intent)) continue
    world.note(process, describeRun(await abandonRun(journal, run)))
  }
}

/** `swapcli history`: what it shows of ends must stay. */
export async function look(command: Command): Promise<void> {
  const { world, machine, process, overServer } = command
  const service = openFor(command)
  const { data } = await service.history({ perPage: 50 })
  const place = overServer ? world.server : machine
  for (const { id, status } of data) {
    world.oracle.acknowledge({ kind: 'transaction', machine: place, file: 'store', id, value: '' })
    if (status !== 'PENDING')
      world.oracle.acknowledge({ kind: 'final', machine: place, file: 'store', id, value: status })
  }
  const shown = data.map(({ id, status }) => `${id} ${status}`).join(', ')
  world.note(process, `history shows ${shown === '' ? 'nothing' : shown}`)
  await service.close()
}

/** `swapcli serve`: tracks, and answers at its address until it is killed. @returns the process */
export function serve(world: World, machine: Machine): Process {
  const process = startProcess(world.kernel, machine, `serve ${world.nextNumber()}`)
  const service = openService(world, machine, process)
  service.startTracker()
  if (machine !== world.server) return process
  const { handle } = createServerHandler(service, {
    clock: process.clock,
    ids: createIds(world.kernel.random.fork(`server of ${process.name}`)),
    ...embeddedOptions(service),
  })
  world.network.serve(new URL(SERVER).host, (url, { method, headers, body }) => {
    if (!process.isAlive()) throw connectionError('ECONNREFUSED')
    return new Promise((resolve, reject) => {
      process.onEnd(() => reject(connectionError('ECONNRESET')))
      const request = new Request(url, { method, headers, ...(body === undefined ? {} : { body }) })
      void (async () => {
        const response = await handle(request, { local: true })
        resolve({ status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() })
      })()
    })
  })
  return process
}
