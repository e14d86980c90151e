import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** What the folders depend on. */
interface PathPlace {
  readonly env: Readonly<Record<string, string | undefined>>
  /** As `process.platform`. */
  readonly platform: string
  /** The user's home folder. */
  readonly userHome: string
}

/** This machine. */
export function thisPlace(): PathPlace {
  return { env: process.env, platform: process.platform, userHome: homedir() }
}

/**
 * Folder of the store files: SWAPCLI_HOME, or swapcli's own under XDG_DATA_HOME or ~/.local/share (Linux and others),
 * ~/Library/Application Support (macOS), %LOCALAPPDATA% (Windows).
 */
export function dataHome(place: PathPlace = thisPlace()): string {
  return place.env['SWAPCLI_HOME'] ? place.env['SWAPCLI_HOME'] : platformFolder(place, 'data')
}

/**
 * Folder of the configuration file: SWAPCLI_HOME, or swapcli's own under XDG_CONFIG_HOME or ~/.config (Linux and
 * others), ~/Library/Preferences (macOS), %APPDATA% (Windows).
 */
export function configHome(place: PathPlace = thisPlace()): string {
  return place.env['SWAPCLI_HOME'] ? place.env['SWAPCLI_HOME'] : platformFolder(place, 'config')
}

/**
 * Folder of what this machine has seen of each home, so that an older copy of one is told from it. It never moves with a
 * home: SWAPCLI_STATE, or swapcli's own under XDG_STATE_HOME or ~/.local/state (Linux and others), ~/Library/Application
 * Support (macOS), %LOCALAPPDATA% (Windows).
 */
export function stateHome(place: PathPlace = thisPlace()): string {
  return place.env['SWAPCLI_STATE'] ? place.env['SWAPCLI_STATE'] : platformFolder(place, 'state')
}

/** Folder of the system for what is soon removed. */
export function temporaryFolder(): string {
  return tmpdir()
}

function platformFolder({ env, platform, userHome }: PathPlace, kind: keyof typeof XDG): string {
  if (platform === 'win32') {
    const roaming = env['APPDATA'] ?? join(userHome, 'AppData', 'Roaming')
    const local = env['LOCALAPPDATA'] ?? join(userHome, 'AppData', 'Local')
    if (kind === 'config') return join(roaming, 'swapcli', 'Config')
    return join(local, 'swapcli', kind === 'data' ? 'Data' : 'State')
  }
  if (platform === 'darwin') {
    const folder = join(userHome, 'Library', kind === 'config' ? 'Preferences' : 'Application Support', 'swapcli')
    return kind === 'state' ? join(folder, 'state') : folder
  }
  const { variable, fallback } = XDG[kind]
  const named = env[variable]
  // The XDG specification says to ignore relative paths.
  return join(named !== undefined && isAbsolute(named) ? named : join(userHome, ...fallback), 'swapcli')
}

const XDG = {
  data: { variable: 'XDG_DATA_HOME', fallback: ['.local', 'share'] },
  config: { variable: 'XDG_CONFIG_HOME', fallback: ['.config'] },
  state: { variable: 'XDG_STATE_HOME', fallback: ['.local', 'state'] },
} as const
