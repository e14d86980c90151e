import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from './find-program.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome']

const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
]

/** Path of a Chromium of this machine; undefined where it has none. */
export function findChromium(): string | undefined {
  return findProgram(NAMES)
}

/** Opens a page in a browser of its own, without a window. @returns what closes it again */
export async function openInChromium(program: string, url: string): Promise<() => Promise<void>> {
  const profile = await mkdtemp(join(tmpdir(), 'swapcli-chromium-'))
  // Its processes are a group, which ends as a whole.
  const browser = spawn(program, [...FLAGS, `--user-data-dir=${profile}`, url], { stdio: 'ignore', detached: true })
  const ended = new Promise<void>((resolve, reject) => {
    browser.once('exit', () => resolve())
    browser.once('error', reject)
  })
  return async () => {
    endGroup(browser)
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 10 })
  }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
