import { parentPort, workerData } from 'node:worker_threads'
import { createConnect, IN_MEMORY } from '../../../src/store/sqlite/connection.ts'
import { type GateMemory, gateOf } from '../../../src/store/sqlite/driver-gate.ts'

/* A thread that asks the driver for one new statement after the other. */

const connect = await createConnect(IN_MEMORY, false, gateOf(workerData as GateMemory))
for (let at = 0; ; at += 1) {
  const connection = connect('full')
  for (let statement = 0; statement < 100; statement += 1) connection.one(`SELECT ${statement} AS number`)
  connection.close()
  if (at === 0) parentPort?.postMessage('works')
}
