import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { check } from '../../../../src/cli/commands/providers/check.ts'
import { isSwapError } from '../../../../src/core/api/errors.ts'
import { liveProviders } from '../../../../src/providers/live.ts'
import { relay } from '../../../../src/providers/relay/manifest.ts'
import { type CommandPlace, runCommand, type Said } from '../../../support/command-session.ts'
import { bodyOf, localServer } from '../../../support/local-server.ts'
import { newHome } from '../../../support/new-home.ts'
import { toFullReply } from '../../../support/provider-lab.ts'
import { allCases } from '../../../support/recorded-shapes.ts'
import { openRecordings } from '../../../support/recordings.ts'
import { replaySaved } from '../../../support/saved-answers.ts'

const { altered } = openRecordings(new URL('../../../providers/relay/cases.ts', import.meta.url).href)
const USDC_ARBITRUM = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'

/** The recorded reply as it would be for what is asked first: 40 USDC of Base, for USDC on Arbitrum. */
const RECORDED = altered('quote-erc20-cross-chain.json', {
  'details.currencyIn.amount': '40000000',
  'details.currencyOut.currency.address': USDC_ARBITRUM,
  'details.currencyOut.currency.symbol': 'USDC',
}).text

interface Answer {
  readonly status?: number
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly isSilent?: boolean
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly headers: IncomingMessage['headers']
}

/** A server that answers what `answer` says. */
async function serve(answer: (asked: Asked) => Answer) {
  const asked: Asked[] = []
  const server = await localServer((request, response) => {
    void bodyOf(request).then((text) => {
      const { method = '', url: path = '', headers } = request
      const one: Asked = { method, path, headers, body: text === '' ? undefined : JSON.parse(text) }
      asked.push(one)
      const { status = 200, text: reply = '{}', headers: sent = {}, isSilent = false } = answer(one)
      if (!isSilent) response.writeHead(status, { 'content-type': 'application/json', ...sent }).end(reply)
    })
  })
  onTestFinished(() => server.close())
  return { url: server.url, asked }
}

/** Relay, which gives this reply to the first question and has no route for the others. */
const relayGives = (text: string) =>
  serve(({ body }) => {
    const { originChainId, destinationChainId, originCurrency } = body as Readonly<Record<string, unknown>>
    const isFirst = originChainId === 8453 && destinationChainId === 42161 && /^0x833589/i.test(String(originCurrency))
    if (isFirst) return { text }
    return { status: 400, text: '{"message":"no routes found","errorCode":"NO_SWAP_ROUTES_FOUND"}' }
  })

interface Row {
  readonly key: string
  readonly kind?: string
  readonly result: string
  readonly code?: string
  readonly message?: string
  readonly changes: readonly { readonly field: string; readonly change: string; readonly effect: string }[]
  readonly unrecorded: readonly string[]
}

function checkRelay(url: string, values: Readonly<Record<string, unknown>> = {}, place: CommandPlace = {}) {
  const settings = { 'provider.RELAY.url': url, ...place.settings }
  return runCommand(check, ['RELAY'], { deep: true, ...values }, { json: true, ...place, settings })
}

const rowsOf = ({ stdout }: Said) => (JSON.parse(stdout) as { readonly data: readonly Row[] }).data
const codeOf = ({ error }: Said) => (isSwapError(error) ? error.code : error)

function change(reply: string, edit: (details: Record<string, unknown>, all: Record<string, unknown>) => void): string {
  const all = JSON.parse(reply) as Record<string, unknown>
  edit(all['details'] as Record<string, unknown>, all)
  return JSON.stringify(all)
}

