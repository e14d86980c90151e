import { describe, expect, test } from 'vitest'
import { captureOutput } from '../../support/captured-output.ts'
import { noteQuestion, printedAddress } from '../../../src/cli/views/question-lines.ts'

const SPENDER = '0x2626664c2603336E57B271c5C0b26F421741e481'

/** What is printed on stderr. */
function noted(columns: number, isTTY: boolean, value: string): string[] {
  const { output, said } = captureOutput({ tty: isTTY, columns })
  noteQuestion(output, [
    ['left out', ''],
    ['approve', value],
  ])
  return said.stderr.split('\n')
}

describe('what is asked before a signature', () => {
  test('goes on below itself on a narrow terminal, and no address is ever cut in two', () => {
    const value = `unlimited USDC for ${SPENDER}, after setting it to zero`
    expect(noted(60, true, value)).toEqual([
      '',
      '  approve       unlimited USDC for',
      `                ${SPENDER},`,
      '                after setting it to zero',
      '',
      '',
    ])
    expect(noted(50, true, SPENDER)).toEqual(['', '  approve', `  ${SPENDER}`, '', ''])
    expect(noted(40, true, SPENDER)).toEqual(['', '  approve', SPENDER, '', ''])
  })

  test('keeps an address and its fingerprint on one line as long as a line holds both', () => {
    const value = `${printedAddress(SPENDER)} on base`
    const [, print = ''] = /(\[.*\])/.exec(value) ?? []
    expect(noted(80, true, value)).toEqual(['', `  approve       ${value}`, '', ''])
    expect(noted(60, true, value)).toEqual(['', '  approve', `  ${SPENDER} ${print} on`, '  base', '', ''])
    expect(noted(45, true, value)).toEqual(['', '  approve', SPENDER, `${print} on base`, '', ''])
  })

  test('stays on one line where it fits, and wherever nobody watches', () => {
    const value = `100 USDC for ${SPENDER}`
    const whole = ['', `  approve       ${value}`, '', '']
    expect(noted(100, true, value)).toEqual(whole)
    expect(noted(60, false, value)).toEqual(whole)
  })
})
