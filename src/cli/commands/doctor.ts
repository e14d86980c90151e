import { countText } from '../../core/text/count-text.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { defineCommand } from '../command.ts'
import type { Session } from '../session.ts'
import { walletFile } from '../pay/runs.ts'

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
  examples: ['doctor', 'doctor --json', 'doctor --api http://127.0.0.1:8787/api/v1'],
  notes: 'Exit code 0 when nothing failed, 3 when settings or the store failed, 5 when the service did.',
  repairsSettings: true,
  run: async (session) => {
    const { output } = session
    const local = [checkNode(session), checkClock(session), checkSettings(session), await checkWallet(session)]
    const service = session.settingsProblem === undefined ? await checkService(session) : []
    const checks = [...local, ...service]
    if (output.json) output.printJson({ data: checks })
    else {
      const paint = {
        ok: output.paint.green('ok  '),
        warn: output.paint.yellow('warn'),
        fail: output.paint.red('fail'),
      }
      for (const { name, result, detail, next } of checks) {
        output.print(`${paint[result]}  ${name.padEnd(9)} ${output.clean(detail)}`)
        if (next !== undefined) output.print(`                next: ${output.clean(next)}`)
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

function checkNode({ nodeVersion }: Session): Check {
  const [major = 0, minor = 0] = nodeVersion.replace(/^v/, '').split('.').map(Number)
  const [leastMajor, leastMinor] = LEAST_NODE
  const fine = major > leastMajor || (major === leastMajor && minor >= leastMinor)
  return fine
    ? { name: 'node', result: 'ok', detail: nodeVersion }
    : { name: 'node', result: 'fail', detail: `${nodeVersion} is too old`, next: 'Install Node.js 20.19 or newer' }
}

function checkClock({ clock }: Session): Check {
  const first = clock.now()
  const second = clock.now()
  const iso = new Date(first).toISOString()
  const year = new Date(first).getUTCFullYear()
  const sane = second >= first && year >= 2024 && year < 2100
  if (sane) return { name: 'clock', result: 'ok', detail: iso }
  return {
    name: 'clock',
    result: 'fail',
    detail: `the machine says it is ${iso}`,
    next: "Set the machine's clock: locks and quotes expire by it",
  }
}

function checkSettings({ settingsProblem, settings, configFile }: Session): Check {
  if (settingsProblem === undefined) {
    const detail =
      settings.size === 0 ? `all at their defaults (${configFile})` : `${settings.size} set (${configFile})`
    return { name: 'settings', result: 'ok', detail }
  }
  return {
    name: 'settings',
    result: 'fail',
    detail: settingsProblem.message,
    next: settingsProblem.hint ?? 'See them: swapcli config list',
  }
}

async function checkWallet(session: Session): Promise<Check> {
  const path = walletFile(session.home, session.network)
  try {
    const { openRunFile } = await import('../pay/runs.ts')
    const { journal } = await openRunFile(session)
    const open = await journal.listUnfinished()
    if (open.length === 0) return { name: 'wallet', result: 'ok', detail: `no unfinished swaps (${path})` }
    return {
      name: 'wallet',
      result: 'warn',
      detail: `${countText(open.length, 'unfinished swap')} (${path})`,
      next: 'swapcli resume',
    }
  } catch (error) {
    return failCheck('wallet', error, `Move the file away if it is damaged: ${path}`)
  }
}

async function checkService(session: Session): Promise<Check[]> {
  if (session.api !== undefined) return [await checkServer(session, session.api)]
  try {
    const { embedded } = await session.open()
    const state = await embedded?.store.check()
    const sources = await embedded?.sources()
    const size = state === undefined ? '' : `, ${Math.ceil(state.sizeBytes / 1024)} KiB, schema ${state.schemaVersion}`
    const total = sources?.pagination.total ?? 0
    return [
      { name: 'store', result: 'ok', detail: `opens, reads and writes${size} (${session.home})` },
      total > 0
        ? { name: 'network', result: 'ok', detail: `${session.network}, ${countText(total, 'provider')}` }
        : {
            name: 'network',
            result: 'warn',
            detail: `${session.network} has no provider`,
            next: 'Use the sandbox: swapcli config set network sandbox',
          },
    ]
  } catch (error) {
    return [failCheck('store', error, 'See that the folder can be written, or choose another: --home DIR')]
  }
}

async function checkServer(session: Session, api: string): Promise<Check> {
  try {
    const { service } = await session.open()
    const page = await service.chains({ perPage: 1 })
    return {
      name: 'service',
      result: 'ok',
      detail: `${api} speaks the API, ${countText(page.pagination.total, 'chain')}`,
    }
  } catch (error) {
    return failCheck('service', error, 'See that the server runs and the address ends in /api/v1: --api URL')
  }
}

function failCheck(name: string, error: unknown, next: string): Check {
  const detail = error instanceof Error ? error.message : 'failed'
  return { name, result: 'fail', detail, next: isSwapError(error) ? (error.hint ?? next) : next }
}
