import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Manifest, refusedBackup } from './manifest.ts'

/** @param folder it need not be there yet @throws STORE_UNUSABLE where the disk has no room for what a backup holds */
export async function refuseFullDisk(folder: string, { files }: Manifest, hint: string): Promise<void> {
  let place = resolve(folder)
  while (!existsSync(place) && place !== dirname(place)) place = dirname(place)
  const { bavail, bsize } = await statfs(place)
  const needed = files.reduce((sum, { bytes }) => sum + bytes, 0)
  if (needed <= bavail * bsize) return
  throw refusedBackup(`The backup needs ${needed} bytes, and the disk of ${place} has ${bavail * bsize} left`, hint)
}
