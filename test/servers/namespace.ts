import { execFileSync } from 'node:child_process'
import type { PostgresServer } from '../support/postgres.ts'

/* A network of its own for one process (https://man7.org/linux/man-pages/man8/ip-netns.8.html). */

/** A network namespace with one way to this machine for its clients, and one for its database. */
export interface Namespace {
  /** Words that run a command in it. */
  readonly within: readonly string[]
  /** Its address for clients on this machine. */
  readonly address: string
  /** The address of this machine on the way for the database. */
  readonly databaseAddress: string
  /** Addresses from which the database is reached, as CIDR. */
  readonly databaseNetwork: string
  /** Nothing passes on the way to the database any more, in either direction, and nobody is told. */
  part(): void
  heal(): void
  remove(): void
}

/** A network card that nobody has: what is sent to it vanishes. */
const NOBODY = '02:00:00:00:00:99'

function ip(words: string): void {
  execFileSync('ip', words.split(' '), { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Why this machine lets nobody make one: they need root, CAP_NET_ADMIN and the command `ip`. Undefined where it does. */
export function whyNoNamespaces(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux'
  const name = `swapcli-try-${process.pid}`
  try {
    ip(`netns add ${name}`)
    ip(`netns del ${name}`)
    return undefined
  } catch {
    return 'needs the command ip and CAP_NET_ADMIN'
  }
}

/** Makes one. Whoever makes it removes it, once its processes have ended. */
export function addNamespace(): Namespace {
  const name = `swapcli-${process.pid}`
  // Names of devices have at most 15 characters.
  const device = (letter: string) => `sw${process.pid}${letter}`
  const subnet = `10.${200 + (process.pid % 50)}.${process.pid % 250}`
  const ways = [
    { here: device('a'), there: device('b'), own: `${subnet}.1`, its: `${subnet}.2` },
    { here: device('c'), there: device('d'), own: `${subnet}.5`, its: `${subnet}.6` },
  ] as const
  const [clients, database] = ways
  ip(`netns add ${name}`)
  for (const { here, there, own, its } of ways) {
    ip(`link add ${here} type veth peer name ${there} netns ${name}`)
    ip(`addr add ${own}/30 dev ${here}`)
    ip(`link set ${here} up`)
    ip(`-n ${name} addr add ${its}/30 dev ${there}`)
    ip(`-n ${name} link set ${there} up`)
  }
  ip(`-n ${name} link set lo up`)
  const { here, there, own, its } = database
  let isParted = false
  return {
    within: ['ip', 'netns', 'exec', name],
    ...{ address: clients.its, databaseAddress: own, databaseNetwork: `${subnet}.4/30` },
    part: () => {
      isParted = true
      ip(`-n ${name} neigh replace ${own} lladdr ${NOBODY} dev ${there} nud permanent`)
      ip(`neigh replace ${its} lladdr ${NOBODY} dev ${here} nud permanent`)
    },
    heal: () => {
      if (!isParted) return
      isParted = false
      ip(`-n ${name} neigh del ${own} dev ${there}`)
      ip(`neigh del ${its} dev ${here}`)
    },
    remove: () => ip(`netns del ${name}`),
  }
}

/** Lets a server take connections of a network, whoever they are from. */
export async function admitNetwork(postgres: PostgresServer, network: string): Promise<void> {
  const [found] = await postgres.query('show hba_file')
  const rules = ['local all all trust', `host all all ${network} trust`]
  const lines = rules.map((rule) => `('${rule}')`).join(', ')
  await postgres.query(`copy (values ${lines}) to '${String(found?.['hba_file'])}'`)
  await postgres.query('select pg_reload_conf()')
}
