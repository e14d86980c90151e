import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeSetting } from '../../../src/io/config/config-file.ts'
import { createPrivateFile, makePrivateFolder } from '../../../src/io/files/private-folder.ts'
import { newHome } from '../../support/new-home.ts'

describe('a folder of the user', () => {
  test('is made with those above it, for its owner only', async () => {
    const home = await newHome()
    await makePrivateFolder(join(home, 'a', 'b'))
    const modes = ['a', 'a/b'].map((name) => statSync(join(home, name)).mode & 0o777)
    expect(modes).toEqual([0o700, 0o700])
  })

  test('may be made by two at once', async () => {
    const folder = join(await newHome(), 'a', 'b')
    await Promise.all([1, 2, 3].map(() => makePrivateFolder(folder)))
    expect(statSync(folder).isDirectory()).toBe(true)
  })

  test.each([
    ['in a place where no folder can be made', async () => '/proc/no/such/folder'],
    [
      'where a file is its parent',
      async () => {
        const file = join(await newHome(), 'file')
        writeFileSync(file, '')
        return join(file, 'folder')
      },
    ],
  ])('ends at once %s', async (_, place) => {
    const folder = await place()
    await expect(createPrivateFile(join(folder, 'key.json'), '{}')).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: `The file ${join(folder, 'key.json')} cannot be written`,
    })
    await expect(writeSetting(join(folder, 'config.json'), 'slippage', '50')).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(
        /config\.json cannot be written: (part of its path is no folder|there is no such)/,
      ) as string,
      hint: 'Check its folder, or choose another one with --home or SWAPCLI_HOME',
    })
  })
})
