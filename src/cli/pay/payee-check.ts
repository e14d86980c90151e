import { contactName, joinPayee } from '../../core/assets/contacts.ts'
import { isKeptFor } from '../../core/assets/kept-contact.ts'
import { defined } from '../../core/defined.ts'
import { commandLine } from '../../core/text/command-line.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { findFamily, refusalFor, type Wallet } from '../../wallet/index.ts'
import type { Session } from '../session.ts'

type PayTerms = Parameters<Wallet['sign']>[1]

/** A wallet that signs only while the name of who is paid means what it meant when it was reviewed. */
export function watchPayee(session: Session, wallet: Wallet): Wallet {
  const review = async (...[execution, terms]: Parameters<NonNullable<Wallet['review']>>) => {
    verifyContact(session, terms)
    const reviewed = await wallet.review?.(execution, terms)
    if (reviewed === undefined) throw new Error('a wallet without a review was asked for one')
    return reviewed
  }
  return {
    ...wallet,
    ...defined({ review: wallet.review === undefined ? undefined : review }),
    sign: async (execution, terms, earlier) => {
      verifyContact(session, terms)
      await verifyName(session, terms)
      return wallet.sign(execution, terms, earlier)
    },
  }
}

/** A contact that was corrected since means that the old address was wrong. @throws WALLET_REFUSED */
function verifyContact({ settings }: Session, { recipientName = '', recipient, recipientMemo }: PayTerms): void {
  const contact = contactName(recipientName)
  if (contact === undefined) return
  const now = settings.get(`contact.${contact}`)?.value ?? ''
  if (isKeptFor(now, { address: recipient, memo: recipientMemo })) return
  const became = now === '' ? 'is not in your address book now' : `is ${now} now`
  const was = joinPayee({ address: recipient, memo: recipientMemo })
  const back = commandLine(['config', 'set', `contact.${contact}`, was, '--force'])
  throw refusalFor(
    'name',
    cleanText(`@${contact} was ${was} when it was reviewed, and ${became}`, 300),
    `Nothing was signed. Give the run up with --forget, and swap again; or, if ${was} is right, set it back: ${back}`,
  )
}

async function verifyName(session: Session, terms: PayTerms): Promise<void> {
  const { recipientName, recipient } = terms
  if (recipientName === undefined || contactName(recipientName) !== undefined) return
  const { names } = (await findFamily(recipient)) ?? {}
  if (names === undefined) return
  const { verifyRecipientName } = await import('../accounts/ens-recipient.ts')
  await verifyRecipientName(session, names, recipientName, terms)
}