test('a reply as it was recorded is the same, and what there is no route for is said', async () => {
  const { url } = await relayGives(RECORDED)
  const said = await checkRelay(url)
  expect(rowsOf(said).map(({ kind, result, code }) => [kind, result, code])).toEqual([
    ['token-across', 'ok', undefined],
    ['coin-across', 'no_route', 'no_liquidity'],
    ['token-one-chain', 'no_route', 'no_liquidity'],
    ['coin-one-chain', 'no_route', 'no_liquidity'],
    ['to-other-family', 'no_route', 'no_liquidity'],
  ])
  expect([said.error, rowsOf(said)[0]?.changes]).toEqual([undefined, []])
})

const QUOTE = 'POST /quote/v2'
test.each([
  [
    'added and not read',
    change(RECORDED, (details) => (details['hint'] = { of: 'theirs' })),
    { call: QUOTE, field: 'details.hint', change: 'added', now: 'object', effect: 'unread' },
  ],
  [
    'missing and not read',
    change(RECORDED, (details) => delete details['operation']),
    { call: QUOTE, field: 'details.operation', change: 'missing', was: 'string', effect: 'unread' },
  ],
  [
    'missing and read, where the route stands',
    change(RECORDED, (_, all) => delete all['fees']),
    { call: QUOTE, field: 'fees', change: 'missing', was: 'object', effect: 'stands' },
  ],
  [
    'of another type and not read',
    change(RECORDED, (details) => (details['operation'] = 7)),
    { call: QUOTE, field: 'details.operation', change: 'changed', was: 'string', now: 'number', effect: 'unread' },
  ],
])('a field that is %s leaves the route, and the exit code 0', async (_, text, expected) => {
  const { url } = await relayGives(text)
  const said = await checkRelay(url)
  expect([said.error, rowsOf(said)[0]?.result, rowsOf(said)[0]?.changes]).toEqual([undefined, 'changed', [expected]])
})

test.each([
  ['missing', (out: Record<string, unknown>) => delete out['amount'], { was: 'string' }],
  ['changed', (out: Record<string, unknown>) => (out['amount'] = {}), { was: 'string', now: 'object' }],
] as const)('a field that is needed and %s loses the route: exit code 4', async (how, edit, types) => {
  const { url } = await relayGives(
    change(RECORDED, (details) => edit(details['currencyOut'] as Record<string, unknown>)),
  )
  const said = await checkRelay(url)
  const lost = { call: QUOTE, field: 'details.currencyOut.amount', change: how, ...types, effect: 'lost' }
  expect([codeOf(said), rowsOf(said)[0]?.result, rowsOf(said)[0]?.changes]).toEqual(['NO_ROUTE', 'lost', [lost]])
})

test('a person reads a line for each quote, then what differs and what that means', async () => {
  const { url } = await relayGives(
    change(RECORDED, (details) => {
      details['hint'] = 1
      delete (details['currencyOut'] as Record<string, unknown>)['amount']
    }),
  )
  const { stdout, stderr } = await checkRelay(url, {}, { json: false })
  expect(stdout).toMatch(/^RELAY +token to another chain +lost +[0-9]+ +2 fields changed, 1 read by us$/m)
  expect(stdout).toContain(
    [
      '',
      'RELAY, token to another chain (40 base:USDC -> arbitrum:USDC):',
      '  Its quote is not what its API documents: details.currencyOut.amount',
      '  missing  details.currencyOut.amount (string) of POST /quote/v2: read by us, and the route is lost',
      '  added    details.hint (number) of POST /quote/v2: not read by us: harmless',
    ].join('\n'),
  )
  expect(stderr).toMatch(/^the replies are kept in .*replies, without keys$/m)
})

test.each([
  ['limits the rate', { status: 429, headers: { 'retry-after': '60' } }, 'rate_limited'],
  ['is broken', { status: 500 }, 'server_error'],
  ['sends a page', { text: '<html>' }, 'bad_answer'],
  ['is silent', { isSilent: true }, 'timeout'],
] as const)('a provider that %s is not usable: exit code 5, after one question', async (_, answer, code) => {
  const { url } = await serve(() => answer)
  const said = await checkRelay(url, { timeout: '1' })
  expect([codeOf(said), rowsOf(said).map((row) => [row.result, row.code])]).toEqual([
    'PROVIDER_UNAVAILABLE',
    [['failed', code]],
  ])
})

