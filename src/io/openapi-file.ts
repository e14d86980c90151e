import { readFile } from 'node:fs/promises'

/** The OpenAPI document in `data` next to this folder, in the sources as in the build. */
export const OPENAPI_FILE = new URL('../data/openapi.json', import.meta.url)

/** Reads the bundled OpenAPI document. */
export function readOpenapiFile(): Promise<string> {
  return readFile(OPENAPI_FILE, 'utf8')
}
