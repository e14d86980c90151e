import { homedir, tmpdir } from 'node:os'
import { join, posix, resolve, win32 } from 'node:path'
import { SwapError } from '../../core/api/errors.ts'
import { shellWord } from '../../core/text/command-line.ts'

/** What the folders depend on. */
interface PathPlace {
  readonly env: Readonly<Record<string, string | undefined>>
  /** As `process.platform`. */
  readonly platform: string
  /** The user's home folder, as the system says it; undefined where it knows none. */
  readonly userHome: string | undefined
}

/** This machine. */
export function thisPlace(): PathPlace {
  return { env: process.env, platform: process.platform, userHome: userHome() }
}

/** Home folder of the user, which HOME says and else the system; undefined for a user who has none, as in many containers. */
export function userHome(): string | undefined {
  try {
    return homedir()
  } catch {
    return undefined
  }
}

/**
 * Folder of the store files: SWAPCLI_HOME, or swapcli's own under XDG_DATA_HOME or ~/.local/share (Linux and others),
 * ~/Library/Application Support (macOS), %LOCALAPPDATA% (Windows).
 * @throws CONFIG_INVALID where these name no absolute path
 */
export function dataHome(place: PathPlace = thisPlace()): string {
  return folderOf(place, 'SWAPCLI_HOME') ?? platformFolder(place, 'data')
}

/**
 * Folder of the configuration file: SWAPCLI_HOME, or swapcli's own under XDG_CONFIG_HOME or ~/.config (Linux and
 * others), ~/Library/Preferences (macOS), %APPDATA% (Windows).
 * @throws CONFIG_INVALID where these name no absolute path
 */
export function configHome(place: PathPlace = thisPlace()): string {
  return folderOf(place, 'SWAPCLI_HOME') ?? platformFolder(place, 'config')
}

/**
 * Folder of what this machine has seen of each home, so that an older copy of one is told from it. It never moves with a
 * home: SWAPCLI_STATE, or swapcli's own under XDG_STATE_HOME or ~/.local/state (Linux and others), ~/Library/Application
 * Support (macOS), %LOCALAPPDATA% (Windows).
 * @throws CONFIG_INVALID where these name no absolute path
 */
export function stateHome(place: PathPlace = thisPlace()): string {
  return folderOf(place, 'SWAPCLI_STATE') ?? platformFolder(place, 'state')
}

/**
 * A folder that an option of the library names, such as `home`.
 * @throws CONFIG_INVALID when it is no absolute path
 */
export function checkedFolder(option: string, folder: string): string {
  if (typeof folder === 'string' && isAbsoluteOn(process.platform, folder)) return folder
  throw new SwapError(
    'CONFIG_INVALID',
    `${option} must be an absolute path: another folder would be meant wherever the program is started`,
  )
}

/** The folder that a variable names, undefined where it is unset or empty. @throws CONFIG_INVALID when it is no absolute path */
function folderOf({ env, platform }: PathPlace, variable: string): string | undefined {
  const named = env[variable]
  if (named === undefined || named === '') return undefined
  if (isAbsoluteOn(platform, named)) return named
  throw new SwapError('CONFIG_INVALID', `${variable} is not an absolute path: ${named}`, {
    hint: `Set it to one, such as ${variable}=${shellWord(resolve(named))}`,
  })
}

function isAbsoluteOn(platform: string, path: string): boolean {
  return (platform === 'win32' ? win32 : posix).isAbsolute(path)
}

/** Folder of the system for what is soon removed. */
export function temporaryFolder(): string {
  return tmpdir()
}

function platformFolder(place: PathPlace, kind: keyof typeof XDG): string {
  const { env, platform } = place
  if (platform === 'win32') {
    if (kind === 'config') {
      return join(folderOf(place, 'APPDATA') ?? underHome(place, kind, ['AppData', 'Roaming']), 'swapcli', 'Config')
    }
    const local = folderOf(place, 'LOCALAPPDATA') ?? underHome(place, kind, ['AppData', 'Local'])
    return join(local, 'swapcli', kind === 'data' ? 'Data' : 'State')
  }
  if (platform === 'darwin') {
    const library = ['Library', kind === 'config' ? 'Preferences' : 'Application Support', 'swapcli']
    return underHome(place, kind, kind === 'state' ? [...library, 'state'] : library)
  }
  const { variable, fallback } = XDG[kind]
  const named = env[variable]
  // The XDG specification says to ignore relative paths.
  return join(named !== undefined && posix.isAbsolute(named) ? named : underHome(place, kind, fallback), 'swapcli')
}

/** A folder of the user's home. @throws CONFIG_INVALID when that is no absolute path */
function underHome({ platform, userHome: home }: PathPlace, kind: keyof typeof XDG, names: readonly string[]): string {
  if (home !== undefined && isAbsoluteOn(platform, home)) return join(home, ...names)
  const variable = platform === 'win32' ? 'USERPROFILE' : 'HOME'
  const own = kind === 'state' ? 'SWAPCLI_STATE' : 'SWAPCLI_HOME'
  throw new SwapError(
    'CONFIG_INVALID',
    home === undefined
      ? `This user has no home folder, and ${own} is not set`
      : `${variable} is ${home === '' ? 'empty' : `not an absolute path: ${home}`}`,
    { hint: `Set ${variable} to your home folder, or ${own} to a folder of its own` },
  )
}

const XDG = {
  data: { variable: 'XDG_DATA_HOME', fallback: ['.local', 'share'] },
  config: { variable: 'XDG_CONFIG_HOME', fallback: ['.config'] },
  state: { variable: 'XDG_STATE_HOME', fallback: ['.local', 'state'] },
} as const
