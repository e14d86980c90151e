import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { clipboardPrograms, copyByProgram } from '../../../src/io/terminal/clipboard.ts'

const TEXT = `0x12; $(touch gone) 'é"\n`

/** A folder of programs by name, each a script of the shell; `took` gives what one of them has written down. */
async function machine(programs: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'clipboard-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, script] of Object.entries(programs)) {
    const path = join(folder, name)
    await writeFile(path, `#!/bin/sh\n${script}\n`)
    await chmod(path, 0o700)
  }
  return {
    path: `${folder}:/usr/bin:/bin`,
    took: async (name: string) => readFile(join(folder, name), 'utf8').catch(() => undefined),
  }
}

/** Writes down what it was called with and what it was given. */
const TAKES = 'printf "%s" "$*" > "$0.args"; env > "$0.env"; cat > "$0.text"'

describe('the programs that are asked', () => {
  const names = (env: Readonly<Record<string, string>>, platform = 'linux') =>
    clipboardPrograms({ platform, env }).map(({ command }) => command)

  test.each([
    [{ TMUX: '/tmp/tmux-0/default,1,0', DISPLAY: ':0' }, 'linux', ['tmux', 'xclip', 'xsel']],
    [{ WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' }, 'linux', ['wl-copy', 'xclip', 'xsel']],
    [{}, 'darwin', ['pbcopy']],
    [{ SystemRoot: 'D:\\Windows' }, 'win32', ['D:\\Windows\\System32\\clip.exe']],
    [{ WSL_DISTRO_NAME: 'Ubuntu' }, 'linux', ['clip.exe']],
    [{}, 'linux', []],
  ])('with %j on %s are %j', (env, platform, expected) => {
    expect(names(env, platform)).toEqual(expected)
  })

  test.each(['SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY'])(
    'are only tmux where %s says that the user is elsewhere',
    (name) => {
      expect(names({ [name]: 'x', DISPLAY: ':0', WAYLAND_DISPLAY: 'w', TMUX: 't' })).toEqual(['tmux'])
      expect(names({ [name]: 'x' }, 'darwin')).toEqual([])
    },
  )
})

describe.skipIf(process.platform === 'win32')('a text', () => {
  test('reaches a program on its standard input alone, and none of our variables does', async () => {
    const { path, took } = await machine({ tmux: TAKES })
    const env = { PATH: path, TMUX: 'x', SWAPCLI_STORE: 'postgres://u:secret@h/d' }
    expect(await copyByProgram(TEXT, { platform: 'linux', env })).toEqual({ to: 'tmux' })
    expect([await took('tmux.text'), await took('tmux.args')]).toEqual([TEXT, 'load-buffer -w -'])
    expect(await took('tmux.env')).not.toContain('secret')
  })

  test('goes to the next program where one fails, hangs or is missing', async () => {
    const { path, took } = await machine({ tmux: 'exit 1', 'wl-copy': 'exec sleep 100', xsel: TAKES })
    const env = { PATH: path, TMUX: 'x', WAYLAND_DISPLAY: 'w', DISPLAY: ':0' }
    expect(await copyByProgram(TEXT, { platform: 'linux', env })).toEqual({ to: 'clipboard', by: 'xsel' })
    expect(await took('xsel.text')).toBe(TEXT)
  })

  test('does not wait for a process that a program leaves behind', async () => {
    const { path } = await machine({ xclip: 'cat > "$0.text"; (exec sleep 3) &' })
    const env = { PATH: path, DISPLAY: ':0' }
    expect(await copyByProgram(TEXT, { platform: 'linux', env })).toEqual({ to: 'clipboard', by: 'xclip' })
  })

  test('that Windows would read as something else is not given to it', async () => {
    const { path, took } = await machine({ 'clip.exe': TAKES })
    const place = { platform: 'linux', env: { PATH: path, WSL_DISTRO_NAME: 'x' } }
    expect(await copyByProgram(TEXT, place)).toBeUndefined()
    expect(await copyByProgram('0x12', place)).toEqual({ to: 'clipboard', by: 'clip.exe' })
    expect(await took('clip.exe.text')).toBe('0x12')
  })

  test('is taken by nobody where no program is there', async () => {
    const env = { PATH: '/nowhere', TMUX: 'x', DISPLAY: ':0' }
    expect(await copyByProgram(TEXT, { platform: 'linux', env })).toBeUndefined()
  })

  test.skipIf(spawnSync('tmux', ['-V']).status !== 0)('is in the buffer of a real tmux, whole', async () => {
    const { path } = await machine({})
    const folder = path.split(':')[0] ?? ''
    const env = { PATH: process.env['PATH'] ?? '', TMUX_TMPDIR: folder, HOME: folder }
    const tmux = (...args: readonly string[]) => spawnSync('tmux', args, { env, encoding: 'utf8' }).stdout
    tmux('-f', '/dev/null', 'new-session', '-d')
    onTestFinished(() => void tmux('kill-server'))
    const socket = tmux('display-message', '-p', '#{socket_path},#{pid},0').trim()
    expect(await copyByProgram(TEXT, { platform: 'linux', env: { ...env, TMUX: socket } })).toEqual({ to: 'tmux' })
    expect(tmux('show-buffer')).toBe(TEXT)
  })
})
