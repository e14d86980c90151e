import { countText } from '../../core/text/count-text.ts'
import { timeText, type TimeZone } from '../../core/text/times.ts'
import type { CheckedBackup } from './check-backup.ts'
import type { CheckedAccount } from './check-accounts.ts'
import type { CheckedNetwork } from './judge-backup.ts'
import type { RestorePlan } from './plan-restore.ts'

/** What was found of a backup, as names and texts for a person. */
export function describeCheck(
  file: string,
  checked: CheckedBackup,
  zone: TimeZone,
): readonly (readonly [string, string])[] {
  const { bytes, manifest, networks, accounts, settings, damage, plan } = checked
  const { createdAt, version, leftOut } = manifest
  return [
    ['file', `${file} (${countText(bytes, 'byte')})`],
    ['taken', `${timeText(createdAt, zone)} by swapcli ${version}`],
    ['sums', `right, of ${countText(manifest.files.length, 'file')}`],
    ...networks.flatMap((network) => [
      [network.network, heldText(network, zone)] as const,
      ...(network.mark === undefined ? [] : [['home', homeText(network.mark)] as const]),
    ]),
    ...accounts.map((account) => ['account', `${account.name} ${account.address}, ${KEY_TEXTS[account.key]}`] as const),
    ['settings', settings.join(', ')],
    ['left out', [...leftOut.settings, ...leftOut.keys.filter((name) => name.includes('/'))].join(', ')],
    ...(manifest.database === undefined ? [] : [['elsewhere', elsewhereText(manifest.database)] as const]),
    ...damage.map((text) => ['damaged', text] as const),
    ['restore', planText(plan)],
  ]
}

const KEY_TEXTS: Readonly<Record<CheckedAccount['key'], string>> = {
  included: 'with its key',
  'left-out': 'without its key: a backup has it with --with-keys',
  elsewhere: 'its key is in a file of another program',
  device: 'its key is on a device',
  none: 'watch only',
}

function heldText({ transactions, runs }: CheckedNetwork, zone: TimeZone): string {
  const parts = []
  if (transactions !== undefined) {
    const { total, pending, newestAt } = transactions
    const newest = newestAt === undefined ? '' : `, the newest of ${timeText(newestAt, zone)}`
    parts.push(`${countText(total, 'transaction')}, ${pending} pending${newest}`)
  }
  if (runs !== undefined) parts.push(`${countText(runs.total, 'run')}, ${runs.unfinished} unfinished`)
  return parts.length === 0 ? 'cannot be read' : parts.join('; ')
}

/** Where the swaps are that a backup does not hold. @param database its URL without secrets */
export function elsewhereText(database: string): string {
  return `the swaps are in the database ${database}, which a backup of a home does not hold`
}

function homeText({ homeId, counter, isThisHome, countedSince }: NonNullable<CheckedNetwork['mark']>): string {
  const since =
    countedSince === undefined
      ? 'this machine has seen no payment of it'
      : countedSince === 0
        ? 'nothing was paid since, as far as this machine has seen'
        : `it went on since: this machine has seen ${counter + countedSince}`
  return `${homeId}${isThisHome ? ', this one' : ''}, at count ${counter}; ${since}`
}

function planText(plan: RestorePlan): string {
  if (plan.outcome === 'refuse') {
    return `would be refused: ${plan.because}${plan.hint === undefined ? '' : `. ${plan.hint}`}`
  }
  const { outcome, notPut } = plan.settings
  const kept = notPut.length === 0 ? 'settings stay' : `settings stay, not put: ${notPut.join(', ')}`
  const parts = [
    plan.outcome === 'finish' ? `would finish the one that was cut off in ${plan.home}` : `would fill ${plan.home}`,
    ...(plan.removed.length === 0 ? [] : [`where these hold nothing, and make room: ${plan.removed.join(', ')}`]),
    ...(outcome === 'kept' ? [kept] : []),
  ]
  return parts.join('; ')
}
