import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PROGRAM } from '../support/built-program.ts'
import { findProgram } from '../support/find-program.ts'
import { homeEnv } from '../support/home-env.ts'
import { newHome } from '../support/new-home.ts'
import { PATIENT } from '../support/patience.ts'
import { FAST } from './screens-world.ts'

const TMUX = findProgram(['tmux'])

// Without tmux there is no buffer of its that could be looked into.
test.skipIf(TMUX === undefined)('what is copied inside tmux is in its buffer, and the screens say so', async () => {
  const home = await newHome()
  const env = { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...homeEnv(home), ...FAST }
  const tmux = (...args: readonly string[]) => {
    // One of its own, which reads no settings.
    const words = ['-S', join(home, 'tmux'), '-f', '/dev/null', ...args]
    const { stdout, stderr, status } = spawnSync(TMUX ?? '', words, { env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`tmux ${args.join(' ')}: ${stderr}`)
    return stdout
  }
  tmux('new-session', '-d', '-x', '100', '-y', '30', process.execPath, PROGRAM)
  onTestFinished(() => void tmux('kill-server'))
  const until = (wanted: RegExp) => vi.waitFor(() => expect(tmux('capture-pane', '-p')).toMatch(wanted), PATIENT)
  await until(/Press : and write/)
  tmux('send-keys', ':')
  await until(/an action, asset/)
  tmux('send-keys', '-l', '100 ethereum:usdc to base:usdc')
  await until(/get +base:usdc/)
  tmux('send-keys', 'Enter')
  await until(/ 4 providers/)
  tmux('send-keys', 'y')
  await until(/copied into tmux's buffer \(prefix \] pastes it\)/)
  expect(tmux('show-buffer')).toMatch(/^swapcli \w+ 100 /)
})
