import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readLanes, SLOW_IMPORTS, testPaths } from './support/lanes.ts'

/*
 * `npm run test:unit` runs what needs no built program, no chain and no terminal. The lanes follow imports, so the way to
 * each of these goes through one file or package.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))

test('every test is in one lane', () => {
  const { unit, program, attacks } = readLanes()
  const tests = testPaths().filter((path) => /\.test\.tsx?$/.test(path))
  expect([...unit, ...program, ...attacks].sort()).toEqual(tests.sort())
  expect(unit.length).toBeGreaterThan(program.length)
  expect(attacks).toContain('test/attacks/server.test.ts')
})

test('what a lane needs is found through other files, and by import()', () => {
  const { unit, program } = readLanes()
  expect(program).toContain('test/build.test.ts')
  expect(program).toContain('test/cli/commands/serve.test.ts')
  expect(program).toContain('test/cli/commands/wallet/prompts.test.ts')
  expect(program).toContain('test/devnet/world.test.ts')
  expect(program).toContain('test/e2e/wallet-swap.test.ts')
  expect(unit).toContain('test/lanes.test.ts')
  expect(unit).toContain('test/cli/command-line/help.test.ts')
  expect(unit).toContain('test/core/money/price-loss.test.ts')
})

test('nothing reaches the built program, anvil or a terminal by another way', async () => {
  const ways = [/\bbin\/swapcli\b/, /['"`/]dist\/(js|lib|types|data)\b/, /\bspawn\(\s*anvil/, /\bnode-pty\b/]
  // The package test starts the program of the package that it installed, and is in the lane of programs for its build.
  const packed = 'test/package/package.test.ts'
  expect(readLanes().program).toContain(packed)
  const allowed = new Set(['test/support/lanes.ts', 'test/lanes.test.ts', packed, ...SLOW_IMPORTS])
  const wrong = await Promise.all(
    testPaths()
      .filter((path) => !allowed.has(path))
      .map(async (path) => {
        const text = await readFile(join(ROOT, path), 'utf8')
        const code = text.replaceAll(/^import .* from '@lydell\/node-pty'$/gm, '')
        return ways.filter((way) => way.test(code)).map((way) => `${path}: ${way.source}`)
      }),
  )
  expect(wrong.flat()).toEqual([])
})
