import { SwapError } from '../../core/api/errors.ts'
import { checkAddress } from '../../core/assets/address.ts'
import { countText } from '../../core/text/count-text.ts'
import type { FailedChain } from '../../payments/index.ts'
import type { AccountWork, ApprovalRemark, ApprovalsReading, GivenApproval, WorkAsks } from '../../tui/index.ts'
import type { RecordedApproval } from '../../wallet/index.ts'
import { chooseAccount, requirePayer, type SigningAsks } from '../accounts/current-account.ts'
import {
  chainsToAsk,
  findHeldOn,
  type HeldApprovals,
  weighApprovals,
  type WeighedApproval,
} from '../accounts/approvals/held-approvals.ts'
import {
  allowedText,
  comingApprovals,
  type OpenedApprovals,
  openApprovals,
  readNow,
  refuseOtherFamily,
  refuseUnread,
  tokenAmountText,
  unrecordedApproval,
} from '../accounts/approvals/recorded-approvals.ts'
import {
  type OpenApproval,
  openRevocations,
  requireRevoked,
  revocationFacts,
  revokeApproval,
} from '../accounts/approvals/revoke-approval.ts'
import { finishEarlierSends } from '../pay/earlier-sends.ts'
import { NO_SIGNER_FLAGS } from '../pay/pay-options.ts'
import type { Session } from '../session.ts'
import { groupThousands } from '../../core/money/amount.ts'

/** The approvals of the account in use as the screens list and revoke them: what the commands do, asked for on the screens. */
export function screenApprovals(session: Session): Pick<AccountWork, 'approvals' | 'revoke'> {
  return {
    approvals: (onPart) => readAll(session, onPart),
    revoke: async (key, asks) => {
      const quiet = { ...quietSession(session, asks.tell), signal: AbortSignal.any([session.signal, asks.signal]) }
      const opened = await openApprovals(quiet, { chain: [] }, [])
      const earlier = await finishEarlierSends(quiet, opened)
      const account = await requirePayer(quiet, NO_SIGNER_FLAGS, signingBy(asks))
      const approval = await readOne(quiet, opened, account.address, key)
      const place = await openRevocations(quiet, opened, account, {}, ({ text }) =>
        asks.agree('Go on all the same?', [['warning', text]]),
      )
      const ended = await revokeApproval(quiet, place, approval, (checked) => {
        const cost = `at most ${groupThousands(checked.networkCost)}`
        return asks.pay(`Revoke it, for a network cost of ${cost}?`, revocationFacts(approval, checked))
      })
      if (ended === undefined) return [['', 'nothing was signed']]
      requireRevoked([ended])
      asks.tell(`done: ${ended.description} (${ended.hash})`)
      const before = `${countText(earlier.length, 'earlier transaction')} settled before`
      return [
        ['', `done: ${ended.description}`],
        ['hash', ended.hash],
        ...(earlier.length === 0 ? [] : [['', before] as const]),
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
        ...{ question: `Password of ${account}`, leaving: 'signs nothing', isHidden: true },
        refused: attempt === 1 ? '' : 'That password was wrong',
      }),
    device: asks.tell,
    waiting: (text) => asks.tell(text),
  }
}

/** What may be taken of the account in use: what runs of this machine left, and what known contracts may take beside that. */
async function readAll(session: Session, onPart: (reading: ApprovalsReading) => void): Promise<ApprovalsReading> {
  const notes: string[] = []
  const quiet = quietSession(session, (text) => notes.push(text))
  const opened = await openApprovals(quiet, { chain: [] }, [])
  const account = await chooseAccount(quiet, undefined)
  refuseOtherFamily(account)
  const { name, address } = account
  const own = opened.recorded.filter(({ owner }) => owner === address)
  const ofChain = new Map<string, RecordedApproval[]>()
  for (const approval of own) {
    const key = (await opened.payChains.chain(approval.chainId))?.key ?? ''
    ofChain.set(key, [...(ofChain.get(key) ?? []), approval])
  }
  const asked = [...new Set([...ofChain.keys(), ...(await chainsToAsk(quiet, opened))])].filter((key) => key !== '')
  const unasked = await readOwn(quiet, opened, ofChain.get('') ?? [])
  const damaged = notes.map((text) => remarkOf('incomplete', '', text))
  let reading: ApprovalsReading = {
    ...{ account: name, asked, waiting: asked },
    ...{ approvals: unasked.approvals, remarks: [...damaged, ...unasked.remarks] },
  }
  onPart(reading)
  const readOn = async (key: string) => {
    const [mine, others] = await Promise.all([
      readOwn(quiet, opened, ofChain.get(key) ?? []),
      findHeldOn(quiet, opened, address, key).then(partOf),
    ])
    const remarks = [...mine.remarks, ...others.remarks]
    reading = {
      ...reading,
      approvals: [...reading.approvals, ...mine.approvals, ...others.approvals].sort(byRisk),
      remarks: [
        ...reading.remarks,
        ...remarks.filter(({ key: of }, at) => remarks.findIndex((one) => one.key === of) === at),
      ],
      waiting: reading.waiting.filter((each) => each !== key),
    }
    onPart(reading)
  }
  await Promise.all(asked.map(readOn))
  return reading
}

