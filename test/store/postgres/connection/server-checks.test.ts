import { describe, expect, test } from 'vitest'
import { checkServer } from '../../../../src/store/postgres/connection/server-checks.ts'
import type { PgConnection } from '../../../../src/store/postgres/connection/pool.ts'
import { swapErrorOf } from '../../../support/swap-error.ts'

/** What `version()` says, as their documentation and reports show it. */
const VERSIONS = {
  postgres: 'PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc, 64-bit',
  edb: 'PostgreSQL 16.2 (EnterpriseDB Advanced Server 16.2.0) on x86_64-pc-linux-gnu, compiled by gcc, 64-bit',
  aurora: 'PostgreSQL 15.4 on aarch64-unknown-linux-gnu, compiled by aarch64-unknown-linux-gnu-gcc, 64-bit',
  cockroach: 'CockroachDB CCL v24.3.0 (x86_64-pc-linux-gnu, built 2024/11/18 15:15:17, go1.22.8)',
  yugabyte: 'PostgreSQL 15.12-YB-2025.1.0.0-b0 on x86_64-pc-linux-gnu, compiled by clang version 17, 64-bit',
  yugabyteOld: 'PostgreSQL 11.2-YB-2.20.1.0-b0 on x86_64-pc-linux-gnu, compiled by clang version 16, 64-bit',
  redshift: 'PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC gcc (GCC) 3.4.2, Redshift 1.0.48805',
  materialize: 'PostgreSQL 9.5.0 on x86_64-unknown-linux-gnu (Materialize v0.100.0)',
  crate: 'CrateDB 5.9.0 (built 0000000/NA, Linux 6 amd64, OpenJDK)',
}

/** A server that answers the questions of the check and nothing else. */
function serverThatSays(version: string, facts: object = {}, lacks = false): PgConnection {
  const answer = {
    ...{ number: 150_018, shown: '15.18', is_standby: false, read_only: 'off', durable: 'on', encoding: 'UTF8' },
    ...{ now_us: 1_000_000, ...facts },
  }
  return {
    isDirect: true,
    run: ({ text }) => {
      if (text.includes('version()')) return Promise.resolve([{ version }])
      if (text.includes('pg_is_in_recovery')) return Promise.resolve([answer])
      if (!lacks) return Promise.resolve([{}])
      return Promise.reject(Object.assign(new Error('function pg_current_xact_id() does not exist'), { code: '42883' }))
    },
    command: () => Promise.resolve(),
    release: () => undefined,
  }
}

describe('a server that is to hold a store', () => {
  test.each([VERSIONS.postgres, VERSIONS.edb, VERSIONS.aurora])('may be %s', async (version) => {
    expect(await checkServer(serverThatSays(version), 'postgres://db')).toEqual({
      ...{ version: '15.18', isPooled: false, foreignSchemas: [], nowMs: 1_000 },
    })
  })

  test.each<[name: string, server: PgConnection, says: RegExp]>([
    ['CockroachDB', serverThatSays(VERSIONS.cockroach), /not on PostgreSQL\. CockroachDB .* advisory locks/],
    ['YugabyteDB', serverThatSays(VERSIONS.yugabyte), /not on PostgreSQL\. YugabyteDB .* schema changes/],
    ['an older YugabyteDB', serverThatSays(VERSIONS.yugabyteOld), /YugabyteDB/],
    ['Redshift', serverThatSays(VERSIONS.redshift), /Amazon Redshift/],
    ['Materialize', serverThatSays(VERSIONS.materialize), /not on PostgreSQL/],
    ['CrateDB', serverThatSays(VERSIONS.crate), /not on PostgreSQL/],
    ['what says nothing', serverThatSays(''), /not on PostgreSQL/],
    ['what has not its functions', serverThatSays(VERSIONS.postgres, {}, true), /lacks what PostgreSQL 13 has/],
    [
      'PostgreSQL 12',
      serverThatSays(VERSIONS.postgres, { number: 120_022, shown: '12.22' }),
      /on PostgreSQL 12\.22: .*13 or newer/,
    ],
    ['what writes NULL for nothing', serverThatSays(VERSIONS.postgres, { nulls: 'off' }), /array_nulls is off/],
    ['a standby', serverThatSays(VERSIONS.postgres, { is_standby: true }), /is a standby/],
    ['a read-only server', serverThatSays(VERSIONS.postgres, { read_only: 'on' }), /is read-only/],
    ['one that confirms early', serverThatSays(VERSIONS.postgres, { durable: 'off' }), /before they are on the disk/],
    ['another encoding', serverThatSays(VERSIONS.postgres, { encoding: 'LATIN1' }), /has the encoding LATIN1/],
  ])('is not %s', async (_, server, says) => {
    const error = await swapErrorOf(checkServer(server, 'postgres://db'))
    expect(error).toMatchObject({ code: 'STORE_UNUSABLE', message: expect.stringMatching(says) as string })
    expect(error.hint).toBeTruthy()
  })
})
