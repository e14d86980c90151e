// Swaps by the built library over a database: argv[2] a home, argv[3] its URL, argv[4] the request of a lock as JSON. Answers
// each line "CLIENTS SWAPS" of its input with how many it made a second.
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { openSwapService } from '../../dist/lib/index.js'

const [home, store, request] = process.argv.slice(2)
const service = await openSwapService({ home, store })
const asked = JSON.parse(request)
console.log('open')
for await (const line of createInterface({ input: process.stdin })) {
  const [clients, swaps] = line.split(' ').map(Number)
  let begun = 0
  const work = async () => {
    while (begun++ < swaps) {
      const { lockId } = await service.lock(asked)
      await service.execute({ lockId })
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: clients }, work))
  console.log((swaps * 1000) / (performance.now() - start))
}
await service.close()