test('a provider that is paused after failures is left out and says so: no request, exit code 0', async () => {
  const home = await newHome()
  const broken = await serve(() => ({ status: 503 }))
  for (let question = 0; question < 5; question += 1) await checkRelay(broken.url, {}, { home })
  const { url, asked } = await relayGives(RECORDED)
  const said = await checkRelay(url, {}, { home })
  const paused = 'It failed 5 times in a row and is paused, until '
  expect([said.error, asked, rowsOf(said).map(({ result, code, message }) => [result, code, message])]).toEqual([
    undefined,
    [],
    [['skipped', 'breaker_open', expect.stringContaining(paused) as string]],
  ])
})

test('the failure that closes the gate is told, not that the gate is closed', async () => {
  const home = await newHome()
  const broken = await serve(() => ({ status: 503 }))
  const settings = { 'provider.THORCHAIN.url': broken.url }
  const results: unknown[] = []
  for (let question = 0; question < 6; question += 1) {
    const said = await runCommand(check, ['THORCHAIN'], { deep: true }, { json: true, home, settings })
    results.push(...rowsOf(said).map(({ result, code }) => [result, code]))
  }
  expect(results).toEqual([...Array.from({ length: 5 }, () => ['failed', 'server_error']), ['skipped', 'breaker_open']])
})

const POOLS = openRecordings(new URL('../../../providers/thorchain/cases.ts', import.meta.url).href)

/** THORChain as it was recorded, with other pools. */
async function checkThorchain(pools: readonly Readonly<Record<string, unknown>>[]) {
  const { url } = await serve(({ path }) => {
    if (path.startsWith('/thorchain/pools')) return { text: JSON.stringify(pools) }
    if (path.startsWith('/thorchain/inbound_addresses')) return { text: POOLS.textOf('inbound_addresses.json') }
    return { status: 400, text: '{"code":3,"message":"trading is halted, can\'t process swap","details":[]}' }
  })
  return runCommand(check, ['THORCHAIN'], { deep: true }, { json: true, settings: { 'provider.THORCHAIN.url': url } })
}

test('a pair that a list lacks has no route; a list that has changed loses it', async () => {
  const pools = JSON.parse(POOLS.textOf('pools.json')) as readonly Readonly<Record<string, unknown>>[]
  const lacking = rowsOf(await checkThorchain(pools.filter(({ asset }) => !/^BASE\.USDC/.test(String(asset)))))
  const of = (rows: readonly Row[]) => rows.find(({ code }) => code === 'pair_unsupported')
  expect(of(lacking)).toMatchObject({ result: 'no_route', changes: [] })
  const renamed = pools.map(({ status, ...rest }) => ({ ...rest, state: status }))
  const changed = rowsOf(await checkThorchain(renamed))
  expect(changed.filter(({ result }) => result === 'lost').map(({ changes }) => changes[0])).toContainEqual(
    expect.objectContaining({ field: '*.status', change: 'missing', effect: 'lost' }),
  )
})

test('a path that begins with the name of a chain is compared with that of another chain', async () => {
  const recorded = openRecordings(new URL('../../../providers/kyberswap/cases.ts', import.meta.url).href)
  const { url } = await serve(({ path }) =>
    path.startsWith('/arbitrum/')
      ? { text: recorded.altered('quote-base-native-output.from-legacy.synthetic.json', { 'data.+fresh': 1 }).text }
      : { status: 400, text: '{"code":4011,"message":"token not found"}' },
  )
  const said = await runCommand(
    check,
    ['KYBERSWAP'],
    { deep: true },
    { json: true, settings: { 'provider.KYBERSWAP.url': url } },
  )
  const [first] = rowsOf(said)
  expect([first?.unrecorded, first?.changes.map(({ field, change: how }) => [field, how])]).toEqual([
    [],
    [['data.fresh', 'added']],
  ])
})

