import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { isSwapError } from '../../src/core/api/errors.ts'
import { createSandboxProviders } from '../../src/sandbox/providers.ts'

const SOURCES = new URL('../../src/sandbox/', import.meta.url)

describe('the sandbox network', () => {
  test('has a provider of each type, none of which calls anybody', () => {
    const manifests = createSandboxProviders({ seed: 1, speed: 1 }).map(({ manifest }) => manifest)
    expect(manifests.map(({ key, type, hosts }) => [key, type, hosts])).toEqual([
      ['SANDBOX_BRIDGE', 'BRIDGE', []],
      ['SANDBOX_DEX', 'EXCHANGE', []],
      ['SANDBOX_DEPOSIT', 'EXCHANGE', []],
      ['SANDBOX_INTENTS', 'SERVICE', []],
    ])
    for (const { image } of manifests) expect(new URL(image).hostname).toMatch(/\.invalid$/)
  })

  test.each([
    { seed: 1.5, speed: 1 },
    { seed: Number.NaN, speed: 1 },
    { seed: 1, speed: 0 },
    { seed: 1, speed: -1 },
    { seed: 1, speed: Number.POSITIVE_INFINITY },
  ])('refuses %o', (world) => {
    const refusal = (() => {
      try {
        createSandboxProviders(world)
        return undefined
      } catch (error) {
        return error
      }
    })()
    expect(isSwapError(refusal) ? refusal.code : refusal).toBe('CONFIG_INVALID')
  })

  test('takes viem nowhere but in the paper wallet, which the door loads late', async () => {
    const users: string[] = []
    for (const name of await readdir(SOURCES)) {
      const text = await readFile(new URL(name, SOURCES), 'utf8')
      if (/\bfrom ['"]viem|import\(['"]viem/.test(text)) users.push(name)
    }
    expect(users).toEqual(['paper-wallet.ts'])
  })
})
