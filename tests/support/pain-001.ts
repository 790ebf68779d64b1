import { isIban } from '#server/domain/payments/iban.ts'

/** An element of a message: what it is called, its attributes, and either the elements in it or its text. */
interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

const entities: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' }

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/([\w:]+)="([^"<&]*)"/g)].map(([, name = '', value = '']) => [name, value]))

/** Reads well-formed XML without comments; throws for what is not well formed. */
function read(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let at = xml.startsWith('<?xml') ? xml.indexOf('?>') + 2 : 0
  for (const found of xml.slice(at).matchAll(/<(\/?)([A-Za-z]\w*)([^<>]*)>|[^<]+/g)) {
    const start = (xml.startsWith('<?xml') ? xml.indexOf('?>') + 2 : 0) + found.index
    if (start !== at) throw new Error(`Not well formed at ${xml.slice(at, at + 40)}`)
    at += found[0].length
    const [whole, close, name, rest = ''] = found
    const parent = open.at(-1)!
    if (name === undefined) {
      if (/[<>]|&(?!(?:amp|apos|gt|lt|quot);)/.test(whole)) throw new Error(`Not well formed: ${whole}`)
      parent.text += whole.replaceAll(/&(\w+);/g, (_, entity: string) => entities[entity]!)
    } else if (close) {
      if (parent.name !== name) throw new Error(`${parent.name} is closed by ${name}`)
      open.pop()
    } else {
      const element: Element = { name, attributes: attributesOf(rest), children: [], text: '' }
      parent.children.push(element)
      open.push(element)
    }
  }
  if (at !== xml.length || open.length > 1 || root.children.length !== 1) throw new Error('Not one whole document')
  return root.children[0]!
}

/** Elements in their order, `?` for those that may be missing and `+` for those that repeat; or a pattern of the text. */
type Rule = readonly string[] | RegExp

const text = (most: number): RegExp => new RegExp(`^[^]{1,${most}}$`)
const sum = /^(?=(?:\D*\d){1,18}\D*$)\d+(?:\.\d{1,17})?$/

/** What the message definition pain.001.001.09 (ISO 20022) says of the elements that an order of ours has, by their path's end. */
const rules: Readonly<Record<string, Rule>> = {
  Document: ['CstmrCdtTrfInitn'],
  CstmrCdtTrfInitn: ['GrpHdr', 'PmtInf+'],
  GrpHdr: ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum?', 'InitgPty'],
  MsgId: text(35),
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/,
  NbOfTxs: /^\d{1,15}$/,
  CtrlSum: sum,
  InitgPty: ['Nm?'],
  PmtInf: [
    'PmtInfId',
    'PmtMtd',
    'NbOfTxs?',
    'CtrlSum?',
    'PmtTpInf?',
    'ReqdExctnDt',
    'Dbtr',
    'DbtrAcct',
    'DbtrAgt',
    'ChrgBr?',
    'CdtTrfTxInf+',
  ],
  PmtInfId: text(35),
  PmtMtd: /^(?:CHK|TRF|TRA)$/,
  PmtTpInf: ['SvcLvl?'],
  SvcLvl: ['Cd'],
  Cd: text(4),
  ReqdExctnDt: ['Dt'],
  Dt: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  Dbtr: ['Nm?'],
  Cdtr: ['Nm?'],
  Nm: text(140),
  DbtrAcct: ['Id'],
  CdtrAcct: ['Id'],
  'DbtrAcct/Id': ['IBAN'],
  'CdtrAcct/Id': ['IBAN'],
  IBAN: /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/,
  DbtrAgt: ['FinInstnId'],
  CdtrAgt: ['FinInstnId'],
  FinInstnId: ['BICFI?', 'Othr?'],
  BICFI: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/,
  Othr: ['Id'],
  'Othr/Id': text(35),
  ChrgBr: /^(?:DEBT|CRED|SHAR|SLEV)$/,
  CdtTrfTxInf: ['PmtId', 'Amt', 'CdtrAgt?', 'Cdtr?', 'CdtrAcct?', 'RmtInf?'],
  PmtId: ['EndToEndId'],
  EndToEndId: text(35),
  Amt: ['InstdAmt'],
  InstdAmt: /^(?=(?:\D*\d){1,18}\D*$)\d+(?:\.\d{1,5})?$/,
  RmtInf: ['Ustrd+'],
  Ustrd: text(140),
}

