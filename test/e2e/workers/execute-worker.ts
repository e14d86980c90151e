import { isSwapError, openSwapService } from '../../../src/index.ts'

/*
 * A process that executes locks when it is told to: `[lockId, how many times at once]` comes in, the outcomes go back.
 */

const [home = ''] = process.argv.slice(2)
const service = await openSwapService({ home })

process.on('message', (message) => {
  const [lockId, times] = Array.isArray(message) ? (message as unknown[]) : []
  void executeAtOnce(String(lockId), Number(times)).then((outcomes) => process.send?.(outcomes))
})
process.on('disconnect', () => void service.close())
process.send?.('ready')

async function executeAtOnce(lockId: string, times: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: times }, async () => {
      try {
        const execution = await service.execute({ lockId })
        return `won ${execution.transaction?.id}`
      } catch (error) {
        return isSwapError(error) ? `${error.code} ${error.httpStatus}` : `bug: ${String(error)}`
      }
    }),
  )
}
