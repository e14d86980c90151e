// Builds dist: the command line (dist/js), the library (dist/lib), the packages that both use (dist/packages), and the data files.
import { build } from 'esbuild'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import nodeModule from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'

const USAGE = `npm run build -- [--if-stale]

Builds dist from src, in some seconds.

  --if-stale  only where dist was not built from the present sources and packages`

const { 'if-stale': isIfStale, help: isHelp } = readArguments()
if (isHelp) {
  console.log(USAGE)
  process.exit(0)
}

function readArguments() {
  try {
    return parseArgs({ options: { 'if-stale': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } }).values
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`)
    process.exit(2)
  }
}

const root = fileURLToPath(new URL('.', import.meta.url))
const { version, exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const libsqlVersion = JSON.parse(await readFile(join(root, 'node_modules/libsql/package.json'), 'utf8')).version
const dist = join(root, 'dist')
/** Holds the fingerprint of what dist was built from. */
const FINGERPRINT = 'built-from.txt'

// What packages name and this program never calls: half a megabyte of undici, which also has a fetch, sockets of its own and
// mocks, and as much of tables of character sets for a question that nobody asks.
const onlyWhatIsUsed = {
  name: 'only-what-is-used',
  setup: (builder) => {
    const replace = (filter, contents) => builder.onLoad({ filter }, () => ({ contents, loader: 'js' }))
    replace(
      /[\\/]node_modules[\\/]undici[\\/]index\.js$/,
      `Object.assign(require('./lib/dispatcher/dispatcher').prototype, require('./lib/api'))
exports.Agent = require('./lib/dispatcher/agent')
exports.EnvHttpProxyAgent = require('./lib/dispatcher/env-http-proxy-agent')`,
    )
    // The parser of responses is there twice, with and without vector instructions: 23 kB of the tarball.
    replace(/[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm\.js$/, "module.exports = require('./llhttp-wasm.js')")
    // zod's messages in fifty languages but English: 65 kB of the tarball.
    replace(/[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/, "export { default as en } from './en.js'")
    // Schemas made of JSON Schema: 5 kB of the tarball.
    replace(/[\\/]zod[\\/]v4[\\/]classic[\\/]from-json-schema\.js$/, 'export const fromJSONSchema = undefined')
    // For those who work on Ink; it loads React's developer tools, which are not there.
    replace(/[\\/]ink[\\/]build[\\/]devtools\.js$/, '')
    // Nodes that are asked over WebSockets.
    replace(/[\\/]isows[\\/]_esm[\\/]\w+\.js$/, 'export const WebSocket = undefined')
    // The client of PostgreSQL that is made of C.
    replace(/[\\/]pg[\\/]lib[\\/]native[\\/]index\.js$/, 'module.exports = undefined')
    // The question that opens an editor.
    replace(/[\\/]@inquirer[\\/]editor[\\/]dist[\\/]index\.js$/, 'export default undefined')
    // Schemas and migrations of settings: settings are checked by their own table.
    replace(/[\\/]node_modules[\\/]ajv[\\/]dist[\\/]2020\.js$/, 'export const Ajv2020 = undefined')
    replace(/[\\/]node_modules[\\/](ajv-formats[\\/]dist|semver)[\\/]index\.js$/, 'export default undefined')
  },
}

// Ink's layout engine reads its WebAssembly from a data: URL by fetch, for which Node loads its whole HTTP client: a tenth of
// the time to the first frame. Where it sees no fetch it decodes the text itself.
const layoutWithoutFetch = {
  name: 'layout-without-fetch',
  setup: (builder) => {
    let isFound = false
    builder.onLoad(
      { filter: /[\\/]yoga-layout[\\/]dist[\\/]binaries[\\/]yoga-wasm-base64-esm\.js$/ },
      async ({ path }) => {
        const text = await readFile(path, 'utf8')
        isFound = text.includes('"function"!=typeof fetch?') && text.includes('atob')
        return { contents: `const fetch = undefined;\n${text}`, loader: 'js' }
      },
    )
    builder.onEnd(() => {
      if (!isFound) throw new Error("Ink's layout engine loads its WebAssembly in another way than this build expects")
    })
  },
}

// The SQLite driver finds its binary by way of a diagnostic report, which takes Node as long as opening the store does.
// Bundled, it tries the binaries of this platform by name first, those of its own version in the folders in which Node would
// look straight away (2 ms less), and does that only when none of them loads.
const sqliteDriver = {
  name: 'sqlite-driver',
  setup: (builder) => {
    builder.onLoad({ filter: /[\\/]node_modules[\\/]libsql[\\/]index\.js$/ }, async ({ path }) => {
      const before = await readFile(path, 'utf8')
      const after = before
        .replace('function requireNative() {', `function requireNative() {\n${nativeByName}`)
        .replaceAll('require(`@libsql/', '__requireBeside("libsql")(`@libsql/')
      if (!after.includes(nativeByName) || !after.includes('__requireBeside("libsql")')) {
        throw new Error('libsql loads its binary in another way than this build expects')
      }
      return { contents: after, loader: 'js' }
    })
  },
}
const nativeByName = `
  const { platform, arch } = process;
  const kinds = platform === 'linux' ? ['-gnu', '-musl'] : platform === 'win32' ? ['-msvc'] : [''];
  const names = kinds.map((kind) => "@libsql/" + platform + "-" + arch + kind);
  const { existsSync } = require("node:fs");
  for (const place of require.resolve.paths("libsql")) for (const name of names) {
    const folder = place + "/" + name;
    if (!existsSync(folder + "/index.node")) continue;
    try {
      if (require(folder + "/package.json").version === __LIBSQL_VERSION__) return require(folder + "/index.node");
    } catch {}
  }
  for (const name of names) {
    try { return __requireBeside("libsql")(name); } catch {}
  }`

// Digests of a few kinds of addresses, whose tables take 3 ms to make: they are made when one is first checked.
const digestsWhenCalled = {
  name: 'digests-when-called',
  setup: (builder) => {
    const functions = { blake1: ['blake256'], blake2: ['blake2b'] }
    builder.onResolve({ filter: /^@noble\/hashes\/blake[12]\.js$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'digests-when-called' } : undefined,
    )
    builder.onLoad({ filter: /./, namespace: 'digests-when-called' }, ({ path }) => ({
      contents: functions[basename(path, '.js')]
        .map((name) => `export const ${name}=(...args)=>require(${JSON.stringify(path)}).${name}(...args)`)
        .join('\n'),
      resolveDir: root,
    }))
  },
}

// Rooms are entered by their doors, and esbuild takes all that a door names for used by whoever uses one name of it: a list
// of chains would load the whole service. Here imports lead through the doors to the files behind them. What a door makes
// itself stands alone, behind its path with `?own`.
const throughDoors = {
  name: 'through-doors',
  setup: (builder) => {
    const doors = new Map()
    const readDoor = async (path) => {
      if (doors.has(path)) return doors.get(path)
      const names = new Map()
      for (const [, list, target] of (await readFile(path, 'utf8')).matchAll(DOOR_EXPORT)) {
        for (const { name, alias } of namesIn(list)) names.set(alias, { name, path: resolve(dirname(path), target) })
      }
      doors.set(path, names)
      return names
    }
    const leadThrough = async (word, list, door) => {
      const names = await readDoor(door)
      return namesIn(list)
        .map(({ name, alias }) => {
          const found = names.get(name) ?? { name, path: `${door}?own` }
          return `${word} { ${found.name} as ${alias} } from ${JSON.stringify(found.path)}`
        })
        .join(';')
    }
    builder.onResolve({ filter: /\?own$/ }, ({ path }) => ({ path: path.slice(0, -4), namespace: 'own-of-door' }))
    builder.onLoad({ filter: /./, namespace: 'own-of-door' }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(DOOR_EXPORT, ''),
      loader: 'ts',
      resolveDir: dirname(path),
    }))
    builder.onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, async ({ path }) => {
      let text = await readFile(path, 'utf8')
      for (const [statement, word, list, target] of text.matchAll(THROUGH_DOOR)) {
        const straight = await leadThrough(word, list, resolve(dirname(path), target))
        text = text.replace(statement, () => straight)
      }
      return { contents: text, loader: path.endsWith('x') ? 'tsx' : 'ts' }
    })
  },
}
const THROUGH_DOOR = /^(import|export) \{([^}]*)\} from '(\.[^']*\/index\.ts)'$/gm
const DOOR_EXPORT = /^export \{([^}]*)\} from '(\.[^']+)'$/gm

/** The names in the braces of an import or export; types are left out. */
function namesIn(list) {
  return list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('type '))
    .map((one) => one.split(' as '))
    .map(([name, alias = name]) => ({ name, alias }))
}

// What shapes say of themselves is for the OpenAPI document, which is made from the sources: it was an eighth of a page's client.
const shapesWithoutDescriptions = {
  name: 'shapes-without-descriptions',
  setup: (builder) => {
    builder.onLoad({ filter: /[\\/]src[\\/]core[\\/]api[\\/]documents\.ts$/ }, async ({ path }) => {
      const { default: ts } = await import('typescript')
      const text = await readFile(path, 'utf8')
      return { contents: cutDescriptions(ts, ts.createSourceFile(path, text, ts.ScriptTarget.Latest)), loader: 'ts' }
    })
  },
}

/** The text of a file without the texts that it gives to functions of shape.ts: they take no others than descriptions. */
function cutDescriptions(ts, file) {
  const shapes = new Set()
  const cuts = []
  const visit = (node) => {
    if (ts.isImportDeclaration(node) && node.moduleSpecifier.text === './shape.ts') {
      for (const { name } of node.importClause.namedBindings.elements) shapes.add(name.text)
    }
    if (ts.isCallExpression(node) && shapes.has(node.expression.text)) {
      const last = node.arguments.at(-1)
      if (last !== undefined && ts.isStringLiteralLike(last)) {
        cuts.push({ start: node.arguments.at(-2)?.end ?? node.arguments.pos, end: node.arguments.end })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return cuts
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)}${text.slice(end)}`, file.text)
}

// What CommonJS packages need in a module.
const requireBanner =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__requireBeside=name=>__createRequire(require.resolve(name));"

/**
 * Loads a module of Node when one of its functions is first called, where it would else be loaded at every start: 2 ms for
 * child_process, 3 ms for crypto, of the 35 ms of a bare Node.
 * @param user folder of the files that get it so, which share no chunk with others then; without it all do
 */
const loadedWhenCalled = (module, functions, user = '') => ({
  name: `${module}-when-called-${user}`,
  setup: (builder) => {
    const namespace = `${module}-when-called-${user}`
    builder.onResolve({ filter: new RegExp(`^(node:)?${module}$`) }, ({ importer }) =>
      user === '' || importer.split(/[\\/]/).includes(user) ? { path: module, namespace } : undefined,
    )
    builder.onLoad({ filter: /./, namespace }, () => ({
      contents: functions
        .map((name) => `export const ${name}=(...args)=>process.getBuiltinModule('node:${module}').${name}(...args)`)
        .join('\n'),
    }))
  },
})

// Node's cryptography, loaded when our code first calls it for more than the digests of a few short texts, which a command
// such as `status` needs: those are digested in JavaScript, in a tenth of the 2.5 ms that it takes to load.
const cryptoWhenCalled = {
  name: 'crypto-when-called',
  setup: (builder) => {
    builder.onResolve({ filter: /^node:crypto$/ }, ({ importer }) =>
      importer.startsWith(join(root, 'src')) ? { path: 'crypto', namespace: 'crypto-when-called' } : undefined,
    )
    builder.onLoad({ filter: /./, namespace: 'crypto-when-called' }, () => ({
      contents: `
        import { sha256 } from '@noble/hashes/sha2.js'
        let node
        const load = () => (node ??= process.getBuiltinModule('node:crypto'))
        let left = ${DIGESTS_WITHOUT_CRYPTO}
        export const createHash = (...args) => load().createHash(...args)
        export const createPublicKey = (...args) => load().createPublicKey(...args)
        export const pbkdf2 = (...args) => load().pbkdf2(...args)
        export const randomBytes = (...args) => load().randomBytes(...args)
        export const scrypt = (...args) => load().scrypt(...args)
        export const verify = (...args) => load().verify(...args)
        export function hash(algorithm, data, encoding = 'hex') {
          if (left === 0 || algorithm !== 'sha256' || data.length > 4096) {
            return load().hash(algorithm, data, encoding)
          }
          left -= 1
          const bytes = Buffer.from(sha256(typeof data === 'string' ? Buffer.from(data) : data))
          return encoding === 'buffer' ? bytes : bytes.toString(encoding)
        }`,
      resolveDir: root,
    }))
  },
}
const DIGESTS_WITHOUT_CRYPTO = 4

// What scripts call in loops, by the kind of command: its entry points. What they need goes into a few CommonJS files, the
// parts: an import() of an ES module takes Node 4 ms, and forty small files took it longer to load than to run.
const FAST_ENTRIES = {
  program: ['src/cli/program.ts'],
  lists: [
    ...['chains', 'assets', 'sources'].map((name) => `src/cli/commands/${name}.ts`),
    'src/open-lists.ts',
    'src/sandbox/manifests.ts',
    'src/providers/live.ts',
  ],
  store: ['src/open.ts', 'node_modules/libsql/index.js'],
  quote: ['src/cli/commands/quote.ts', 'src/sandbox/client-adapters.ts', 'src/sandbox/deposit-adapters.ts'],
  history: ['history', 'stats', 'status', 'track'].map((name) => `src/cli/commands/${name}.ts`),
}

/** The part for what these kinds of commands need, so that none of them loads what only others do. */
function partFor(kinds) {
  if (kinds.includes('program')) return 'program'
  if (kinds.length === 1) return kinds[0]
  return kinds.includes('lists') ? 'common' : 'store'
}

/** What the fast commands may use of Node's file system, once they wait for a file. */
const FS_PROMISES = [
  ...['access', 'chmod', 'chown', 'link', 'lstat', 'mkdir', 'open', 'readFile', 'readdir', 'realpath', 'rename', 'rm'],
  ...['stat', 'statfs', 'writeFile'],
]

/** Copies the data files; JSON without the space that is for people. */
async function copyData(from, to) {
  await cp(from, to, { recursive: true })
  const documents = (await readdir(to)).filter((name) => name.endsWith('.json')).map((name) => join(to, name))
  await Promise.all(
    documents.map(async (path) => writeFile(path, JSON.stringify(JSON.parse(await readFile(path, 'utf8'))))),
  )
}

/** Commands whose code the caches hold. */
const CACHED_COMMANDS = [
  '--help',
  'chains --json',
  'assets --chain ethereum --json',
  'quote 100 ethereum:USDC base:USDC --sandbox --json',
  // There is none of this name, which is the same to the code but for its end.
  'status 0x0 --json',
]

// What these entry points must not load; the packages are reached by import() where they are used.
const slowPackages =
  /[\\/]?node_modules[\\/](zod|viem|ox|ink|react|undici|conf|ora|hono|@hono|@inquirer|uqr|simple-ascii-chart)[\\/]/

// What ES modules need in a CommonJS file.
const commonBanner = `const __here={get url(){return require('node:url').pathToFileURL(__filename).href}},__import=path=>require('./import.cjs')(path),__requireBeside=name=>require('node:module').createRequire(require.resolve(name));`

/** A part is the function that Node would make of it: put around it by `bin/load.cjs`, that would take a copy of the text. */
const AS_FUNCTION = {
  banner: { js: `(function(exports,require,module,__filename,__dirname){${commonBanner}` },
  footer: { js: '})' },
}

// Modules that do nothing when they are loaded: ours, and those of packages that say so in their package.json.
const withoutSideEffects = /^src[\\/]|[\\/]?node_modules[\\/](viem|ox|abitype|@noble|@scure|@adraffy)[\\/]/

// What stays a package, since it loads a binary of its platform: the only dependency of what is installed.
const NATIVE = 'libsql'

const shared = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  splitting: true,
  jsx: 'automatic',
  plugins: [onlyWhatIsUsed],
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
  define: {
    'process.env.NODE_ENV': '"production"',
    'process.env.DEV': '"false"',
    __SWAPCLI_VERSION__: JSON.stringify(version),
    __LIBSQL_VERSION__: JSON.stringify(libsqlVersion),
  },
}

// Packages that both the command line and the library use, and hardly less than whole: they are built once, into dist/packages.
const SHARED_PACKAGES = ['conf', 'pg', 'undici', 'zod']
const sharedPackages = {
  name: 'shared-packages',
  setup: (builder) => {
    builder.onResolve({ filter: new RegExp(`^(${SHARED_PACKAGES.join('|')})$`) }, ({ path }) => ({
      path: `${PACKAGES}${path}.js`,
      external: true,
      sideEffects: false,
    }))
  },
}
/** Where a file of dist/js or dist/lib finds them. */
const PACKAGES = '../packages/'

/** Where the sources of what users of the library import are, by the name of the entry in dist/lib. */
const sources = Object.fromEntries(
  Object.values(exports).flatMap((entry) => {
    const name = basename(entry.default ?? '', '.js')
    return name === '' ? [] : [[name, `src/${name}.ts`]]
  }),
)
// One file without modules of Node: it would else share files with the library that load them.
const { client, wallet, ...nodeSources } = sources
const webClient = { entryPoints: { client }, splitting: false, target: 'es2022' }

/** What the library opens is what the program opens: it is built once, as a file of dist/js. */
const OPENED = 'src/opened.ts'
const openedByProgram = {
  name: 'opened-by-program',
  setup: (builder) =>
    builder.onResolve({ filter: /^\.\/opened\.ts$/ }, () => ({
      path: `${PROGRAM}opened.js`,
      external: true,
      sideEffects: false,
    })),
}
/** Where a file of dist/lib finds the program. */
const PROGRAM = '../js/'

/**
 * Entry points of the library, and each file that they export from, behind the doors of rooms: these stand alone then, so that a
 * program that is bundled with one function of the library takes nothing that stands beside it.
 */
async function libraryEntries() {
  const entries = { ...nodeSources }
  for (const source of Object.values(nodeSources)) {
    for (const path of await exportedFiles(join(root, source))) {
      if (relative(root, path) === OPENED) continue
      entries[`part-${relative(join(root, 'src'), path).replace(/\.ts$/, '').replaceAll(/[\\/]/g, '-')}`] = path
    }
  }
  return entries
}

/** The files that values of a file are exported from. @param wanted names of those. @default all */
async function exportedFiles(file, wanted) {
  const found = new Set()
  for (const [, list, target] of (await readFile(file, 'utf8')).matchAll(DOOR_EXPORT)) {
    const names = namesIn(list).filter(({ alias }) => wanted?.has(alias) ?? true)
    if (names.length === 0) continue
    const path = resolve(dirname(file), target)
    const isDoor = basename(path) === 'index.ts'
    const files = isDoor ? await exportedFiles(path, new Set(names.map(({ name }) => name))) : [path]
    for (const each of files) found.add(each)
  }
  return found
}

await withLock(async () => {
  const inputs = await inputsFingerprint()
  const builtFrom = await readFile(join(dist, FINGERPRINT), 'utf8').catch(() => undefined)
  if (!isIfStale || builtFrom !== inputs) await buildDist(inputs)
})

/** Builds beside dist and then moves, so that a running program never sees half a build. */
async function buildDist(inputs) {
  const out = await mkdtemp(join(root, 'dist-'))
  try {
    const [commandLine, library, ...others] = await Promise.all([
      build({
        ...shared,
        entryPoints: { main: 'src/cli/main.ts', wallet, 'store-worker': 'src/store-worker.ts', opened: OPENED },
        outdir: join(out, 'js'),
        chunkNames: '[name]-[hash]',
        minify: true,
        plugins: [
          ...shared.plugins,
          sharedPackages,
          throughDoors,
          cryptoWhenCalled,
          digestsWhenCalled,
          sqliteDriver,
          layoutWithoutFetch,
          // Commander starts programs with it, the SQLite driver asks an unknown system what it is.
          loadedWhenCalled('child_process', ['spawn'], 'commander'),
          loadedWhenCalled('child_process', ['exec', 'execSync'], 'detect-libc'),
        ],
        banner: { js: requireBanner },
      }),
      build({
        ...shared,
        entryPoints: await libraryEntries(),
        outdir: join(out, 'lib'),
        chunkNames: '[name]-[hash]',
        minify: true,
        external: [NATIVE],
        plugins: [...shared.plugins, sharedPackages, throughDoors, openedByProgram],
        banner: { js: requireBanner },
      }),
      build({
        ...shared,
        entryPoints: SHARED_PACKAGES,
        outdir: join(out, 'packages'),
        minify: true,
        banner: { js: requireBanner },
      }),
      build({
        ...shared,
        ...webClient,
        outdir: join(out, 'lib'),
        minify: true,
        external: [NATIVE],
        plugins: [...shared.plugins, sharedPackages, shapesWithoutDescriptions],
      }),
      copyData(join(root, 'src/data'), join(out, 'data')),
      cp(join(root, 'src/docs'), join(out, 'docs'), { recursive: true }),
    ])
    await dropIdleBanners(join(out, 'packages'))
    for (const { metafile, folder } of [
      { metafile: commandLine.metafile, folder: join(out, 'js') },
      { metafile: library.metafile, folder: join(out, 'lib') },
    ]) {
      await dropIdleBanners(folder)
      await dropIdleImports(metafile, folder)
    }
    const metafiles = [commandLine, library, ...others].flatMap((result) => result?.metafile ?? [])
    refuseUndeclared(metafiles)
    // The library's threads run the same program, and its wallet is that of the command line.
    await writeFile(join(out, 'lib/store-worker.js'), "import '../js/store-worker.js'\n")
    await writeFile(join(out, 'lib/wallet.js'), "export * from '../js/wallet.js'\n")
    await writeLicences(metafiles, out)
    await joinFastFiles(commandLine.metafile, join(out, 'js'), inputs.slice(0, 8))
    await makeCodeCaches(join(out, 'js'))
    await writeFile(join(out, FINGERPRINT), inputs)
    await openToAll(out)
    await rename(dist, `${out}-old`).catch(() => undefined)
    await rename(out, dist)
  } finally {
    await rm(out, { recursive: true, force: true })
    await rm(`${out}-old`, { recursive: true, force: true })
  }
}

/** Lets every user read what is under a folder, whoever builds it: it is installed for all. */
async function openToAll(folder) {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  }
}