type PartOfReading = Pick<ApprovalsReading, 'approvals' | 'remarks'>

/** What payments of this machine approved, on one chain. */
async function readOwn(
  session: Session,
  opened: OpenedApprovals,
  approvals: readonly RecordedApproval[],
): Promise<PartOfReading> {
  const { read, failed } = await readNow(session, opened, approvals)
  const weighed = await weighApprovals(
    session,
    opened,
    read.filter(({ units }) => units !== 0n),
  )
  const coming = comingApprovals(read).map(({ text, hint, chain }) =>
    remarkOf('coming', chain, `On ${chain}, ${text}. To cancel it: ${session.output.namePlace(hint)}`),
  )
  return { approvals: weighed.map(givenOf), remarks: [...failed.map(unreadRemark), ...coming] }
}

function partOf({ held, failed, missing }: HeldApprovals): PartOfReading {
  const incomplete = missing.map(({ chain, text }) => remarkOf('incomplete', chain, text))
  return { approvals: held.map(givenOf), remarks: [...failed.map(unreadRemark), ...incomplete] }
}

function unreadRemark({ chain: { key, name }, error }: FailedChain): ApprovalRemark {
  const hint = error.hint === undefined ? '' : `. ${error.hint}`
  const text = `${name} cannot be read: ${error.message}${hint}`
  // Both ways of reading a chain may have failed.
  return { ...remarkOf('unread', key, text), key: `unread ${key}` }
}

function remarkOf(kind: ApprovalRemark['kind'], chain: string, text: string): ApprovalRemark {
  return { key: `${kind} ${chain} ${text}`, kind, chain, text }
}

/** Most at risk first; what nobody values before what is worth nothing, and what has no end before what has. */
function byRisk(one: GivenApproval, other: GivenApproval): number {
  const rank = ({ atRiskUsd }: GivenApproval) => (atRiskUsd === undefined ? 1 : atRiskUsd > 0n ? 0 : 2)
  if (rank(one) !== rank(other)) return rank(one) - rank(other)
  const [mine = 0n, others = 0n] = [one.atRiskUsd, other.atRiskUsd]
  if (mine !== others) return mine > others ? -1 : 1
  return Number(other.isUnlimited) - Number(one.isUnlimited)
}

function givenOf(approval: WeighedApproval): GivenApproval {
  const { chain, chainId, symbol, token, isUnlimited, spender, spenderName, keeper, provider } = approval
  const { atRisk, atRiskUsd } = approval
  return {
    key: keyOf(approval),
    chain: chain?.key ?? String(chainId),
    token: symbol ?? token,
    tokenAddress: token,
    allowed: allowedText(approval),
    ...{ isUnlimited, spender, spenderName, isOfPermit2: keeper === 'permit2' },
    atRisk: atRisk === undefined ? 'unknown' : tokenAmountText(atRisk, approval),
    atRiskUsd,
    provider,
  }
}

function keyOf({ chainId, token, spender, keeper }: RecordedApproval): string {
  return `${chainId} ${keeper} ${token} ${spender}`
}

/** One that may still be used, as its chain has it now. @param key as `keyOf` made it @throws WALLET_REFUSED SERVICE_UNAVAILABLE */
async function readOne(session: Session, opened: OpenedApprovals, owner: string, key: string): Promise<OpenApproval> {
  const asked = opened.recorded.find((one) => one.owner === owner && keyOf(one) === key) ?? readKey(owner, key)
  const { read, failed } = await readNow(session, opened, asked === undefined ? [] : [asked])
  refuseUnread(read, failed)
  const [approval] = read
  const { chain, units } = approval ?? {}
  if (approval === undefined || chain === undefined || units === undefined || units === 0n) {
    throw new SwapError('WALLET_REFUSED', 'This approval is used up, revoked or cannot be read now', { reason: 'run' })
  }
  return { ...approval, chain }
}

/** An approval that no payment of this machine made. @param key as `keyOf` made it */
function readKey(owner: string, key: string): RecordedApproval | undefined {
  const [chainId = '', keeper = '', ...addresses] = key.split(' ')
  const [token, spender] = addresses.map((text) => checkAddress('evm', text))
  if (token?.ok !== true || spender?.ok !== true || (keeper !== 'token' && keeper !== 'permit2')) return undefined
  return unrecordedApproval({
    ...{ chainId: Number(chainId), owner, token: token.canonical, spender: spender.canonical, keeper },
  })
}
