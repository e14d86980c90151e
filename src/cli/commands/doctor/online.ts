import { causeCode } from '../../../core/error-code.ts'
import { countText } from '../../../core/text/count-text.ts'
import { createPayChains } from '../../../payments/index.ts'
import type { ProviderCheck } from '../../../service/index.ts'
import { openAdmin, type Session } from '../../session.ts'
import { type Check, fail, ok, warn } from './check.ts'

/** Longest wait for one provider, in milliseconds. */
const WAIT_MS = 8_000
/** The chain whose nodes are asked where no provider answers. */
const CHAIN = { id: 1, name: 'Ethereum' } as const
/** What a lookup of a host ends with where there is no network, or no DNS. */
const NO_HOST = /^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/
/** What a connection ends with where there is no way out. */
const NO_WAY = /^(ENETUNREACH|EHOSTUNREACH|ENETDOWN|EADDRNOTAVAIL)/
const ASK_AGAIN = 'See each of them: swapcli providers check --network live'

/**
 * Whether the providers of the live network can be reached, and where none can, whether a node can. Nobody else is asked: not to be
 * offline is no reason to tell another host so.
 */
export async function checkOnline(session: Session): Promise<Check[]> {
  if (session.api !== undefined || session.network !== 'live') return []
  const admin = await openAdmin(session)
  const checks = await admin.checkProviders(undefined, WAIT_MS, session.signal)
  const asked = checks.filter(({ result }) => result !== 'skipped')
  const failed = asked.filter(({ result }) => result === 'failed')
  if (asked.length === 0) return [ok('online', 'no provider has an address of its own to be asked at')]
  if (failed.length === 0) return [ok('online', `${countText(asked.length, 'provider')} answered`)]
  if (failed.length < asked.length) {
    const names = failed.map(({ key }) => key).join(', ')
    return [warn('online', `of ${countText(asked.length, 'provider')} these did not answer: ${names}`, ASK_AGAIN)]
  }
  const nodes = await askNodes(session)
  if (nodes.some((failure) => failure === undefined)) {
    return [warn('online', `no provider answered, though a node of ${CHAIN.name} did`, ASK_AGAIN)]
  }
  return [whyOffline(failed, nodes)]
}

/** The code of each node's failure, '' for one without; undefined for a node that answered. */
async function askNodes(session: Session): Promise<readonly (string | undefined)[]> {
  try {
    const nodes = await createPayChains(session, session.signal).nodes(CHAIN.id)
    const answers = (await nodes?.requestAll({ method: 'eth_chainId', params: [] })) ?? []
    return answers.map((answer) => (answer.status === 'fulfilled' ? undefined : (causeCode(answer.reason) ?? '')))
  } catch {
    // What is wrong with a node's setting is told by its own check.
    return []
  }
}

/** What is wrong where nobody answers: that all fail in one way says that it is this machine. */
export function whyOffline(failed: readonly ProviderCheck[], nodes: readonly (string | undefined)[]): Check {
  const whom = `no provider${nodes.length === 0 ? '' : ` and no node of ${CHAIN.name}`}`
  const codes = [...failed.map(({ systemCode = '' }) => systemCode), ...nodes.map((code) => code ?? '')]
  if (codes.every((code) => NO_HOST.test(code))) {
    const detail = `this machine is offline, or has no DNS: ${whom} could be looked up by name`
    return fail('online', detail, 'Connect it, or mend its DNS; where a proxy leads out, set HTTPS_PROXY')
  }
  if (codes.every((code) => NO_HOST.test(code) || NO_WAY.test(code))) {
    return fail('online', `this machine is offline: there is no way to any host, and ${whom} answered`, 'Connect it')
  }
  const first = failed[0]
  return fail(
    'online',
    `${whom} answered, in more than one way: ${first?.key ?? ''}: ${first?.message ?? 'it failed'}`,
    first?.next ?? ASK_AGAIN,
  )
}
