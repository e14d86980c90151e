import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer } from './measure.ts'
import { makeHome, serveHome } from './served-home.ts'

const SILENT = 1_100

/** What is measured here. */
export const SILENT_SOCKETS = '1,100 silent sockets'

/** Seconds until a fresh connection is answered beside sockets that send and read nothing: ours, and bare node:http. */
export async function silentSockets(folder: string): Promise<{ readonly ours: number; readonly bare: number }> {
  const home = join(folder, 'loop-silent')
  await makeHome(home)
  const server = await serveHome(home)
  const ours = await secondsUntilAnswered(server.port)
  await server.stop()
  const script =
    "const s=require('http').createServer((q,r)=>r.end('ok'));s.maxConnections=1024;s.headersTimeout=5000;s.requestTimeout=10000;s.listen(0,'127.0.0.1',()=>console.log(s.address().port));process.on('SIGTERM',()=>process.exit())"
  const plain = await startServer(['-e', script], { PATH: process.env['PATH'] })
  const bare = await secondsUntilAnswered(Number(plain.line))
  await plain.stop()
  return { ours, bare }
}

async function secondsUntilAnswered(port: number): Promise<number> {
  const sockets: Socket[] = []
  for (let index = 0; index < SILENT; index += 1) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    sockets.push(socket)
    if (index % 50 === 0) await wait(5)
  }
  await wait(100)
  const start = performance.now()
  for (;;) {
    const answered = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(1_000) }).then(
      (answer) => answer.status === 200,
      () => false,
    )
    if (answered) break
    if (performance.now() - start > 60_000) break
    await wait(50)
  }
  const seconds = (performance.now() - start) / 1000
  sockets.forEach((socket) => socket.destroy())
  return seconds
}
