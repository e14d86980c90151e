import { describe, expect, test } from 'vitest'
import { accountFiles } from '../../../src/cli/accounts/account-files.ts'
import { screenAccounts } from '../../../src/cli/screens/accounts.ts'
import { screenSessions } from '../../../src/cli/screens/settings.ts'
import type { Session } from '../../../src/cli/session.ts'
import type { NewAccountWay, WorkAsks, WorkFact } from '../../../src/tui/index.ts'
import { runInSession } from '../../support/command-session.ts'
import { KNOWN } from '../../support/keystores.ts'

const PASSWORD = 'four words that differ'

/** A person who gives these answers, and what they saw. */
function person(...answers: readonly (string | boolean)[]) {
  const left = [...answers]
  const seen: string[] = []
  const asks: WorkAsks = {
    pay: () => Promise.reject(new Error('nothing is paid')),
    tell: () => undefined,
    signal: new AbortController().signal,
    text: async ({ question, isHidden = false, leaving, refused = '', problem }) => {
      if (refused !== '') seen.push(`! ${refused}`)
      for (;;) {
        const answer = left.shift()
        seen.push(
          [question, ...(leaving === undefined ? [] : [`Esc ${leaving}`]), ...(isHidden ? ['(hidden)'] : [])].join(' '),
        )
        if (typeof answer !== 'string') throw new Error(`no answer to: ${question}`)
        const wrong = await problem?.(answer)
        if (wrong === undefined) return answer
        seen.push(`! ${wrong}`)
      }
    },
    agree: async (question, facts) => {
      seen.push(`${question} ${facts.map(([, value]) => value).join(' ')}`)
      return left.shift() === true
    },
  }
  return { asks, seen, left }
}

/** Adds an account as the screens do. */
async function add(way: NewAccountWay, ...answers: readonly (string | boolean)[]) {
  const { asks, seen, left } = person(...answers)
  const told: WorkFact[] = []
  const read = async (session: Session) => {
    const screens = screenSessions(session).next()
    const accounts = screenAccounts(screens)
    told.push(...(await accounts.add(way, asks)))
    const files = accountFiles(screens)
    return { listed: await accounts.list(), kept: (await files.list()).accounts }
  }
  let kept: Awaited<ReturnType<typeof read>> | undefined
  const { error, stdout, stderr } = await runInSession(async (session) => {
    kept = await read({ ...session, scryptN: 2 })
  })
  expect([error, stdout, stderr, left]).toEqual([undefined, '', '', []])
  return { told, seen, ...kept }
}

describe('an account that is added on the screens', () => {
  test('is created with a new key under a password that is typed twice', async () => {
    const { told, seen, listed } = await add('create', '', 'short', PASSWORD, 'another', PASSWORD, PASSWORD)
    expect(seen).toEqual([
      'Name of the account; Enter alone takes main',
      'New password for main: (hidden)',
      '! The password must have at least 8 characters',
      'New password for main: (hidden)',
      'The same again (hidden)',
      '! They differ',
      'New password for main: (hidden)',
      'The same again (hidden)',
    ])
    const [account] = listed ?? []
    const backup = 'swapcli wallet export main > main-backup.json'
    expect(account).toMatchObject({ name: 'main', kind: 'keystore', inUse: true, backup })
    expect(told).toEqual([
      ['', 'main is kept, and in use'],
      ['address', account?.address],
      ['back up', backup],
      ['warning', 'without the file and its password, what this address holds is lost'],
    ])
  })

  test('is imported by its key, once its address was seen', async () => {
    const { told, seen } = await add('key', 'work', '0x12', KNOWN.key, true, PASSWORD, PASSWORD)
    expect(seen.slice(1, 5)).toEqual([
      'Private key, 64 hex digits Esc keeps nothing (hidden)',
      '! A private key has 64 hex digits; this has 2',
      'Private key, 64 hex digits Esc keeps nothing (hidden)',
      `Is this your account? work ${KNOWN.address}`,
    ])
    expect(told).toEqual([
      ['', 'work is kept, and in use'],
      ['address', KNOWN.address],
    ])
  })

  test('is not kept where the key is of another address', async () => {
    const { told, listed } = await add('key', '', KNOWN.key, false)
    expect([told, listed]).toEqual([[['', 'nothing was kept']], []])
  })

  test('is imported by recovery words and a number', async () => {
    const first = await add('words', '', KNOWN.words, '', '', true, PASSWORD, PASSWORD)
    expect(first.listed?.map(({ address }) => address)).toEqual([KNOWN.address])
    const second = await add('words', '', KNOWN.words.toUpperCase(), '', '1', true, PASSWORD, PASSWORD)
    expect(second.kept).toMatchObject([{ address: KNOWN.otherAddress, derivation: "m/44'/60'/0'/0/1" }])
    const other = await add('words', '', KNOWN.words, 'a 25th word', 'a 25th word', 'x', '0', true, PASSWORD, PASSWORD)
    expect(other.listed?.[0]?.address).not.toBe(KNOWN.address)
    expect(other.seen).toContain('! a number from 0 to 999999999')
  })

  test('only watches an address, of the chain that is behind it where it does not tell', async () => {
    const { told, seen, kept, listed } = await add('watch', 'cold', 'alice.near', 'alice.near near')
    expect(seen[2]).toBe('! This is not an address that tells its chain by itself: copy it again')
    expect(told).toEqual([
      ['', 'cold is kept'],
      ['address', 'alice.near'],
    ])
    // There is nothing to be copied.
    expect(listed).toMatchObject([{ name: 'cold', backup: '' }])
    expect(kept).toMatchObject([{ name: 'cold', kind: 'watch', family: 'near' }])
  })

  test('has a name that no other has', async () => {
    await runInSession(async (session) => {
      const accounts = screenAccounts(session)
      await accounts.add('watch', person('cold', KNOWN.address).asks)
      const { asks, seen } = person('COLD', 'cold', 'colder', KNOWN.otherAddress)
      expect(await accounts.add('watch', asks)).toEqual([
        `colder is kept: ${KNOWN.otherAddress}`,
        'cold stays in use; to change that: swapcli wallet use colder',
      ])
      expect(seen.filter((text) => text.startsWith('!'))).toEqual([
        '! A name has 1 to 32 lowercase letters, digits, - and _, and starts with a letter or digit',
        '! There is already an account named cold',
      ])
    })
  })
})
