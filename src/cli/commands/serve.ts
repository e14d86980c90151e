import { VERSION } from '../../core/version.ts'
import { readOpenapiFile } from '../../io/index.ts'
import { type Command, usage } from '../command.ts'
import { embeddedOptions, refuseServer } from '../session.ts'

/** Port that is used when none is named. */
const DEFAULT_PORT = 8787
/** A value of the Host header: a name, an IPv4 address or an IPv6 one in brackets, with or without a port. */
const HOST = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/** Serves the HTTP API of the embedded service. */
export const serveCommand: Command = {
  options: [
    { flags: '--host <name>', description: 'name or address to bind (default 127.0.0.1, this machine only)' },
    { flags: '--port <n>', description: `0 to 65535; 0 takes a free one (default ${DEFAULT_PORT})` },
    { flags: '--lock-ttl <seconds>', description: 'lifetime of a lock, 1 to 86400 (default 60)' },
    {
      flags: '--rate-limit <n>',
      description: 'requests a minute and client, 0 for none (default 0 on loopback, else 120)',
    },
    { flags: '--cors-origin <origins...>', description: 'web origins whose pages may call the server' },
    {
      flags: '--allow-host <hosts...>',
      description: 'names under which it is also called, as NAME or NAME:PORT (behind a proxy or a mapped port)',
    },
  ],
  examples: ['serve', 'serve --sandbox --port 8080 --sandbox-speed 100', 'serve --port 0 --json'],
  notes:
    'Prints one line when it is ready. SIGTERM and Ctrl-C stop it: calls in progress finish, then it exits with 0.\n' +
    'The OpenAPI document is at /openapi.json, its pages are at /docs.',
  minds: true,
  run: async (session, _words, flags) => {
    refuseServer(session, 'serve')
    const { output } = session
    const port = flags.number('port', 0, 65_535) ?? DEFAULT_PORT
    const rateLimit = flags.number('rate-limit', 0, 1_000_000)
    const host = flags.text('host')
    const origins = flags.list('cors-origin')
    const hosts = flags.list('allow-host')
    if (!Number.isInteger(port)) throw usage('--port must be a whole number')
    const wrong = hosts.find((name) => !HOST.test(name))
    if (wrong !== undefined) throw usage(`--allow-host: ${JSON.stringify(wrong)} is no NAME or NAME:PORT`)
    const [{ openSwapService }, { serve }, { embeddedOptions: extras }] = await Promise.all([
      import('../../open.ts'),
      import('../../server/index.ts'),
      import('../../server/index.ts'),
    ])
    const service = await openSwapService({
      ...embeddedOptions(session),
      tracker: true,
      onError: (error) => output.note(`tracking: ${error instanceof Error ? error.message : 'failed'}`),
    })
    session.onEnd(() => service.close())
    const server = await serve(service, {
      ...extras(service),
      openapi: await readOpenapiFile(),
      version: VERSION,
      port,
      log: (entry) => {
        if (entry.kind === 'error') output.note(`bug in ${entry.requestId}: ${entry.message}`)
      },
      ...(host === undefined ? {} : { host }),
      ...(rateLimit === undefined ? {} : { rateLimitPerMinute: rateLimit }),
      ...(origins.length === 0 ? {} : { allowedOrigins: origins }),
      allowedHosts: hosts,
    })
    session.onEnd(() => server.close())
    if (output.json) output.printJson({ url: server.url })
    else output.print(`Serving the ${session.network} network on ${server.url} (stop with Ctrl-C)`)
    await new Promise<void>((resolve) => {
      if (session.signal.aborted) resolve()
      session.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    output.note('stopping: calls in progress finish first')
    await server.close()
  },
}
