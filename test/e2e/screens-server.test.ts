import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer, request } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { cli } from '../cli/run-here.ts'
import { PROGRAM } from '../support/built-program.ts'
import { homeEnv } from '../support/home-env.ts'
import { newHome } from '../support/new-home.ts'
import { changeAmount, fillIn, openRoute, openScreens, paperPayments, UNTOUCHED } from './screens-world.ts'

/** Starts `swapcli serve` of the sandbox over the store of a home. @param port 0 for one that is free */
async function serve(home: string, port: number): Promise<{ readonly port: number; kill(): Promise<void> }> {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', String(port), '--json'], {
    env: { ...homeEnv(home), PATH: process.env['PATH'] ?? '', SWAPCLI_SANDBOX_SPEED: '100000' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const kill = async () => {
    child.kill('SIGKILL')
    await closed
  }
  onTestFinished(kill)
  const line = await once(child.stdout, 'data').then(([text]: unknown[]) => String(text))
  const { url } = JSON.parse(line) as { readonly url: string }
  return { port: Number(new URL(url).port), kill }
}

test('of a server that dies the last prices stay, marked old, and are not locked; once it is back a swap is paid', async () => {
  const [home, own] = [await newHome(), await newHome()]
  const first = await serve(home, 0)
  const address = `127.0.0.1:${first.port}`
  const screens = openScreens({ home: own, args: ['--api', `http://${address}`] })
  await fillIn(screens, '100')
  const priced = await screens.until(new RegExp(`sandbox (http://)?${address}[^]*▸ SANDBOX_INTENTS .* best`))
  // The paper wallet of a server is counted as one of this machine.
  await screens.until(/Amount +100 .* bal [0-9]/)
  const [figures = ''] = /▸ SANDBOX_INTENTS .* USDC/.exec(priced) ?? []
  await first.kill()

  // Nobody asks for anything.
  const old = await screens.until(/no answer for \d+s +sandbox$[^]*▸ SANDBOX_INTENTS .* \d+s old$/m)
  expect(old).toContain(figures)
  expect(old.match(/ \d+s old$/gm)?.length).toBe(4)
  expect(old).toContain(`! The server at ${address} cannot be reached (ECONNREFUSED)`)
  screens.press('enter')
  await screens.until(/this price was \d+s old: it is asked for anew/)
  expect(screens.screen()).toContain('[1 Swap]')

  // Another question has no price at all.
  await changeAmount(screens, '7')
  await screens.until((screen) => /Amount +7 /.test(screen) && !/SANDBOX_\w+ .* USDC/.test(screen))

  await serve(home, first.port)
  screens.press('r')
  await screens.until(new RegExp(`sandbox (http://)?${address}[^]*▸ SANDBOX_\\w+ .* best`))
  expect(screens.screen()).not.toMatch(/no answer|\d+s old/)
  expect(await paperPayments(own)).toEqual([])
  await openRoute(screens, 'SANDBOX_BRIDGE')
  await screens.answer('P')
  await screens.until('Done.')
  expect((await paperPayments(own)).map(({ kind }) => kind)).toEqual(['approve', 'bridge'])
  screens.press('q')
  expect((await screens.exit()).code).toBe(0)
})

/** Takes connections and answers none, until the test ends. */
async function hang(): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  ['q', 0],
  ['ctrl-c', 130],
  ['SIGTERM', 143],
] as const)('that hangs keeps nobody who leaves by %s', async (how, code) => {
  const screens = openScreens({ home: await newHome(), args: ['--api', await hang()] })
  await screens.until('[1 Swap]')
  screens.press('3')
  await screens.until('[3 Act')
  if (how === 'SIGTERM') screens.kill(how)
  else screens.press(how)
  expect(await screens.exit()).toEqual({ code, signal: undefined })
  expect(screens.terminal()).toEqual(UNTOUCHED)
})

/** A server in front of another one, which keeps reports of payments to itself. @param reported called with each of them */
async function keepReports(port: number, reported: () => void): Promise<string> {
  const server = createHttpServer((asked, answer) => {
    if (asked.url?.endsWith('/transaction/track') === true) return reported()
    const { url: path, method, headers } = asked
    const passed = request({
      port,
      host: '127.0.0.1',
      path,
      method,
      headers: { ...headers, host: `127.0.0.1:${port}` },
    })
    passed.on('response', (reply) => {
      answer.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(answer)
    })
    asked.pipe(passed)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('that takes no report of a payment has who leaves told what is waited for, which Ctrl-C twice ends', async () => {
  const [home, own] = [await newHome(), await newHome()]
  let tell: () => void = () => undefined
  const reported = new Promise<void>((done) => (tell = done))
  const { port } = await serve(home, 0)
  const screens = openScreens({ home: own, args: ['--api', await keepReports(port, () => tell())] })
  await fillIn(screens, '100')
  await openRoute(screens, 'SANDBOX_BRIDGE')
  await screens.answer('P')
  await reported
  screens.press('ctrl-c')
  await screens.until('Waiting for what is not to be cut off')
  expect(screens.terminal()).toEqual(UNTOUCHED)
  screens.press('ctrl-c')
  await screens.until('^C')
  screens.press('ctrl-c')
  expect(await screens.exit()).toEqual({ code: 0, signal: 2 })
  expect((await paperPayments(own)).map(({ kind }) => kind)).toEqual(['approve', 'bridge'])
  expect((await cli(['resume', '--list', '--json'], { home: own })).stdout).toContain('"step":"sent"')
})
