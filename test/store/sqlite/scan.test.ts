import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createConnect } from '../../../src/store/sqlite/connection.ts'
import { jsonForm } from '../../../src/store/record-json.ts'
import { documentTable } from '../../../src/store/sqlite/document-table.ts'
import { openDocuments } from '../../../src/store/sqlite/open-documents.ts'
import { scanDocuments } from '../../../src/store/sqlite/scan.ts'
import { newHome } from '../../support/new-home.ts'

test('a scan gives every run once, oldest first, also where the file is compacted meanwhile', async () => {
  const path = join(await newHome(), 'wallet-live.db')
  const documents = await openDocuments({ path })
  onTestFinished(() => documents.close())
  const connection = (await createConnect(path, false))('relaxed')
  const table = documentTable(connection, path, 'meta', jsonForm())
  const keys = Array.from({ length: 900 }, (_, index) => `run:${(index * 577) % 900}`)
  connection.write(() => keys.forEach((key) => table.insert(key, { key })))
  const removed = keys.slice(100, 400)
  connection.write(() => removed.forEach((key) => connection.run('DELETE FROM meta WHERE id = ?', [key])))
  connection.close()

  const found: string[] = []
  for await (const { id } of scanDocuments('runs', { path })) {
    if (found.length === 0) await documents.compact()
    found.push(id)
    if (found.length === 300) await documents.delete(keys[899] ?? '')
  }
  expect(found).toEqual(keys.slice(0, 899).filter((key) => !removed.includes(key)))
})
