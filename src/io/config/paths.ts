import { homedir } from 'node:os'
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

function platformFolder({ env, platform, userHome }: PathPlace, kind: 'data' | 'config'): string {
  if (platform === 'win32') {
    const roaming = env['APPDATA'] ?? join(userHome, 'AppData', 'Roaming')
    const local = env['LOCALAPPDATA'] ?? join(userHome, 'AppData', 'Local')
    return kind === 'config' ? join(roaming, 'swapcli', 'Config') : join(local, 'swapcli', 'Data')
  }
  if (platform === 'darwin') {
    return join(userHome, 'Library', kind === 'config' ? 'Preferences' : 'Application Support', 'swapcli')
  }
  // The XDG specification says to ignore relative paths.
  const xdg = env[kind === 'config' ? 'XDG_CONFIG_HOME' : 'XDG_DATA_HOME']
  const base = kind === 'config' ? join(userHome, '.config') : join(userHome, '.local', 'share')
  return join(xdg !== undefined && isAbsolute(xdg) ? xdg : base, 'swapcli')
}
