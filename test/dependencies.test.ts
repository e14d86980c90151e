import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { asObject } from './support/contract-fields.ts'

const read = async (name: string) =>
  asObject(JSON.parse(await readFile(new URL(`../${name}`, import.meta.url), 'utf8')))

const packages = Object.entries(asObject((await read('package-lock.json'))['packages'])).map(
  ([path, entry]) => [path, asObject(entry)] as const,
)

/** Major, minor and patch. */
type Version = readonly [number, number, number]

/** The oldest Node that package.json promises. */
const OLDEST: Version = [20, 19, 0]
/** The first of each later line that has long support. */
const LATER: readonly Version[] = [
  [22, 13, 0],
  [24, 11, 0],
  [26, 0, 0],
]

test('every dependency runs on every Node that is promised, so that npm warns about none', async () => {
  expect((await read('package.json'))['engines']).toEqual({ node: '>=20.19' })
  const wrong = packages.flatMap(([path, { engines }]) => {
    const node = engines === undefined ? undefined : asObject(engines)['node']
    return typeof node !== 'string' || [OLDEST, ...LATER].every((version) => fits(version, node))
      ? []
      : [`${path}: ${node}`]
  })
  expect(wrong).toEqual([])
})

test('the lock file names no registry', () => {
  const wrong = packages.flatMap(([path, { resolved }]) =>
    typeof resolved === 'string' && /^[a-z+]+:\/\//.test(resolved) ? [`${path}: ${resolved}`] : [],
  )
  expect(wrong).toEqual([])
})

test('no package runs anything where it is installed, and npm does not ask about it', async () => {
  const scripted = packages.flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript === true ? [path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)] : [],
  )
  const { allowScripts } = await read('package.json')
  expect(allowScripts).toEqual(Object.fromEntries(scripted.map((name) => [name, false])))
})

test.each([
  ['>=20', true],
  ['>= 20.20', false],
  ['^18.20.0 || ^20.10.0 || >=22', true],
  ['^18 || ^22', false],
  ['20 || >=22', true],
  ['>=18 <21', true],
  ['>=12 <20', false],
  ['*', true],
])('a range of versions is read: %s has 20.19.0: %s', (range, expected) => {
  expect(fits(OLDEST, range)).toBe(expected)
})

/** Whether a version is in a range as packages write those. @throws Error for a form that is not known here */
function fits(version: Version, range: string): boolean {
  return range.split('||').some((all) =>
    all
      .trim()
      .replaceAll(/([<>=^~])\s+/g, '$1')
      .split(/\s+/)
      .every((part) => compares(version, part)),
  )
}

function compares(version: Version, part: string): boolean {
  if (part === '*') return true
  const found = /^(>=|<=|>|<|\^|~|)v?([0-9]+)(?:\.([0-9x*]+))?(?:\.([0-9x*]+))?(?:-[\w.]+)?$/.exec(part)
  if (found === null) throw new Error(`no known form of a range: ${part}`)
  const [, operator = '', ...texts] = found
  const given = texts.filter((text) => text !== undefined && /^[0-9]+$/.test(text)).map(Number)
  const [major = 0, minor = 0, patch = 0] = given
  const order = compareVersions(version, [major, minor, patch])
  switch (operator) {
    case '>=':
      return order >= 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '<':
      return order < 0
    case '^':
      return order >= 0 && version[0] === major
    case '~':
      return order >= 0 && version[0] === major && version[1] === minor
    default:
      return given.every((number, index) => version[index] === number)
  }
}

function compareVersions(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}
