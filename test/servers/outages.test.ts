import { describe, expect, test } from 'vitest'
import { describeOnPostgres, sharedPostgres, startPostgres } from '../support/postgres.ts'
import { startPostgresProxy } from '../support/postgres-proxy.ts'
import { NOTHING_WRONG } from './judge.ts'
import { swapThroughKills } from './kills.ts'
import { addNamespace, admitNetwork, whyNoNamespaces } from './namespace.ts'
import { SEEN_PARTED, swapThroughPartition } from './partition.ts'
import { ALL_KINDS } from './swaps.ts'

/*
 * Servers and databases are killed, paused and parted in the middle of swaps. What a lost server was at is free for others half
 * a minute later: these tests wait together. `npm run proof -- servers` makes more swaps.
 */

const SWAPS = 20 * ALL_KINDS
const CLIENTS = 16

describeOnPostgres('in the middle of swaps', () => {
  describe.concurrent('nothing acknowledged is lost, and every swap ends once', () => {
    test('where a server is killed, another one is paused, and the database is stopped at once', async () => {
      const { findings, lost, counted, stated, unheard, gaps, codes } = await swapThroughKills(SWAPS, CLIENTS)
      expect(findings).toEqual(NOTHING_WRONG)
      // Else nothing was in the middle.
      expect(lost).toBeGreaterThan(0)
      const expected = { PENDING: 0, SUCCESS: SWAPS / 2, FAILED: SWAPS / 4, REFUND: SWAPS / 4 }
      expect(counted).toEqual(expected)
      expect([unheard, gaps]).toEqual([[], []])
      for (const one of stated) expect(one).toMatchObject({ ...expected, total: SWAPS })
      expect(codes).toEqual([0, 0, 0, 0])
    })

    test('where what a server sends to the database goes nowhere, and then its connections are cut', async () => {
      const postgres = await sharedPostgres()
      const database = await postgres.createDatabase()
      const proxy = await startPostgresProxy(postgres)
      try {
        const far = { store: proxy.url(database.name) }
        const network = { far, parts: [() => proxy.stall(), () => proxy.cut()], heal: () => proxy.heal() }
        expect(await swapThroughPartition(postgres, database.name, { store: database.url }, network)).toEqual({
          ...{ findings: NOTHING_WRONG, seen: [SEEN_PARTED, SEEN_PARTED], lost: [], code: 0 },
        })
      } finally {
        await proxy.close()
        await database.drop()
      }
    })

    const reason = whyNoNamespaces()
    test.skipIf(reason !== undefined)(
      `where the network between a server and the database loses everything${reason === undefined ? '' : ` (${reason})`}`,
      async () => {
        const namespace = addNamespace()
        const postgres = await startPostgres({ settings: { listen_addresses: namespace.databaseAddress } })
        try {
          await admitNetwork(postgres, namespace.databaseNetwork)
          const database = await postgres.createDatabase()
          const { within, address, databaseAddress } = namespace
          const far = {
            ...{ store: `postgres://swapcli@${databaseAddress}/${database.name}?sslmode=disable`, within },
            flags: ['--host', address, '--rate-limit', '0'],
          }
          const network = { far, parts: [() => namespace.part()], heal: () => namespace.heal() }
          expect(await swapThroughPartition(postgres, database.name, { store: database.url }, network)).toEqual({
            ...{ findings: NOTHING_WRONG, seen: [SEEN_PARTED], lost: [], code: 0 },
          })
        } finally {
          await postgres.close()
          namespace.remove()
        }
      },
    )
  })
})
