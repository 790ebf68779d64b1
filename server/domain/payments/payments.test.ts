import { describe, expect, test } from 'vitest'
import { bankText, creditTransfer } from './credit-transfer.ts'
import { isIban } from './iban.ts'
import { payeeSums } from './payee-sums.ts'

describe('an account number', () => {
  // The examples of the registry of ISO 13616.
  test.each([
    'DE89 3704 0044 0532 0130 00',
    'GB29NWBK60161331926819',
    'FR1420041010050500013M02606',
    'NO9386011117947',
  ])('%s is one', (iban) => expect(isIban(iban)).toBe(true))
  test.each(['DE88370400440532013000', 'DE8937040044', '370400440532013000', ''])('%s is none', (iban) =>
    expect(isIban(iban)).toBe(false),
  )
})

test('postings are netted by payee; who owes more waits', () => {
  const { paid, left } = payeeSums([
    { posting_number: 'A-1', payee: 'A', amount: '100.10' },
    { posting_number: 'B-1', payee: 'B', amount: '5' },
    { posting_number: 'A-2', payee: 'A', amount: '-0.20' },
    { posting_number: 'B-2', payee: 'B', amount: '-5' },
  ])
  expect(paid.map((one) => [one.payee, one.amount.toString(), one.postings.length])).toEqual([['A', '99.9', 2]])
  expect(left.map((one) => one.payee)).toEqual(['B'])
})

test('a credit transfer order says what is paid to whom, and adds up', () => {
  const order = creditTransfer({
    number: 'PAY-000001',
    createdAt: '2026-07-01T10:00:00.000Z',
    executionDate: '2026-07-03',
    currency: 'EUR',
    debtor: { name: 'Northgate Trading', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    transfers: [
      {
        reference: 'PAY-000001-1',
        name: 'Müller & Söhne',
        iban: 'GB29NWBK60161331926819',
        bic: null,
        amount: '99.9',
        text: 'R-1',
      },
      {
        reference: 'PAY-000001-2',
        name: "O'Hara <Ltd>",
        iban: 'NO9386011117947',
        bic: 'DNBANOKK',
        amount: '0.1000',
        text: 'R-2',
      },
    ],
  })
  expect(order).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>100.00</CtrlSum>')
  expect(order).toContain('<InstdAmt Ccy="EUR">99.90</InstdAmt>')
  expect(order).toContain('<Nm>Mueller + Soehne</Nm>')
  expect(order).toContain('<Nm>O&apos;Hara .Ltd.</Nm>')
  expect(order).toContain('<ReqdExctnDt><Dt>2026-07-03</Dt></ReqdExctnDt>')
  expect(order.match(/<[A-Z]\w*[ >]/g)).toHaveLength((order.match(/<\/[A-Z]\w*>/g) ?? []).length)
})

test('texts are cut and written as banks take them', () => {
  expect(bankText('Čaj 茶 éclair', 12)).toBe('Caj . eclair')
  expect(bankText('a'.repeat(200), 140)).toHaveLength(140)
})
