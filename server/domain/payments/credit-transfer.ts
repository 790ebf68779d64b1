import { amount, minorUnits, sumOf } from '../calculation/amount.ts'
import { plainIban } from './iban.ts'
import { isInSepa } from './sepa.ts'

/** One payment of an order; the amount as exact text above nothing, in the minor unit of its currency. */
export interface Transfer {
  /** What it is known by at both ends, at most 35 characters. */
  readonly reference: string
  readonly name: string
  readonly iban: string
  readonly bic: string | null
  readonly amount: string
  readonly text: string
}

/** An order to a bank; days as YYYY-MM-DD, the moment as ISO. */
export interface TransferOrder {
  readonly number: string
  readonly createdAt: string
  readonly executionDate: string
  readonly currency: string
  readonly debtor: { readonly name: string; readonly iban: string; readonly bic: string | null }
  readonly transfers: readonly Transfer[]
}

// The characters every bank takes; umlauts are written out, what else is strange becomes a point.
const written: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  '&': '+',
}

/** A text with the characters that every bank takes, at most so many of them; a point where nothing is left, since none may be empty. */
export const bankText = (text: string, most: number): string =>
  text
    .replaceAll(/[äöüÄÖÜß&]/g, (found) => written[found]!)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
    .trim()
    .slice(0, most)
    .trim() || '.'

/** What both ends know a payment by: it neither begins nor ends with a stroke, nor has two in a row. */
export const bankReference = (text: string): string =>
  bankText(text, 35)
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/^\/|\/$/g, '') || '.'

const escaped = (text: string): string => text.replaceAll("'", '&apos;')
const tag = (name: string, content: string): string => `<${name}>${content}</${name}>`
const textTag = (name: string, text: string, most: number): string => tag(name, escaped(bankText(text, most)))
const referenceTag = (name: string, text: string): string => tag(name, escaped(bankReference(text)))
const account = (name: string, iban: string): string => tag(name, tag('Id', tag('IBAN', plainIban(iban))))

const bicPattern = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/

/** A bank by its code; one that is none is left out: account numbers lead to the bank. */
function bank(name: string, bic: string | null, without: string): string {
  const plain = (bic ?? '').replaceAll(/\s/g, '').toUpperCase()
  const identified = bicPattern.test(plain) ? tag('BICFI', plain) : without
  return identified === '' ? '' : tag(name, tag('FinInstnId', identified))
}

/** What an order may hold: 18 digits, five of them behind the point; within the euro area less than a billion. */
const most = (isSepa: boolean): string => (isSepa ? '999999999.99' : '9999999999999')

/** Payments of one order that are carried out in the same way. */
function instruction(
  { currency, debtor, executionDate }: TransferOrder,
  number: string,
  transfers: readonly Transfer[],
  isSepa: boolean,
) {
  const money = (value: string): string => amount(value).toFixed(minorUnits(currency))
  for (const { reference, amount: value } of transfers)
    if (!amount(value).gt(0) || amount(value).gt(most(isSepa)) || !amount(money(value)).eq(value))
      throw new RangeError(`${reference} is ${value} ${currency}, which no order to a bank can say`)
  const payments = transfers.map((one) =>
    tag(
      'CdtTrfTxInf',
      tag('PmtId', referenceTag('EndToEndId', one.reference)) +
        tag('Amt', `<InstdAmt Ccy="${currency}">${money(one.amount)}</InstdAmt>`) +
        bank('CdtrAgt', one.bic, '') +
        tag('Cdtr', textTag('Nm', one.name, 70)) +
        account('CdtrAcct', one.iban) +
        tag('RmtInf', textTag('Ustrd', one.text, 140)),
    ),
  )
  const head = [
    referenceTag('PmtInfId', number),
    tag('PmtMtd', 'TRF'),
    sums(transfers, currency),
    isSepa ? tag('PmtTpInf', tag('SvcLvl', tag('Cd', 'SEPA'))) : '',
    tag('ReqdExctnDt', tag('Dt', executionDate)),
    tag('Dbtr', textTag('Nm', debtor.name, 70)),
    account('DbtrAcct', debtor.iban),
    bank('DbtrAgt', debtor.bic, tag('Othr', tag('Id', 'NOTPROVIDED'))),
    tag('ChrgBr', isSepa ? 'SLEV' : 'SHAR'),
  ]
  return tag('PmtInf', head.join('') + payments.join('\n'))
}

const sums = (transfers: readonly Transfer[], currency: string): string =>
  tag('NbOfTxs', String(transfers.length)) +
  tag('CtrlSum', sumOf(transfers.map((one) => amount(one.amount))).toFixed(minorUnits(currency)))

/**
 * A credit transfer order by ISO 20022, pain.001.001.09: one debtor, one day, one currency. Euros between accounts of the euro payment
 * area go by its scheme, other payments by another instruction of the same order. Throws RangeError for an amount that cannot be ordered.
 */
export function creditTransfer(order: TransferOrder): string {
  const { number, transfers, currency, debtor } = order
  const isSepa = (one: Transfer): boolean => currency === 'EUR' && isInSepa(debtor.iban) && isInSepa(one.iban)
  const kinds = [true, false]
    .map((kind) => ({ kind, of: transfers.filter((one) => isSepa(one) === kind) }))
    .filter(({ of }) => of.length > 0)
  const head = tag(
    'GrpHdr',
    referenceTag('MsgId', number) +
      tag('CreDtTm', order.createdAt.slice(0, 19)) +
      sums(transfers, currency) +
      tag('InitgPty', textTag('Nm', debtor.name, 70)),
  )
  const body = kinds.map(({ kind, of }, at) => instruction(order, at === 0 ? number : `${number}-${at + 1}`, of, kind))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${tag('CstmrCdtTrfInitn', [head, ...body].join('\n'))}</Document>\n`
}
