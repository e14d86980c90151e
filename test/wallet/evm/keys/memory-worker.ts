import { readFileSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { openSigner } from '../../../../src/wallet/evm/keys/unlock.ts'

/*
 * Signs with an account whose key file, password file and address the command line names, and says after that, and after
 * it was told to forget, how many arrays of bytes in memory hold the key. The key comes with each bit flipped, so that
 * nothing else here holds it. Each time it writes a snapshot of the heap beside the key file, for the texts in it.
 */

/** Counts the arrays with the key in them, without making one. */
const COUNT = `function (flipped) {
  const bytes = flipped.match(/../g).map((digits) => parseInt(digits, 16))
  return this.filter((held) => {
    if (!ArrayBuffer.isView(held)) return false
    for (let at = 0; at + bytes.length <= held.length; at += 1) {
      let same = 0
      while (same < bytes.length && (held[at + same] ^ 0xff) === bytes[same]) same += 1
      if (same === bytes.length) return true
    }
    return false
  }).length
}`

const [keyFile = '', passwordFile = '', address = '', flipped = ''] = process.argv.slice(2)

const signer = await openSigner(
  { name: 'main', family: 'evm', kind: 'keystore', address, createdAt: '', file: keyFile, inPlace: true },
  {
    password: async () => readFileSync(passwordFile, 'utf8'),
    files: { keystoreText: async () => readFileSync(keyFile, 'utf8'), keystorePath: () => keyFile },
    openLedger: () => Promise.reject(new Error('no device')),
  },
)
const transaction = {
  type: 'legacy',
  chainId: 1,
  to: address,
  data: '0x',
  value: 1n,
  gas: 21_000n,
  gasPrice: 1n,
} as const
await signer.sign({ ...transaction, nonce: 0 })
const waiting = await holders('waiting')
await signer.sign({ ...transaction, nonce: 1 })
signer.forget?.()
const after = await holders('after')
process.stdout.write(JSON.stringify({ waiting, after, control: await control() }))

/** How many arrays of bytes hold the key. */
async function holders(name: string): Promise<number> {
  const session = new Session()
  session.connect()
  try {
    const chunks: string[] = []
    session.on('HeapProfiler.addHeapSnapshotChunk', ({ params }) => chunks.push(params.chunk))
    await session.post('HeapProfiler.takeHeapSnapshot')
    writeFileSync(`${keyFile}.${name}`, chunks.join(''))
    const { result } = await session.post('Runtime.evaluate', { expression: 'Uint8Array.prototype' })
    const { objects } = await session.post('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' })
    const { result: found } = await session.post('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      functionDeclaration: COUNT,
      arguments: [{ value: flipped }],
      returnByValue: true,
    })
    return Number(found.value)
  } finally {
    session.disconnect()
  }
}

/** That a key which is held would be found. */
async function control(): Promise<number> {
  const held = Uint8Array.from(Buffer.from(flipped, 'hex'), (byte) => byte ^ 0xff)
  const found = await holders('control')
  held.fill(0)
  return found
}
