import { amount, zero } from '../calculation/amount.ts'

/** One payment of an order; the amount as exact text above nothing. */
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

/** A text with the characters that every bank takes, at most so many of them. */
export const bankText = (text: string, most: number): string =>
  text
    .replaceAll(/[äöüÄÖÜß&]/g, (found) => written[found]!)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
    .slice(0, most)
    .trim()

const money = (value: string): string => amount(value).toFixed(2)

const escaped = (text: string): string => text.replaceAll("'", '&apos;')
const tag = (name: string, content: string): string => `<${name}>${content}</${name}>`
const textTag = (name: string, text: string, most: number): string => tag(name, escaped(bankText(text, most)))
const agent = (name: string, bic: string | null): string =>
  tag(name, tag('FinInstnId', bic ? tag('BICFI', bic) : tag('Othr', tag('Id', 'NOTPROVIDED'))))
const account = (name: string, iban: string): string => tag(name, tag('Id', tag('IBAN', iban)))

/** A credit transfer order by ISO 20022, pain.001.001.09: one debtor, one day, one currency. */
export function creditTransfer(order: TransferOrder): string {
  const { number, transfers, currency, debtor } = order
  const total = money(transfers.reduce((sum, one) => sum.plus(amount(one.amount)), zero).toString())
  const sums = tag('NbOfTxs', String(transfers.length)) + tag('CtrlSum', total)
  const payments = transfers.map((one) =>
    tag(
      'CdtTrfTxInf',
      tag('PmtId', textTag('EndToEndId', one.reference, 35)) +
        tag('Amt', `<InstdAmt Ccy="${currency}">${money(one.amount)}</InstdAmt>`) +
        agent('CdtrAgt', one.bic) +
        tag('Cdtr', textTag('Nm', one.name, 70)) +
        account('CdtrAcct', one.iban) +
        tag('RmtInf', textTag('Ustrd', one.text, 140)),
    ),
  )
  const head = tag(
    'GrpHdr',
    textTag('MsgId', number, 35) +
      tag('CreDtTm', order.createdAt.slice(0, 19)) +
      sums +
      tag('InitgPty', textTag('Nm', debtor.name, 70)),
  )
  const service = currency === 'EUR' ? tag('PmtTpInf', tag('SvcLvl', tag('Cd', 'SEPA'))) : ''
  const body = tag(
    'PmtInf',
    textTag('PmtInfId', number, 35) +
      tag('PmtMtd', 'TRF') +
      sums +
      service +
      tag('ReqdExctnDt', tag('Dt', order.executionDate)) +
      tag('Dbtr', textTag('Nm', debtor.name, 70)) +
      account('DbtrAcct', debtor.iban) +
      agent('DbtrAgt', debtor.bic) +
      tag('ChrgBr', currency === 'EUR' ? 'SLEV' : 'SHAR') +
      payments.join('\n'),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${tag('CstmrCdtTrfInitn', `${head}\n${body}`)}</Document>\n`
}