test('a provider that wants a key is left out and says so: exit code 0', async () => {
  const { url, asked } = await serve(() => ({ status: 401 }))
  const settings = { 'provider.ACROSS.url': url }
  const said = await runCommand(check, ['ACROSS'], { deep: true }, { json: true, settings })
  expect([said.error, rowsOf(said).map(({ result, code }) => [result, code]), asked.length]).toEqual([
    undefined,
    [['skipped', 'needs_key']],
    1,
  ])
})

test('who has a route for none of the pairs has lost them all', async () => {
  const { url } = await serve(() => ({ status: 400, text: '{"message":"no","errorCode":"NO_SWAP_ROUTES_FOUND"}' }))
  expect(codeOf(await checkRelay(url))).toBe('NO_ROUTE')
})

const KEY = 'planted-key-4f1c'

test('a key that a reply has as the name of a member is nowhere in what is printed', async () => {
  const { url } = await relayGives(change(RECORDED, (details) => (details[`for-${KEY}`] = 1)))
  const settings = { 'provider.RELAY.api-key': KEY }
  const document = await checkRelay(url, {}, { settings })
  const text = await checkRelay(url, {}, { json: false, settings })
  expect([document, text].map(({ stdout, stderr }) => (stdout + stderr).includes(KEY))).toEqual([false, false])
  expect(rowsOf(document)[0]?.changes.map(({ field }) => field)).toEqual(['details.for-…'])
})

test('a key, a node and the path of the address that is set are nowhere in what is printed, kept or saved, however a server writes them', async () => {
  const [home, folder] = [await newHome(), join(await newHome(), 'saved')]
  const [path, node] = ['echo/SECRETPATH', 'NODE%20KEY']
  const written = [
    ...[KEY.toUpperCase(), Buffer.from(KEY).toString('base64'), Buffer.from(`u:${KEY}`).toString('base64url')],
    ...[`/${path}/quote`, '/secretpath', 'NODE KEY', encodeURIComponent(node)],
  ]
  const { url } = await serve(({ body }) =>
    (body as { readonly originChainId?: number }).originChainId === 8453
      ? { text: change(RECORDED, (details) => (details['echo'] = written)) }
      : { status: 400, text: JSON.stringify({ message: written.join(' '), errorCode: written[0] }) },
  )
  const settings = { 'provider.RELAY.api-key': KEY, 'rpc.base': `https://base.example/${node}` } as const
  const said = await checkRelay(`${url}/${path}`, { save: folder }, { home, settings })
  const kept = await readdir(home, { recursive: true, withFileTypes: true })
  const saved = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = [...kept, ...saved].filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
  const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')))
  expect(texts.filter((text) => text.includes('…')).length).toBeGreaterThanOrEqual(2)
  const shown = [said.stdout, said.stderr, ...texts].join('\n').toLowerCase()
  const secrets = [...written, 'SECRETPATH', 'cGxhbnRlZC1rZXk', 'bGFudGVkLWtleS'].map((text) => text.toLowerCase())
  expect(secrets.filter((secret) => shown.includes(secret))).toEqual([])
})

test('replies are kept in private files without keys, the newest ten of a provider', async () => {
  const home = await newHome()
  const folder = join(home, 'replies', 'relay')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (let day = 10; day < 22; day += 1) await writeFile(join(folder, `2020-01-${day}T00-00-00.000Z.json`), '{}')
  const { url, asked } = await relayGives(change(RECORDED, (details) => (details['echo'] = `for ${KEY}`)))
  await checkRelay(url, {}, { home, settings: { 'provider.RELAY.api-key': KEY } })
  expect(asked[0]?.headers['x-api-key']).toBe(KEY)
  const names = (await readdir(folder)).sort()
  const newest = join(folder, names.at(-1) ?? '')
  expect([names.length, names[0]]).toEqual([10, '2020-01-13T00-00-00.000Z.json'])
  expect((await stat(newest)).mode & 0o777).toBe(0o600)
  const text = await readFile(newest, 'utf8')
  expect([text.includes(KEY), text.includes('for …')]).toEqual([false, true])
  const { answers } = JSON.parse(text) as { answers: readonly { kind: string; calls: readonly unknown[] }[] }
  expect(answers.map(({ kind, calls }) => [kind, calls.length])[0]).toEqual(['token-across', 1])
})

