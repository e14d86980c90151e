import { expect, test } from 'vitest'
import { openSwapService } from '../src/open.ts'

test('a network that does not exist is refused, not taken for the live one', async () => {
  const misspelt = JSON.parse('{ "network": "Sandbox", "home": "/nonexistent" }') as object
  await expect(openSwapService(misspelt)).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: 'network must be sandbox or live',
  })
})

test.each(['', 'data', './data', '~/data'])(
  'a home that depends on the working directory is refused: %j',
  async (home) => {
    await expect(openSwapService({ home })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: 'home must be an absolute path: another folder would be meant wherever the program is started',
    })
  },
)
