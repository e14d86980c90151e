import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PROGRAM } from '../support/built-program.ts'
import { paperPayments } from './crash-check.ts'
import { type Image, type Operation, readRecord } from './record.ts'

/** A command line whose operations were recorded. */
export interface Act {
  readonly args: readonly string[]
  /** How many operations of the recording were done when it ended. */
  readonly until: number
  readonly code: number | null
}

/** What some command lines did to a home, one after another. */
export interface Recording {
  readonly name: string
  readonly base: Image
  /** How many payments the paper wallet had sent before. */
  readonly earlierPayments: number
  readonly operations: readonly Operation[]
  readonly acts: readonly Act[]
}

/** What is recorded. */
export interface Session {
  readonly name: string
  /** Environment of the program, for the home in `folder`. */
  env(folder: string): Readonly<Record<string, string>>
  /** Makes what is there before. @default nothing */
  readonly prepare?: (folder: string) => void | Promise<void>
  readonly commands: readonly (readonly string[])[]
  /** False where runs are there before that wait for what nobody does. @default true */
  readonly resumes?: boolean
}

/** Runs the built program under the shim. @param folder a folder that does not exist yet, for the files that are recorded */
export async function recordSession(session: Session, folder: string, shim: string): Promise<Recording> {
  const log = `${folder}.log`
  mkdirSync(join(folder, 'home'), { recursive: true, mode: 0o700 })
  await session.prepare?.(folder)
  const earlierPayments = paperPayments(folder).length
  const base = readImage(folder)
  writeFileSync(log, '')
  const env = session.env(folder)
  const ends: { readonly args: readonly string[]; readonly bytes: number; readonly code: number | null }[] = []
  for (const args of session.commands) {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      env: { ...env, LD_PRELOAD: shim, PROOF_ROOT: folder, PROOF_LOG: log },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.resume()
    child.stderr.resume()
    const [code] = (await once(child, 'close')) as [number | null]
    ends.push({ args, bytes: statSync(log).size, code })
  }
  const operations = readRecord(readFileSync(log), folder, base)
  const acts = ends.map(({ args, bytes, code }) => ({
    args,
    code,
    until: operations.filter(({ end }) => end <= bytes).length,
  }))
  return { name: session.name, base, earlierPayments, operations, acts }
}

/** The files below a folder by path; shared memory of SQLite, which does not last, is left out. */
function readImage(folder: string): Image {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && !each.name.endsWith('-shm'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
  return new Map(found.map((path) => [path.slice(folder.length + 1), readFileSync(path)]))
}

/** Puts files into a folder, and nothing else. */
export function writeImage(image: Image, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'home'), { recursive: true, mode: 0o700 })
  for (const [path, bytes] of image) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, bytes, { mode: 0o600 })
  }
}

/** Copies a folder. */
export function copyFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
}
