import { describe, expect, test } from 'vitest'
import { passwordProblem } from '../../../src/wallet/accounts/weak-password.ts'

describe('a password', () => {
  test.each([
    'short12',
    'password',
    'Password123!',
    'P@ssw0rd',
    'p4$$w0rd2024',
    'qwertyuiop',
    '1q2w3e4r5t',
    '1qaz2wsx3edc',
    'qwerty123456',
    'asdfghjkl;',
    '12345678',
    '123123123',
    '19840512',
    '20240101000',
    '11111111',
    'abcabcabc',
    'iloveyou1',
    'monkeydragon',
    'LetMeIn!!',
    'Summer2026!',
    'sunshine99',
    'bitcoin-moon',
    'wallet1234',
    'Trustno1',
    'savings123',
    'Savings-2026',
  ])('%s is weak', (password) => {
    expect(passwordProblem(password, 'savings')).toBeTypeOf('string')
  })

  test.each([
    'correct horse battery staple',
    'v8#kQz!m',
    'love839201847362',
    'Tr0ub4dor&3x9',
    'saving for a boat',
    '83920184736201',
    'zebra-lamp-violin',
    '日本語のパスワード長い',
    'password of my grandmother',
  ])('%s is good', (password) => {
    expect(passwordProblem(password, 'savings')).toBeUndefined()
  })
})
