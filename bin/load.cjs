'use strict'
/*
 * Loads the parts of the program with what V8 made of them before, so that they need not be compiled at each start: on
 * Node 20 from files of this package, which hold for the very version of Node that packed it; on later ones from what an
 * earlier start of the same command left in a folder that only this user can enter. In a clean environment that takes 20 of
 * the 60 ms off `chains --json`. Node's own cache does the same for all other modules; of these parts it would keep only what
 * V8 compiles before anything runs, which is a third of it.
 */
const fs = require('node:fs')
const { basename, dirname, isAbsolute, join, relative } = require('node:path')

/** Whether this Node keeps a cache of compiled code itself. */
const HAS_CACHE = Number.parseInt(process.versions.node, 10) >= 22

/** Programs that say they are Node, and know nothing of V8's caches. */
const IS_OTHER = 'bun' in process.versions || 'deno' in process.versions

/** What `require('node:module')` gives; to ask for that makes Node load more, for a millisecond. */
const Module = IS_OTHER ? require('node:module') : module.constructor

/** What cached data depends on but the code: another Node compiles in another way. */
const MADE_BY = `${process.version}-${process.platform}-${process.arch}.cache`

/** How long the cache of another version of the program is left alone, in milliseconds: it may be in use. */
const OTHER_VERSIONS_MS = 30 * 86_400_000

/** Scripts that were compiled here by their paths, for the build, which makes their code caches. */
exports.scripts = new Map()

/** Makes where the cache of a part is; undefined until the first part is loaded, and where there is none. */
let cacheOf

/**
 * What a part of the program gives out, which is the text of a function as Node makes it of a CommonJS file; it is run once.
 * @param {string} path absolute; its name says which version of the code it holds
 */
exports.load = (path) => {
  const known = require.cache[path]
  if (known !== undefined) return known.exports
  cacheOf ??= IS_OTHER ? () => undefined : HAS_CACHE ? openCache() : (part) => `${part}.${MADE_BY}`
  const place = cacheOf(path)
  const cachedData = place === undefined ? undefined : HAS_CACHE ? readTwice(place) : readIfThere(place)
  // The name is in the cached data too: it says nothing of the machine that made it.
  const filename = `swapcli/${basename(path)}`
  // Cached data that V8 does not take, as under other flags of Node, is compiled anew.
  const { Script } = require('node:vm')
  const script = new Script(fs.readFileSync(path, 'latin1'), { filename, cachedData })
  exports.scripts.set(path, script)
  if (HAS_CACHE && place !== undefined && script.cachedDataRejected !== false) keepAtExit(script, place)
  const part = new Module(path, module)
  part.filename = path
  require.cache[path] = part
  script.runInThisContext()(part.exports, Module.createRequire(path), part, path, dirname(path))
  part.loaded = true
  return part.exports
}

/** Keeps what V8 has compiled of a part, where its command ended well; threads of the store compile less of it. */
function keepAtExit(script, place) {
  process.on('exit', (code) => {
    if (code !== 0 || !require('node:worker_threads').isMainThread) return
    const draft = `${place}.${process.pid}.tmp`
    try {
      const data = script.createCachedData()
      const handle = fs.openSync(draft, 'wx', 0o600)
      try {
        fs.writeFileSync(handle, data)
        fs.writeFileSync(handle, data)
        fs.fsyncSync(handle)
      } finally {
        fs.closeSync(handle)
      }
      fs.renameSync(draft, place)
    } catch {
      // The disk is full, or another process is at it: the next start makes it.
      fs.rmSync(draft, { force: true })
    }
  })
}

/**
 * What stands twice in a file, undefined where it does not: V8 takes damaged data as it is, and ends the process or computes
 * something else. To compare two copies takes a tenth of a millisecond, a checksum more than the whole start.
 */
function readTwice(place) {
  const both = readIfThere(place)
  if (both === undefined || both.length === 0 || both.length % 2 !== 0) return undefined
  const data = both.subarray(0, both.length / 2)
  return data.equals(both.subarray(both.length / 2)) ? data : undefined
}

