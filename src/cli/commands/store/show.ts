import { stat } from 'node:fs/promises'
import { defineCommand } from '../../command.ts'
import { storeFile, walletFile } from '../../pay/wallet-file.ts'
import { kib } from './compact.ts'

/** Shows how large the files of a network are. */
export const show = defineCommand({
  examples: ['store', 'store show --network live --json'],
  notes: 'Sizes are with what SQLite keeps beside each file.',
  local: true,
  run: async ({ output, home, network }) => {
    const files = {
      store: await sizeOf(storeFile(home, network)),
      wallet: await sizeOf(walletFile(home, network)),
    }
    if (output.json) output.printJson({ data: files })
    else {
      for (const [name, file] of Object.entries(files)) {
        output.print(
          output.clean(`${name.padEnd(8)} ${file === null ? 'not there yet' : `${kib(file.sizeBytes)}  ${file.path}`}`),
        )
      }
      output.note('remove what is past its time: swapcli store compact')
    }
  },
})

/** Path and bytes of a file and its log; null for none. */
async function sizeOf(path: string): Promise<{ readonly path: string; readonly sizeBytes: number } | null> {
  const sizes = await Promise.all(
    [path, `${path}-wal`].map((part) =>
      stat(part).then(
        ({ size }) => size,
        () => undefined,
      ),
    ),
  )
  const [own, log = 0] = sizes
  return own === undefined ? null : { path, sizeBytes: own + log }
}