test('what --save writes plays in the suite, and comes to the same', async () => {
  const home = await newHome()
  const saved = join(home, 'saved')
  const { url } = await relayGives(RECORDED)
  const said = await checkRelay(url, { save: saved }, { home })
  const folder = join(saved, 'relay')
  expect([said.error, JSON.parse(said.stdout)]).toEqual([
    undefined,
    expect.objectContaining({ kept: join(home, 'replies'), saved: [join(folder, 'answers.json')] }),
  ])
  expect(await readFile(join(folder, 'recordings', 'live-token-across-quote.json'), 'utf8')).toBe(RECORDED)
  const played = await replaySaved(relay, join(folder, 'answers.json'))
  expect(played.map(({ problems }) => problems)).toEqual(played.map(() => []))
  expect(played.map(({ outcome }) => outcome)).toEqual([
    { routes: [expect.objectContaining({ amountOut: '99950900' })] },
    ...Array.from({ length: 4 }, () => ({ noRoute: 'no_liquidity' })),
  ])
  const before = (
    JSON.parse(await readFile(join(folder, 'answers.json'), 'utf8')) as { answers: { outcome: unknown }[] }
  ).answers
  expect(played.map(({ outcome }) => outcome)).toEqual(before.map(({ outcome }) => outcome))
})

test.each([
  ['is a file', (home: string) => join(home, 'file'), 'part of its path is no folder'],
  ['is under a file', (home: string) => join(home, 'file', 'x'), 'part of its path is no folder'],
  // Where there is no /proc it is one more that cannot be made.
  ['cannot be made', () => '/proc/none/x', 'cannot be written to /proc/none/x'],
])('a place of recordings that %s is refused before anybody is asked', async (_, placeIn, why) => {
  const home = await newHome()
  await writeFile(join(home, 'file'), '')
  const { url, asked } = await relayGives(RECORDED)
  const { error } = await checkRelay(url, { save: placeIn(home) }, { home })
  expect(error).toMatchObject({ code: 'USAGE', exitCode: 2, message: expect.stringContaining(why) as string })
  expect([asked, (await readdir(home)).includes('replies')]).toEqual([[], false])
})

test('files that cannot be written afterwards leave the table and the verdict as they are', async () => {
  const home = await newHome()
  const saved = join(home, 'saved')
  await mkdir(saved)
  await writeFile(join(saved, 'relay'), '')
  const place = { home, json: false }
  const said = await checkRelay((await relayGives(RECORDED)).url, { save: saved }, place)
  expect([said.stdout.includes('as it was recorded'), codeOf(said), said.error]).toEqual([
    true,
    'CONFIG_INVALID',
    expect.objectContaining({ message: expect.stringContaining('part of its path is no folder') as string }),
  ])
  const empty = await serve(() => ({ status: 400, text: '{"message":"no","errorCode":"NO_SWAP_ROUTES_FOUND"}' }))
  const lost = await checkRelay(empty.url, { save: saved }, place)
  expect([codeOf(lost), lost.stderr.includes('part of its path is no folder')]).toEqual(['NO_ROUTE', true])
})

