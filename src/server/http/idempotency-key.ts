import type { ActionOptions } from '../../core/api/service.ts'
import type { Call } from '../route.ts'
import { actionAnswer } from './answer.ts'

/** Answers lock or execute, which validate the Idempotency-Key header, and says whether its first answer is repeated. */
export async function answerOnce(call: Call, run: (options: ActionOptions) => Promise<unknown>): Promise<Response> {
  const idempotencyKey = call.request.headers.get('idempotency-key') ?? undefined
  let isReplay = false
  const onReplay = () => {
    isReplay = true
  }
  const data = await run(idempotencyKey === undefined ? {} : { idempotencyKey, onReplay })
  return actionAnswer(call, data, isReplay)
}
