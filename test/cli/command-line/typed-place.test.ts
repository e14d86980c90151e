import { describe, expect, test } from 'vitest'
import type { CommandEntry } from '../../../src/cli/command.ts'
import { OWN_SERVICE_ONLY, placeNamer, readTypedPlace } from '../../../src/cli/command-line/typed-place.ts'
import { COMMANDS } from '../../../src/cli/commands.ts'

const API = 'http://127.0.0.1:8787/api/v1'

/** A text as it is printed by a command line with these global options. */
function named(text: string, values: Readonly<Record<string, unknown>>): string {
  const names = COMMANDS.map(({ name }) => name)
  return placeNamer(names, () => readTypedPlace(values))(text)
}

describe('a printed command names what its command line named', () => {
  test.each([
    ['Go on: swapcli resume run_1', 'Go on: swapcli --home N resume run_1'],
    ['swapcli doctor', 'swapcli --home N doctor'],
    ['it is damaged (swapcli doctor)', 'it is damaged (swapcli --home N doctor)'],
    [
      'swapcli quote 1 A B --json | swapcli lock - --json',
      'swapcli --home N quote 1 A B --json | swapcli --home N lock - --json',
    ],
    [
      'Choose one: swapcli wallet list, then swapcli wallet use NAME',
      'Choose one: swapcli --home N wallet list, then swapcli --home N wallet use NAME',
    ],
    ['TMPDIR=DIR swapcli restore FILE --check', 'TMPDIR=DIR swapcli --home N restore FILE --check'],
  ])('%s', (text, expected) => expect(named(text, { home: 'N' })).toBe(expected))

  test('in words that a shell takes as they were typed', () => {
    expect(named('swapcli resume', { home: '../my homes/it' })).toBe("swapcli --home '../my homes/it' resume")
  })

  test('the network or the server too, as the command line has them', () => {
    expect(named('swapcli resume', { network: 'live' })).toBe('swapcli --network live resume')
    expect(named('swapcli resume', { sandbox: true, home: 'N' })).toBe('swapcli --home N --network sandbox resume')
    expect(named('swapcli resume', { api: API })).toBe(`swapcli --api ${API} resume`)
    expect(named('swapcli resume', { set: ['network=live', 'rank=fastest'] })).toBe('swapcli --set network=live resume')
  })
})

describe('a printed command stays as it is', () => {
  test.each([
    ['where none is named', 'swapcli resume run_1', {}],
    ['where it names a home', 'swapcli restore a.tar --home OTHER', { home: 'N' }],
    ['where it names a network', 'swapcli resume run_1 --network live', { network: 'sandbox' }],
    ['where it names the sandbox', 'swapcli demo --sandbox', { network: 'live' }],
    ['where it names a network in place of the server', 'swapcli backup a.tar --network live', { api: API }],
    ['where it asks for help', 'swapcli quote --help', { home: 'N' }],
    ['where it is a topic of the help', 'swapcli help wallet', { home: 'N' }],
    ['where no server is taken', 'swapcli providers check RELAY', { api: API }],
    ['where it is prose', 'Another swapcli is continuing it; use the newest swapcli', { home: 'N' }],
    ['where it is a path', '/srv/swapcli doctor', { home: 'N' }],
    ['where the network cannot be used', 'swapcli config list', { network: 'moon' }],
    ['where the server was named with a password', 'swapcli doctor', { api: 'https://me:secret@swaps.example' }],
  ])('%s', (_why, text, values) => expect(named(text, values)).toBe(text))
})

test('an option between quotes is a word of the user, and names nothing', () => {
  expect(named("swapcli restore 'a --homes; b' --check", { home: 'N' })).toBe(
    "swapcli --home N restore 'a --homes; b' --check",
  )
  expect(named("swapcli restore 'a; b' --home OTHER", { home: 'N' })).toBe("swapcli restore 'a; b' --home OTHER")
})

test('the commands that refuse a server are those that declare it', async () => {
  const listLocal = async (entries: readonly CommandEntry[], path = ''): Promise<string[]> => {
    const found = await Promise.all(
      entries.map(async ({ name, load }) => {
        const words = `${path} ${name}`.trim()
        const loaded = await load()
        if (loaded.kind === 'command') return loaded.local === true ? [words] : []
        const actions = await listLocal(loaded.actions, words)
        return actions.length === loaded.actions.length ? [words] : actions
      }),
    )
    return found.flat()
  }
  expect((await listLocal(COMMANDS)).sort()).toEqual([...OWN_SERVICE_ONLY].sort())
})
