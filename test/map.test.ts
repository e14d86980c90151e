import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/*
 * src/README.md is the map of the source. It names every room and every folder of a room, and nothing that is not there.
 */

const SRC = fileURLToPath(new URL('../src', import.meta.url))
const map = await readFile(join(SRC, 'README.md'), 'utf8')

/** Rooms whose folders are one of a kind each, which the map names by their kind. */
const OF_A_KIND = ['providers']

/** Folders that the map draws, as paths of src. */
function drawnFolders(): readonly string[] {
  const drawing = /```text\n([^]*?)```/.exec(map)?.[1] ?? ''
  let room = ''
  return drawing
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, indent = '', name = ''] = /^( *)([a-z-]+)\/ /.exec(line) ?? []
      if (indent === '') room = name
      return indent === '' ? name : `${room}/${name}`
    })
}

async function foldersOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

test('the map draws every room and every folder of a room', async () => {
  const rooms = await foldersOf(SRC)
  const inside = await Promise.all(
    rooms.map(async (room) => {
      const folders = OF_A_KIND.includes(room) ? ['kit'] : await foldersOf(join(SRC, room))
      return [room, ...folders.map((folder) => `${room}/${folder}`)]
    }),
  )
  expect([...drawnFolders()].sort()).toEqual(inside.flat().sort())
})

test('the files that the map names exist', () => {
  const named = [...map.matchAll(/`([a-z./-]+\.(?:ts|md|json))`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((path) => !existsSync(join(SRC, path.startsWith('test/') ? '..' : '.', path)))).toEqual([])
  const drawn = [...map.matchAll(/^( *)(\S+)\/ .*?\b([a-z]+\.ts)\b/gm)].map(
    ([, , room = '', file = '']) => `${room}/${file}`,
  )
  expect(drawn.filter((path) => !existsSync(join(SRC, path)))).toEqual([])
})
