import { openSync, closeSync, writeSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { atExit } from '../../../src/io/at-exit.ts'
import { openDocuments } from '../../../src/store/sqlite/open-documents.ts'
import { noteInMarker } from '../../../src/store/sqlite/store-file.ts'
import { hasPageDamageApart } from '../../../src/store/threads/examiner.ts'
import { STORE_TEST_START_MS, tempStorePath } from '../../support/store.ts'
import { storeProgram } from '../../support/threaded-store.ts'

/** A file of documents that is larger than what is looked through whole. */
async function largeFile() {
  const { path, remove } = tempStorePath()
  const documents = await openDocuments({ path, now: () => STORE_TEST_START_MS })
  for (let at = 0; at < 60; at += 1) await documents.put(`large:${at}`, { text: 'x'.repeat(20_000) }, 0)
  return { path, remove, documents }
}

/** Overwrites bytes in the middle of a page. */
function damage(path: string): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(4_096, 0xff), 0, 4_096, 4_096 * 2)
  closeSync(file)
}

describe('a thread that looks through the pages of a file', () => {
  test('finds what is damaged, and nothing in one that is whole', async () => {
    const { path, remove, documents } = await largeFile()
    await documents.close()
    expect(await hasPageDamageApart(storeProgram(), path, atExit)).toBe(false)
    damage(path)
    expect(await hasPageDamageApart(storeProgram(), path, atExit)).toBe(true)
    remove()
  })

  test('rejects where it cannot look', async () => {
    const { path, remove } = tempStorePath()
    await expect(hasPageDamageApart(storeProgram(), `${path}/none`, atExit)).rejects.toThrow()
    const silent = { url: new URL('data:text/javascript,'), execArgv: [] }
    await expect(hasPageDamageApart(silent, path, atExit)).rejects.toThrow('ended before it told')
    remove()
  })

  test('is believed by what opens a large file, which looks itself where it fails', async () => {
    const { path, remove, documents } = await largeFile()
    await documents.close()
    const looked: string[] = []
    const openWith = async (hasPageDamage: (path: string) => Promise<boolean>) => {
      // As after a kill: nothing says that it was closed in order.
      noteInMarker(path, { closed: '' })
      const opened = await openDocuments({ path, mustExist: true, hasPageDamage })
      await opened.close()
    }
    await openWith(async (of) => {
      looked.push(of)
      return false
    })
    expect(looked).toEqual([path])
    await openWith(() => Promise.reject(new Error('no thread')))
    damage(path)
    await expect(openWith(() => Promise.reject(new Error('no thread')))).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
    })
    await expect(openWith(async () => true)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    remove()
  })
})
