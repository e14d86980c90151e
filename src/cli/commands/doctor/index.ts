import { clean } from '../../../core/text/clean-text.ts'
import { SwapError } from '../../../core/api/errors.ts'
import { findOwnFaults } from '../../accounts/own-files.ts'
import { defineCommand } from '../../command.ts'
import { networksWithRuns } from '../../../payments/index.ts'
import { acceptFound, GOES_ON_WITH } from './accept.ts'
import { checkAccounts } from './accounts.ts'
import { type Check, ok, warn } from './check.ts'
import { checkClock } from './clock.ts'
import { checkDamage, type DamageChecks } from './damage.ts'
import { checkFiles } from './files.ts'
import { checkMark } from './mark.ts'
import { checkNode } from './node.ts'
import { checkOnline } from './online.ts'
import { checkRuns } from './runs.ts'
import { checkService } from './service.ts'
import { areMended, checkSettings, checkSettingsDrafts, checkTrace, nodeProblems } from './settings.ts'
import { checkWallet, type ReadWallet, readWallet } from './wallet.ts'

/** Checks that everything works. */
export const doctor = defineCommand({
  examples: [
    'doctor',
    'doctor --fix',
    'doctor --quick --json',
    'doctor --accept lost-writes',
    'doctor --api http://127.0.0.1:8787/api/v1',
  ],
  notes:
    'Exit code 0 when nothing failed, 3 when settings or the store failed, 5 when the service did, or nobody of the live network answered.',
  options: {
    fix: { kind: 'switch', description: 'take from other users what they can do with the files of swapcli' },
    accept: {
      kind: 'list',
      of: { kind: 'choice', choices: GOES_ON_WITH },
      value: 'reason',
      description: 'go on with files that lack their last writes, or with an older copy of the home',
    },
    quick: {
      kind: 'switch',
      description: 'do not look for damage, which takes longer the more there is, and ask no provider',
    },
  },
  repairsSettings: true,
  worksWhileRestoring: true,
  run: async (session, _args, { fix, quick, accept }) => {
    const { output } = session
    const faults = await findOwnFaults(session, fix)
    const accepted = await acceptFound(session, accept)
    const problems = [...session.settingsProblems, ...(await nodeProblems(session))]
    const mended = await areMended(session, faults)
    const isKnown = (key: 'network' | 'api' | 'store') =>
      session.settings.has(key) || problems.every(({ field }) => field !== undefined && field !== key)
    // A file would be made, or found empty, where a database is meant.
    const mayOpen = isKnown('network') && isKnown('api') && isKnown('store')
    const networks = isKnown('network') ? [session.network] : await networksWithRuns(session.home)
    const wallets: Check[] = []
    let own: ReadWallet | undefined
    for (const network of networks) {
      const place = { ...session, network }
      const damage = quick ? UNSEEN : await checkDamage(place)
      wallets.push(...damage.checks)
      if (damage.isFatal) continue
      const wallet = await readWallet(place, mayOpen ? (quick ? 0 : MOST_ASKED) : undefined)
      wallets.push(checkWallet(place, wallet), ...(await checkMark(place, wallet)))
      own = wallet
    }
    const local = [
      checkNode(session),
      await checkClock(session),
      ...(mended ? [ok('settings', `can be used again (${session.configFile})`)] : checkSettings(session, problems)),
      ...(await checkTrace(session)),
      ...(await checkSettingsDrafts(session)),
      ...checkFiles(faults),
      ...(await checkAccounts(session)),
      ...accepted,
      ...wallets,
    ]
    const service = !isKnown('network') || !isKnown('api') ? [unknownNetwork(networks)] : []
    if (!isKnown('store')) service.push(unknownStore())
    else if (service.length === 0 && own !== undefined) {
      const found = await checkService(session)
      const isUsable = !quick && found.every(({ result }) => result !== 'fail')
      service.push(...found, ...(await checkRuns(session, own)), ...(isUsable ? await checkOnline(session) : []))
    }
    const checks = [...local, ...service].map((check) =>
      check.next === undefined ? check : { ...check, next: output.namePlace(check.next) },
    )
    if (output.json) output.printJson({ data: checks })
    else {
      const paint = {
        ok: output.paint.green(clean`ok  `),
        warn: output.paint.yellow(clean`warn`),
        fail: output.paint.red(clean`fail`),
      }
      for (const { name, result, detail, next } of checks) {
        output.print(clean`${paint[result]}  ${output.clean(`${name.padEnd(9)} ${detail}`)}`)
        if (next !== undefined) output.print(clean`                next: ${output.clean(next)}`)
      }
    }
    const failures = checks.filter(({ result }) => result === 'fail')
    if (failures.length === 0) return
    const names = [...new Set(failures.map(({ name }) => name))].join(', ')
    const upstream = failures.every(({ name }) => name === 'service' || name === 'online')
    throw new SwapError(upstream ? 'SERVICE_UNAVAILABLE' : 'CONFIG_INVALID', `Not in order: ${names}`, {
      hint: failures[0]?.next ?? 'Mend what failed, then run swapcli doctor again',
    })
  },
})

/** How many runs the service is asked about: whether their swaps have ended. */
const MOST_ASKED = 20

/** Nothing was looked through. */
const UNSEEN: DamageChecks = { checks: [], isFatal: false }

/** The store is not looked at while its setting cannot be read. */
function unknownStore(): Check {
  return warn('store', 'which one cannot be read from the settings', 'Mend it: swapcli config set store -')
}

/** What is not looked at while the settings do not say where. @param networks those whose swaps were looked at */
function unknownNetwork(networks: readonly string[]): Check {
  const seen = networks.length === 0 ? 'no swaps of any' : `the swaps of ${networks.join(' and ')}`
  return warn(
    'network',
    `which one, and which server, cannot be read from the settings: found ${seen}`,
    'Mend the settings, or name it: swapcli doctor --network NAME',
  )
}
