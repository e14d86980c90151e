import type { PgDatabase } from '../database.ts'
import { nowSql, RELAXED_SQL } from '../database.ts'
import { numberOf, onlyRow } from '../columns.ts'

/** How long a server counts as one that runs since it last said so, in milliseconds. */
const RUNNING_MS = 60_000

/** Which servers use a store. */
export interface ServerList {
  /** Says that the server `id` runs, sends it an echo by the channel, and gives how many others do. */
  sayRunning(id: string, hears: boolean, channel: string, echo: string): Promise<number>
  /** Sends a text to all servers that hear it, if any but `id` does. @returns false where none does */
  send(id: string, channel: string, text: string): Promise<boolean>
  /** Says that the server `id` runs no more. */
  leave(id: string): Promise<void>
}

/**
 * The list of servers. What is sent is sent by a statement of its own that does not wait for the disk: a commit with a NOTIFY in
 * it keeps all others of its kind waiting until it is durable.
 */
export function serverList(database: PgDatabase): ServerList {
  const table = `${database.schema}.servers`
  const runningSql = `with clock as materialized (select ${nowSql(1)} as now_ms), own as (
      insert into ${table} as old (id, until_ms, hears) select $2, now_ms + ${RUNNING_MS}, $3 from clock
      on conflict (id) do update set until_ms = excluded.until_ms, hears = excluded.hears
    ), gone as (
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where until_ms < (select now_ms - ${RUNNING_MS} from clock) and id <> $2 for update skip locked
      ))
    ) select count(*) as others, pg_notify($4, $5)::text as sent, ${RELAXED_SQL} as relaxed
    from ${table}, clock where id <> $2 and until_ms > now_ms`
  const sendSql = `select pg_notify($3, $4)::text as sent, ${RELAXED_SQL} as relaxed
    where exists (select 1 from ${table} where hears and id <> $2 and until_ms > ${nowSql(1)})`
  return {
    sayRunning: async (id, hears, channel, echo) => {
      const rows = await database.relax({
        text: runningSql,
        values: [database.nowMs(), id, hears, channel, echo],
      })
      return numberOf(onlyRow(rows), 'others')
    },
    send: async (id, channel, text) => {
      const rows = await database.relax({ text: sendSql, values: [database.nowMs(), id, channel, text] })
      return rows.length > 0
    },
    leave: async (id) =>
      void (await database.relax({ text: `delete from ${table} where id = $1 and ${RELAXED_SQL}`, values: [id] })),
  }
}
