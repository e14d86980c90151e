import { execFile, spawn } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { completionScript, SHELLS } from '../../../../src/cli/commands/completion/scripts.ts'
import { completionPlaces } from '../../../../src/cli/commands/completion/words.ts'
import { newHome } from '../../../support/new-home.ts'
import { COMMANDS } from '../../../../src/cli/commands.ts'
import { cli } from '../../run-here.ts'

/** A new folder with the script as the program prints it. */
async function newFolder(): Promise<string> {
  const folder = await newHome()
  await writeFile(join(folder, 'swapcli.bash'), (await cli(['completion', 'bash', '--network', 'live'])).stdout)
  return folder
}

/** What bash offers for these words, the last being completed. */
async function bashOffers(folder: string, words: readonly string[]): Promise<string[]> {
  const script = join(folder, 'swapcli.bash')
  const body =
    'script=$1; shift; source "$script"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _swapcli; printf "%s\\n" "${COMPREPLY[@]}"'
  const child = spawn('bash', ['--norc', '-c', body, 'bash', script, 'swapcli', ...words], { cwd: folder })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  await new Promise((resolve) => child.once('close', resolve))
  return stdout.split('\n').filter((line) => line !== '')
}

describe('completion in bash', () => {
  test('offers commands, options, values, keys and chains', async () => {
    const folder = await newFolder()
    expect(await bashOffers(folder, ['co'])).toEqual(['config', 'completion'])
    expect(await bashOffers(folder, ['quote', '--ex'])).toEqual(['--exclude', '--explain'])
    expect(await bashOffers(folder, ['quote', '--rank', 'f'])).toEqual(['fastest'])
    expect(await bashOffers(folder, ['config', 's'])).toEqual(['set'])
    expect(await bashOffers(folder, ['config', 'set', 'sand'])).toEqual(['sandbox-speed', 'sandbox-seed'])
    expect(await bashOffers(folder, ['assets', '--chain', 'bitcoin-c'])).toEqual(['bitcoin-cash'])
    expect([
      await bashOffers(folder, ['wallet', 'balances', '--chain', 'bitcoin-c']),
      await bashOffers(folder, ['wallet', 'balances', '--chain', 'bas']),
    ]).toEqual([[], ['base']])
    expect(await bashOffers(folder, ['quote', '--exclude', 'NEAR'])).toEqual(['NEAR_INTENTS'])
    expect(await bashOffers(folder, ['providers', 'show', 'REL'])).toEqual(['RELAY'])
    expect(await bashOffers(folder, ['providers', 'show', 'SAND'])).toEqual([])
    expect(await bashOffers(folder, ['providers', 'enable', 'SANDBOX_B'])).toEqual(['SANDBOX_BRIDGE'])
    expect(await bashOffers(folder, ['help', 'e'])).toEqual(['execute', 'export', 'environment', 'errors'])
    expect(await bashOffers(folder, ['help', 'wallet', 'i'])).toEqual(['import'])
    expect(await bashOffers(folder, ['help', 'wallet', 'approvals', ''])).toEqual(['list', 'revoke'])
    expect(await bashOffers(folder, ['config', 'set', 'rank', 'f'])).toEqual(['fastest'])
    expect(await bashOffers(folder, ['wallet', 'approvals', 'r'])).toEqual(['revoke'])
    expect(await bashOffers(folder, ['wallet', 'create', '--m'])).toEqual(['--mnemonic'])
    expect(await bashOffers(folder, ['wallet', 'list', '--m'])).toEqual([])
    expect(await bashOffers(folder, ['--network', 'live', 'swap', '--approve', ''])).toEqual(['exact', 'unlimited'])
    expect([
      await bashOffers(folder, ['chains', '--type', 'U']),
      await bashOffers(folder, ['sources', '--type', 'B']),
    ]).toEqual([['UTXO'], ['BRIDGE']])
  })

  test('runs nothing that is typed', async () => {
    const folder = await newFolder()
    const hostile = [
      '$(touch pwned)',
      '`touch pwned`',
      "'; touch pwned; '",
      '"; touch pwned; "',
      '\n touch pwned\n',
      '*',
      '$((a[$(touch pwned)]))',
      '--rank=$(touch pwned)',
      '-$(touch pwned)',
    ]
    for (const word of hostile) {
      await bashOffers(folder, [word])
      await bashOffers(folder, ['quote', word])
      await bashOffers(folder, ['config', 'set', word, ''])
      await bashOffers(folder, [word, word, '--rank', word])
    }
    expect(await readdir(folder)).toEqual(['swapcli.bash'])
  })
})

describe('completion scripts', () => {
  test('hold no word that a shell would evaluate, whatever the chain keys are', async () => {
    const words = await completionPlaces(COMMANDS, {
      chains: ['base', "x'; touch pwned; '", '$(touch pwned)', '`id`'],
      evmChains: ['base', '$(id)'],
      providers: ['RELAY', '$(id)'],
      allProviders: ['RELAY', '$(id)'],
      topics: ['errors', '$(id)'],
    })
    for (const shell of SHELLS) {
      const script = completionScript(shell, words)
      expect(script).not.toMatch(/touch|`|\$\(id|\beval\b/)
      expect(script).toContain('base')
      // The other shells are offered what bash is.
      expect(script).toMatch(/'config set rank'.*\n?.*\bbest fastest cheapest safest\b/)
      expect(script).toMatch(/'help wallet approvals'.*\n?.*\blist\b.*\brevoke\b/)
    }
  })

  test.each(SHELLS)('for %s are valid for that shell, where it is installed', async (shell) => {
    const folder = await newHome()
    const file = join(folder, 'script')
    await writeFile(file, (await cli(['completion', shell])).stdout)
    const problem = await new Promise<string>((resolve) =>
      execFile(shell, ['-n', file], (error, _stdout, stderr) =>
        resolve(error !== null && 'code' in error && error.code === 'ENOENT' ? '' : stderr),
      ),
    )
    expect(problem).toBe('')
  })
})
