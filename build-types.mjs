// Builds dist/types: a declaration file for each entry of the library, which imports nothing.
import { generateDtsBundle } from 'dts-bundle-generator'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const USAGE = `npm run build:types -- [--if-missing]

Builds dist/types from src, in some ten seconds.

  --if-missing  only where there are none: a build of changed sources takes them away`

const { 'if-missing': isIfMissing, help: isHelp } = readArguments()
if (isHelp) {
  console.log(USAGE)
  process.exit(0)
}

function readArguments() {
  try {
    return parseArgs({ options: { 'if-missing': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } }).values
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`)
    process.exit(2)
  }
}

// What is installed is for every user to read, whoever builds it.
process.umask(0o022)

const root = fileURLToPath(new URL('.', import.meta.url))
const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const paths = Object.values(exports).flatMap(({ types }) => (types === undefined ? [] : join(root, types)))

if (!(isIfMissing && (await areThere(paths)))) {
  // It is not asked to check: `npm run types` does, and test/package what is written here.
  const texts = generateDtsBundle(
    paths.map((path) => ({
      filePath: join(root, 'src', `${basename(path, '.d.ts')}.ts`),
      libraries: { inlinedLibraries: ['zod'], allowedTypesLibraries: [] },
      output: { noBanner: true, exportReferencedTypes: false },
    })),
    { preferredConfigPath: join(root, 'tsconfig.build.json') },
  )
  for (const [index, path] of paths.entries()) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, withDisposables(texts[index]))
  }
}

async function areThere(files) {
  const found = await Promise.all(
    files.map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.every(Boolean)
}

/** What closes at the end of its block is in no library of types that browsers or Node 20 have by default. */
function withDisposables(text) {
  return /Disposable|asyncDispose/.test(text) ? `/// <reference lib="esnext.disposable" />\n\n${text}` : text
}
