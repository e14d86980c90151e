import { readFile } from 'node:fs/promises'

/** Where the OpenAPI document is: beside this file's folder, in the sources as in the build. */
export const OPENAPI_FILE = new URL('../data/openapi.json', import.meta.url)

/** Text of the OpenAPI document that ships with the program. */
export function readOpenapiFile(): Promise<string> {
  return readFile(OPENAPI_FILE, 'utf8')
}
