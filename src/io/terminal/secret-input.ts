import { constants, fstat, open, read } from 'node:fs'
import { access, readFile, stat } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { SwapError } from '../../core/api/errors.ts'
import { isOpenToOthers } from '../files/private-folder.ts'

/*
 * Reads secrets without exposing them to other users of the machine, as the command line would.
 */

/** Most bytes read. */
const LONGEST = 64 * 1024

/** Cryptographically secure random bytes. @param size how many */
export function secureRandom(size: number): Uint8Array {
  return Uint8Array.from(randomBytes(size))
}

/**
 * Reads the first line of a file, without its line end.
 * @throws WALLET_REFUSED when other users can read the file, or it cannot be read
 */
export async function readSecretFile(path: string): Promise<string> {
  await refuseOpenFile(path)
  try {
    const found = await stat(path)
    if (found.isFile() && found.size > LONGEST) throw new Error('too large')
    return firstLine(await readFile(path, 'utf8'))
  } catch (cause) {
    throw unreadableFile(path, cause)
  }
}

/**
 * Finds, before it is needed, that a password file cannot be used. Its content is not read: a pipe gives it only once.
 * @throws WALLET_REFUSED when other users can read the file, it cannot be read, or it is empty
 */
export async function verifySecretFile(path: string): Promise<void> {
  await refuseOpenFile(path)
  const found = await stat(path).catch((cause: unknown) => Promise.reject(unreadableFile(path, cause)))
  if (found.isDirectory() || found.size > LONGEST) throw unreadableFile(path, undefined)
  await access(path, constants.R_OK).catch((cause: unknown) => Promise.reject(unreadableFile(path, cause)))
  if (found.isFile() && found.size === 0) {
    throw new SwapError('WALLET_REFUSED', `The password file ${path} is empty`, {
      reason: 'password',
      hint: 'Write the password on its first line',
    })
  }
}

function unreadableFile(path: string, cause: unknown): SwapError {
  return new SwapError('WALLET_REFUSED', `The password file ${path} cannot be read`, {
    reason: 'password',
    hint: 'Check its path: swapcli wallet --help',
    cause,
  })
}

async function refuseOpenFile(path: string): Promise<void> {
  if (await isOpenToOthers(path)) {
    throw new SwapError('WALLET_REFUSED', `Other users of this machine can read the password file ${path}`, {
      reason: 'files',
      hint: `Make it private: chmod 600 ${path}`,
    })
  }
}

/**
 * Reads the first line from an open file descriptor, without its line end.
 * @param fd 0, or 3 and above
 * @throws WALLET_REFUSED when the descriptor is not open
 */
export async function readSecretDescriptor(fd: number): Promise<string> {
  try {
    const facts = await promisify(fstat)(fd)
    // Node's own descriptors are none of these.
    if (!(facts.isFile() || facts.isFIFO() || facts.isSocket() || facts.isCharacterDevice()))
      throw new Error('not open')
    const chunks: Buffer[] = []
    for (let length = 0; length <= LONGEST;) {
      const chunk = Buffer.alloc(4096)
      const { bytesRead } = await promisify(read)(fd, chunk, 0, chunk.length, null)
      if (bytesRead === 0) return firstLine(Buffer.concat(chunks).toString('utf8'))
      chunks.push(chunk.subarray(0, bytesRead))
      length += bytesRead
    }
    throw new Error('too large')
  } catch (cause) {
    throw new SwapError('WALLET_REFUSED', `No password can be read from file descriptor ${fd}`, {
      reason: 'password',
      hint: `Open it in the shell: swapcli … --password-fd ${fd} ${fd}< password.txt`,
      cause,
    })
  }
}

/** The input of a terminal. */
interface TerminalInput {
  readonly input: NodeJS.ReadableStream
  close(): void
}

/** Opens the controlling terminal, whatever stdin is; undefined when there is none. */
export async function openTerminalInput(): Promise<TerminalInput | undefined> {
  if (process.platform === 'win32') return undefined
  try {
    // Loaded here, because it brings Node's whole network code.
    const { ReadStream } = await import('node:tty')
    const input = new ReadStream(await promisify(open)('/dev/tty', constants.O_RDWR | constants.O_NOCTTY))
    return { input, close: () => void input.destroy() }
  } catch {
    return undefined
  }
}

function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0] ?? ''
}
