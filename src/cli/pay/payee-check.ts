import { contactName, joinPayee } from '../../core/assets/contacts.ts'
import { isKeptFor } from '../../core/assets/kept-contact.ts'
import { defined } from '../../core/defined.ts'
import { commandLine } from '../../core/text/command-line.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { readConfig, type SettingKey } from '../../io/index.ts'
import { findFamily, type NewRun, refusalFor, type Wallet } from '../../wallet/index.ts'
import type { Session } from '../session.ts'

type PayTerms = Parameters<Wallet['sign']>[1]

/** A wallet that signs only while the name of who is paid means what it meant when it was reviewed. */
export function watchPayee(session: Session, wallet: Wallet): Wallet {
  const review = async (...[execution, terms]: Parameters<NonNullable<Wallet['review']>>) => {
    await verifyContact(session, terms)
    const reviewed = await wallet.review?.(execution, terms)
    if (reviewed === undefined) throw new Error('a wallet without a review was asked for one')
    return reviewed
  }
  return {
    ...wallet,
    ...defined({ review: wallet.review === undefined ? undefined : review }),
    sign: async (execution, terms, earlier) => {
      await verifyContact(session, terms)
      await verifyName(session, terms)
      return wallet.sign(execution, terms, earlier)
    },
  }
}

/**
 * Before a lock of a run is asked for, and before its terms are agreed to: its contact still means who it pays.
 * @throws WALLET_REFUSED, and CONFIG_INVALID where the settings cannot be read anew
 */
export async function verifyPayeeOf(
  session: Session,
  { recipientName, request: { recipient, recipientMemo }, lock }: Pick<NewRun, 'recipientName' | 'request' | 'lock'>,
): Promise<void> {
  const next = lock === undefined ? 'Nothing was locked: swap again' : undefined
  await verifyContact(session, { recipient, ...defined({ recipientName, recipientMemo }) }, next)
}

/**
 * A contact that was corrected since means that the old address was wrong: by another program, too.
 * @throws WALLET_REFUSED, and CONFIG_INVALID where the settings cannot be read anew
 */
async function verifyContact(
  session: Session,
  { recipientName = '', recipient, recipientMemo }: Pick<PayTerms, 'recipientName' | 'recipient' | 'recipientMemo'>,
  next = 'Nothing was signed. Give the run up with --forget, and swap again',
): Promise<void> {
  const contact = contactName(recipientName)
  if (contact === undefined) return
  const now = await keptContact(session, `contact.${contact}`)
  if (isKeptFor(now, { address: recipient, memo: recipientMemo })) return
  const became = now === '' ? 'is not in your address book now' : `is ${now} now`
  const was = joinPayee({ address: recipient, memo: recipientMemo })
  const back = commandLine(['config', 'set', `contact.${contact}`, was, '--force'])
  throw refusalFor(
    'name',
    cleanText(`@${contact} was ${was} when it was reviewed, and ${became}`, 300),
    `${next}; or, if ${was} is right, set it back: ${back}`,
  )
}

/** What stands for a contact now; '' for nothing. What the command line or the environment says goes before the file. */
async function keptContact({ settings, configFile }: Session, key: SettingKey): Promise<string> {
  const known = settings.get(key)
  if (known !== undefined && known.origin !== configFile) return known.value
  return (await readConfig(configFile)).find((setting) => setting.key === key)?.value ?? ''
}

async function verifyName(session: Session, terms: PayTerms): Promise<void> {
  const { recipientName, recipient } = terms
  if (recipientName === undefined || contactName(recipientName) !== undefined) return
  const { names } = (await findFamily(recipient)) ?? {}
  if (names === undefined) return
  const { verifyRecipientName } = await import('../accounts/ens-recipient.ts')
  await verifyRecipientName(session, names, recipientName, terms)
}
