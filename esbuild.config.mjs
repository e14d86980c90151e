// Builds dist: the bundled command line (dist/js), the library (dist/lib, dependencies left outside) and the data files.
import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

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
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const dist = join(root, 'dist')
/** Holds the fingerprint of what dist was built from. */
const FINGERPRINT = 'built-from.txt'

// zod carries its messages in fifty languages, of which only the English ones are used: 0.4 MB that every start would parse.
const onlyEnglish = {
  name: 'only-english',
  setup: (builder) => {
    builder.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
      loader: 'js',
    }))
  },
}

// Ink's layout engine reads its WebAssembly from a data: URL by fetch, for which Node loads its whole HTTP client: a tenth of
// the time to the first frame. Where it sees no fetch it decodes the text itself.
const layoutWithoutFetch = {
  name: 'layout-without-fetch',
  setup: (builder) => {
    builder.onLoad(
      { filter: /[\\/]yoga-layout[\\/]dist[\\/]binaries[\\/]yoga-wasm-base64-esm\.js$/ },
      async ({ path }) => ({
        contents: `const fetch = undefined;\n${await readFile(path, 'utf8')}`,
        loader: 'js',
      }),
    )
  },
}

// The SQLite driver finds its binary by way of a diagnostic report, which takes Node as long as opening the store does.
// Bundled, it tries the binaries of this platform by name first and does that only when none of them loads.
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
  for (const kind of kinds) {
    try { return __requireBeside("libsql")("@libsql/" + platform + "-" + arch + kind); } catch {}
  }`

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

// Entry points of what scripts call in loops. Their modules go into one file: loading forty small ones took Node longer
// than running them.
const fastEntries = [
  'src/cli/program.ts',
  ...['chains', 'assets', 'sources', 'quote', 'history', 'stats', 'status', 'track'].map(
    (name) => `src/cli/commands/${name}.ts`,
  ),
  'src/open.ts',
  'src/sandbox/client-adapters.ts',
  'src/sandbox/deposit-adapters.ts',
]

// What these entry points must not load; the packages are reached by import() where they are used.
const slowPackages =
  /[\\/]?node_modules[\\/](zod|viem|ox|ink|react|undici|conf|ora|hono|@hono|@inquirer|uqr|simple-ascii-chart)[\\/]/

// Modules that do nothing when they are loaded: ours, and those of packages that say so in their package.json.
const withoutSideEffects = /^src[\\/]|[\\/]?node_modules[\\/](viem|ox|abitype|@noble|@scure|@adraffy)[\\/]/

const shared = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  splitting: true,
  jsx: 'automatic',
  plugins: [onlyEnglish],
  legalComments: 'none',
  logLevel: 'warning',
  define: {
    'process.env.NODE_ENV': '"production"',
    'process.env.DEV': '"false"',
    __SWAPCLI_VERSION__: JSON.stringify(version),
  },
}

const storeWorker = { entryPoints: { 'store-worker': 'src/store-worker.ts' }, splitting: false }

await withLock(async () => {
  const inputs = await inputsFingerprint()
  const builtFrom = await readFile(join(dist, FINGERPRINT), 'utf8').catch(() => undefined)
  if (!isIfStale || builtFrom !== inputs) await buildDist(inputs)
})

/** Builds beside dist and then moves, so that a running program never sees half a build. */
async function buildDist(inputs) {
  const out = await mkdtemp(join(root, 'dist-'))
  // mkdtemp lets only its owner in; what is installed is for every user.
  await chmod(out, 0o755)
  try {
    const [commandLine] = await Promise.all([
      build({
        ...shared,
        metafile: true,
        entryPoints: { main: 'src/cli/main.ts' },
        outdir: join(out, 'js'),
        chunkNames: '[name]-[hash]',
        minifySyntax: true,
        minifyWhitespace: true,
        // React's developer tools are reached only where DEV is set, which the define above rules out.
        external: ['react-devtools-core'],
        plugins: [
          ...shared.plugins,
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
        entryPoints: { index: 'src/index.ts' },
        outdir: join(out, 'lib'),
        chunkNames: '[name]-[hash]',
        packages: 'external',
      }),
      // The program of the store's threads is one file: it shares none with the others, which hold much that it does not use.
      build({
        ...shared,
        ...storeWorker,
        outdir: join(out, 'js'),
        plugins: [
          ...shared.plugins,
          sqliteDriver,
          loadedWhenCalled('child_process', ['exec', 'execSync'], 'detect-libc'),
        ],
        minifySyntax: true,
        minifyWhitespace: true,
        banner: { js: requireBanner },
      }),
      build({ ...shared, ...storeWorker, outdir: join(out, 'lib'), packages: 'external' }),
      cp(join(root, 'src/data'), join(out, 'data'), { recursive: true }),
      cp(join(root, 'src/docs'), join(out, 'docs'), { recursive: true }),
    ])
    await dropIdleBanners(join(out, 'js'))
    await dropIdleImports(commandLine.metafile, join(out, 'js'))
    await joinFastFiles(commandLine.metafile, join(out, 'js'))
    await writeFile(join(out, FINGERPRINT), inputs)
    await rename(dist, `${out}-old`).catch(() => undefined)
    await rename(out, dist)
  } finally {
    await rm(out, { recursive: true, force: true })
    await rm(`${out}-old`, { recursive: true, force: true })
  }
}

/** What dist depends on: the sources, this file, and the versions of the packages that are bundled. */
async function inputsFingerprint() {
  const names = await readdir(join(root, 'src'), { recursive: true, withFileTypes: true })
  const sources = names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const others = ['esbuild.config.mjs', 'package.json', 'package-lock.json'].map((name) => join(root, name))
  const hash = createHash('sha256')
  for (const path of [...others, ...sources.sort()]) {
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
 * Puts the files that the fast commands load into one, core.js. Each of them stays as a stub that gives out what the one
 * holds, for the files that were built against it.
 */
async function joinFastFiles(metafile, folder) {
  const files = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]))
  const withImports = (file, found) => {
    if (found.has(file)) return
    found.add(file)
    for (const { kind, path } of files.get(file).imports) {
      if (kind === 'import-statement' && files.has(basename(path))) withImports(basename(path), found)
    }
  }
  // What main.js itself needs stays outside, so that --version loads nothing else.
  const first = new Set()
  withImports('main.js', first)
  const joined = new Set(first)
  for (const entry of fastEntries) {
    const found = [...files].find(([, output]) => output.entryPoint === entry)
    if (found === undefined) throw new Error(`${entry} is no entry point of the build any more`)
    withImports(found[0], joined)
  }
  for (const file of first) joined.delete(file)
  for (const file of joined) {
    const slow = Object.keys(files.get(file).inputs).find((path) => slowPackages.test(path))
    if (slow !== undefined) throw new Error(`${slow} would be loaded by every command: reach it by import() instead`)
  }
  const list = [...joined]
  await build({
    stdin: {
      contents: list.map((file, index) => `export const load${index} = () => import('./${file}')`).join('\n'),
      resolveDir: folder,
    },
    outfile: join(folder, 'core.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Names too: a third less to parse for every command.
    minify: true,
    legalComments: 'none',
    // Its warnings are about imports for side effects, of which there are none.
    logLevel: 'error',
    plugins: [
      loadedWhenCalled('crypto', ['hash', 'randomBytes']),
      loadedWhenCalled('zlib', ['deflateRawSync', 'inflateRawSync']),
      {
        name: 'other-files-stay',
        setup: (builder) => {
          builder.onResolve({ filter: /^\.\// }, ({ path }) =>
            joined.has(basename(path)) ? undefined : { path, external: true },
          )
        },
      },
    ],
  })
  await Promise.all(
    list.map((file, index) => {
      const names = files.get(file).exports
      const stub = [
        `import{load${index}}from"./core.js";const it=await load${index}();`,
        ...names.map((name, at) => `const e${at}=it.${name};`),
        `export{${names.map((name, at) => `e${at} as ${name}`).join(',')}};`,
      ]
      return writeFile(join(folder, file), `${stub.join('')}\n`)
    }),
  )
  // The first step goes to the one file directly.
  const main = join(folder, 'main.js')
  const program = list.findIndex((file) => files.get(file).entryPoint === fastEntries[0])
  const before = await readFile(main, 'utf8')
  const after = before.replace(`import("./${list[program]}")`, `import("./core.js").then(it=>it.load${program}())`)
  if (after === before) throw new Error('main.js does not load the program as expected')
  await writeFile(main, after)
}
