import { describe, expect, test } from 'vitest'
import { SwapError } from '../../../src/core/api/errors.ts'
import { errorFromMessage, errorToMessage } from '../../../src/store/threads/messages.ts'

const cross = (error: unknown) => errorFromMessage(structuredClone(errorToMessage(error)))

describe('an error that crosses threads', () => {
  test('is the same coded failure, with all that is said beside it', () => {
    const error = new SwapError('WALLET_REFUSED', 'The wallet refused.', {
      field: 'txHash',
      errors: [{ code: 'VALIDATION_ERROR', field: 'txHash', message: 'wrong' }],
      hint: 'Accept it',
      accept: ['--max-loss', '5'],
      httpStatus: 409,
      retryAfterSec: 7,
      funds: 'unknown',
      requestId: 'req_1',
      reason: 'loss',
      run: { id: 'run_1', transactions: [{ kind: 'approval', hash: '0x1' }] },
      server: { hint: 'of a stranger' },
      cause: new Error('why'),
    })
    expect(cross(error)).toEqual(error)
    expect(cross(error)).toBeInstanceOf(SwapError)
    const moved = new SwapError('STORE_UNUSABLE', 'The store lacks writes.', { reason: 'lost-writes' })
    expect(cross(moved)).toEqual(moved)
    expect(cross(new SwapError('NOT_FOUND', 'Nothing there.'))).toEqual(new SwapError('NOT_FOUND', 'Nothing there.'))
  })

  test('is the bug that it is, with its stack, code and cause', () => {
    const bug = Object.assign(new TypeError('x is not a function', { cause: new Error('before') }), { code: 'ERR_X' })
    const crossed = cross(bug)
    expect(crossed).not.toBeInstanceOf(SwapError)
    expect(crossed).toMatchObject({
      name: 'TypeError',
      message: 'x is not a function',
      code: 'ERR_X',
      stack: bug.stack,
    })
    expect(crossed.cause).toMatchObject({ message: 'before' })
    expect(cross('thrown text')).toMatchObject({ name: 'Error', message: 'thrown text' })
  })

  test('carries no more causes than say something: one that is its own cause ends', () => {
    const error = new Error('again')
    error.cause = error
    let depth = 0
    for (let at: unknown = cross(error); at instanceof Error; at = at.cause) depth += 1
    expect(depth).toBe(5)
  })
})
