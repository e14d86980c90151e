import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { unpackTar } from 'modern-tar/fs'
import { createGunzip } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import type { SourcePackage } from './sources.ts'

/** Where unpacked packages are kept; laid out so that one finds another by name. */
const CACHE = new URL('../../.cache/catalog/', import.meta.url).pathname

/**
 * The folder of a package at its version, fetched from the registry in use unless it is there.
 * @throws Error where the archive is not the one that was read
 */
export async function fetchSource({ name, version, integrity }: SourcePackage): Promise<string> {
  const folder = join(CACHE, 'node_modules', name)
  const manifest = join(folder, 'package.json')
  if (existsSync(manifest) && (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version === version) {
    return folder
  }
  mkdirSync(CACHE, { recursive: true })
  const packed = execFileSync('npm', ['pack', `${name}@${version}`, '--silent', '--ignore-scripts'], {
    cwd: CACHE,
    encoding: 'utf8',
  })
  const archive = join(CACHE, basename(packed.trim()))
  const digest = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
  if (digest !== integrity) throw new Error(`${name} ${version} is ${digest}, not ${integrity}`)
  const fresh = `${folder}.unpacked`
  rmSync(fresh, { recursive: true, force: true })
  await pipeline(createReadStream(archive), createGunzip(), unpackTar(fresh, { strip: 1 }))
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
  return folder
}
