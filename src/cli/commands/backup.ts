import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { countText } from '../../core/text/count-text.ts'
import { commandLine } from '../../core/text/command-line.ts'
import { placeFile } from '../../io/index.ts'
import { ARCHIVE, packHome, refuseLeaving } from '../backup/backup-home.ts'
import { type Manifest, refusedBackup } from '../backup/manifest.ts'
import { defineCommand } from '../command.ts'
import { during } from '../output/spinner.ts'

/** Writes what is in the home into one file. */
export const backup = defineCommand({
  arguments: {
    file: { kind: 'file', required: true, description: 'the file to write, a tar file', hint: 'swapcli backup FILE' },
  },
  options: {
    withKeys: { kind: 'switch', description: 'also keys, encrypted as they are, and secret settings' },
    force: { kind: 'switch', description: 'replace the file where there is one' },
  },
  examples: ['backup swapcli.tar', 'backup swapcli.tar --with-keys --force'],
  notes:
    'Swaps and `serve` may go on meanwhile. Without --with-keys it holds no secret: keys and secret settings are left\n' +
    'out, and named.',
  stopsItself: true,
  local: true,
  run: async (session, { file }, { withKeys, force }) => {
    const { output } = session
    if (!force && existsSync(file)) throw fileExists(file, withKeys)
    const draft = `${resolve(file)}.${randomBytes(6).toString('hex')}.tmp`
    try {
      await mkdir(draft, { mode: 0o700 })
      const { manifest, bytes } = await during(session, 'Copying', packHome(session, draft, withKeys))
      refuseLeaving(session)
      if (!(await placeFile(join(draft, ARCHIVE), resolve(file), force))) throw fileExists(file, withKeys)
      if (output.json) return output.printJson({ data: { file: resolve(file), bytes, ...manifest } })
      await output.fields([
        ['file', resolve(file)],
        ['holds', manifest.files.map(({ path }) => path).join(', ')],
        ['size', countText(bytes, 'byte')],
      ])
      for (const line of leftOutLines(manifest)) output.note(line)
    } catch (error) {
      throw isSwapError(error) ? error : cannotWrite(file, error)
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
  },
})

/** What a backup lacks, for a person. */
function leftOutLines({ leftOut: { keys, settings } }: Pick<Manifest, 'leftOut'>): readonly string[] {
  return [
    ...(keys.length === 0 ? [] : [`not in it   the keys of ${keys.join(', ')}`]),
    ...(settings.length === 0 ? [] : [`not in it   the settings ${settings.join(', ')}`]),
  ]
}

function fileExists(file: string, withKeys: boolean): SwapError {
  const line = commandLine(['backup', file, ...(withKeys ? ['--with-keys'] : []), '--force'])
  return refusedBackup(`${file} exists`, `Name another file, or replace it: ${line}`)
}

function cannotWrite(file: string, cause: unknown): SwapError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new SwapError('CONFIG_INVALID', `${file} cannot be written: ${why}`, {
    hint: 'Check its folder and the free disk space: the backup needs room twice',
    cause,
  })
}
