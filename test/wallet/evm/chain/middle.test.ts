import { expect, test } from 'vitest'
import { RpcError } from '../../../../src/core/evm/rpc-error.ts'
import {
  isContract,
  readMiddleBlock,
  readMiddleCoin,
  readMiddleResult,
  upperMiddle,
} from '../../../../src/wallet/evm/chain/middle.ts'
import { fakeRpc } from '../../../support/fake-rpc.ts'

const PLACE = '0x6666666666666666666666666666666666666666'
const quantity = (value: number) => `0x${value.toString(16)}`
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const saying = (answers: readonly unknown[]) =>
  fakeRpc(answers.map((answer) => () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer))))

test.each([
  ['one of three that lies', [0, 70, 70], 70],
  ['one of three that lies upwards', [900, 70, 71], 71],
  ['two that differ', [70, 0], 0],
  ['one alone', [70], 70],
])('what an address holds is the middle, the lower of two: %s', async (_name, stated, expected) => {
  expect(await readMiddleCoin(saying(stated.map(quantity)), PLACE)).toBe(BigInt(expected))
  expect(await readMiddleResult(saying(stated.map(word)), PLACE, '0x')).toBe(BigInt(expected))
})

test('what a call returns is undefined where it fails, and that of the others where one says so', async () => {
  const reverted = new RpcError('execution reverted', 3)
  expect(await readMiddleResult(saying([reverted, reverted, reverted]), PLACE, '0x')).toBeUndefined()
  expect(await readMiddleResult(saying([reverted, word(70), word(70)]), PLACE, '0x')).toBe(70n)
})

test.each([
  [['0x', '0x60', '0x60'], true],
  [['0x60', '0x', '0x'], false],
  [['0x60', '0x'], false],
  [['nonsense', '0x60'], true],
])('a contract stands where most say so: %j', async (codes, expected) => {
  expect(await isContract(saying(codes), PLACE)).toBe(expected)
})

test.each([
  [[105, 100, 100], 100],
  [[100, 101, 102], 101],
  [[100, 99], 99],
  [[100], 100],
])('the newest block is one that two have: %j', async (heads, expected) => {
  const blocks = heads.map((head) => ({ number: quantity(head), timestamp: '0x1', gasLimit: '0x2' }))
  expect(await readMiddleBlock(saying(blocks))).toMatchObject({ number: BigInt(expected) })
  await expect(readMiddleBlock(saying(['nonsense']))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})

test('what is paid for is the higher of two, and the middle of three', () => {
  expect([[], [5n], [5n, 7n], [9n, 5n, 7n]].map(upperMiddle)).toEqual([undefined, 5n, 7n, 7n])
})
