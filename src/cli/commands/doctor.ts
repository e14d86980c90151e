import { clean } from '../../core/text/clean-text.ts'
import { faultText, hasOwners, readConfig } from '../../io/index.ts'
import { type FoundFault, findOwnFaults } from '../accounts/own-files.ts'
import { countText } from '../../core/text/count-text.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { defineCommand } from '../command.ts'
import type { Session } from '../session.ts'
import { openRunFile } from '../pay/runs.ts'
import { networksWithRuns, walletFile } from '../pay/wallet-file.ts'

interface Check {
  readonly name: string
  readonly result: 'ok' | 'warn' | 'fail'
  readonly detail: string
  readonly next?: string
}

/** Earliest Node.js that the program supports. */
const LEAST_NODE = [20, 19] as const

/** Checks that everything works. */
export const doctor = defineCommand({
  examples: ['doctor', 'doctor --fix', 'doctor --json', 'doctor --api http://127.0.0.1:8787/api/v1'],
  notes: 'Exit code 0 when nothing failed, 3 when settings or the store failed, 5 when the service did.',
  options: { fix: { kind: 'switch', description: 'take from other users what they can do with the files of swapcli' } },
  repairsSettings: true,
  run: async (session, _args, { fix }) => {
    const { output } = session
    const faults = await findOwnFaults(session, fix)
    const problems = [...session.settingsProblems, ...(await nodeProblems(session))]
    const mended = await areMended(session, faults)
    const isKnown = (key: 'network' | 'api') =>
      session.settings.has(key) || problems.every(({ field }) => field !== undefined && field !== key)
    const networks = isKnown('network') ? [session.network] : await networksWithRuns(session.home)
    const wallets = []
    for (const network of networks) wallets.push(await checkWallet({ ...session, network }))
    const local = [
      checkNode(session),
      checkClock(session),
      ...(mended ? [ok('settings', `can be used again (${session.configFile})`)] : checkSettings(session, problems)),
      ...checkFiles(faults),
      ...wallets,
    ]
    const service = isKnown('network') && isKnown('api') ? await checkService(session) : [unknownNetwork(networks)]
    const checks = [...local, ...service]
    if (output.json) output.printJson({ data: checks })
    else {
      const paint = {
        ok: output.paint.green(clean`ok  `),
        warn: output.paint.yellow(clean`warn`),
        fail: output.paint.red(clean`fail`),
      }
      for (const { name, result, detail, next } of checks) {
        output.print(clean`${paint[result]}  ${output.clean(`${name.padEnd(9)} ${detail}`)}`)
        if (next !== undefined) output.print(clean`                next: ${output.clean(next)}`)
      }
    }
    const failures = checks.filter(({ result }) => result === 'fail')
    if (failures.length === 0) return
    const names = failures.map(({ name }) => name).join(', ')
    const upstream = failures.every(({ name }) => name === 'service')
    throw new SwapError(upstream ? 'SERVICE_UNAVAILABLE' : 'CONFIG_INVALID', `Not in order: ${names}`, {
      hint: failures[0]?.next ?? 'Mend what failed, then run swapcli doctor again',
    })
  },
})

/** A check by its name and what was found. @param next what mends it */
const ok = (name: string, detail: string): Check => ({ name, result: 'ok', detail })
const warn = (name: string, detail: string, next: string): Check => ({ name, result: 'warn', detail, next })
const fail = (name: string, detail: string, next: string): Check => ({ name, result: 'fail', detail, next })

function checkNode({ nodeVersion }: Session): Check {
  const [major = 0, minor = 0] = nodeVersion.replace(/^v/, '').split('.').map(Number)
  const [leastMajor, leastMinor] = LEAST_NODE
  const fine = major > leastMajor || (major === leastMajor && minor >= leastMinor)
  return fine
    ? ok('node', nodeVersion)
    : fail('node', `${nodeVersion} is too old`, `Install Node.js ${LEAST_NODE.join('.')} or newer`)
}

function checkClock({ clock }: Session): Check {
  const first = clock.now()
  const second = clock.now()
  const iso = new Date(first).toISOString()
  const year = new Date(first).getUTCFullYear()
  const sane = second >= first && year >= 2024 && year < 2100
  if (sane) return ok('clock', iso)
  return fail('clock', `the machine says it is ${iso}`, "Set the machine's clock: locks and quotes expire by it")
}

