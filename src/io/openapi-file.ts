import { readFile } from 'node:fs/promises'

/** The OpenAPI document in `data` next to this folder, in the sources as in the build. */
export const OPENAPI_FILE = new URL('../data/openapi.json', import.meta.url)

const DOCS_STYLE = new URL('../data/docs.css', import.meta.url)
const DOCS_SCRIPT = new URL('../data/docs.js', import.meta.url)

/** Reads what the page of the document is made of beside it. */
export async function readDocsFiles(): Promise<{ readonly script: string; readonly style: string }> {
  const [script, style] = await Promise.all([readFile(DOCS_SCRIPT, 'utf8'), readFile(DOCS_STYLE, 'utf8')])
  return { script, style }
}

/** Reads the bundled OpenAPI document. */
export function readOpenapiFile(): Promise<string> {
  return readFile(OPENAPI_FILE, 'utf8')
}
