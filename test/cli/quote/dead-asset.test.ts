import { expect, test } from 'vitest'
import { readFlags } from '../../../src/cli/command-line/flags.ts'
import { swap } from '../../../src/cli/commands/swap.ts'
import { QUOTE_OPTIONS, readQuoteRequest } from '../../../src/cli/quote/quote-request.ts'
import { createCatalog } from '../../../src/service/index.ts'
import { createFakeService } from '../../server/fake-service.ts'
import { catalogData, chain, native, token } from '../../support/catalog-data.ts'
import { runInSession } from '../../support/command-session.ts'

const base = chain('base', 8453)
const [OLD, NEW] = [`0x${'5'.repeat(40)}`, `0x${'1'.repeat(40)}`]
const data = catalogData(
  [base],
  [native(base, 'Ether'), token('base', 'OLD', OLD, { form: 'dead', successor: `base:${NEW}` })],
)
/** The service is on a server, which knows of no dead assets. */
const opened = { service: createFakeService(), catalog: createCatalog({ data }), embedded: undefined }

async function asked(from: string, to: string, accept: readonly string[]) {
  let request: unknown
  const { error } = await runInSession(async (session) => {
    const flags = readFlags(QUOTE_OPTIONS, { accept })
    request = (await readQuoteRequest(session, opened, { amount: '1', from, to }, flags)).request
  })
  return { request, error }
}

test('a dead asset is not quoted for as what is received, also through a server that does not say that it is dead', async () => {
  const { request, error } = await asked('base:ETH', `base:${OLD}`, [])
  expect(request).toBeUndefined()
  expect(error).toMatchObject({
    code: 'VALIDATION_ERROR',
    field: 'to',
    message: `to: OLD (base:${OLD}) is dead (frozen, replaced or of a broken bridge): nobody should receive it; have base:${NEW} instead`,
    accept: ['--accept', 'dead-asset'],
  })
})

test('it is quoted for where that is accepted by name, and may always be sent', async () => {
  const accepted = await asked('base:ETH', `base:${OLD}`, ['dead-asset'])
  expect(accepted).toMatchObject({ error: undefined, request: { dstAddress: OLD, acceptDeadAsset: true } })
  const sent = await asked(`base:${OLD}`, 'base:ETH', [])
  expect(sent.error).toBeUndefined()
  expect(sent.request).not.toHaveProperty('acceptDeadAsset')
})

test('swap takes the code beside those of doubts about the payment', () => {
  const codes = ['unknown-call', 'dead-asset']
  expect(readFlags(swap.options, { accept: [codes.join(',')] })['accept']).toEqual(codes)
})
