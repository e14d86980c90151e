import { get } from 'node:http'
import { describe, expect, test } from 'vitest'
import { cli as runBuilt } from '../run-cli.ts'
import { cli, json } from '../run-here.ts'
import { serveProgram } from '../served-program.ts'
import { newHome } from '../../support/new-home.ts'

/*
 * `swapcli serve` as a process of its own, called over HTTP and by the program's own commands.
 */

describe('a served instance', () => {
  test('answers the same commands through --api, plays a swap, and drains on SIGTERM', async () => {
    const home = await newHome()
    const own = await newHome()
    const { url, stop } = await serveProgram(home)
    const chains = await cli(['chains', '--json', '--api', url], { home: own })
    expect(json(chains.stdout)).toMatchObject({ pagination: { page: 1 } })
    const swapped = await cli(
      ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_DEX', '--yes', '--json', '--api', url],
      {
        home: own,
      },
    )
    expect({ code: swapped.code, stderr: swapped.stderr }).toEqual({ code: 0, stderr: '' })
    expect(json(swapped.stdout)).toMatchObject({ data: { transaction: { status: 'SUCCESS' } } })
    const doctor = await cli(['doctor', '--json', '--api', url], { home: own })
    expect(doctor.code).toBe(0)
    expect(await stop()).toBe(0)
    const gone = await cli(['doctor', '--json', '--api', url], { home: own })
    expect(gone.code).toBe(5)
    const kept = await cli(['history', '--json'], { home })
    expect(json(kept.stdout)).toMatchObject({ pagination: { total: 1 } })
  })

  test('whose port is taken ends at once, for whoever watches over it: it told why, and stayed', async () => {
    const { url, stop } = await serveProgram(await newHome())
    const { port } = new URL(url)
    const second = await runBuilt(['serve', '--port', port])
    expect([second.code, second.stdout, second.stderr]).toEqual([
      3,
      '',
      `Error: Cannot listen on 127.0.0.1 port ${port}: the port is in use\nNext: Choose another port; port 0 takes a free one: swapcli serve --port 0\n`,
    ])
    expect(await stop()).toBe(0)
  })

  test('says which providers it has where the key of one is misspelt', async () => {
    const { url, stop } = await serveProgram(await newHome())
    const misspelt = await cli(['quote', '1', 'ethereum:USDC', 'base:USDC', '--exclude', 'SANDBOX_DX', '--api', url])
    expect([misspelt.code, misspelt.stderr]).toEqual([
      2,
      expect.stringMatching(/^Error: --exclude must be a provider of the server .*Did you mean SANDBOX_DEX\?$/m),
    ])
    expect(await stop()).toBe(0)
  })

  test('is called by its own addresses and by the names that --allow-host gives, from pages that --cors-origin gives', async () => {
    const { url, stop } = await serveProgram(
      await newHome(),
      ...[
        '--allow-host',
        'swaps.example',
        '--allow-host',
        'swaps.example:8443',
        '--cors-origin',
        'https://app.example',
      ],
    )
    const { port } = new URL(url)
    const statuses = await Promise.all(
      [
        { host: `127.0.0.1:${port}` },
        { host: 'swaps.example' },
        { host: 'SWAPS.example:8443' },
        { host: 'swaps.example:1' },
        { host: 'other.example' },
        { host: `127.0.0.1:${port}`, origin: 'https://app.example' },
        { host: `127.0.0.1:${port}`, origin: 'https://other.example' },
      ].map((headers) => statusOf(`${url}/swap/chains`, headers)),
    )
    expect(statuses).toEqual([200, 200, 200, 403, 403, 200, 403])
    expect(await stop()).toBe(0)
  })

  test.each([
    [['--allow-host', 'https://swaps.example'], '--allow-host must be NAME or NAME:PORT, not "https://swaps.example"'],
    [['--allow-host', 'swaps.example:99999'], '--allow-host must be NAME or NAME:PORT, not "swaps.example:99999"'],
    [['--allow-host', 'swaps.example:0'], '--allow-host must be NAME or NAME:PORT, not "swaps.example:0"'],
    [['--cors-origin', 'app.example'], 'app.example'],
    [['--rate-limit', '0.5'], '--rate-limit must be a whole number from 0 to 1000000'],
    [['--host', '192.0.2.1', '--port', '0'], '127.0.0.1 is this machine only: swapcli serve --host 127.0.0.1'],
    [['--port', '1.5'], '--port must be a whole number'],
    [['--api', 'http://127.0.0.1:1/api/v1'], '--api'],
  ])('does not start with %s', async (flags, reason) => {
    const result = await cli(['serve', ...flags])
    expect([result.code, result.stdout]).toEqual([expect.any(Number), ''])
    expect([2, 3]).toContain(result.code)
    expect(result.stderr).toContain(reason)
  })
})

/** The status of a GET with just these headers. */
function statusOf(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })
}
