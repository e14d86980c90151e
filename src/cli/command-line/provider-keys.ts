import { knownProviderKeys } from '../provider-settings.ts'
import type { Session } from '../session.ts'
import type { Declarations, Given } from './field-names.ts'
import { flagName } from './flags.ts'
import { unknownValue } from './unknown-name.ts'

/** One key where it was given. */
interface GivenKey {
  readonly where: string
  readonly key: string
  readonly anyNetwork: boolean
}

/**
 * Checks the provider keys among arguments and options: against every provider of the session's network, those that are
 * switched off included, or with --api against the sources of the server. Nothing is opened where no key is given.
 * @throws USAGE with the nearest keys
 */
export async function checkProviderKeys(session: Session, declared: Declarations, given: Given): Promise<void> {
  for (const { where, key, anyNetwork } of givenKeys(declared, given)) {
    const known = anyNetwork ? Object.values(await knownProviderKeys()).flat() : await session.providerKeys()
    if (known.includes(key)) continue
    const place = anyNetwork
      ? 'either network'
      : session.api === undefined
        ? `the ${session.network} network`
        : 'the server'
    const message = `${where} must be a provider of ${place} (${known.join(', ')})`
    throw unknownValue(message, key, known, await hintFor(session, key))
  }
}

function givenKeys({ arguments: table, options }: Declarations, { args, flags }: Given): GivenKey[] {
  const ofArguments = Object.entries(table).flatMap(([name, argument]) =>
    argument.kind === 'provider' ? keysOf(`<${name}>`, args[name], argument.anyNetwork) : [],
  )
  const ofOptions = Object.entries(options).flatMap(([name, option]) => {
    const kind = option.kind === 'list' ? option.of : option
    return kind.kind === 'provider' ? keysOf(flagName(name), flags[name], kind.anyNetwork) : []
  })
  return [...ofArguments, ...ofOptions]
}

function keysOf(where: string, value: unknown, anyNetwork: true | undefined): GivenKey[] {
  const keys = (Array.isArray(value) ? value : [value]).filter((key) => typeof key === 'string')
  return keys.map((key) => ({ where, key, anyNetwork: anyNetwork === true }))
}

/** Where to look for a key that is not known here. */
async function hintFor({ api, network }: Session, key: string): Promise<string> {
  const other = network === 'live' ? 'sandbox' : 'live'
  const isOfOther = api === undefined && (await knownProviderKeys())[other].includes(key)
  return isOfOther
    ? `It is a provider of the ${other} network: --network ${other}`
    : `See them: swapcli providers list ${api === undefined ? `--network ${network}` : `--api ${api}`}`
}