/** @throws Error for a file that would import a package which is not installed with this one */
function refuseUndeclared(metafiles) {
  const imported = metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap(({ imports }) => imports))
  for (const { path, external } of imported) {
    if (
      external !== true ||
      nodeModule.isBuiltin(path) ||
      path.startsWith('node:') ||
      path === NATIVE ||
      path.startsWith(PACKAGES) ||
      path.startsWith(PROGRAM)
    )
      continue
    throw new Error(`dist would import ${path}, which is no dependency: let it be bundled`)
  }
}

/**
 * Writes the notices of the packages that are part of the bundles, as their licences ask for, into THIRD-PARTY-LICENSES.txt.
 * @throws Error for a package that says nothing of its licence
 */
async function writeLicences(metafiles, folder) {
  const used = new Set()
  for (const { outputs } of metafiles) {
    for (const { inputs } of Object.values(outputs)) {
      for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
        const found = /^(?:.*[\\/])?node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)
        if (found !== null && bytesInOutput > 0) used.add(found[0])
      }
    }
  }
  const notices = await Promise.all([...used].map((path) => noticeOf(join(root, path))))
  const text = `Packages of others that are part of dist, with their licences.\n\n${[...new Set(notices)].sort().join('\n')}`
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES.txt'), text)
}

