import { describe, expect, test } from 'vitest'
import { safeChecksum } from '../../../src/wallet/evm/safe-checksum.ts'
import type { EvmPaymentReview } from '../../../src/wallet/evm/planned-call.ts'
import { reviewDocument, writeUnsigned } from '../../../src/wallet/evm/unsigned-payment.ts'

const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ROUTER = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const APPROVE = `0x095ea7b3${ROUTER.slice(2).toLowerCase().padStart(64, '0')}${(100_000_000).toString(16).padStart(64, '0')}`

const REVIEW: EvmPaymentReview = {
  family: 'evm',
  chain: 'Ethereum (chain id 1)',
  chainName: 'Ethereum',
  chainId: 1,
  from: PAYER,
  target: ROUTER,
  action: 'exactInputSingle',
  leaves: ['100 USDC', '0.001 ETH'],
  approval: { spender: ROUTER, amount: '100 USDC', resets: false, needed: true },
  recipient: PAYER,
  minimumReceived: '0.049 ETH',
  validUntil: undefined,
  networkCost: '0.0012 ETH',
  changes: undefined,
  calls: [
    { kind: 'approve', to: USDC, data: APPROVE, value: 0n, description: 'Let the router take 100 USDC' },
    { kind: 'call', to: ROUTER, data: '0x04e45aaf', value: 1_000_000_000_000_000n, description: 'Swap' },
  ],
  transactions: [
    { kind: 'approve', description: 'Let the router take 100 USDC' },
    { kind: 'call', description: 'Swap' },
  ],
  doubts: [{ code: 'opaque-call', text: 'It is anything' }],
  warnings: ['Look twice'],
}

const COIN_TRANSFER: EvmPaymentReview = {
  ...REVIEW,
  chainId: 8453,
  approval: undefined,
  calls: [{ kind: 'transfer', to: ROUTER, data: '0x', value: 5n, description: 'Pay the deposit' }],
}

const PLACE = { nowMs: 1_768_478_400_000, transactionId: undefined }

describe('an unsigned payment', () => {
  test('has every transaction as eth_sendTransaction and cast take it, in order', () => {
    expect(writeUnsigned(REVIEW, 'json', PLACE)).toEqual({
      kind: 'list',
      items: [
        {
          from: PAYER,
          to: USDC,
          data: APPROVE,
          value: '0x0',
          chainId: '0x1',
          description: 'Let the router take 100 USDC',
        },
        {
          from: PAYER,
          to: ROUTER,
          data: '0x04e45aaf',
          value: '0x38d7ea4c68000',
          chainId: '0x1',
          description: 'Swap',
        },
      ],
    })
    expect(writeUnsigned(REVIEW, 'cast', PLACE)).toEqual({
      kind: 'lines',
      lines: [
        `cast send --chain 1 --from ${PAYER} ${USDC} ${APPROVE}`,
        `cast send --chain 1 --from ${PAYER} --value 1000000000000000 ${ROUTER} 0x04e45aaf`,
      ],
    })
  })

  test('leaves calldata out of the command line where there is none', () => {
    expect(writeUnsigned(COIN_TRANSFER, 'json', PLACE)).toEqual({
      kind: 'list',
      items: [{ from: PAYER, to: ROUTER, data: '0x', value: '0x5', chainId: '0x2105', description: 'Pay the deposit' }],
    })
    expect(writeUnsigned(COIN_TRANSFER, 'cast', PLACE)).toEqual({
      kind: 'lines',
      lines: [`cast send --chain 8453 --from ${PAYER} --value 5 ${ROUTER}`],
    })
  })

  test.each([
    ['a target with a shell command in it', { to: '0x1; rm -rf ~' }],
    ['calldata with a shell command in it', { data: '0x00$(reboot)' }],
    ['calldata of half a byte', { data: '0x0' }],
    ['a negative value', { value: -1n }],
    ['a value of more than 256 bits', { value: 2n ** 256n }],
  ])('is refused for %s', (_name, change) => {
    const review = { ...REVIEW, calls: REVIEW.calls.map((call) => ({ ...call, ...change })) }
    const refusal = { code: 'WALLET_REFUSED', funds: 'untouched' }
    for (const format of ['json', 'cast', 'safe'] as const) {
      expect(() => writeUnsigned(review, format, PLACE)).toThrow(expect.objectContaining(refusal))
    }
    expect(() => reviewDocument(review)).toThrow(expect.objectContaining(refusal))
  })

  test('is refused for a payer that is no address', () => {
    expect(() => writeUnsigned({ ...REVIEW, from: 'me' }, 'json', PLACE)).toThrow(
      expect.objectContaining({ code: 'WALLET_REFUSED' }),
    )
  })
})

