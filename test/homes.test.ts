import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testPaths } from './support/lanes.ts'

/** What of the sources of tests matches a pattern, by its path. */
async function filesWith(pattern: RegExp): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const texts = await Promise.all(
    testPaths().map(async (path) => ({
      path,
      text: await readFile(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8'),
    })),
  )
  return texts.filter(({ text }) => pattern.test(text))
}

test('every program that a test starts keeps what it has seen beside its home, never in the state folder of this machine', async () => {
  const named = (await filesWith(/\bSWAPCLI_HOME:/)).filter(({ text }) => !text.includes('SWAPCLI_STATE:'))
  expect(named.map(({ path }) => path)).toEqual([])
  const starting = await filesWith(/\brunProgram\(|\[[^\]\n]*\bPROGRAM\b[^\]\n]*\]/)
  const careless = starting.filter(
    ({ text }) => !/\b(?:homeEnv|sampleEnv|sandboxEnv)\(|\benv: (?:env|worker)\b|\benv[,?:]/.test(text),
  )
  expect(careless.map(({ path }) => path)).toEqual([])
})