/** True where the settings could not be used for who else can change them, and now can. */
async function areMended({ settingsProblems, configFile }: Session, faults: readonly FoundFault[]): Promise<boolean> {
  if (!settingsProblems.some(({ reason }) => reason === 'files') || !faults.some(({ isMended }) => isMended))
    return false
  return readConfig(configFile).then(
    () => true,
    () => false,
  )
}

/** What is wrong with the nodes that are set. */
async function nodeProblems(session: Session): Promise<readonly SwapError[]> {
  const { refuseUnusedNodes } = await import('../node-settings.ts')
  return refuseUnusedNodes(session).then(
    () => [],
    (error: unknown) => (isSwapError(error) ? [error] : Promise.reject(error as Error)),
  )
}

function checkSettings({ settings, configFile }: Session, problems: readonly SwapError[]): readonly Check[] {
  if (problems.length > 0)
    return problems.map((problem) => failCheck('settings', problem, 'See them: swapcli config list'))
  return [ok('settings', `${settings.size === 0 ? 'all at their defaults' : `${settings.size} set`} (${configFile})`)]
}

/** What is not looked at while the settings do not say where. @param networks those whose swaps were looked at */
function unknownNetwork(networks: readonly string[]): Check {
  const seen = networks.length === 0 ? 'no swaps of any' : `the swaps of ${networks.join(' and ')}`
  return warn(
    'network',
    `which one, and which server, cannot be read from the settings: found ${seen}`,
    'Mend the settings, or name it: swapcli doctor --network NAME',
  )
}

/** Who else can change or read our files. @param found what was found of them, mended or not */
function checkFiles(found: readonly FoundFault[]): readonly Check[] {
  if (!hasOwners()) {
    const move = 'Keep the data folder where only you can get in: --home DIR, or SWAPCLI_HOME'
    return [warn('files', 'who else can change or read them is not checked on Windows', move)]
  }
  if (found.length === 0) return [ok('files', 'no other user can change or read them')]
  return found.map((fault) => {
    const { kind, isMended, isCertain, isShared, command } = fault
    const text = faultText(fault)
    if (isMended) return ok('files', `mended: ${text} no more (${command})`)
    if (isShared) {
      const move = 'Move it to a disk of this machine: --home DIR, or SWAPCLI_HOME'
      return warn('files', `${text}: its file system is shared, and chmod may have no effect there`, move)
    }
    return isCertain && kind !== 'readable' ? fail('files', text, command) : warn('files', text, command)
  })
}

async function checkWallet(session: Session): Promise<Check> {
  const path = walletFile(session.home, session.network)
  try {
    const { journal } = await openRunFile(session)
    const open = await journal.listUnfinished()
    if (open.length === 0) return ok('wallet', `no unfinished swaps (${path})`)
    return warn('wallet', `${countText(open.length, 'unfinished swap')} (${path})`, 'swapcli resume')
  } catch (error) {
    return failCheck('wallet', error, `Move the file away if it is damaged: ${path}`)
  }
}

async function checkService(session: Session): Promise<Check[]> {
  const { api, network, home } = session
  if (api !== undefined) return [await checkServer(session, api)]
  try {
    const { embedded } = await session.open()
    const state = await embedded?.store.check()
    const sources = await embedded?.sources()
    const size = state === undefined ? '' : `, ${Math.ceil(state.sizeBytes / 1024)} KiB, schema ${state.schemaVersion}`
    const total = sources?.pagination.total ?? 0
    return [
      ok('store', `opens, reads and writes${size} (${home})`),
      total > 0
        ? ok('network', `${network}, ${countText(total, 'provider')}`)
        : warn('network', `${network} has no provider`, 'Use the sandbox: swapcli config set network sandbox'),
    ]
  } catch (error) {
    return [failCheck('store', error, 'See that the folder can be written, or choose another: --home DIR')]
  }
}

async function checkServer(session: Session, api: string): Promise<Check> {
  try {
    const { service } = await session.open()
    const page = await service.chains({ perPage: 1 })
    return ok('service', `${api} speaks the API, ${countText(page.pagination.total, 'chain')}`)
  } catch (error) {
    return failCheck('service', error, 'See that the server runs and the address ends in /api/v1: --api URL')
  }
}

function failCheck(name: string, error: unknown, next: string): Check {
  const detail = error instanceof Error ? error.message : 'failed'
  return fail(name, detail, isSwapError(error) ? (error.hint ?? next) : next)
}
