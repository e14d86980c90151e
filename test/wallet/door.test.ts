import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

/*
 * The wallet's door, its accounts, payments, runs and terms know no words of one family of chains: a second family is a folder and a
 * line in families.ts. `chainId` is the catalog's number of any chain.
 */

const WALLET = fileURLToPath(new URL('../../src/wallet/', import.meta.url))
const OPEN = ['index.ts', 'family.ts', 'payment.ts', 'signer.ts', 'refusal.ts']
const FOREIGN = /^(?:nonce|gas|calldata|wei|gwei|evm|eip\d*|erc\d*|permit\d*|abi|selector)$/

/** What core calls the coin of a chain in payloads and fees, of EVM chains too. */
const FROM_CORE = ['NATIVE_EVM_ADDRESS']

/** A link of a payment is of a family by nature. */
const MAY_NAME_FAMILIES = 'terms/payment-uri.ts'

async function openFiles(): Promise<readonly string[]> {
  const rooms = await Promise.all(
    ['accounts', 'run', 'terms'].map(async (room) =>
      (await readdir(join(WALLET, room))).map((name) => join(room, name)),
    ),
  )
  return [...OPEN, ...rooms.flat()]
}

/** Words of names, and what is imported of a family. */
function foreignNames(source: ts.SourceFile): readonly string[] {
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !FROM_CORE.includes(node.text)) {
      const words = node.text.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase())
      if (words.some((word) => FOREIGN.test(word))) found.add(node.text)
    }
    if (ts.isStringLiteral(node)) {
      const isFamily = /^(?:evm|eip\d+)$/.test(node.text) && source.fileName !== MAY_NAME_FAMILIES
      if (isFamily || /^\.\.?\/(?:.*\/)?(?<!core\/)evm\//.test(node.text)) found.add(node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...found]
}

test('no name at the door of the wallet is of one family of chains', async () => {
  const files = await openFiles()
  const read = files.map(async (file) => {
    const source = ts.createSourceFile(file, await readFile(join(WALLET, file), 'utf8'), ts.ScriptTarget.ES2023)
    return [file, foreignNames(source)] as const
  })
  expect((await Promise.all(read)).filter(([, names]) => names.length > 0)).toEqual([])
})
