/*
 * The figures of the README, measured: `npm run bench`. Everything is a ratio within one run, because machines differ.
 * Names on the command line choose parts; plan.ts says what there is.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defined } from '../../src/core/defined.ts'
import { PROGRAM } from '../support/built-program.ts'
import { stateOf } from '../support/home-env.ts'
import { WrongArguments } from '../support/wrong-arguments.ts'
import { fanOutFigures } from './fan-out.ts'
import { droppedVariables, sandboxEnv } from './bare-env.ts'
import { searchAssets } from './search.ts'
import { growthFigures } from './growth.ts'
import { walletHistory } from './history.ts'
import { screenFigures } from './screens.ts'
import { load } from './clients.ts'
import { databaseGrowth, databaseSwaps } from './database.ts'
import { loopCaseNames, loopFigures } from './loop.ts'
import { cpuMs, median, rssMiB, startServer } from './measure.ts'
import { lastRouteMs, quoteBurst } from './overload.ts'
import {
  type BenchPartName,
  type BenchPlan,
  benchUsage,
  describeBench,
  type LoopSettings,
  readBenchArguments,
} from './plan.ts'
import { SILENT_SOCKETS, silentSockets } from './silent-sockets.ts'
import { startFigures } from './startup.ts'
import { readFigures, swapFigures } from './throughput.ts'

const caseNames = (rows: number) => [...loopCaseNames(rows), SILENT_SOCKETS]
const plan = readArguments()
console.error(describeBench(plan))
const home = mkdtempSync(join(tmpdir(), 'swapcli-bench-'))
const env = sandboxEnv(home)
const dropped = droppedVariables(process.env)
if (dropped.length > 0) console.error(`Set here, and given to no program that is measured: ${dropped.join(', ')}`)
const rows: { figure: string; value: string; bound: string; held: boolean }[] = []

function report(figure: string, value: number, unit: string, bound: number, least = false): void {
  rows.push({
    figure,
    value: `${value.toFixed(2)}${unit}`,
    bound: `${least ? '>=' : '<='} ${bound}${unit}`,
    held: least ? value >= bound : value <= bound,
  })
}

const PARTS: Readonly<Record<BenchPartName, () => Promise<void> | void>> = {
  startup,
  http,
  memory,
  history: async () =>
    report('history of one wallet, 1,000,000 against 1,000 transactions', await walletHistory(home), 'x', 2),
  search: async () => report('search over 100,000 assets, median', await searchAssets(home), ' ms', 5),
  fanout: fanOut,
  screens,
  loop: () => loop(plan.loop),
  overload,
  throughput,
  database,
  growth,
}

try {
  for (const name of plan.names) await PARTS[name]()
} finally {
  for (const folder of [home, stateOf(home)]) rmSync(folder, { recursive: true, force: true })
}

const width = Math.max(...rows.map((row) => row.figure.length))
for (const row of rows) {
  console.log(
    `${row.figure.padEnd(width)}  ${row.value.padStart(9)}  (${row.bound})  ${row.held ? 'holds' : 'DOES NOT HOLD'}`,
  )
}
process.exitCode = rows.every((row) => row.held) ? 0 : 1

function readArguments(): BenchPlan {
  try {
    const read = readBenchArguments(process.argv.slice(2), process.env, caseNames)
    if (read !== 'help') return read
    console.log(benchUsage(caseNames))
    process.exit(0)
  } catch (error) {
    if (!(error instanceof WrongArguments)) throw error
    console.error(`${error.message}\n\n${benchUsage(caseNames)}`)
    process.exit(2)
  }
}

function fanOut(): void {
  const { firstLateMs, lastLateMs, grownMiB, quotes } = fanOutFigures(home)
  report('20 providers: first route after the fastest answer, median', firstLateMs, ' ms', 10)
  report('20 providers, one slow: last route after the slowest answer, median', lastLateMs, ' ms', 15)
  report(`heap growth over ${quotes} quotes of 20 providers`, grownMiB, ' MiB', 4)
}

async function loop({ rows, keptHome, only }: LoopSettings): Promise<void> {
  const choice = { rows, ...defined({ keptHome, only }) }
  for await (const { name, idle, beside, turnMs, note } of loopFigures(home, choice)) {
    console.log(
      `${name}: idle p50 ${idle.p50.toFixed(2)}, p99 ${idle.p99.toFixed(2)} ms; beside it p50 ${beside.p50.toFixed(2)}, p99 ${beside.p99.toFixed(2)}, worst ${beside.worst.toFixed(1)} ms of ${beside.count}; longest turn of the loop ${turnMs.toFixed(1)} ms of CPU${note === '' ? '' : `; ${note}`}`,
    )
    report(`/healthz, worst: ${name}`, beside.worst, ' ms', Math.max(50, Math.ceil(20 * idle.p99)))
  }
  if (!SILENT_SOCKETS.includes(only ?? '')) return
  const { ours, bare } = await silentSockets(home)
  report(`${SILENT_SOCKETS}: until a fresh one is answered`, ours, ' s', Math.max(1, Math.ceil(bare)))
}

async function overload(): Promise<void> {
  const burst = await quoteBurst(home)
  console.log(`200 quotes at once over 20 providers: ${JSON.stringify(burst)}`)
  report('200 quotes at once: neither complete nor refused cleanly', burst.wrong, '', 0)
  report('200 quotes at once: complete', burst.complete, '', 20, true)
  report('routes of the quote after them', burst.routesAfter, '', 20, true)
  report('memory above that of before', burst.grownMiB, ' MiB', 150)
  for (const [providers, bound] of [
    [20, 15],
    [100, 30],
    [300, 100],
  ] as const) {
    report(
      `${providers} providers: last route after the slowest answer`,
      await lastRouteMs(home, providers),
      ' ms',
      bound,
    )
  }
}

async function throughput(): Promise<void> {
  const swaps = await swapFigures(home)
  for (const [clients, rate] of swaps.byClients) {
    console.log(`${rate.toFixed(0)} swaps/s of ${clients} clients; bare libsql ${swaps.bare.toFixed(0)}`)
  }
  const of = (rates: ReadonlyMap<number, number>, count: number) => rates.get(count) ?? Number.NaN
  report('lock and execute, 8 clients against bare libsql', of(swaps.byClients, 8) / swaps.bare, 'x', 0.6, true)
  report('lock and execute, 32 clients against 1', of(swaps.byClients, 32) / of(swaps.byClients, 1), 'x', 1.5, true)
  report('two servers on one home against one', of(swaps.byServers, 2) / of(swaps.byServers, 1), 'x', 1, true)
  report('four servers on one home against one', of(swaps.byServers, 4) / of(swaps.byServers, 1), 'x', 1, true)
  report('bytes of a swap in the store', swaps.fileBytes / 1024, ' KiB', 5)
  const bounds: Record<string, number> = { 'history of 50 rows': 0.15, status: 0.3, stats: 0.3, 'sandbox quote': 0.06 }
  for (const { name, share, delays } of await readFigures(home)) {
    report(`${name}, requests/s against bare node:http`, share, 'x', bounds[name] ?? Number.NaN, true)
    report(`${name}, 64 connections: p99 against p50`, delays.p99 / delays.p50, 'x', 8)
  }
}

async function database(): Promise<void> {
  const swaps = await databaseSwaps(home)
  const of = (rates: ReadonlyMap<number, number>, count: number) => rates.get(count) ?? Number.NaN
  for (const [clients, bare] of swaps.bare) {
    const [library, served, file] = [swaps.library, swaps.served, swaps.servedFile].map((rates) => of(rates, clients))
    console.log(
      `${clients} clients: bare pg ${bare.toFixed(0)} swaps/s, library ${library?.toFixed(0)}, serve ${served?.toFixed(0)}, serve on a file ${file?.toFixed(0)}`,
    )
    report(
      `lock and execute by the library, ${clients} at a time, against bare pg`,
      (library ?? 0) / bare,
      'x',
      0.5,
      true,
    )
  }
  for (const { servers, rate, serverCpuMs, databaseCpuMs } of swaps.servers) {
    console.log(
      `${servers} servers on one database: ${rate.toFixed(0)} swaps/s; CPU a swap ${serverCpuMs.toFixed(2)} ms of the servers, ${databaseCpuMs.toFixed(2)} ms of the database`,
    )
  }
  report(
    'serve on a database against serve on a file, 32 clients',
    of(swaps.served, 32) / of(swaps.servedFile, 32),
    'x',
    0.4,
    true,
  )
  const [one, most] = [swaps.servers[0], swaps.servers.at(-1)]
  if (one === undefined || most === undefined) throw new Error('nothing was measured')
  // Fewer cores cannot show that servers add up: they can show that none costs the others anything.
  if (availableParallelism() >= 8) {
    report(`${most.servers} servers on one database against one`, most.rate / one.rate, 'x', 2.5, true)
  }
  const cpuOf = ({ serverCpuMs, databaseCpuMs }: typeof one) => serverCpuMs + databaseCpuMs
  report(`CPU of a swap, ${most.servers} servers on one database against one`, cpuOf(most) / cpuOf(one), 'x', 1.4)
  report('bytes of a swap in the database', swaps.bytes / 1024, ' KiB', 20)
  for (const { name, kind, smallMs, largeMs } of await databaseGrowth(home)) {
    console.log(`${name}: ${smallMs.toFixed(2)} ms at 1,000 transactions, ${largeMs.toFixed(2)} ms at 1,000,000`)
    if (kind === 'other') continue
    report(`${name}, 1,000,000 against 1,000 transactions`, largeMs / smallMs, 'x', kind === 'wallet' ? 2 : 10)
  }
}

async function growth(): Promise<void> {
  const figures = await growthFigures(home, [1, 1_000, 20_000, 200_000])
  const [one, most] = [figures[0], figures.at(-1)]
  if (one === undefined || most === undefined) throw new Error('nothing was measured')
  for (const [name, ms] of Object.entries(one.cpu)) {
    console.log(`${name}: ${figures.map(({ swaps, cpu }) => `${cpu[name]?.toFixed(0)} ms at ${swaps}`).join(', ')}`)
    report(`${name}: CPU after ${most.swaps} swaps, against one`, (most.cpu[name] ?? Number.NaN) / ms, 'x', 1.5)
  }
  report('store file, for each finished swap', most.storeBytes / most.swaps / 1024, ' KiB', 10)
  report('wallet file, for each finished swap', most.walletBytes / most.swaps / 1024, ' KiB', 13)
}

async function screens(): Promise<void> {
  const figures = await screenFigures(home)
  report('screens: first frame, against one word drawn with Ink', figures.firstFrameMs / figures.bareInkMs, 'x', 2.5)
  report('screens: key to frame at 80x24, above a bare echo', figures.keyMs - figures.echoMs, ' ms', 16)
  console.log(
    `longest turn of the loop while 10,000 swaps are opened after a kill: ${figures.openingKilledMs.toFixed(0)} ms of CPU`,
  )
  report('screens: longest turn while 10,000 swaps are opened, of CPU', figures.openingMs, ' ms', 50)
  for (const { name, cpu, bytesPerSec } of figures.watched) {
    report(`screens: ${name}, share of a core`, cpu, ' %', 1)
    report(`screens: ${name}, bytes a second`, bytesPerSec, '', 100)
  }
  report('screens: CPU of a frame with few changed lines, against Ink', figures.frameMs / figures.inkMs, 'x', 0.2)
  for (const { columns, rows: lines, ...bytes } of figures.keys) {
    const size = `${columns}x${lines}`
    console.log(
      `bytes of a key at ${size}: ${bytes.median}, whole lines ${bytes.medianOfLines}; in the picker p95 ${bytes.pickerP95}, whole lines ${bytes.pickerP95OfLines}`,
    )
    report(`screens: bytes of a key at ${size}, against whole lines`, bytes.median / bytes.medianOfLines, 'x', 0.5)
    report(`screens: bytes of a key in the picker at ${size}, p95`, bytes.pickerP95, '', 5_000)
  }
}

function startup(): void {
  const { conditions, figures } = startFigures(home)
  console.log(conditions)
  for (const { command, ratio, aboveMs, bound } of figures) {
    const above = `, ${aboveMs >= 0 ? '+' : ''}${aboveMs.toFixed(1)} ms above an empty module`
    report(`swapcli ${command}, against node -e 0${above}`, ratio, 'x', bound)
  }
}

async function http(): Promise<void> {
  const ours = await startServer([PROGRAM, 'serve', '--port', '0', '--sandbox', '--json'], env)
  const url = (JSON.parse(ours.line) as { url: string }).url
  const answer = await fetch(`${url}/swap/chains`)
  const body = Buffer.from(await answer.arrayBuffer())
  writeFileSync(join(home, 'body'), body)
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !['connection', 'keep-alive', 'date', 'transfer-encoding'].includes(name)),
  )
  const bareServer = new URL('./bare-server.mjs', import.meta.url).pathname
  const bare = await startServer(
    [bareServer, join(home, 'body'), JSON.stringify({ ...headers, 'content-length': body.length })],
    env,
  )
  const servers = {
    ours: { pid: ours.pid, port: Number(new URL(url).port), path: '/api/v1/swap/chains' },
    bare: { pid: bare.pid, port: Number(bare.line), path: '/' },
  }
  const perSecond: Record<string, number[]> = { ours: [], bare: [] }
  const cpu: Record<string, number[]> = { ours: [], bare: [] }
  const total = 20_000
  for (let round = 0; round < 6; round += 1) {
    for (const name of ['bare', 'ours'] as const) {
      const before = cpuMs(servers[name].pid)
      const { seconds } = await load(servers[name].port, servers[name].path, 32, total)
      if (round === 0) continue
      perSecond[name]?.push(total / seconds)
      cpu[name]?.push(cpuMs(servers[name].pid) - before)
    }
  }
  await Promise.all([ours.stop(), bare.stop()])
  report(
    'GET /swap/chains, requests/s against bare node:http',
    median(perSecond['ours'] ?? []) / median(perSecond['bare'] ?? []),
    'x',
    0.7,
    true,
  )
  report(
    'GET /swap/chains, requests per CPU second against bare node:http',
    median(cpu['bare'] ?? []) / median(cpu['ours'] ?? []),
    'x',
    0.7,
    true,
  )
}

async function memory(): Promise<void> {
  const ours = await startServer([PROGRAM, 'serve', '--port', '0', '--sandbox', '--json'], env)
  const bare = await startServer(
    ['-e', 'console.log("up"); setInterval(() => {}, 1e6); process.on("SIGTERM", () => process.exit(0))'],
    env,
  )
  spawnSync('sleep', ['3'])
  const ratio = rssMiB(ours.pid) / rssMiB(bare.pid)
  await Promise.all([ours.stop(), bare.stop()])
  report('serve idle, resident memory against bare node', ratio, 'x', 2.5)
}
