import { spawn } from 'node:child_process'

/** Where a text was put: into tmux's buffer, or by the named program onto the clipboard of this machine. */
export type Copied = { readonly to: 'tmux' } | { readonly to: 'clipboard'; readonly by: string }

/** A program that takes a text on its standard input. */
interface ClipboardProgram {
  readonly command: string
  readonly args: readonly string[]
  readonly copied: Copied
  /** True for one that reads nothing but ASCII as it is meant. */
  readonly isAscii?: boolean
}

/** What the programs that can be used depend on. */
export interface ClipboardPlace {
  /** As `process.platform`. */
  readonly platform: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A program that has not taken the text by then is ended, in milliseconds. */
const TAKING_MS = 1500

/**
 * Copies a text by the programs of this machine; the text reaches them on their standard input only, and no shell reads it.
 * @returns what was done; undefined where no program took it: then the terminal may
 */
export async function copyByProgram(text: string, place: ClipboardPlace): Promise<Copied | undefined> {
  for (const program of clipboardPrograms(place)) {
    if (program.isAscii === true && !/^[\x20-\x7e\n]*$/.test(text)) continue
    // Whatever is wrong with one, the next may take it.
    if (await takesText(program, text, place.env).catch(() => false)) return program.copied
  }
  return undefined
}

/** The programs that may take a text here, in the order in which they are asked. */
export function clipboardPrograms({ platform, env }: ClipboardPlace): readonly ClipboardProgram[] {
  const has = (name: string) => (env[name] ?? '') !== ''
  const by = (command: string, ...args: readonly string[]): ClipboardProgram => ({
    command,
    args,
    copied: { to: 'clipboard', by: command },
  })
  // `-w` passes it on to the terminal that tmux is shown on; before tmux 3.2 it fails.
  const tmux: ClipboardProgram = { command: 'tmux', args: ['load-buffer', '-w', '-'], copied: { to: 'tmux' } }
  // Where the screens are shown elsewhere, the clipboard of this machine is nobody's.
  const isRemote = has('SSH_CONNECTION') || has('SSH_CLIENT') || has('SSH_TTY')
  const local = [
    ...(platform === 'darwin' ? [by('pbcopy')] : []),
    // Windows would look for a bare name in the working directory first.
    ...(platform === 'win32'
      ? [{ ...by('clip.exe'), command: `${env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\clip.exe`, isAscii: true }]
      : []),
    ...(has('WAYLAND_DISPLAY') ? [by('wl-copy')] : []),
    ...(has('DISPLAY') ? [by('xclip', '-selection', 'clipboard', '-in'), by('xsel', '-ib')] : []),
    ...(has('WSL_DISTRO_NAME') ? [{ ...by('clip.exe'), isAscii: true }] : []),
  ]
  return [...(has('TMUX') ? [tmux] : []), ...(isRemote ? [] : local)]
}

/** True once the program has ended well. wl-copy and xclip leave a process behind that holds the text: it inherits nothing of ours. */
function takesText({ command, args }: ClipboardProgram, text: string, env: ClipboardPlace['env']): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: withoutOwn(env),
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      windowsHide: true,
    })
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      resolve(false)
    }, TAKING_MS)
    // Who leaves meanwhile need not wait.
    timer.unref()
    const end = (isTaken: boolean) => {
      clearTimeout(timer)
      resolve(isTaken)
    }
    child.on('error', () => end(false))
    child.on('exit', (code) => end(code === 0))
    // One that does not read to the end says so by how it ends.
    child.stdin.on('error', () => undefined)
    child.stdin.end(text)
    child.unref()
  })
}

/** Our own variables may hold passwords, and what holds the text lives on. */
function withoutOwn(env: ClipboardPlace['env']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('SWAPCLI_')))
}
