// Builds dist/types: one file with all declarations, which imports nothing, and a file for each entry that names what it exports.
import { generateDtsBundle } from 'dts-bundle-generator'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import ts from 'typescript'

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

/** Where all declarations are: those of the entries are parts of it, so that what one of them gives fits the others. */
const whole = join(root, 'dist/types/declarations.d.ts')

if (!(isIfMissing && (await areThere([whole, ...paths])))) {
  const source = join(root, 'src/declarations.ts')
  // It is not asked to check: `npm run types` does, and test/package what is written here.
  const [text] = generateDtsBundle(
    [
      {
        filePath: source,
        libraries: { inlinedLibraries: ['zod'], allowedTypesLibraries: [] },
        output: { noBanner: true, exportReferencedTypes: false },
      },
    ],
    { preferredConfigPath: join(root, 'tsconfig.build.json') },
  )
  await mkdir(dirname(whole), { recursive: true })
  await writeFile(whole, withDisposables(text))
  const sources = paths.map((path) => join(root, 'src', `${basename(path, '.d.ts')}.ts`))
  const exported = exportsOf([source, ...sources])
  const names = new Map([...exported.get(source)].map(([name, symbol]) => [symbol, name]))
  for (const [index, path] of paths.entries()) {
    const values = valuesIn(await readFile(sources[index], 'utf8'))
    const lists = { export: [], 'export type': [] }
    for (const [name, symbol] of exported.get(sources[index])) {
      const known = names.get(symbol)
      if (known === undefined) throw new Error(`src/declarations.ts does not export ${name} of ${sources[index]}`)
      lists[values.has(name) ? 'export' : 'export type'].push(known === name ? name : `${known} as ${name}`)
    }
    const lines = Object.entries(lists).map(
      ([what, list]) => `${what} { ${list.sort().join(', ')} } from './${basename(whole, '.d.ts')}.js'\n`,
    )
    await writeFile(path, lines.join(''))
  }
}

/** Names of the values that a file exports; of others it exports the types alone. */
function valuesIn(text) {
  const lists = [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list]) => list.split(','))
  const names = lists.map((one) => one.trim()).filter((one) => one !== '' && !one.startsWith('type '))
  return new Set(names.map((one) => one.split(' as ').at(-1)))
}

/** What files export: by name, what is declared. */
function exportsOf(files) {
  const options = { allowImportingTsExtensions: true, noEmit: true, module: ts.ModuleKind.NodeNext }
  const program = ts.createProgram(files, { ...options, target: ts.ScriptTarget.ES2023, types: [] })
  const checker = program.getTypeChecker()
  return new Map(
    files.map((file) => {
      const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))
      const declared = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)
      return [file, new Map(symbols.map((symbol) => [symbol.name, declared(symbol)]))]
    }),
  )
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
