import { describe, expect, test } from 'vitest'
import { answerBody, claimBody, linesOfSet, type WrittenClaim } from './claim-set.ts'
import { readX12, writeX12 } from './x12.ts'

const envelope = {
  sender: 'DIST',
  receiver: 'NORTHGATE',
  control: 7,
  group: 'CF',
  date: '2026-03-31',
  time: '08:15',
}
const read = (type: string, body: readonly (readonly string[])[]) =>
  readX12(writeX12({ ...envelope, type }, body)).flatMap(linesOfSet)

const report = (...below: string[][]) => [
  ['BPT', '00', 'R-1', '20260331'],
  ['N1', 'DS', '', '92', 'DIST-1'],
  ['PTD', 'SD'],
  ['DTM', '003', '20260305'],
  ...below,
]

describe('quantities', () => {
  test('that came back are negative, and so is what they are worth', () => {
    const lines = read(
      '867',
      report(
        ['QTY', '32', '12', 'EA'],
        ['LIN', '', 'VN', 'M1'],
        ['AMT', '1', '54'],
        ['QTY', '76', '7', 'EA'],
        ['LIN', '', 'VN', 'M1'],
        ['UIT', 'EA', '4.5'],
        ['AMT', '1', '31.5'],
        ['QTY', '76', '-2', 'EA'],
        ['AMT', '1', '0'],
      ),
    )
    expect(lines).toMatchObject([
      { quantity: '12', claimed_amount: '54', transaction_type: 'Sale' },
      { quantity: '-7', claimed_amount: '-31.5', acquisition_price: '4.5', transaction_type: 'Return' },
      { quantity: '-2', claimed_amount: '0', transaction_type: 'Return' },
    ])
    expect(
      read('844', [
        ['BAA', '00', 'CB', '20260331', 'CL', 'X'],
        ['PAD', '1'],
        ['AMT', 'T', '5'],
        ['QTY', '76', '1'],
      ]),
    ).toMatchObject([{ quantity: '-1', claimed_amount: '-5', transaction_type: '' }])
  })

  test('that came back are written as such, and read again as they were', () => {
    const lines = [
      { line_no: '1', quantity: '12', uom: 'EA', claimed_amount: '54', accepted_amount: '50' },
      { line_no: '2', quantity: '-7', uom: 'EA', claimed_amount: '-31.5', accepted_amount: '0' },
      { line_no: '3', quantity: '-2', uom: 'EA', claimed_amount: '0', accepted_amount: '0' },
      // Claimed although it came back: the sign of its amount is to stay.
      { line_no: '4', quantity: '-1', uom: 'EA', claimed_amount: '3', accepted_amount: '0' },
    ]
    const claim: WrittenClaim = {
      claim_number: 'X',
      date: '2026-03-31',
      debit_memo: '',
      claimant: 'D',
      supplier: 'S',
      currency: 'EUR',
      total: '25.5',
      lines,
    }
    const quantities = claimBody(claim).filter(([id]) => id === 'QTY')
    expect(quantities).toEqual([
      ['QTY', '32', '12', 'EA'],
      ['QTY', '76', '7', 'EA'],
      ['QTY', '76', '2', 'EA'],
      ['QTY', '32', '-1', 'EA'],
    ])
    expect(read('844', claimBody(claim))).toMatchObject(lines.map(({ accepted_amount: _accepted, ...line }) => line))
    expect(read('849', answerBody(claim))).toMatchObject(lines)
  })

  test('of another kind are refused, with the segment', () => {
    expect(() => read('867', report(['QTY', '33', '100', 'EA']))).toThrow(
      'Segment 8: quantity qualifier 33 is not taken here',
    )
  })
})

const claim = (...below: string[][]) => [['BAA', '00', 'CB', '20260331', 'CL', 'X'], ...below]

describe('amounts', () => {
  test('of a line are those that are claimed; others, and those in the heading, are none', () => {
    const lines = read(
      '844',
      claim(
        ['AMT', 'T', '999'],
        ['PAD', '1'],
        ['AMT', 'T', '5'],
        ['AMT', 'TX', '0.95'],
        ['PAD', '2'],
        ['AMT', 'TX', '1'],
      ),
    )
    expect(lines.map((line) => line.claimed_amount)).toEqual(['5', ''])
  })
})

describe('totals', () => {
  const two = [
    ['PAD', '1'],
    ['AMT', 'T', '0.1'],
    ['PAD', '2'],
    ['AMT', 'T', '0.20'],
  ]

  test('that agree are taken, and so is a set without any', () => {
    expect(read('844', claim(...two, ['CTT', '2'], ['AMT', 'TT', '.3']))).toHaveLength(2)
    expect(read('844', claim(...two))).toHaveLength(2)
  })

  test('that do not agree are refused, each with its segment', () => {
    expect(() => read('844', claim(...two, ['CTT', '3'], ['AMT', 'TT', '0.4']))).toThrow(
      'Segment 9: CTT counts 3 lines, but there are 2\nSegment 10: the lines claim 0.3 in all, but the total is 0.4',
    )
  })
})

describe('the purpose', () => {
  test.each([
    ['844', ['BAA', '01', 'CB', '20260331', 'CL', 'X'], 'purpose 01 is not taken in an 844: 00 and 05 are'],
    ['849', ['BRC', '01', '20260331', 'CL', 'X'], 'purpose 01 is not taken in an 849'],
    ['867', ['BPT', '05', 'R-1', '20260331'], 'purpose 05 is not taken in an 867: 00 is'],
    ['844', ['BAA', '', 'CB', '20260331', 'CL', 'X'], 'no purpose is named'],
  ])('of an %s that is not handled is refused', (type, begin, words) => {
    expect(() => read(type, [begin, ['PAD', '1'], ['PTD', 'SD'], ['QTY', '32', '1'], ['AMT', 'T', '5']])).toThrow(words)
  })

  test('of an 844 that replaces one is as good as that of a new one', () => {
    const body = claimBody({
      claim_number: 'X',
      date: '2026-03-31',
      debit_memo: '',
      claimant: 'D',
      supplier: 'S',
      currency: 'EUR',
      total: '5',
      lines: [{ line_no: '1', claimed_amount: '5' }],
    }).map(([id = '', purpose = '', ...rest]) => (id === 'BAA' ? [id, '05', ...rest] : [id, purpose, ...rest]))
    expect(read('844', body)).toMatchObject([{ claim_number: 'X', claimed_amount: '5' }])
  })
})

test('an interchange says whether it is a test', () => {
  const text = writeX12({ ...envelope, type: '844' }, claim(['PAD', '1']))
  expect(readX12(text)).toMatchObject([{ usage: 'P' }])
  expect(readX12(text.replace('*0*P*>~', '*0*T*>~'))).toMatchObject([{ usage: 'T' }])
})