test('a dry run has the review as it is documented', () => {
  expect(JSON.stringify(reviewDocument({ ...COIN_TRANSFER, changes: ['-100 USDC'] }))).toBe(
    JSON.stringify({
      ...{ chainName: 'Ethereum', chainId: 8453, from: PAYER, target: ROUTER, functionName: 'exactInputSingle' },
      ...{ leaves: ['100 USDC', '0.001 ETH'], recipient: PAYER, minimumReceived: '0.049 ETH', gasCost: '0.0012 ETH' },
      ...{ changes: ['-100 USDC'], doubts: ['It is anything'], doubtCodes: ['opaque-call'], warnings: ['Look twice'] },
      transactions: [
        { from: PAYER, to: ROUTER, data: '0x', value: '0x5', chainId: '0x2105', description: 'Pay the deposit' },
      ],
    }),
  )
})

/** The file that is written for Safe. */
function safeBatch(review: EvmPaymentReview, transactionId?: string): object {
  const unsigned = writeUnsigned(review, 'safe', { ...PLACE, transactionId })
  if (unsigned.kind !== 'file') throw new Error('it is not a file')
  return unsigned.content
}

describe('a batch for Safe', () => {
  test('is a file of its Transaction Builder', () => {
    expect(safeBatch(REVIEW)).toEqual({
      version: '1.0',
      chainId: '1',
      createdAt: 1_768_478_400_000,
      meta: {
        name: 'swapcli: exactInputSingle',
        description: 'Leaves the Safe: 100 USDC, 0.001 ETH; Let the router take 100 USDC; Swap',
        txBuilderVersion: '1.18.0',
        createdFromSafeAddress: PAYER,
        createdFromOwnerAddress: '',
        checksum: '0x6242a2c1b25e93ac008f76b2ba591e9c6e66db81297fdb65b67b2ec2a3538b4e',
      },
      transactions: [
        { to: USDC, value: '0', data: APPROVE, contractMethod: null, contractInputsValues: null },
        {
          to: ROUTER,
          value: '1000000000000000',
          data: '0x04e45aaf',
          contractMethod: null,
          contractInputsValues: null,
        },
      ],
    })
  })

  test('says how its hash is reported, since whoever opens the file saw no command', () => {
    expect(safeBatch(REVIEW, 'tx_1')).toMatchObject({
      meta: {
        description:
          'Leaves the Safe: 100 USDC, 0.001 ETH; Let the router take 100 USDC; Swap; Once it is sent: swapcli track tx_1 HASH',
      },
    })
  })

  test('says until when its calls can be mined', () => {
    expect(safeBatch({ ...REVIEW, validUntil: '2026-01-15T12:10:00.000Z' })).toMatchObject({
      meta: {
        description:
          'Leaves the Safe: 100 USDC, 0.001 ETH; Let the router take 100 USDC; Swap; To be in a block before 2026-01-15T12:10:00.000Z',
      },
    })
  })

  test('has the checksum that the builder itself gave a file it wrote', () => {
    expect(
      safeChecksum({
        version: '1.0',
        chainId: '1',
        createdAt: 1761326849944,
        meta: {
          name: 'Transactions Batch',
          description: '',
          txBuilderVersion: '1.18.2',
          createdFromSafeAddress: '0xA77DE01e157f9f57C7c4A326eeE9C4874D0598b6',
          createdFromOwnerAddress: '',
        },
        transactions: [
          {
            to: USDC,
            value: '0',
            data: null,
            contractMethod: {
              inputs: [
                { internalType: 'address', name: 'spender', type: 'address' },
                { internalType: 'uint256', name: 'value', type: 'uint256' },
              ],
              name: 'approve',
              payable: false,
            },
            contractInputsValues: { spender: '0x474e5Ded6b5D078163BFB8F6dBa355C3aA5478C8', value: '100000000000' },
          },
        ],
      }),
    ).toBe('0x8b5032f716845c8b08bab3d63dbd9ba92e056f3557793cd041e59b84e16aa989')
  })
})
