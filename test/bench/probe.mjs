// Asks a server for /healthz again and again, and prints what it took when it is told to end: { idle: [...], ms: [...] }.
// Usage: probe.mjs PORT PAUSE_MS kept|fresh. A line on stdin begins a new list.
import { Buffer } from 'node:buffer'
import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers'

const [port, pauseMs, how] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4]]
const request = Buffer.from(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
let times = []
let since
let socket

function ask() {
  since = performance.now()
  if (socket === undefined) {
    socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.on('data', answered)
    socket.on('error', again)
    socket.on('end', again)
  }
  socket.write(request)
}

function answered() {
  if (since === undefined) return
  times.push(performance.now() - since)
  since = undefined
  if (how === 'fresh') drop()
  setTimeout(ask, pauseMs)
}

function drop() {
  socket?.removeAllListeners()
  socket?.on('error', () => undefined)
  socket?.destroy()
  socket = undefined
}

/** The connection was refused or ended: what was asked is asked anew, and its time goes on. */
function again() {
  drop()
  const began = since
  setTimeout(() => {
    ask()
    since = began ?? since
  }, pauseMs)
}

createInterface({ input: process.stdin }).on('line', (line) => {
  // What still waits counts with what it waited so far.
  if (since !== undefined) times.push(performance.now() - since)
  console.log(JSON.stringify(times))
  times = []
  if (since !== undefined) since = performance.now()
  if (line === 'end') process.exit(0)
})
ask()
