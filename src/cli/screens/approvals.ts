import { countText } from '../../core/text/count-text.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { AccountWork, GivenApproval, WorkAsks } from '../../tui/index.ts'
import { type CurrentAccount, requirePayer, type SigningAsks } from '../accounts/current-account.ts'
import {
  allowedText,
  comingApprovals,
  type OpenedApprovals,
  openApprovals,
  type ReadApproval,
  readNow,
  refuseUnread,
} from '../accounts/approvals/recorded-approvals.ts'
import {
  openRevocations,
  requireRevoked,
  revocationFacts,
  revokeApproval,
} from '../accounts/approvals/revoke-approval.ts'
import { finishEarlierSends } from '../pay/earlier-sends.ts'
import { NO_SIGNER_FLAGS } from '../pay/pay-options.ts'
import type { Session } from '../session.ts'

/** The approvals of the account in use as the screens list and revoke them: what the commands do, asked for on the screens. */
export function screenApprovals(session: Session): Pick<AccountWork, 'approvals' | 'revoke'> {
  return {
    approvals: async () => {
      const notes: string[] = []
      const quiet = quietSession(session, (text) => notes.push(text))
      const { open, coming } = await readOpen(quiet, await openApprovals(quiet, { chain: [] }, []))
      return { approvals: open.map(givenOf), notes: [...notes, ...coming] }
    },
    revoke: async (key, asks) => {
      const quiet = { ...quietSession(session, asks.tell), signal: AbortSignal.any([session.signal, asks.signal]) }
      const opened = await openApprovals(quiet, { chain: [] }, [])
      const earlier = await finishEarlierSends(quiet, opened)
      const { open, account } = await readOpen(quiet, opened, signingBy(asks))
      const approval = open.find((one) => keyOf(one) === key)
      const { chain } = approval ?? {}
      if (approval === undefined || chain === undefined || account === undefined) {
        throw new SwapError('WALLET_REFUSED', 'This approval is used up, revoked or cannot be read now', {
          reason: 'run',
        })
      }
      const place = await openRevocations(quiet, opened, account, {}, ({ text }) =>
        asks.agree('Go on all the same?', [['warning', text]]),
      )
      const ended = await revokeApproval(quiet, place, { ...approval, chain }, (checked) => {
        const cost = `at most ${checked.networkCost}`
        return asks.pay(`Revoke it, for a network cost of ${cost}?`, revocationFacts({ ...approval, chain }, checked))
      })
      if (ended === undefined) return ['nothing was signed']
      requireRevoked([ended])
      const done = `done: ${ended.description} (${ended.hash})`
      asks.tell(done)
      return [
        done,
        ...(earlier.length === 0 ? [] : [`${countText(earlier.length, 'earlier transaction')} settled before`]),
      ]
    },
  }
}

/** The same session; nothing of it is printed into the screens. @param note told what would be */
export function quietSession(session: Session, note: (text: string) => void): Session {
  const say = (text: string) => note(session.output.namePlace(text))
  return { ...session, output: { ...session.output, watched: false, note: say, say, warn: say } }
}

function signingBy(asks: WorkAsks): SigningAsks {
  return {
    password: (account, attempt) =>
      asks.text({
        question: `Password of ${account}; Esc signs nothing${attempt === 1 ? '' : '. That password was wrong'}`,
        isHidden: true,
      }),
    device: asks.tell,
  }
}

/** What may still be taken of the account in use, and what is to come of approvals that wait for a block. */
async function readOpen(
  session: Session,
  opened: OpenedApprovals,
  asks?: SigningAsks,
): Promise<{
  readonly open: readonly ReadApproval[]
  readonly coming: readonly string[]
  readonly account: CurrentAccount | undefined
}> {
  if (opened.recorded.length === 0 && asks === undefined) return { open: [], coming: [], account: undefined }
  const account = await requirePayer(session, NO_SIGNER_FLAGS, asks)
  const own = opened.recorded.filter(({ owner }) => owner === account.address)
  const { read, failed } = await readNow(session, opened, own)
  refuseUnread(read, failed)
  const unread = failed.map(({ chain, error }) => `${chain.name} cannot be read: ${error.message}`)
  const coming = comingApprovals(read).map(({ text, hint }) => `${text}; cancel it: ${session.output.namePlace(hint)}`)
  return { open: read.filter(({ units }) => units !== 0n), coming: [...unread, ...coming], account }
}

function givenOf(approval: ReadApproval): GivenApproval {
  const { chain, chainId, symbol, token, isUnlimited, spender, keeper, provider } = approval
  return {
    key: keyOf(approval),
    chain: chain?.key ?? String(chainId),
    token: symbol ?? token,
    allowed: allowedText(approval),
    isUnlimited,
    spender: `${spender}${keeper === 'permit2' ? ' by Permit2' : ''}`,
    provider,
  }
}

function keyOf({ chainId, token, spender, keeper }: ReadApproval): string {
  return `${chainId} ${keeper} ${token} ${spender}`
}
