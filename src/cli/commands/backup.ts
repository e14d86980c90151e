import { randomBytes } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { countText } from '../../core/text/count-text.ts'
import { fileProblem } from '../../io/index.ts'
import { ARCHIVE, DATABASE_BACKUP, findHomeDamage, packHome, refuseLeaving } from '../backup/backup-home.ts'
import { makeDraft, placeOnTarget, refuseTarget, removeKilledDrafts } from '../backup/backup-target.ts'
import { elsewhereText } from '../backup/describe-check.ts'
import type { Manifest } from '../backup/manifest.ts'
import { defineCommand } from '../command.ts'
import { during } from '../output/spinner.ts'

/** Writes what is in the home into one file. */
export const backup = defineCommand({
  arguments: {
    file: { kind: 'file', required: true, description: 'the file to write, a tar file', hint: 'swapcli backup FILE' },
  },
  options: {
    withKeys: { kind: 'switch', description: 'also keys, encrypted as they are, and secret settings' },
    force: { kind: 'switch', description: 'replace an earlier backup of this home' },
    damaged: { kind: 'switch', description: 'also write one of a home of which something is damaged or lost' },
  },
  examples: ['backup swapcli.tar', 'backup swapcli.tar --with-keys --force'],
  notes:
    'Swaps and `serve` may go on meanwhile. Without --with-keys it holds no secret: keys and secret settings are left\n' +
    'out, and named. Where a database keeps the swaps, it holds the wallet and all else that is in the home, and says so: the\n' +
    'database is backed up by its own tools.',
  stopsItself: true,
  local: true,
  run: async (session, { file }, { withKeys, force, damaged }) => {
    const { output } = session
    const target = { path: file === '-' ? file : resolve(file), replaces: force }
    let removeDraft: (() => Promise<void>) | undefined
    try {
      await refuseTarget(session, target)
      await removeKilledDrafts(dirname(target.path), (text) => output.say(output.clean(text)))
      const damage = await during(session, 'Looking for damage', findHomeDamage(session))
      if (damage.length > 0 && !damaged) throw damagedHome(damage)
      const draft = `${target.path}.${randomBytes(6).toString('hex')}.tmp`
      removeDraft = await makeDraft(draft)
      const { manifest, bytes } = await during(session, 'Copying', packHome(session, draft, withKeys, damage))
      refuseLeaving(session)
      await placeOnTarget(session, target, join(draft, ARCHIVE), manifest)
      if (output.json) return output.printJson({ data: { file: target.path, bytes, ...manifest } })
      await output.fields([
        ['file', target.path],
        ['holds', manifest.files.map(({ path }) => path).join(', ')],
        ['size', countText(bytes, 'byte')],
      ])
      for (const line of lackLines(manifest)) output.note(line)
      if (manifest.database !== undefined)
        output.warn(`not in it   ${elsewhereText(manifest.database)}. ${DATABASE_BACKUP}`)
    } catch (error) {
      throw isSwapError(error) ? error : cannotWrite(target.path, error)
    } finally {
      await removeDraft?.()
    }
  },
})

/** What a backup lacks, for a person. */
function lackLines({ leftOut: { keys, settings }, damaged = [] }: Manifest | Omit<Manifest, 'format'>) {
  return [
    ...damaged.map((text) => `damaged     ${text}`),
    ...(keys.length === 0 ? [] : [`not in it   the keys of ${keys.join(', ')}`]),
    ...(settings.length === 0 ? [] : [`not in it   the settings ${settings.join(', ')}`]),
  ]
}

function damagedHome([first = '', ...more]: readonly string[]): SwapError {
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  return new SwapError('STORE_UNUSABLE', `The home is damaged, so it is no good backup: ${first}${others}`, {
    reason: 'backup',
    hint: 'Nothing was written. Mend it (swapcli doctor), or write what is left to a file of its own: swapcli backup FILE --damaged',
  })
}

function cannotWrite(file: string, cause: unknown): SwapError {
  return new SwapError('CONFIG_INVALID', `${file} cannot be written: ${fileProblem(cause)}`, {
    hint: 'Nothing was written. Name a file in a folder of yours, on a disk with room for it twice: swapcli backup FILE',
    cause,
  })
}
