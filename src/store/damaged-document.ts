import { bytesOf, createConnect } from './sqlite/connection.ts'

/** The bytes of a small document as they are, damaged or not; undefined where there is none. @throws STORE_UNUSABLE */
export async function readDocumentBytes(path: string, key: string): Promise<Uint8Array | undefined> {
  const connection = (await createConnect(path, true))('full')
  try {
    const row = connection.get('SELECT CAST(doc AS BLOB) AS doc FROM meta WHERE id = ?', [key])
    return row === undefined ? undefined : bytesOf(row, 'doc')
  } finally {
    connection.close()
  }
}
