import { expect, test } from 'vitest'
import { cli } from '../cli/run-here.ts'
import { startFakeNode } from '../support/fake-node.ts'
import { fillIn, openScreens } from './screens-world.ts'
import { newHome } from '../support/new-home.ts'

const OWN = '0x8943545177806ED17B9F23F0a21ee5948eCaa776'

test('the live network shows what the account in use holds beside the assets of a search', async () => {
  const home = await newHome()
  await cli(['wallet', 'import', 'cold', '--address', OWN], { home })
  const node = await startFakeNode((method) => {
    if (method === 'eth_chainId') return '0x1'
    return method === 'eth_call' ? `0x${12_500_000n.toString(16).padStart(64, '0')}` : undefined
  })
  const env = { SWAPCLI_RPC_ETHEREUM: node.url }
  const screens = openScreens({ home, args: ['--network', 'live'], columns: 120, env })
  await screens.until('Enter to choose')
  screens.press('enter')
  await screens.until('symbol, name or address')
  screens.press('ethereum:usdc')
  expect(await screens.until(/▸ USDC .* 12\.5 /)).toMatch(/SYMBOL +CHAIN +CONTRACT +BALANCE/)
  screens.press('enter')
  await screens.until(/Amount .* bal 12\.5 {2}25 50 75 max/)
  screens.press('50%', 'enter')
  await screens.until('Receive which asset?')
  screens.press('esc')
  // A share is one of what has just been read.
  await screens.until(/Amount +6\.25 +USDC +bal 12\.5 {2}25 50 75 max/)
  screens.press('ctrl-c')
  expect(await screens.exit()).toEqual({ code: 130, signal: undefined })
})

test('the sandbox, whose wallet is of paper, asks no node', async () => {
  const home = await newHome()
  await cli(['wallet', 'import', 'cold', '--address', OWN], { home })
  const node = await startFakeNode(() => undefined)
  const screens = openScreens({ home, env: { SWAPCLI_RPC_ETHEREUM: node.url } })
  await fillIn(screens, '100')
  // Longer than balances are waited with.
  await screens.until(/refresh in 1[0-9] s/)
  screens.press('q')
  await screens.exit()
  expect(node.calls).toEqual([])
})

test('the rates of a pair are drawn from what was quoted before the screens were opened', async () => {
  const home = await newHome()
  const first = openScreens({ home })
  expect(await fillIn(first, '100')).not.toMatch(/[▁▂▃▄▅▆▇█]/)
  first.press('q')
  await first.exit()
  const second = openScreens({ home })
  await fillIn(second, '50')
  await second.until(/1 \S+ = \S+ \S+ +[▁▂▃▄▅▆▇█]/)
  second.press('q')
  await second.exit()
})

test('an account for real money is made on the screens, and its password is nowhere to be read', async () => {
  const home = await newHome()
  const screens = openScreens({ home, columns: 80, rows: 23 })
  await screens.until('Enter to choose')
  screens.press('7')
  await screens.until('A sets up an account for real one')
  screens.press('A')
  await screens.until('There is none yet')
  screens.press('enter')
  await screens.until('Name of the account')
  await screens.answer('savings')
  await screens.until('> savings')
  screens.press('enter')
  await screens.until('New password for savings:')
  await screens.answer('a b c and d')
  await screens.until('> •••••••••••')
  screens.press('enter')
  await screens.until('The same again')
  await screens.answer('a b c and d')
  await screens.until('> •••••••••••')
  screens.press('enter')
  const kept = await screens.until('savings is kept, and in use')
  expect(kept).toContain('swapcli wallet export savings > savings-backup.json')
  screens.press('enter')
  // The balances are shown again, which name it.
  await screens.until('savings is for real one, used with --network live')
  screens.press('q')
  await screens.exit()
  expect(screens.scrollback() + screens.written()).not.toContain('a b c and d')
  const listed = await cli(['wallet', 'list', '--json'], { home })
  expect(listed.stdout).toMatch(/"name": ?"savings"[^}]*"inUse": ?true/)
})
