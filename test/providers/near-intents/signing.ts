import { createPrivateKey, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import { signedText } from '../../../src/providers/near-intents/signature.ts'

/** Signs assembled quotes; its private half is in the next line, so that it proves nothing outside the tests. */
export const TEST_KEY = 'ed25519:DRm9TLsc76W76eYi2kBeVsRNDpvjGV4qz71rZvFFA9KK'
const PRIVATE_KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  d: 'p3Pp9hXnMpcit4orUP3zbEAUWcskDqm_OyezMUzsNU8',
  x: 'uKQZKpUkct-eG3CYCt7Rtfdrf8UVm8ADooNqfAGjyo4',
}

/** The reply with the signature of the test key in place of its own. */
export function signed({ text }: { readonly text: string }): { readonly text: string } {
  const reply = JSON.parse(text) as object
  const key = createPrivateKey({ format: 'jwk', key: PRIVATE_KEY })
  const signature = `ed25519:${base58.encode(sign(null, Buffer.from(signedText(reply)), key))}`
  return { text: `${JSON.stringify({ ...reply, signature }, undefined, 2)}\n` }
}
