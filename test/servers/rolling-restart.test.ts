import { expect, test } from 'vitest'
import { describeOnPostgres, sharedPostgres } from '../support/postgres.ts'
import { openBalancer } from './balancer.ts'
import { type Answer, type Lost, openCaller } from './calls.ts'
import { judge, NOTHING_WRONG, openSwaps } from './judge.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { type Acknowledged, makeSwap } from './swaps.ts'
import { until } from './until.ts'

/** How long a server goes on after SIGTERM, in seconds: some looks of the balancer. */
const DELAY = ['--shutdown-delay', '3']
const SERVERS = 3
const CLIENTS = 6

describeOnPostgres('under load', () => {
  test('servers are restarted one after the other without a failed request', async () => {
    const postgres = await sharedPostgres()
    const database = await postgres.createDatabase()
    const caller = openCaller()
    const balancer = openBalancer(caller)
    const start = () => startServer({ store: database.url, flags: DELAY })
    const servers: ServerProcess[] = []
    const failed: string[] = []
    const made: Acknowledged[] = []
    let isOver = false
    let asked = 0
    const watched = (answer: Answer | Lost): Answer | Lost => {
      asked += 1
      if ('lost' in answer || answer.status !== 200) failed.push(JSON.stringify(answer))
      return answer
    }
    const work = async (client: number) => {
      for (let number = client; !isOver; number += CLIENTS) {
        made.push(await makeSwap(async (...request) => watched(await balancer.post(...request)), number))
        watched(await balancer.get('/transaction/history?perPage=5'))
      }
    }
    try {
      servers.push(...(await Promise.all(Array.from({ length: SERVERS }, start))))
      for (const server of servers) balancer.add(server)
      const working = Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)))
      const restart = async (server: ServerProcess) => {
        const successor = await start()
        balancer.add(successor)
        await until('the new server is used', () => balancer.isUsed(successor))
        const stopped = server.stop()
        await until('the old server is not used', () => !balancer.isUsed(server))
        expect(await stopped).toBe(0)
        balancer.remove(server)
        return successor
      }
      const restarts = async () => {
        for (const server of [...servers]) servers.splice(servers.indexOf(server), 1, await restart(server))
        isOver = true
      }
      const ended = [working, restarts()]
      await Promise.all(ended).finally(() => {
        isOver = true
        return Promise.allSettled(ended)
      })
      await until('every swap has ended', async () => (await openSwaps(postgres, database.name)).length === 0)
      expect(failed).toEqual([])
      expect(asked).toBeGreaterThan(100)
      expect(await judge(postgres, database.name, made)).toEqual(NOTHING_WRONG)
    } finally {
      await balancer.close()
      await Promise.all(servers.map((server) => server.kill()))
      await caller.close()
      await database.drop()
    }
  })
})
