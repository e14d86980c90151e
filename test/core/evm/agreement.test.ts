import { describe, expect, it } from 'vitest'
import { NodesDisagree, readAgreed, singleNodeNote } from '../../../src/core/evm/agreement.ts'
import { fakeRpc } from '../../support/fake-rpc.ts'

const CALL = { method: 'eth_call', params: [] }
const say = (value: string) => () => Promise.resolve(value)
const silent = () => Promise.reject(new Error('offline'))
const read = (nodes: Parameters<typeof fakeRpc>[0], isOwn = false) =>
  readAgreed(fakeRpc(nodes, { isOwn }), CALL, (answer) => {
    if ('error' in answer || typeof answer.value !== 'string') throw new Error('no text')
    return answer.value
  })

describe('what nodes agree on', () => {
  it('is what two operators say', async () => {
    expect(await read([say('1'), say('1'), say('2')])).toEqual({ value: '1', by: 'operators', odd: [] })
  })

  it('is what the third confirms where two differ, and names the odd one', async () => {
    expect(await read([say('1'), say('2'), say('2')])).toEqual({ value: '2', by: 'operators', odd: ['a'] })
    expect(await read([say('1'), say('2'), say('1')])).toEqual({ value: '1', by: 'operators', odd: ['b'] })
  })

  it('is nothing where no two say the same', async () => {
    await expect(read([say('1'), say('2'), say('3')])).rejects.toThrow(NodesDisagree)
    await expect(read([say('1'), say('2')])).rejects.toThrow('the nodes of a, b answer differently')
  })

  it('is what a node of the user says, alone', async () => {
    expect(await read([say('1'), say('2')], true)).toEqual({ value: '1', by: 'own', odd: [] })
  })

  it('says where only one node could be asked', async () => {
    expect(await read([say('1')])).toEqual({ value: '1', by: 'single node', odd: [] })
    expect(await read([silent, say('1'), silent])).toEqual({ value: '1', by: 'single node', odd: [] })
    expect(await read([silent])).toBe(undefined)
  })
})

it('a chain with one operator says so, own nodes and several operators do not', () => {
  const node = () => Promise.resolve(null)
  expect(singleNodeNote(fakeRpc([node]), 'Rise')).toBe(
    'single node: only one operator is known on Rise, so that nothing confirms what it says',
  )
  expect(singleNodeNote(fakeRpc([node], { isOwn: true }), 'Rise')).toBeUndefined()
  expect(singleNodeNote(fakeRpc([node, node]), 'Rise')).toBeUndefined()
})
