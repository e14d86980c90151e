import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A text of the manual: a markdown file of `docs` beside this file's folder, in the sources as in the build. */
export interface Topic {
  /** Name of its file without the ending: `errors`. */
  readonly name: string
  /** Its first heading. */
  readonly title: string
  readonly text: string
}

const FOLDER = fileURLToPath(new URL('../docs', import.meta.url))

/** Every topic that ships with the program, by name. */
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
