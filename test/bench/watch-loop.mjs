// Preloaded into a server: writes, when that ends, each turn of its event loop that took over 3 ms, with the CPU time of the
// thread in it, to SWAPCLI_BENCH_TURNS. On a busy machine the clock counts what others work too; this does not. Linux only.
import { existsSync, openSync, readSync, writeFileSync } from 'node:fs'
import { Buffer } from 'node:buffer'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { setTimeout } from 'node:timers'
import { isMainThread } from 'node:worker_threads'

const [file, times] = [process.env.SWAPCLI_BENCH_TURNS, `/proc/self/task/${process.pid}/schedstat`]

if (isMainThread && file !== undefined && existsSync(times)) {
  const open = openSync(times, 'r')
  const bytes = Buffer.alloc(64)
  const cpuMs = () => Number(bytes.toString('latin1', 0, readSync(open, bytes, 0, 64, 0)).split(' ')[0]) / 1e6
  const turns = []
  let last = [performance.now(), cpuMs()]
  const turn = () => {
    const now = [performance.now(), cpuMs()]
    if (now[0] - last[0] > 3) turns.push([performance.timeOrigin + last[0], now[1] - last[1]])
    last = now
    setTimeout(turn, 1).unref()
  }
  turn()
  process.on('exit', () => writeFileSync(file, JSON.stringify(turns)))
}
