import { EXECUTIONS } from '../../core/api/enums.ts'
import { isRecord } from '../../core/is-record.ts'
import { type Prepared, ProviderError } from '../../providers/index.ts'
import { isStorable } from '../track/verify-report.ts'

/**
 * Verifies what an adapter hands out to be paid before it is stored: adapters of a library's user are checked by no compiler.
 * @throws ProviderError bad_response
 */
export function verifyPrepared(stated: Prepared): Prepared {
  const prepared: Readonly<Record<string, unknown>> = isRecord(stated) ? stated : {}
  const { providerResult: result, exec, needsHash, tracking } = prepared
  if (!isRecord(result)) throw invalidPrepared('no providerResult')
  const { execution, depositAddress } = result
  if (!EXECUTIONS.some((known) => known === execution)) throw invalidPrepared('neither a call nor a deposit')
  if (exec !== undefined && !isRecord(exec)) throw invalidPrepared('an exec that is no object')
  if (execution === 'client' && exec === undefined) throw invalidPrepared('a call without exec')
  if (execution === 'server' && (typeof depositAddress !== 'string' || depositAddress === '')) {
    throw invalidPrepared('a deposit without its address')
  }
  if (typeof needsHash !== 'boolean') throw invalidPrepared('no needsHash')
  if (tracking === undefined || !isStorable({ result, exec, tracking })) throw invalidPrepared('what is no JSON')
  return stated
}

function invalidPrepared(what: string): ProviderError {
  return new ProviderError('bad_response', `It prepared ${what}`)
}
