import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli, json } from '../../run-here.ts'
import { newHome } from '../../../support/new-home.ts'

const origins = async (home: string, env: Record<string, string> = {}, args: string[] = []) => {
  const result = await cli(['config', 'list', '--json', ...args], { home, env })
  const { data } = json(result.stdout) as { data: { key: string; value?: string; origin: string }[] }
  return new Map(data.map((row) => [row.key, `${row.value ?? ''} from ${row.origin}`]))
}

describe('settings', () => {
  test('come from flag before environment before file', async () => {
    const home = await newHome()
    const file = join(home, 'config.json')
    expect((await cli(['config', 'set', 'sandbox-speed', '2'], { home })).code).toBe(0)
    const env = { SWAPCLI_SANDBOX_SPEED: '3', SWAPCLI_RECIPIENT_BITCOIN_CASH: 'bitcoincash:qq' }
    expect((await origins(home)).get('sandbox-speed')).toBe(`2 from ${file}`)
    expect((await origins(home, env)).get('sandbox-speed')).toBe('3 from SWAPCLI_SANDBOX_SPEED')
    expect((await origins(home, env)).get('recipient.bitcoin-cash')).toBe(
      'bitcoincash:qq from SWAPCLI_RECIPIENT_BITCOIN_CASH',
    )
    expect((await origins(home, env, ['--sandbox-speed', '4'])).get('sandbox-speed')).toBe('4 from --sandbox-speed')
  })

  test('stand on one line each at 80 columns, an address included', async () => {
    const home = await newHome()
    const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    await cli(['config', 'set', 'recipient.ethereum', address], { home })
    const { stdout, stderr } = await cli(['config', 'list'], { home, env: { COLUMNS: '80' } })
    expect(stdout).toMatch(new RegExp(`^recipient\\.ethereum +${address} +the file$`, 'm'))
    expect(stderr).toBe(`the file: ${join(home, 'config.json')}\n`)
  })

  test('are kept in a file that only its owner reads, set, got and removed again', async () => {
    const home = await newHome()
    await cli(['config', 'set', 'slippage', '50'], { home })
    await cli(['config', 'set', 'recipient.evm', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'], { home })
    expect((await stat(join(home, 'config.json'))).mode & 0o777).toBe(0o600)
    expect((await cli(['config', 'get', 'slippage'], { home })).stdout).toBe('50\n')
    const file = join(home, 'config.json')
    const unset = async (env = {}) => {
      const { code, stderr } = await cli(['config', 'unset', 'slippage'], { home, env })
      return [code, stderr]
    }
    expect(await unset()).toEqual([0, `slippage is no longer set in ${file}\n`])
    expect(await unset()).toEqual([0, `slippage is not set in ${file}, so nothing was changed\n`])
    expect(await unset({ SWAPCLI_SLIPPAGE: '60' })).toEqual([
      0,
      `slippage is not set in ${file}, so nothing was changed; it is set by SWAPCLI_SLIPPAGE\n`,
    ])
    expect(JSON.parse(await readFile(join(home, 'config.json'), 'utf8'))).toEqual({
      'recipient.evm': '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    })
  })

  test('that are not set are listed, and got, with their defaults', async () => {
    const home = await newHome()
    const listed = await origins(home)
    expect(listed.get('slippage')).toBe('100 from default')
    expect(listed.get('lock-ttl')).toBe('60 from default')
    expect(listed.get('api')).toBe(' from default')
    const slippage = await cli(['config', 'get', 'slippage'], { home })
    expect([slippage.stdout, slippage.stderr]).toEqual(['100\n', expect.stringContaining('this is the default')])
    expect((await cli(['config', 'get', 'slippage'], { home, env: { SWAPCLI_SLIPPAGE: '7' } })).stdout).toBe('7\n')
    expect((await cli(['config', 'get', 'provider.lifi.enabled'], { home })).stdout).toBe('true\n')
    expect((await cli(['config', 'get', 'wallet'], { home })).stdout).toBe('')
  })

  test('of a quote: recipient of the chain before that of its family', async () => {
    const env = {
      SWAPCLI_RECIPIENT_EVM: '0x00000000000000000000000000000000000000AA',
      SWAPCLI_RECIPIENT_BASE: '0x00000000000000000000000000000000000000bb',
    }
    const result = await cli(['quote', '100', 'ethereum:USDC', 'base:USDC', '--json'], { env })
    expect(json(result.stdout)).toMatchObject({ request: { recipient: env.SWAPCLI_RECIPIENT_BASE } })
  })

  test.each([
    ['slippage', '10001'],
    ['slippage', '0.5'],
    ['network', 'moon'],
    ['rank', 'prettiest'],
    ['api', 'ftp://example.test'],
    ['sandbox-speed', '-1'],
    ['lock-ttl', '0'],
    ['depositor.bitcoin', 'with space'],
    ['recipient.bitcoin', 'bc1  two-spaces-at-the-end '],
  ])('refuse %s = %s when set, and name their origin when found in the file', async (key, value) => {
    const home = await newHome()
    const file = join(home, 'config.json')
    expect((await cli(['config', 'set', key, '--', value], { home })).code).toBe(2)
    await writeFile(file, JSON.stringify({ [key]: value }))
    const result = await cli(['chains'], { home })
    expect([result.code, result.stdout]).toEqual([3, ''])
    expect(result.stderr).toContain(`(from ${file})`)
    expect((await cli(['config', 'unset', key], { home })).code).toBe(0)
    expect((await cli(['chains', '--quiet'], { home })).code).toBe(0)
  })

  test('with an unknown key are refused, and the damage can be repaired', async () => {
    const home = await newHome()
    await writeFile(join(home, 'config.json'), '{"slipage":"50"}')
    const result = await cli(['chains'], { home })
    expect([result.code, result.stderr]).toEqual([3, expect.stringContaining('slipage is not a setting')])
    expect(result.stderr).toContain('Did you mean slippage?')
    expect((await cli(['config', 'set', 'slipage', '1'], { home })).code).toBe(2)
    expect((await cli(['config', 'unset', 'slipage'], { home })).code).toBe(0)
    expect((await cli(['chains'], { home })).code).toBe(0)
  })

  test('of a chain that does not exist are wrong use, with the nearest, and those of a chain or family are kept', async () => {
    const set = (key: string) => cli(['config', 'set', key, 'https://rpc.example'])
    for (const key of ['recipient.etherium', 'depositor.etherium', 'rpc.etherium']) {
      const { code, stderr } = await set(key)
      expect([code, stderr]).toEqual([2, 'Error: Unknown chain "etherium"\nNext: Did you mean ethereum?\n'])
    }
    expect((await set('rpc.evm')).code).toBe(2)
    for (const key of ['rpc.bitcoin', 'send-rpc.solana']) {
      const { code, stderr } = await set(key)
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining(
          `${key} would have no effect: only EVM chains, and xrpl and stellar, are read, ethereum, `,
        ),
      ])
    }
    expect((await set('esplora.ethereum')).stderr).toContain(
      'Next: Set one of theirs: swapcli config set esplora.bitcoin -\n',
    )
    const { stderr } = await set('send-rpc')
    expect(stderr).toContain(
      'send-rpc is set for each chain: send-rpc.<chain>\nNext: For example: swapcli config set send-rpc.ethereum https://',
    )
    expect((await set('rpc.base')).code).toBe(0)
  })

  test('of a contact that are refused for its memo say to look at that', async () => {
    const contact = ['config', 'set', 'contact.kraken']
    const tag = await cli([...contact, 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe maybe'])
    expect([tag.code, tag.stderr]).toEqual([
      2,
      expect.stringMatching(
        /\nNext: Check the memo behind the address: swapcli config set contact\.kraken 'ADDRESS MEMO'\n$/,
      ),
    ])
    expect((await cli([...contact, '??'])).stderr).toContain('Next: Check the address: ')
  })

  test('of contacts have names in any script, which backups keep, and the environment does not set', async () => {
    const home = await newHome()
    const masha = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
    const vova = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    expect((await cli(['config', 'set', 'contact.МАША', masha], { home })).code).toBe(0)
    expect((await cli(['config', 'set', 'contact.вова', vova], { home })).stdout).toBe('')
    expect((await cli(['config', 'set', 'recipient.bitcoin', '@Маша'], { home })).code).toBe(0)
    expect((await origins(home)).get('contact.маша')).toBe(`${masha} from ${join(home, 'config.json')}`)
    expect((await cli(['config', 'get', 'contact.Маша'], { home })).stdout).toContain(masha)
    const quote = async (words: string[]) => {
      const { code, stdout } = await cli(['quote', ...words, '--json'], { home })
      return [code, (json(stdout) as { request: { recipient: string } }).request.recipient]
    }
    expect(await quote(['1 eth to btc bitcoin'])).toEqual([0, masha])
    expect(await quote(['1 eth to usdc base for @Вова'])).toEqual([0, vova])
    expect(await quote(['1', 'ethereum:ETH', 'bitcoin:BTC', '--recipient', '@МАША'])).toEqual([0, masha])

    const backup = join(await newHome(), 'backup.tar')
    expect((await cli(['backup', backup, '--json'], { home })).code).toBe(0)
    const other = await newHome()
    expect((await cli(['restore', backup, '--json'], { home: other })).code).toBe(0)
    expect((await origins(other)).get('contact.вова')).toBe(`${vova} from ${join(other, 'config.json')}`)

    const refused = async (key: string) => {
      const { code, stderr } = await cli(['config', 'set', key, vova], { home })
      return [code, stderr.split('\n')[0]]
    }
    expect(await refused('contact.boba')).toEqual([
      2,
      'Error: contact.boba looks like contact.вова, which is in your address book: choose another name',
    ])
    expect(await refused('contact.mаria')).toEqual([
      2,
      'Error: The name in contact.mаria must have letters of one script that is in general use: others can pass for them',
    ])
    const typed = await cli(['quote', '1', 'ethereum:ETH', 'bitcoin:BTC', '--recipient', '@bоb'], { home })
    expect([typed.code, typed.stderr]).toEqual([
      2,
      expect.stringContaining('The name in @bоb must have letters of one'),
    ])
    const variable = await cli(['chains'], { home, env: { SWAPCLI_CONTACT_李: vova } })
    expect([variable.code, variable.stderr]).toEqual([
      3,
      expect.stringContaining('SWAPCLI_CONTACT_李 is not a setting (from SWAPCLI_CONTACT_李)'),
    ])
  })

  test('of a contact are not replaced unasked, warn of a name like another, and are no address', async () => {
    const home = await newHome()
    const [bob, eve] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq']
    const set = async (...words: string[]) => cli(['config', 'set', ...words], { home })
    await set('contact.bob', bob)
    const replaced = await set('contact.BOB', eve)
    expect([replaced.code, replaced.stderr]).toEqual([
      2,
      expect.stringContaining(`Replace it: swapcli config set contact.bob ${eve} --force`),
    ])
    expect((await cli(['config', 'get', 'contact.bob'], { home })).stdout).toBe(`${bob}\n`)
    expect((await set('contact.bob', bob.toLowerCase())).code).toBe(0)
    expect((await set('contact.bob', bob, '--force')).code).toBe(0)
    expect((await set('contact.b0b', eve)).stderr).toContain('warning: it is easily taken for contact.bob')
    const quoted = await cli(['quote', '1', 'ethereum:ETH', 'bitcoin:BTC', '--recipient', '@b0b'], { home })
    expect(quoted.stderr).toContain('warning: @b0b is easily taken for @bob')
    const like = `${bob.slice(0, 6)}${'0'.repeat(32)}${bob.slice(-4)}`.toLowerCase()
    const imitating = await cli(['quote', '1', 'ethereum:ETH', 'base:USDC', '--recipient', like], { home })
    expect(imitating.stderr).toContain(
      `warning: the recipient ${like} begins and ends like @bob, and is another address`,
    )
    const named = await set(`contact.${bob}`, eve)
    expect([named.code, named.stderr]).toEqual([2, expect.stringContaining('reads like an address')])
  })

  test('of contacts in a file that look like each other are refused, and can be removed', async () => {
    const home = await newHome()
    const file = join(home, 'config.json')
    const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    await writeFile(file, JSON.stringify({ 'contact.boba': address, 'contact.вова': address }), { mode: 0o600 })
    const damaged = await cli(['chains'], { home })
    expect([damaged.code, damaged.stderr]).toEqual([
      3,
      expect.stringContaining(`contact.вова looks like contact.boba (from ${file})`),
    ])
    expect((await cli(['config', 'unset', 'contact.вова'], { home })).code).toBe(0)
    expect((await cli(['chains'], { home })).code).toBe(0)
  })

  test('of contacts in a file whose names are none say what a name must be, and can be removed', async () => {
    const home = await newHome()
    const file = join(home, 'config.json')
    const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    await writeFile(file, JSON.stringify({ 'contact.mаria': address }), { mode: 0o600 })
    const mixed = await cli(['chains'], { home })
    expect([mixed.code, mixed.stderr]).toEqual([
      3,
      expect.stringContaining(
        `contact.mаria has a name that must have letters of one script that is in general use: others can pass for them (from ${file})`,
      ),
    ])
    expect(mixed.stderr).toContain("Next: Give it another name, or remove it: swapcli config unset 'contact.mаria'")
    expect((await cli(['config', 'unset', 'contact.mаria'], { home })).code).toBe(0)
    await writeFile(file, JSON.stringify({ 'contact.Bob': address }), { mode: 0o600 })
    expect((await cli(['chains'], { home })).stderr).toContain(`contact.Bob is kept as contact.bob (from ${file})`)
  })

  test('that are given with one command are not called set', async () => {
    const { stdout } = await cli(['doctor', '--sandbox-speed', '5'])
    expect(stdout).toMatch(/all at their defaults, 1 given for this command/)
  })

  test('of nodes that would never be asked are refused wherever they are set, and doctor names them', async () => {
    const run = (words: readonly string[], env: Readonly<Record<string, string>> = {}) => cli(words, { env })
    const unread = await run(['chains'], { SWAPCLI_RPC_BITCOIN: 'https://rpc.example' })
    expect([unread.code, unread.stdout, unread.stderr]).toEqual([
      3,
      '',
      expect.stringMatching(
        /^Error: rpc\.bitcoin would have no effect: only EVM .* \(from SWAPCLI_RPC_BITCOIN\)\nNext: See them: /,
      ),
    ])
    const misspelt = { SWAPCLI_SEND_RPC_ETHERIUM: 'https://rpc.example' }
    expect((await run(['chains'], misspelt)).stderr).toBe(
      'Error: send-rpc.etherium: Unknown chain "etherium" (from SWAPCLI_SEND_RPC_ETHERIUM)\nNext: Did you mean ethereum?\n',
    )
    const doctor = await run(['doctor', '--json'], misspelt)
    expect([doctor.code, named(doctor.stdout, 'settings')]).toEqual([
      3,
      [expect.stringMatching(/^fail send-rpc\.etherium: /)],
    ])
    expect((await run(['chains'], { SWAPCLI_RPC_BASE: 'https://rpc.example' })).code).toBe(0)
  })

  test('doctor says all that is wrong with the file, and looks at the swaps of the network that the rest names', async () => {
    const home = await newHome()
    for (const network of ['live', 'sandbox']) await writeFile(join(home, `wallet-${network}.db`), '')
    const doctor = async (text: string, env: Readonly<Record<string, string>> = {}) => {
      await writeFile(join(home, 'config.json'), text, { mode: 0o600 })
      const { code, stdout } = await cli(['doctor', '--json'], { home, env })
      expect(code).toBe(3)
      return ['settings', 'wallet', 'network'].flatMap((name) => named(stdout, name))
    }
    const swapsOf = (network: string) => `ok no unfinished swaps (${join(home, `wallet-${network}.db`)})`
    const live = expect.stringMatching(/^ok live, [0-9]+ providers$/) as unknown
    const bad = '"slippage": "none", "slipage": "1"'
    const wrong = [
      expect.stringMatching(/^fail slippage must be .* \(from .*config\.json\)$/) as unknown,
      expect.stringMatching(/^fail slipage is not a setting \(from /) as unknown,
    ]
    expect(await doctor(`{"network": "live", ${bad}}`)).toEqual([...wrong, swapsOf('live'), live])
    expect(await doctor(`{${bad}}`, { SWAPCLI_NETWORK: 'live' })).toEqual([...wrong, swapsOf('live'), live])
    expect(await doctor('{"network": "live"')).toEqual([
      expect.stringMatching(/config\.json is damaged: it is not a JSON object$/),
      ...['sandbox', 'live'].map(swapsOf),
      expect.stringMatching(
        /^warn which one, and which server, cannot be read .*: found the swaps of sandbox and live$/,
      ),
    ])
  })

  const EVM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  test.each([
    ['recipient.bitcoin', EVM, 2],
    ['depositor.evm', '0x12', 2],
    ['depositor.evm', 'vitalik.eth', 2],
    ['contact.alice', 'https://rpc.example', 2],
    ['recipient.evm', 'vitalik.eth', 0],
    ['recipient.base', '@alice', 0],
    ['depositor.ethereum', EVM, 0],
    ['contact.etherium', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 0],
  ])(
    'that hold an address are checked by the rules of its chain when they are set: %s %s',
    async (key, value, code) => {
      expect((await cli(['config', 'set', key, value])).code).toBe(code)
    },
  )

  test('of keys name an action, which is listed with what it does, where and by which keys now', async () => {
    const home = await newHome()
    const config = (...words: string[]) => cli(['config', ...words], { home })
    const refused = await config('set', 'keys.select', 'F5')
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('keys.select: there is no such action; near it: enter')
    expect(refused.stderr).toContain('Next: See what each action does, and its keys: swapcli config actions')
    expect((await config('set', 'keys.compare', 'm')).code).toBe(0)
    const { data } = JSON.parse((await config('actions', '--json')).stdout) as { data: readonly unknown[] }
    expect(data).toContainEqual({
      key: 'keys.compare',
      uses: [
        { on: ['Swap'], does: 'mark, two to compare', keys: ['m'] },
        { on: ['Swap'], does: 'close', keys: ['m'] },
      ],
    })
    expect(data).toContainEqual({
      key: 'keys.quit',
      uses: [{ on: ['all screens'], does: 'quit', keys: ['q'] }],
    })
    const text = (await config('actions')).stdout
    expect(text).toContain('mark, two to compare (m) on Swap; close (m) on Swap')
    expect((await config('unset', 'keys.compare')).code).toBe(0)
    expect((await config('actions', '--json')).stdout).toContain('"space"')
  })

  test('of keys are taken out only where the keys that are left do one thing each', async () => {
    const home = await newHome()
    const file = join(home, 'config.json')
    const config = (...words: string[]) => cli(['config', ...words], { home })
    expect((await config('set', 'keys.refresh', 'f8')).code).toBe(0)
    expect((await config('set', 'keys.copy', 'r')).code).toBe(0)
    const before = await readFile(file, 'utf8')
    const refused = await config('unset', 'keys.refresh')
    expect([refused.code, refused.stdout]).toEqual([2, ''])
    expect(refused.stderr).toMatch(
      /keys\.refresh is still set\. Without it, r would do both (copy and refresh|refresh and copy) on swap/,
    )
    expect(refused.stderr).toContain('Next: Unset the key of the other action first, or set another one for it')
    expect(await readFile(file, 'utf8')).toBe(before)
    // What the environment sets is not taken out.
    const env = { SWAPCLI_KEYS_REFRESH: 'f8' }
    expect((await cli(['config', 'unset', 'keys.refresh'], { home, env })).code).toBe(0)
    expect((await config('set', 'keys.refresh', 'r')).code).toBe(2)
    expect((await config('unset', 'keys.copy')).code).toBe(0)
    expect(await readFile(file, 'utf8')).not.toContain('keys')
  })

  test('of keys that do not fit as they stand can be taken out one after the other', async () => {
    const home = await newHome()
    const file = join(home, 'config.json')
    await writeFile(file, JSON.stringify({ 'keys.refresh': 'y', 'keys.flip': 'y', 'keys.copy': 'r' }), { mode: 0o600 })
    for (const key of ['keys.refresh', 'keys.flip', 'keys.copy']) {
      expect((await cli(['config', 'unset', key], { home })).code).toBe(0)
    }
  })

  test('in a damaged file stay as they are, and nothing overwrites them', async () => {
    const home = await newHome()
    const file = join(home, 'config.json')
    await writeFile(file, '{"slippage": "50"')
    for (const args of [
      ['chains'],
      ['config', 'list'],
      ['config', 'set', 'slippage', '60'],
      ['config', 'unset', 'slippage'],
    ]) {
      const result = await cli(args, { home })
      expect([result.code, result.stdout]).toEqual([3, ''])
      expect(result.stderr).toContain(`${file} is damaged`)
    }
    expect(await readFile(file, 'utf8')).toBe('{"slippage": "50"')
    expect((await cli(['config', 'path'], { home })).stdout).toBe(`${file}\n`)
    const doctor = await cli(['doctor', '--json'], { home })
    expect(doctor.code).toBe(3)
    expect(json(doctor.stdout)).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ name: 'settings', result: 'fail' })]) as unknown,
    })
  })
})

/** What `doctor --json` found under a name. */
function named(stdout: string, name: string): readonly string[] {
  const { data } = json(stdout) as { readonly data: readonly Readonly<Record<string, string>>[] }
  return data.filter((check) => check['name'] === name).map(({ result, detail }) => `${result} ${detail}`)
}
