import { UTC } from '../../src/core/text/times.ts'
import { createPaint } from '../../src/cli/output/paint.ts'
import { cleanText } from '../../src/core/text/clean-text.ts'
import type { Catalog } from '../../src/core/assets/catalog.ts'
import type { SwapService } from '../../src/core/api/service.ts'
import { nodesOf } from '../../src/core/evm/nodes.ts'
import { createJsonRpc } from '../../src/io/rpc/json-rpc.ts'
import { openBundledCatalog } from '../../src/cli/quote/bundled-catalog.ts'
import type { PayChains } from '../../src/payments/pay-chains.ts'
import type { OpenedService } from '../../src/cli/session.ts'
import type { EvmSigner } from '../../src/wallet/evm/keys/signer.ts'
import { signWith } from '../../src/wallet/evm/keys/unlock.ts'
import { evmFamily } from '../../src/wallet/evm/family.ts'
import type { SigningSession } from './account.ts'
import { hashOf } from './chain/transactions.ts'
import { mountHome } from './home-io.ts'
import type { Process } from './kernel.ts'
import { createIds } from './machine.ts'
import { ETHEREUM } from './market.ts'
import { type Command, openEmbedded, openClient } from './program.ts'
import type { Reader } from './user.ts'
import type { ReadOutput } from './screen.ts'
import { KEY, OWNER, SERVER, type World } from './world.ts'

/* What the commands get in place of the session of a process: a simulated machine, and the user of the simulation before it. */

/** Longest time for one answer of a node, in milliseconds. */
const NODE_TIMEOUT_MS = 8_000

/** A session that can open a service in its place. */
interface OpeningSession extends SigningSession {
  openAt(api: string | undefined): OpenedService
}

/** As src/cli/session.ts has it. */
export async function openService(session: OpeningSession): Promise<OpenedService> {
  return session.openAt(session.api)
}

/** Opens the session of a command; `end` closes what it has opened. */
export function openSession(
  command: Command,
  reader: Reader,
): { readonly session: SigningSession; readonly end: () => Promise<void> } {
  const { world, machine, process, overServer, yes, signal } = command
  const folder = mountHome(process, machine, world.nextNumber())
  const ends: (() => Promise<void>)[] = []
  const onEnd = (end: () => Promise<void>) => void ends.push(end)
  let opened: OpenedService | undefined
  const api = overServer ? SERVER : undefined
  const openAt = (at: string | undefined): OpenedService => {
    const embedded = at === undefined ? openEmbedded(world, machine, process) : undefined
    const service: SwapService = embedded ?? openClient(world, process)
    onEnd(() => service.close())
    return { service: reader.watch(service), catalog: embedded?.catalog ?? bundledCatalog(), embedded }
  }
  const chains = openChains(world, process)
  let bundled: Catalog | undefined
  const bundledCatalog = () => (bundled ??= openBundledCatalog())
  const signer: EvmSigner = {
    family: 'evm',
    address: OWNER,
    sign: async (fields) => {
      const raw = await signWith(KEY.slice(), fields)
      world.signed.add(hashOf(raw))
      return raw
    },
  }
  const session = {
    ...{ output: openOutput(reader), settings: new Map(), settingsProblems: [], env: {}, nodeVersion: 'v22.0.0' },
    ...{ home: folder, stateHome: folder, configFile: `${folder}/config.json`, network: 'live', api, signal },
    ...{ clock: process.clock, ids: createIds(world.kernel.random.fork(`home of ${folder}`)) },
    // Who agrees beforehand looks at nothing.
    interactive: !yes,
    promptStreams: { reader, output: {} },
    readStdin: async () => '',
    open: async () => (opened ??= openAt(api)),
    openAt,
    payChains: async () => chains,
    bundledCatalog: async () => bundledCatalog(),
    providerKeys: async () => world.providers.map(({ key }) => key),
    onEnd,
    checkpoint: undefined,
    signer,
  } as unknown as OpeningSession
  return {
    session,
    end: async () => {
      for (const end of ends.splice(0).reverse()) await end()
    },
  }
}

function openChains({ network, nodes }: World, process: Process): PayChains {
  const { clock } = process
  const list = nodesOf(nodes.own, nodes.public)
  const rpc = createJsonRpc(network.fetchOf(process), list, { timeoutMs: NODE_TIMEOUT_MS, chain: ETHEREUM, clock })
  const chain = evmFamily.openChain(ETHEREUM, { rpc, areLocal: false })
  return {
    chain: async (keyOrId) => (keyOrId === ETHEREUM.key || keyOrId === ETHEREUM.chainId ? chain : undefined),
    nodes: async (chainId) => (chainId === ETHEREUM.chainId ? rpc : undefined),
    keys: async () => [ETHEREUM.key],
  }
}

/** Prints what a script would read, and tells the rest to its reader. */
function openOutput(reader: Reader): ReadOutput {
  const nothing = () => undefined
  const output: ReadOutput = {
    ...{
      json: true,
      saysJson: true,
      quiet: false,
      toTerminal: false,
      watched: false,
      colored: false,
      width: 80,
      zone: UTC,
      reader,
    },
    paint: createPaint(false),
    gone: new AbortController().signal,
    clean: (text) => cleanText(text),
    namePlace: (text) => text,
    ...{ print: nothing, redraw: nothing, problem: nothing, notePayment: nothing },
    table: async () => undefined,
    tableText: async () => cleanText(''),
    fields: async () => undefined,
    printJson: (value) => reader.print(value),
    note: (text) => reader.read(text),
    warn: (text) => reader.read(text),
    say: (text) => reader.read(text),
    withLook: () => output,
    end: async () => undefined,
  }
  return output
}
