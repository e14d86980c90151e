import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../../src/io/clock.ts'
import { storeOver } from '../../../../src/store/postgres/open.ts'
import { describeOnPostgres, sharedPostgres } from '../../../support/postgres.ts'
import { sampleLock } from '../../../support/store.ts'
import { createStoreTables, type StoreTables } from '../test-database.ts'

describeOnPostgres('What others make in a schema that anybody may look through', () => {
  let tables: StoreTables
  beforeAll(async () => {
    tables = await createStoreTables(await sharedPostgres())
  })
  afterAll(async () => tables.close())

  test('never runs as the role of the store: an operator that fits better than that of PostgreSQL itself', async () => {
    await tables.sql('create table public.stolen (text text)')
    await tables.sql(`create function public.steal(bigint[], bigint[]) returns bigint[] language plpgsql as $$
      begin insert into public.stolen select doc from swapcli_sandbox.locks; return array_cat($1, $2); end $$`)
    await tables.sql('create operator public.|| (leftarg = bigint[], rightarg = bigint[], function = public.steal)')
    const store = storeOver(await tables.connect(), systemClock)
    await store.locks.insert(sampleLock('lock_1'), [])
    expect(await store.locks.replace(sampleLock('lock_1', { state: 'executing' }), 1, [])).toBe(true)
    expect(await tables.sql('select count(*)::int as rows from public.stolen')).toEqual([{ rows: 0 }])
    await store.close()
  })
})
