import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A topic of the manual: a markdown file in `docs` next to this folder, in the sources as in the build. */
export interface Topic {
  /** File name without extension: `errors`. */
  readonly name: string
  /** Its first heading. */
  readonly title: string
  readonly text: string
}

const FOLDER = fileURLToPath(new URL('../docs', import.meta.url))

/** Reads the bundled topics, sorted by name. */
export async function readTopics(folder: string = FOLDER): Promise<readonly Topic[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      const title = /^#\s+(.+)$/m.exec(text)?.[1] ?? ''
      return { name: name.slice(0, -'.md'.length), title, text }
    }),
  )
}