/** Turns Node's own cache on. @returns where the cache of a part is for this command; undefined for none */
function openCache() {
  let folder
  try {
    const parent = process.env.NODE_DISABLE_COMPILE_CACHE ? undefined : cacheHome(process.env)
    folder =
      parent === undefined ? undefined : privateFolder(join(parent, `code-${require('../package.json').version}`))
  } catch {
    // The disk is full or read-only, or the user has no home: the program starts without.
  }
  if (folder === undefined) return () => undefined
  // Node 22.0 has none.
  require('node:module').enableCompileCache?.(folder)
  const command = process.argv.slice(2).find((word) => /^[a-z]{2,12}$/.test(word)) ?? 'help'
  return (path) => join(folder, `${basename(path, '.cjs')}-${command}-${MADE_BY}`)
}

function readIfThere(path) {
  try {
    // A pipe in its place would be waited for.
    return fs.statSync(path).isFile() ? fs.readFileSync(path) : undefined
  } catch {
    return undefined
  }
}

/** The folder of what can be made again: it is never one that is named by a relative path. */
function cacheHome({ SWAPCLI_STATE, LOCALAPPDATA, XDG_CACHE_HOME, HOME }) {
  // An empty HOME is none, as everywhere in the program, though the system would look the user up.
  const inHome = (...names) => join(HOME ?? require('node:os').homedir(), ...names)
  const folder = SWAPCLI_STATE
    ? join(SWAPCLI_STATE, 'cache')
    : process.platform === 'win32'
      ? join(LOCALAPPDATA || inHome('AppData', 'Local'), 'swapcli', 'Cache')
      : process.platform === 'darwin'
        ? inHome('Library', 'Caches', 'swapcli')
        : join(XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : inHome('.cache'), 'swapcli')
  return isAbsolute(folder) ? folder : undefined
}

/**
 * Makes a folder that only this user can enter, below folders and links that only this user and root can change: in any other
 * another user could put code that this one then runs.
 * @returns where it really is, since a link on the way could lead elsewhere later; undefined where it is not such a folder
 */
function privateFolder(folder) {
  if (process.platform === 'win32') {
    fs.mkdirSync(folder, { recursive: true })
    return folder
  }
  const user = process.geteuid()
  const isOwn = ({ uid }) => uid === user || uid === 0
  // Where everybody may write, as in /tmp, the sticky bit keeps others from what is this user's.
  const isSafe = (found) =>
    isOwn(found) && (found.isSymbolicLink() || (found.mode & 0o022) === 0 || (found.mode & 0o1000) !== 0)
  const isSafeWay = (path) => isSafe(fs.lstatSync(path)) && (path === dirname(path) || isSafeWay(dirname(path)))
  let above = dirname(folder)
  while (fs.lstatSync(above, { throwIfNoEntry: false }) === undefined) above = dirname(above)
  const realAbove = fs.realpathSync(above)
  if (!isSafeWay(above) || !isSafeWay(realAbove)) return undefined
  const real = join(realAbove, relative(above, folder))
  if (fs.mkdirSync(real, { recursive: true, mode: 0o700 }) !== undefined) removeOthers(real)
  const found = fs.lstatSync(real)
  return found.isDirectory() && found.uid === user && (found.mode & 0o077) === 0 ? real : undefined
}

/** Removes the caches of versions that are not used any more. */
function removeOthers(folder) {
  const parent = dirname(folder)
  for (const name of fs.readdirSync(parent)) {
    const other = join(parent, name)
    if (!name.startsWith('code-') || other === folder) continue
    if (Date.now() - fs.lstatSync(other).mtimeMs > OTHER_VERSIONS_MS) fs.rmSync(other, { recursive: true, force: true })
  }
}

// For tests.
Object.assign(exports, { cacheHome, privateFolder, readTwice })