async function noticeOf(path) {
  const { name, version, license, author } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'))
  const files = (await readdir(path)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).sort()
  if (files.length === 0 && license === undefined) throw new Error(`${name} says nothing of its licence`)
  const texts = await Promise.all(files.map((file) => readFile(join(path, file), 'utf8')))
  const whose = typeof author === 'object' ? author.name : author
  const notice =
    texts.length > 0 ? texts.map((text) => text.trim()).join('\n\n') : `Copyright (c) ${whose ?? 'its authors'}`
  return `${'-'.repeat(80)}\n${name} ${version} (${license ?? 'see below'})\n\n${notice}\n`
}

/** What dist depends on: the sources, this file, the versions of the packages that are bundled, and that of Node. */
async function inputsFingerprint() {
  const names = await readdir(join(root, 'src'), { recursive: true, withFileTypes: true })
  const sources = names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const others = ['bin/load.cjs', 'esbuild.config.mjs', 'package.json', 'package-lock.json']
  // The code caches hold for this Node alone.
  const hash = createHash('sha256').update(process.version)
  for (const path of [...others.map((name) => join(root, name)), ...sources.sort()]) {
    const content = await readFile(path)
    hash.update(`${path.slice(root.length)} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** Runs the work while no other process builds here: two of them would take each other's dist away. */
async function withLock(work) {
  const lock = join(root, '.cache/build.lock')
  await mkdir(join(root, '.cache'), { recursive: true })
  while (!(await tryLock(lock))) await wait(50)
  try {
    await work()
  } finally {
    await rm(lock, { force: true })
  }
}

/** Takes the lock file, or removes it when the process that took it is gone. @returns whether it was taken */
async function tryLock(lock) {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const owner = Number(await readFile(lock, 'utf8').catch(() => ''))
    // A file without a number is one that is being written, or left by a process that ended in between.
    const age = Date.now() - ((await stat(lock).catch(() => undefined))?.mtimeMs ?? Date.now())
    if (owner === 0 ? age > 10_000 : !isRunning(owner)) await rm(lock, { force: true })
    return false
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Takes the banner out of files that require nothing: nearly all, and each made a `require` of its own at every start. */
async function dropIdleBanners(folder) {
  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), 'utf8')
    const rest = text.replace(requireBanner, '')
    if (!/\brequire\b|__requireBeside/.test(rest)) await writeFile(join(folder, file), rest)
  }
}

/**
 * Takes out imports that name nothing of files that hold only modules without side effects. A file that uses one name of
 * a room's door would else load all that the door names, and one that uses a function of viem much of viem.
 */
async function dropIdleImports(metafile, folder) {
  const files = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]))
  const isIdle = (file) =>
    Object.keys(files.get(file)?.inputs ?? { '': 0 }).every((path) => withoutSideEffects.test(path))
  for (const [file, output] of files) {
    if (!file.endsWith('.js')) continue
    const before = await readFile(join(folder, file), 'utf8')
    const dropped = new Set()
    const after = before.replace(/import"\.\/([^"]+)";/g, (text, target) => {
      if (!isIdle(target)) return text
      dropped.add(target)
      return ''
    })
    if (dropped.size === 0) continue
    await writeFile(join(folder, file), after)
    output.imports = output.imports.filter(
      ({ kind, path }) => kind !== 'import-statement' || !dropped.has(basename(path)),
    )
  }
}

/**
 * Puts the files that the fast commands load into the parts, and the first file of all into main.cjs. Each of the others stays
 * as a stub that gives out what its part holds, for the files that were built against it.
 */
async function joinFastFiles(metafile, folder, stamp) {
  const files = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]))
  const withImports = (file, found) => {
    if (found.has(file)) return
    found.add(file)
    for (const { kind, path } of files.get(file).imports) {
      if (kind === 'import-statement' && files.has(basename(path))) withImports(basename(path), found)
    }
  }
  const fileOf = (entry) => {
    // The path of a package begins elsewhere where node_modules is a link.
    const found = [...files].find(([, { entryPoint = '' }]) => entryPoint.endsWith(entry))
    if (found === undefined) throw new Error(`${entry} is no entry point of the build any more`)
    return found[0]
  }
  /** By which kinds of commands each file is needed. */
  const needed = new Map()
  for (const [kind, entries] of Object.entries(FAST_ENTRIES)) {
    const found = new Set()
    for (const entry of entries) withImports(fileOf(entry), found)
    for (const file of found) needed.set(file, [...(needed.get(file) ?? []), kind])
  }
  /** The files of each part. */
  const parts = new Map()
  /** Where each of them is. */
  const places = new Map()
  for (const [file, kinds] of needed) {
    const part = partFor(kinds)
    const list = parts.get(part) ?? []
    places.set(file, { part, at: list.length })
    parts.set(part, [...list, file])
  }
  for (const file of places.keys()) {
    const { inputs, imports } = files.get(file)
    const loaded = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path)
    const slow =
      Object.keys(inputs).find((path) => slowPackages.test(path)) ?? loaded.find((path) => path.startsWith(PACKAGES))
    if (slow !== undefined) throw new Error(`${slow} would be loaded by every command: reach it by import() instead`)
  }
  /** Caches of the code are kept by this name: it says what the code is. */
  const nameOf = (part) => `core-${part}-${stamp}.cjs`
  /** An expression for what a file of another part gives out. */
  const fromPart = ({ part, at }, here = '__dirname') =>
    `require("../../bin/load.cjs").load(require("node:path").join(${here},"${nameOf(part)}")).load${at}()`
  /** Gives out what `it` has of a file. */
  const exportsOf = (file) => {
    const names = files.get(file).exports
    const values = names.map((name, at) => `const e${at}=it.${name};`).join('')
    return `${values}export{${names.map((name, at) => `e${at} as ${name}`).join(',')}};`
  }
  const joining = (isInside) => ({
    name: 'joining',
    setup: (builder) => {
      builder.onResolve({ filter: /^\.\// }, ({ path }) => {
        const file = basename(path)
        if (isInside(file)) return undefined
        return places.has(file) ? { path: file, namespace: 'other-part' } : { path, external: true }
      })
      builder.onResolve({ filter: /load\.cjs$/ }, ({ path }) => ({ path, external: true }))
      builder.onLoad({ filter: /./, namespace: 'other-part' }, ({ path }) => ({
        contents: `const it=${fromPart(places.get(path))};${exportsOf(path)}`,
        loader: 'js',
      }))
      // CommonJS has a require of its own, and code that comes with cached data cannot call import().
      builder.onLoad({ filter: /\.js$/ }, async ({ path }) => {
        const text = (await readFile(path, 'utf8')).replace(requireBanner, '')
        const contents = text.replace(/\bimport\("(.+?)"\)/g, (call, target) =>
          places.has(basename(target)) ? call : `__import("${target}")`,
        )
        return { contents, loader: 'js' }
      })
    },
  })
  const joinInto = (entry, outfile, isInside, around) =>
    build({
      ...entry,
      outfile: join(folder, outfile),
      bundle: true,
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      // Names too: a third less to parse for every command.
      minify: true,
      legalComments: 'none',
      // Its warnings are about imports for side effects, of which there are none.
      logLevel: 'error',
      define: { 'import.meta.url': '__here.url' },
      ...around,
      plugins: [
        loadedWhenCalled('fs/promises', FS_PROMISES),
        loadedWhenCalled('zlib', ['deflateRawSync', 'inflateRawSync']),
        joining(isInside),
      ],
    })
  const main = fileOf('src/cli/main.ts')
  const first = new Set()
  withImports(main, first)
  await Promise.all([
    joinInto({ entryPoints: [join(folder, main)] }, 'main.cjs', (file) => first.has(file), {
      banner: { js: commonBanner },
    }),
    ...[...parts].map(([part, list]) =>
      joinInto(
        {
          stdin: {
            contents: list.map((file, at) => `export const load${at} = () => require('./${file}')`).join('\n'),
            resolveDir: folder,
          },
        },
        nameOf(part),
        (file) => places.get(file)?.part === part || (part === 'program' && first.has(file) && file !== main),
        AS_FUNCTION,
      ),
    ),
  ])
  await rm(join(folder, main))
  // Its own file, because what V8 gets from a code cache cannot call import().
  await writeFile(join(folder, 'import.cjs'), 'module.exports=path=>import(path)\n')
  await Promise.all(
    [...places].map(([file, place]) => {
      const it = fromPart(place, 'import.meta.dirname')
      const stub = `import{createRequire}from"node:module";const require=createRequire(import.meta.url),it=${it};`
      return writeFile(join(folder, file), `${stub}${exportsOf(file)}\n`)
    }),
  )
}

/**
 * Makes the code caches that `bin/load.cjs` takes: where this Node has no cache of its own, of what it compiles for some
 * commands. They hold for this version of Node alone.
 */
async function makeCodeCaches(folder) {
  if (typeof nodeModule.enableCompileCache === 'function') return
  const home = await mkdtemp(join(tmpdir(), 'swapcli-build-'))
  const parts = (await readdir(folder)).filter((name) => /^core-.*\.cjs$/.test(name)).map((name) => join(folder, name))
  const caches = parts.map((part) => `${part}.${process.version}-${process.platform}-${process.arch}.cache`)
  try {
    // Where there is a cache, though an empty one, the part is loaded as one that has a cache.
    await Promise.all(caches.map((cache) => writeFile(cache, '')))
    const script = `
      const { scripts } = require(${JSON.stringify(join(root, 'bin/load.cjs'))})
      const { run } = require(${JSON.stringify(join(folder, 'main.cjs'))})
      const caches = new Map(${JSON.stringify(parts.map((part, at) => [part, caches[at]]))})
      ;(async () => {
        for (const words of ${JSON.stringify(CACHED_COMMANDS)}) {
          await run(['', '', ...words.split(' ')])
          if (![0, 2].includes(process.exitCode)) throw new Error('swapcli ' + words + ' failed')
        }
        for (const [part, cache] of caches) require('node:fs').writeFileSync(cache, scripts.get(part).createCachedData())
        process.exitCode = 0
      })()`
    const env = { PATH: process.env.PATH, HOME: home, SWAPCLI_HOME: home, SWAPCLI_STATE: join(home, 'state') }
    await promisify(execFile)(process.execPath, ['-e', script], { env, maxBuffer: 2 ** 26 }).catch(({ stderr }) => {
      throw new Error(`The code caches cannot be made: ${stderr}`)
    })
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}
