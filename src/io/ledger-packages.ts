import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { SwapError } from '../core/api/errors.ts'
import { errorCode } from '../core/error-code.ts'

const APP = '@ledgerhq/hw-app-eth'
const TRANSPORT = '@ledgerhq/hw-transport-node-hid'
const INSTALL = `npm install -g ${APP} ${TRANSPORT}`

/** The Ethereum app of a device. */
interface LedgerApp {
  getAddress(path: string): Promise<{ address: string }>
  signTransaction(path: string, unsigned: string): Promise<{ r: string; s: string; v: string }>
  close(): Promise<void>
}

/** Loads a package by name. */
type LoadPackage = (name: string) => unknown

/**
 * Connects to a Ledger on USB with Ledger's packages, which are installed separately.
 * @param load loads a package installed next to this program or globally; never from the working directory, whose
 * contents may be untrusted
 * @throws WALLET_REFUSED when the packages are missing or no device responds
 */
export async function openLedgerDevice(load: LoadPackage = loadInstalled): Promise<LedgerApp> {
  const [Eth, transports] = [constructorOf(loadOrExplain(load, APP)), loadOrExplain(load, TRANSPORT)]
  const transport = await connect(transports)
  const app = asObject(Reflect.construct(Eth, [transport]))
  return {
    getAddress: async (path) => {
      const { address } = asObject(await call(app, 'getAddress', [path, false]))
      return { address: text(address) }
    },
    // Without null as the resolution, the package would send the transaction to Ledger's servers to explain it.
    signTransaction: async (path, unsigned) => {
      const { r, s, v } = asObject(await call(app, 'signTransaction', [path, unsigned, null]))
      return { r: text(r), s: text(s), v: String(v) }
    },
    close: async () => {
      await call(asObject(transport), 'close', [])
    },
  }
}

async function connect(transports: unknown): Promise<unknown> {
  try {
    return await call(asObject(constructorOf(transports)), 'create', [3000, 3000])
  } catch (cause) {
    throw new SwapError('WALLET_REFUSED', 'No Ledger responds', {
      reason: 'device',
      hint: 'Connect it, unlock it, open its Ethereum app, and run the command again',
      cause,
    })
  }
}

function loadOrExplain(load: LoadPackage, name: string): unknown {
  try {
    return load(name)
  } catch (cause) {
    const missing = errorCode(cause) === 'MODULE_NOT_FOUND'
    throw new SwapError(
      'WALLET_REFUSED',
      missing ? `A Ledger needs the package ${name}, which is not installed` : `The package ${name} cannot be loaded`,
      { reason: 'device', hint: missing ? INSTALL : `Reinstall it: ${INSTALL}`, cause },
    )
  }
}

function loadInstalled(name: string): unknown {
  const loadLocal = createRequire(import.meta.url)
  const shared =
    process.platform === 'win32'
      ? join(process.env['APPDATA'] ?? dirname(process.execPath), 'npm')
      : join(dirname(process.execPath), '..', 'lib')
  const loadGlobal = createRequire(join(shared, 'node_modules', 'swapcli.js'))
  try {
    return loadLocal(name)
  } catch (cause) {
    if (errorCode(cause) !== 'MODULE_NOT_FOUND') throw cause
    return loadGlobal(name)
  }
}

/** The class that a package exports, as itself or as its default. */
function constructorOf(loaded: unknown): new (...parts: never[]) => unknown {
  const found = typeof loaded === 'function' ? loaded : asObject(loaded)['default']
  if (typeof found === 'function') return found as new (...parts: never[]) => unknown
  throw new SwapError('WALLET_REFUSED', 'This version of the Ledger packages is not supported', {
    reason: 'device',
    hint: INSTALL,
  })
}

async function call(target: Record<string, unknown>, name: string, parts: readonly unknown[]): Promise<unknown> {
  const method = target[name]
  if (typeof method !== 'function') throw new Error(`${name} is not a function`)
  return Reflect.apply(method, target, parts) as unknown
}

function asObject(value: unknown): Record<string, unknown> {
  if ((typeof value === 'object' && value !== null) || typeof value === 'function') {
    return value as Record<string, unknown>
  }
  throw new Error('not an object')
}

function text(value: unknown): string {
  if (typeof value === 'string') return value
  throw new Error('not a string')
}
