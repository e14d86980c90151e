import { describe, expect, it } from 'vitest'
import { type ProviderCall, ProviderError, type ProviderReply } from '../../../src/providers/contract.ts'
import { readInbound } from '../../../src/providers/thorchain-family/ask.ts'
import { THORCHAIN_NETWORK } from '../../../src/providers/thorchain/network.ts'
import { thorchain } from '../../../src/providers/thorchain/manifest.ts'
import { createProviderContext } from '../../support/provider-context.ts'

const [FIRST = '', SECOND = ''] = THORCHAIN_NETWORK.nodes
const GOOD: ProviderReply = { status: 200, body: [], text: '[]' }

/** A context whose hosts answer as `answers` says, and the calls that they got. */
function openHosts(answers: Readonly<Record<string, ProviderReply | ProviderError>>, url?: string) {
  const calls: (readonly [string, retries: boolean | undefined, isOneOfSeveral: boolean | undefined])[] = []
  const context = createProviderContext({
    setting: (name) => (name === 'URL' ? url : undefined),
    http: {
      request: (call: ProviderCall) => {
        calls.push([call.baseUrl ?? '', call.readOnly, call.isOneOfSeveral])
        const answer = answers[call.baseUrl ?? '']
        return answer instanceof ProviderError || answer === undefined
          ? Promise.reject(answer ?? new Error('an unexpected host'))
          : Promise.resolve(answer)
      },
    },
  })
  return { context, calls }
}

describe('the hosts of a network', () => {
  it('the first one that answers is enough', async () => {
    const { context, calls } = openHosts({ [FIRST]: GOOD })
    expect(await readInbound(THORCHAIN_NETWORK, context)).toEqual([])
    expect(calls).toEqual([[FIRST, false, true]])
  })

  it.each(['unreachable', 'bad_response', 'timeout'] as const)(
    'one that is %s is passed over without a retry',
    async (code) => {
      const { context, calls } = openHosts({ [FIRST]: new ProviderError(code, 'gone'), [SECOND]: GOOD })
      expect(await readInbound(THORCHAIN_NETWORK, context)).toEqual([])
      expect(calls).toEqual([
        [FIRST, false, true],
        [SECOND, undefined, undefined],
      ])
    },
  )

  it('one that limits the rate is not escaped from', async () => {
    const limited = new ProviderError('rate_limited', 'slower', { retryAfterSec: 3 })
    const { context, calls } = openHosts({ [FIRST]: limited, [SECOND]: GOOD })
    await expect(readInbound(THORCHAIN_NETWORK, context)).rejects.toBe(limited)
    expect(calls).toEqual([[FIRST, false, true]])
  })

  it('the failure of the last one is the failure', async () => {
    const last = new ProviderError('unreachable', 'gone too')
    const { context } = openHosts({ [FIRST]: new ProviderError('unreachable', 'gone'), [SECOND]: last })
    await expect(readInbound(THORCHAIN_NETWORK, context)).rejects.toBe(last)
  })

  it('a base URL that the user set stands for all of them', async () => {
    const { context, calls } = openHosts({ [SECOND]: GOOD }, 'http://127.0.0.1:1')
    await readInbound(THORCHAIN_NETWORK, context)
    expect(calls).toHaveLength(1)
  })

  it('are all in the manifest', () => {
    const { nodes, indexers } = THORCHAIN_NETWORK
    const hosts = [...nodes, ...indexers].map((url) => new URL(url).host)
    expect([...thorchain.manifest.hosts].sort()).toEqual([...new Set(hosts)].sort())
  })
})
