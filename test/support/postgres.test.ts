import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { PATIENT } from './patience.ts'
import { describeOnPostgres, postgresMajors, startPostgres } from './postgres.ts'

describeOnPostgres('a PostgreSQL server of the tests', () => {
  test.each(postgresMajors())(
    'of version %i keeps what is committed through a kill, and ends with its data',
    async (major) => {
      const server = await startPostgres({ major, durable: true, tcp: true })
      try {
        const database = await server.createDatabase()
        const { name } = database
        await server.query('create table t (n int); insert into t values (7)', name)
        await server.kill()
        await expect(server.query('select 1')).rejects.toThrow()
        await server.start()
        expect(await server.query('select n from t', name)).toEqual([{ n: 7 }])
        await server.stop('immediate')
        await server.start()
        expect(await server.query('select n from t', name)).toEqual([{ n: 7 }])
        await database.drop()
        expect(server.major).toBe(major)
      } finally {
        await server.close()
      }
    },
  )

  test('asks for its password over the network', async () => {
    const server = await startPostgres({ tcp: true, password: 'right' })
    try {
      expect(server.url('postgres', 'tcp')).toContain(':right@')
    } finally {
      await server.close()
    }
  })
})

test('a server ends, and its data goes, when the process that started it is killed', async () => {
  const program = `import { startPostgres } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)}
const server = await startPostgres()
console.log(JSON.stringify({ pid: server.pid(), folder: new URL(server.url()).searchParams.get('host') }))
process.kill(process.pid, 'SIGKILL')`
  const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  const { pid, folder } = JSON.parse(stdout) as { pid: number; folder: string }
  await vi.waitFor(() => expect([existsSync(`/proc/${pid}`), existsSync(folder)]).toEqual([false, false]), PATIENT)
})
