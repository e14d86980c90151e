'use strict'
/*
 * Loads the parts of the program with what V8 made of them before, so that they need not be compiled at each start: on
 * Node 20 from files of this package, which hold for the very version of Node that packed it, on later ones from Node's own
 * cache in a folder of the user's. In a clean environment that is 20 of the 60 ms of `chains --json` on Node 20.
 */
const { lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } = require('node:fs')
const { basename, dirname, isAbsolute, join } = require('node:path')

/** What `require('node:module')` gives, of which Node would load more: a millisecond. */
const Module = module.constructor

/** Whether this Node keeps a cache of compiled code itself. */
const HAS_CACHE = Number.parseInt(process.versions.node, 10) >= 22

/** What the file with the code cache of a part is called, behind the part's own name. */
const CACHED = `.${process.version}-${process.platform}-${process.arch}.cache`

/** How long the cache of another version of the program is left alone, in milliseconds: it may be in use. */
const OTHER_VERSIONS_MS = 30 * 86_400_000

/** Scripts that were compiled here by their paths, for the build, which makes their code caches. */
exports.scripts = new Map()

let isCacheOn = false

/**
 * What a CommonJS part of the program gives out; it is run once.
 * @param {string} path absolute
 */
exports.load = (path) => {
  const known = require.cache[path]
  if (known !== undefined) return known.exports
  if (HAS_CACHE && !isCacheOn) {
    isCacheOn = true
    useCompileCache()
  }
  const cachedData = readCached(path)
  return cachedData === undefined ? require(path) : run(path, cachedData)
}

function readCached(path) {
  if (HAS_CACHE) return undefined
  try {
    return readFileSync(path + CACHED)
  } catch {
    return undefined
  }
}

/** As `require` does. Cached data that V8 does not take, as under other flags of Node, is compiled anew. */
function run(path, cachedData) {
  const { Script } = require('node:vm')
  const part = new Module(path, module)
  part.filename = path
  // The name is in the cached data too: it says nothing of the machine that made it.
  const filename = `swapcli/${basename(path)}`
  const script = new Script(Module.wrap(readFileSync(path, 'latin1')), { filename, cachedData })
  exports.scripts.set(path, script)
  require.cache[path] = part
  script.runInThisContext()(part.exports, Module.createRequire(path), part, path, dirname(path))
  part.loaded = true
  return part.exports
}

/** Node's cache of compiled code; without a folder that is the user's alone there is none. */
function useCompileCache() {
  const { enableCompileCache } = require('node:module')
  // Node 22.0 has none, and other programs that say they are Node may have none.
  if (typeof enableCompileCache !== 'function') return
  const parent = cacheHome()
  if (parent === undefined) return
  const folder = join(parent, `code-${require('../package.json').version}`)
  try {
    if (!isPrivate(folder)) return
    enableCompileCache(folder)
  } catch {
    // The disk is full or read-only: the program starts without.
  }
}

/** The folder of what can be made again: it is never one that is named by a relative path. */
function cacheHome() {
  const { SWAPCLI_STATE, LOCALAPPDATA, XDG_CACHE_HOME } = process.env
  const inHome = (...names) => join(require('node:os').homedir(), ...names)
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
 * True for a folder that only this user can enter, below folders that only this user and root can change; it is made where
 * it is missing. In any other another user could put code that this one then runs.
 */
function isPrivate(folder) {
  if (process.platform === 'win32') {
    mkdirSync(folder, { recursive: true })
    return true
  }
  const user = process.geteuid()
  const isSafe = ({ uid, mode }) => (uid === user || uid === 0) && (mode & 0o022) === 0
  let above = dirname(folder)
  while (statSync(above, { throwIfNoEntry: false }) === undefined) above = dirname(above)
  for (let at = realpathSync(above); ; at = dirname(at)) {
    if (!isSafe(statSync(at))) return false
    if (at === dirname(at)) break
  }
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) removeOthers(folder)
  const found = lstatSync(folder)
  return found.isDirectory() && found.uid === user && (found.mode & 0o077) === 0
}

/** Removes the caches of versions that are not used any more. */
function removeOthers(folder) {
  const parent = dirname(folder)
  for (const name of readdirSync(parent)) {
    const other = join(parent, name)
    if (!name.startsWith('code-') || other === folder) continue
    if (Date.now() - lstatSync(other).mtimeMs > OTHER_VERSIONS_MS) rmSync(other, { recursive: true, force: true })
  }
}
