import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { SwapError } from '../core/api/errors.ts'

const APP = '@ledgerhq/hw-app-eth'
const TRANSPORT = '@ledgerhq/hw-transport-node-hid'
const INSTALL = `npm install -g ${APP} ${TRANSPORT}`

/** The Ethereum app of a device. */
interface LedgerApp {
  getAddress(path: string): Promise<{ address: string }>
  signTransaction(path: string, unsigned: string): Promise<{ r: string; s: string; v: string }>
  close(): Promise<void>
}

/** Loads a package by its name. */
export type LoadPackage = (name: string) => unknown

/**
 * Connects to the Ledger on USB by Ledger's own packages, which are not installed with this program.
 * @param load where the packages come from: beside this program, or installed with npm -g; never the folder that the
 * user stands in, whose contents may be somebody else's
 * @throws WALLET_REFUSED when the packages are missing or no device answers
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
    // Without a resolution of its own, null, the package would ask Ledger's servers what the transaction means.
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
    throw new SwapError('WALLET_REFUSED', 'No Ledger answers', {
      hint: 'Connect it, unlock it, open its Ethereum app, and run the same command again',
      cause,
    })
  }
}

function loadOrExplain(load: LoadPackage, name: string): unknown {
  try {
    return load(name)
  } catch (cause) {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'MODULE_NOT_FOUND'
    throw new SwapError(
      'WALLET_REFUSED',
      missing ? `A Ledger needs the package ${name}, which is not installed` : `The package ${name} cannot be loaded`,
      { hint: missing ? INSTALL : `Install it anew: ${INSTALL}`, cause },
    )
  }
}

function loadInstalled(name: string): unknown {
  const beside = createRequire(import.meta.url)
  const shared =
    process.platform === 'win32'
      ? join(process.env['APPDATA'] ?? dirname(process.execPath), 'npm')
      : join(dirname(process.execPath), '..', 'lib')
  const installed = createRequire(join(shared, 'node_modules', 'swapcli.js'))
  try {
    return beside(name)
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'MODULE_NOT_FOUND')) throw cause
    return installed(name)
  }
}

/** The class that a package is: itself, or its default export. */
function constructorOf(loaded: unknown): new (...parts: never[]) => unknown {
  const found = typeof loaded === 'function' ? loaded : asObject(loaded)['default']
  if (typeof found === 'function') return found as new (...parts: never[]) => unknown
  throw new SwapError('WALLET_REFUSED', 'The packages for Ledger are of a version that is not known here', {
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