test('Ctrl-C keeps nothing', async () => {
  const home = await newHome()
  const ctrlC = new AbortController()
  const { url } = await serve(() => {
    ctrlC.abort()
    return { isSilent: true }
  })
  const said = await checkRelay(url, { save: join(home, 'saved') }, { home, signal: ctrlC.signal })
  expect([codeOf(said), (await readdir(home)).filter((name) => /replies|saved/.test(name))]).toEqual([
    'INTERRUPTED',
    [],
  ])
})

test('the sandbox has no API whose replies could change; --save wants --deep', async () => {
  const said = await runCommand(check, [], { deep: true }, { json: true, network: 'sandbox' })
  expect([said.error, new Set(rowsOf(said).map(({ result }) => result))]).toEqual([undefined, new Set(['skipped'])])
  expect(codeOf(await runCommand(check, [], { save: 'x' }))).toBe('USAGE')
})

/** What lists of providers are recorded as, by call. */
const LISTS = new Map(
  (await allCases()).flatMap(({ url, quotes }) =>
    quotes.flatMap(({ exchanges }) =>
      exchanges.flatMap(({ method, path, reply }): readonly (readonly [string, string])[] => {
        const { file, status = 200 } = toFullReply(reply)
        const isList = /tokens|pools|inbound_addresses|networkInfo/.test(path)
        if (!isList || file === undefined || status !== 200) return []
        return [[`${method} ${path}`, readFileSync(new URL(`./recordings/${file}`, url), 'utf8')]]
      }),
    ),
  ),
)

test('no provider is asked for a deposit address, an order or a firm quote', async () => {
  const { url, asked } = await serve(({ method, path }) => {
    const text = LISTS.get(`${method} ${path.split('?')[0]}`)
    return text === undefined ? { status: 404, text: '{"message":"not here"}' } : { text }
  })
  const settings = Object.fromEntries([
    ...liveProviders().flatMap(({ manifest: { key, baseUrl } }) =>
      baseUrl === undefined ? [] : [[`provider.${key}.url`, url]],
    ),
    ...['ethereum', 'base', 'arbitrum'].map((chain) => [`rpc.${chain}`, url]),
  ]) as NonNullable<CommandPlace['settings']>
  const place = { json: true, settings, publicNodes: () => undefined }
  const said = await runCommand(check, [], { deep: true, timeout: '60' }, place)
  const calls = asked.map(({ method, path, body }) => {
    const sent = (body ?? {}) as {
      readonly method?: string
      readonly dry?: boolean
      readonly useDepositAddress?: boolean
    }
    const { method: rpc, dry, useDepositAddress: channel } = sent
    return [`${method} ${path.split('?')[0]}`, ...[rpc, dry, channel].filter((one) => one !== undefined)].join(' ')
  })
  expect([...new Set(calls)].sort()).toEqual([
    'GET /api/networkInfo',
    'GET /arbitrum/api/v1/routes',
    'GET /base/api/v1/routes',
    // Without wallets it is an estimate, and creates nothing.
    'GET /dln/order/create-tx',
    'GET /mayachain/inbound_addresses',
    'GET /mayachain/pools',
    'GET /mayachain/quote/swap',
    'GET /prices',
    'GET /quote',
    'GET /swap/approval',
    'GET /thorchain/inbound_addresses',
    'GET /thorchain/pools',
    'GET /thorchain/quote/swap',
    'GET /v0/tokens',
    'GET /v2/burn/USDC/fees/6/3',
    'GET /v2/fastBurn/USDC/allowance',
    'GET /v2/quote',
    'POST / eth_call',
    'POST / eth_chainId',
    'POST / eth_gasPrice',
    'POST /advanced/routes',
    // COW's price: an order is another call.
    'POST /base/api/v1/quote',
    'POST /quote/v2',
    // `dry`
    'POST /v0/quote true',
    'POST /v2/quote',
  ])
  expect(new Set(rowsOf(said).map(({ key }) => key))).toEqual(
    new Set(liveProviders().map(({ manifest }) => manifest.key)),
  )
}, 120_000)