function structureProblems(element: Element, parent: string): string[] {
  const rule = rules[`${parent}/${element.name}`] ?? rules[element.name]
  if (!rule) return [`${element.name} does not belong to the message`]
  if (rule instanceof RegExp)
    return element.children.length === 0 && rule.test(element.text) ? [] : [`${element.name} is ${element.text}`]
  if (element.text.trim() !== '') return [`${element.name} has text`]
  const names = element.children.map(({ name }) => name).join(' ')
  const order = rule.map((name) => {
    const plain = name.replace(/[?+]$/, '')
    return name.endsWith('+') ? `(?:${plain} )+` : name.endsWith('?') ? `(?:${plain} )?` : `${plain} `
  })
  const own = new RegExp(`^${order.join('')}$`).test(`${names} `) ? [] : [`${element.name} has ${names}`]
  return [...own, ...element.children.flatMap((child) => structureProblems(child, element.name))]
}

const all = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)])
const textOf = (element: Element, name: string): string | undefined =>
  element.children.find((child) => child.name === name)?.text

/** Exact, in millionths: sums of decimal texts are never added up as binary fractions. */
const exact = (value: string): bigint => {
  const [whole = '0', part = ''] = value.split('.')
  return BigInt(whole + part.padEnd(6, '0').slice(0, 6))
}

function sumProblems(level: Element): string[] {
  const transfers = all(level, 'CdtTrfTxInf')
  const head = level.name === 'PmtInf' ? level : level.children.find(({ name }) => name === 'GrpHdr')!
  const total = all(level, 'InstdAmt').reduce((added, { text: amount }) => added + exact(amount), 0n)
  return [
    ...(Number(textOf(head, 'NbOfTxs')) === transfers.length
      ? []
      : [`${head.name} counts ${textOf(head, 'NbOfTxs')} of ${transfers.length}`]),
    ...(exact(textOf(head, 'CtrlSum') ?? '0') === total ? [] : [`${head.name} does not add up`]),
  ]
}

function instructionProblems(instruction: Element): string[] {
  const isSepa = all(instruction, 'SvcLvl').some((level) => textOf(level, 'Cd') === 'SEPA')
  const amounts = all(instruction, 'InstdAmt')
  const wrong = amounts.filter(
    ({ attributes, text: value }) =>
      !/^[A-Z]{3}$/.test(attributes['Ccy'] ?? '') ||
      exact(value) <= 0n ||
      (isSepa && (attributes['Ccy'] !== 'EUR' || !/^\d{1,9}\.\d\d$/.test(value))),
  )
  return [
    ...wrong.map(({ text: value, attributes }) => `${value} ${attributes['Ccy']} cannot be ordered`),
    ...(isSepa && textOf(instruction, 'ChrgBr') !== 'SLEV' ? ['The euro scheme shares charges by its own rules'] : []),
    ...(isSepa && all(instruction, 'Nm').some(({ text: name }) => name.length > 70)
      ? ['A name has at most 70 characters in the euro scheme']
      : []),
  ]
}

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'
const unwritable = /[^A-Za-z0-9/\-?:().,'+ ]/

/**
 * What is wrong with a credit transfer order by the message definition, the character set of the euro scheme and its own sums; nothing for
 * one that a bank takes. Not well-formed XML throws.
 */
export function painProblems(xml: string): string[] {
  const document = read(xml)
  const message = document.children[0] ?? document
  const words = ['Nm', 'Ustrd', 'EndToEndId', 'PmtInfId', 'MsgId'].flatMap((name) => all(document, name))
  const references = ['EndToEndId', 'PmtInfId'].map((name) => all(document, name).map(({ text: value }) => value))
  return [
    ...(document.attributes['xmlns'] === namespace ? [] : ['Another namespace']),
    ...structureProblems(document, ''),
    ...[message, ...all(document, 'PmtInf')].flatMap(sumProblems),
    ...all(document, 'PmtInf').flatMap(instructionProblems),
    ...all(document, 'IBAN').flatMap(({ text: iban }) => (isIban(iban) ? [] : [`${iban} is no account`])),
    ...words.flatMap(({ name, text: value }) =>
      unwritable.test(value) ? [`${name} cannot be written: ${value}`] : [],
    ),
    ...references.flatMap((of) => (new Set(of).size === of.length ? [] : ['A reference is there twice'])),
  ]
}
