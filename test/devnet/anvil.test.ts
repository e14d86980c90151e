import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { anvilBinary, anvilVersion, startAnvil } from './anvil.ts'
import { describeOnChains } from './describe-on-chains.ts'

/** Asked by its port: a process whose parent is gone may keep its id for a while after its end. */
async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}

describeOnChains('anvil', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it('is the binary that SWAPCLI_ANVIL names, which must be one', () => {
    vi.stubEnv('SWAPCLI_ANVIL', process.execPath)
    expect(anvilBinary()).toBe(process.execPath)
    vi.stubEnv('SWAPCLI_ANVIL', '/nowhere/anvil')
    expect(anvilBinary).toThrow('SWAPCLI_ANVIL names /nowhere/anvil, which cannot be executed')
    vi.stubEnv('SWAPCLI_ANVIL', '')
    expect(anvilVersion()).toMatch(/^anvil Version: \d+\./)
  })

  it('runs with the chain id it is given until it is stopped', async () => {
    const anvil = await startAnvil({ chainId: 42161 })
    expect(await anvil.client.getChainId()).toBe(42161)
    expect(await answers(anvil.url)).toBe(true)
    await anvil.stop()
    expect(await answers(anvil.url)).toBe(false)
    expect(() => process.kill(anvil.pid, 0)).toThrow('ESRCH')
  })

  it('mines by itself when told to', async () => {
    const anvil = await startAnvil({ chainId: 1, blockTimeSec: 0.05 })
    try {
      await expect.poll(() => anvil.client.getBlockNumber()).toBeGreaterThan(2n)
    } finally {
      await anvil.stop()
    }
  })

  it('says what it printed when it does not start', async () => {
    await expect(startAnvil({ chainId: 1, loadState: '/nowhere/state.json' })).rejects.toThrow(
      /^anvil ended with \d+: [^]*\/nowhere\/state\.json/,
    )
  })

  it('ends with the process that started it', async () => {
    const program = `import { startAnvil } from ${JSON.stringify(join(import.meta.dirname, 'anvil.ts'))}
      const { url } = await startAnvil({ chainId: 1 })
      console.log(url)
      process.stdin.once('data', () => process.exit(0))`
    const args = ['--import', 'tsx', '--input-type=module', '--eval', program]
    const parent = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = new Promise((resolve) => parent.once('close', resolve))
    const url = await new Promise<string>((resolve) => {
      createInterface(parent.stdout).once('line', resolve)
    })
    expect(await answers(url)).toBe(true)
    parent.stdin.write('\n')
    expect(await ended).toBe(0)
    await expect.poll(() => answers(url)).toBe(false)
  })
})
