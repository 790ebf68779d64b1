import { amount, sumOf } from '../calculation/amount.ts'
import type { Segment, TransactionSet } from './x12.ts'
import { X12Error, type X12Problem } from './x12-error.ts'

/** A line of a claim as an 844, an 867 or an 849 carries it; days as YYYY-MM-DD, numbers as they were written. */
export interface EdiLine {
  claim_number: string
  line_no: string
  debit_memo: string
  claim_date: string
  claimant: string
  supplier_number: string
  contract_id: string
  customer_id: string
  material_id: string
  invoice_number: string
  invoice_date: string
  quantity: string
  uom: string
  acquisition_price: string
  contract_price: string
  claimed_amount: string
  accepted_amount: string
  response_code: string
  response_text: string
  currency: string
  edi_sender: string
  edi_receiver: string
  edi_control: string
  /** Sale or Return, in a report of sales only. */
  transaction_type: string
}

export const ediColumns = [
  'claim_number',
  'line_no',
  'debit_memo',
  'claim_date',
  'claimant',
  'supplier_number',
  'contract_id',
  'customer_id',
  'material_id',
  'invoice_number',
  'invoice_date',
  'quantity',
  'uom',
  'acquisition_price',
  'contract_price',
  'claimed_amount',
  'accepted_amount',
  'response_code',
  'response_text',
  'currency',
  'edi_sender',
  'edi_receiver',
  'edi_control',
  'transaction_type',
] as const satisfies readonly (keyof EdiLine)[]

const day = (text: string): string => {
  if (/^\d{8}$/.test(text)) return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
  if (/^\d{6}$/.test(text)) return `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`
  return text
}

const claimants = new Set(['DS', 'DB', 'SE', 'WH', 'VN'])
const suppliers = new Set(['SU', 'MF', 'MFR'])
const buyers = new Set(['BY', 'ST', 'EC', 'UC', 'END'])
/** What is sold, and what comes back of it. */
const sold = new Set(['01', '32', '38', '39'])
const returned = '76'
const claimedAmounts = new Set(['T', '1'])
const acceptedAmounts = new Set(['AAE', 'A8'])
/** What a set may be for: 00 is an original, 05 replaces one, 11 answers. */
const purposes: Readonly<Record<string, readonly string[]>> = {
  844: ['00', '05'],
  849: ['00', '05', '11'],
  867: ['00'],
}
const dates = new Set(['003', '011', '035', '050', '052', '196', '328'])

const empty = (): EdiLine => Object.fromEntries(ediColumns.map((name) => [name, ''])) as unknown as EdiLine

/** What a segment says of everything below it: of the whole set, of a contract or of a line. */
const readers: Readonly<Record<string, (elements: readonly string[], into: EdiLine) => void>> = {
  BAA: (e, into) =>
    Object.assign(into, { claim_date: day(e[2] ?? ''), claim_number: e[4] ?? '', debit_memo: e[4] ?? '' }),
  BRC: (e, into) => Object.assign(into, { claim_date: day(e[1] ?? ''), claim_number: e[3] ?? '' }),
  BPT: (e, into) =>
    Object.assign(into, { claim_date: day(e[2] ?? ''), claim_number: e[1] ?? '', debit_memo: e[1] ?? '' }),
  CUR: (e, into) => void (into.currency = e[1] ?? ''),
  CON: (e, into) => void (into.contract_id = e[1] ?? ''),
  N1: ([kind = '', , , id = ''], into) => {
    if (claimants.has(kind)) into.claimant = id
    else if (suppliers.has(kind)) into.supplier_number = id
    else if (buyers.has(kind)) into.customer_id = id
  },
  REF: ([kind = '', id = '', words = ''], into) => {
    if (kind === 'DB' || kind === 'DM') into.debit_memo = id
    else if (kind === 'CL' || kind === 'CM') into.claim_number = id
    else if (kind === 'CT') into.contract_id = id
    else if (kind === 'IV' || kind === 'OI') into.invoice_number = id
    else if (kind === 'ZZ') Object.assign(into, { response_code: id, response_text: words })
  },
  DTM: ([kind = '', date = ''], into) => {
    if (dates.has(kind)) into.invoice_date = day(date)
  },
  PAD: ([line = ''], into) => void (into.line_no = line),
  LIN: (e, into) => {
    const at = e.findIndex((element, index) => index % 2 === 1 && /^(ND|N4|UP|UK|EN|VN|VP|BP|SK|MG)$/.test(element))
    if (at >= 0) into.material_id = e[at + 1] ?? ''
  },
  QTY: ([, quantity = '', unit = ''], into) => Object.assign(into, { quantity, uom: unit }),
  UIT: ([unit = '', price = ''], into) => Object.assign(into, { uom: into.uom || unit, acquisition_price: price }),
  CTP: ([, kind = '', price = ''], into) => {
    if (kind === 'CON' || kind === 'NET') into.contract_price = price
    else into.acquisition_price = price
  },
  AMT: ([kind = '', value = ''], into) => {
    if (acceptedAmounts.has(kind)) into.accepted_amount = value
    else if (claimedAmounts.has(kind)) into.claimed_amount = value
  },
}

// The totals behind the last line are no part of it.
const isTotal = ({ id }: Segment): boolean => id === 'CTT'

const isNumber = (text: string): boolean => /^-?(\d+\.?\d*|\.\d+)$/.test(text)

const negative = (text: string): string =>
  isNumber(text) && !text.startsWith('-') && !amount(text).isZero() ? `-${text}` : text

/** What comes back takes away what its sale brought. */
function asReturn(line: EdiLine): void {
  for (const name of ['quantity', 'claimed_amount', 'accepted_amount'] as const) line[name] = negative(line[name])
}

/** How a set begins: with what it is, and with a purpose that is handled. */
function beginProblems({ type, segments: [begin] }: TransactionSet): X12Problem[] {
  if (!begin) return []
  if (!['BAA', 'BRC', 'BPT'].includes(begin.id))
    return [
      { segment: begin.at, message: `a transaction set ${type} begins with ${begin.id}, not with BAA, BRC or BPT` },
    ]
  const [purpose = ''] = begin.elements
  const taken = purposes[type]
  if (!taken || taken.includes(purpose)) return []
  const words = taken.length > 1 ? `${taken.slice(0, -1).join(', ')} and ${taken.at(-1)} are` : `${taken[0]} is`
  return [
    {
      segment: begin.at,
      message: purpose
        ? `purpose ${purpose} is not taken in an ${type}: ${words}`
        : `no purpose is named; in an ${type} ${words} taken`,
    },
  ]
}

/** Where the totals of a claim or of its answer are others than those of its lines. */
function totalProblems({ type, segments }: TransactionSet, lines: readonly EdiLine[]): X12Problem[] {
  if (type === '867') return []
  const problems: X12Problem[] = []
  const count = segments.find(isTotal)
  const counted = count?.elements[0] ?? ''
  if (count && counted !== '' && Number(counted) !== lines.length)
    problems.push({ segment: count.at, message: `CTT counts ${counted} lines, but there are ${lines.length}` })
  const total = type === '844' ? segments.find(({ id, elements: [kind] }) => id === 'AMT' && kind === 'TT') : undefined
  const told = total?.elements[1] ?? ''
  const claimed = lines.map((line) => line.claimed_amount).filter((value) => value !== '')
  if (!total || ![told, ...claimed].every(isNumber)) return problems
  const sum = sumOf(claimed.map(amount))
  if (!sum.eq(amount(told)))
    problems.push({
      segment: total.at,
      message: `the lines claim ${sum.toFixed()} in all, but the total is ${amount(told).toFixed()}`,
    })
  return problems
}

/** Each line has a number of its own, whatever the sender counts by. */
function numberLines(lines: readonly EdiLine[]): void {
  for (const [at, one] of lines.entries()) if (one.line_no === '') one.line_no = String(at + 1)
  const seen = new Set<string>()
  const isTwice = lines.some(({ line_no: no }) => seen.size === seen.add(no).size)
  if (isTwice || lines.some(({ line_no: no }) => !/^\d{1,7}$/.test(no)))
    for (const [at, one] of lines.entries()) one.line_no = String(at + 1)
}

/**
 * The lines of a transaction set, a row for each product; what stands above them is repeated on every one. Throws X12Error for one
 * without any, for a purpose or a quantity that is not handled, and for totals that its lines do not come to.
 */
export function linesOfSet(set: TransactionSet): EdiLine[] {
  const problems = beginProblems(set)
  const lines: EdiLine[] = []
  const returns = new Set<EdiLine>()
  const isReport = set.type === '867'
  const head = { ...empty(), edi_sender: set.sender, edi_receiver: set.receiver, edi_control: set.interchange }
  let contract: EdiLine | null = null
  let line: EdiLine | null = null
  for (const segment of set.segments) {
    if (isTotal(segment)) break
    const { id, elements } = segment
    const starts = id === (isReport ? 'QTY' : 'PAD')
    if (id === 'CON') {
      contract = { ...head, contract_id: '', customer_id: '' }
      line = null
    } else if (starts) {
      line = { ...(contract ?? head), line_no: '', transaction_type: isReport ? 'Sale' : '' }
      lines.push(line)
    } else if (isReport && id === 'PTD') {
      contract = { ...head, customer_id: '', invoice_number: '', invoice_date: '' }
      line = null
    } else if (id === 'N1' && line) {
      // Another party: the lines behind it are for that one.
      contract = { ...(contract ?? head) }
      line = null
    }
    // Outside of a line an amount is the total of many.
    if (id === 'AMT' && !line) continue
    if (id === 'QTY' && elements[0] === returned && line) {
      returns.add(line)
      if (isReport) line.transaction_type = 'Return'
    } else if (id === 'QTY' && !sold.has(elements[0] ?? ''))
      problems.push({
        segment: segment.at,
        message: `quantity qualifier ${elements[0] || '(none)'} is not taken here: ${[...sold].join(', ')} (sold) and ${returned} (returned) are`,
      })
    const into: EdiLine = line ?? contract ?? head
    readers[id]?.(elements, into)
  }
  for (const one of returns) asReturn(one)
  if (lines.length === 0)
    problems.push({ segment: set.segments[0]?.at ?? 0, message: `transaction set ${set.control} has no lines` })
  problems.push(...totalProblems(set, lines))
  if (problems.length > 0) throw new X12Error(problems)
  numberLines(lines)
  return lines
}

const compact = (date: string): string => date.replaceAll('-', '')

const product = (id: string): readonly string[] =>
  /^\d{4,5}-?\d{3,4}-?\d{1,2}$/.test(id)
    ? ['LIN', '', 'ND', id]
    : /^\d{12,14}$/.test(id)
      ? ['LIN', '', 'UK', id]
      : ['LIN', '', 'VN', id]

type Written = Partial<EdiLine>

/** What came back is told by its qualifier, without a sign; what is credited or claimed although it came back is not, since reading that would turn it round. */
function quantityOf({ quantity = '', uom = '', claimed_amount, accepted_amount }: Written): readonly string[] {
  const isReturn = quantity.startsWith('-') && ![claimed_amount, accepted_amount].some(isPositive)
  return isReturn ? ['QTY', returned, quantity.slice(1), uom] : ['QTY', '32', quantity, uom]
}

const isPositive = (text: string | undefined): boolean =>
  text !== undefined && isNumber(text) && amount(text).isPositive() && !amount(text).isZero()

function* linesBelow(
  lines: readonly Written[],
  rest: (line: Written) => readonly (readonly string[])[],
): Generator<readonly string[]> {
  let [contract, customer]: (string | undefined)[] = []
  for (const line of lines) {
    if (line.contract_id !== contract || line.customer_id !== customer) {
      yield ['CON', 'CT', line.contract_id ?? '']
      if (line.customer_id) yield ['N1', 'BY', '', '92', line.customer_id]
      ;[contract, customer] = [line.contract_id, line.customer_id]
    }
    yield ['PAD', line.line_no ?? '']
    if (line.material_id) yield product(line.material_id)
    if (line.invoice_number) yield ['REF', 'IV', line.invoice_number]
    if (line.invoice_date) yield ['DTM', '003', compact(line.invoice_date)]
    if (line.quantity) yield quantityOf(line)
    yield* rest(line)
  }
}

export interface WrittenClaim {
  readonly claim_number: string
  /** YYYY-MM-DD. */
  readonly date: string
  readonly debit_memo: string
  readonly claimant: string
  readonly supplier: string
  readonly currency: string
  readonly total: string
  readonly lines: readonly Written[]
}

const parties = ({ claimant, supplier }: WrittenClaim): string[][] => [
  ['N1', 'DS', '', '92', claimant],
  ['N1', 'SU', '', '92', supplier],
]

const end = ({ lines, total }: WrittenClaim, kind: string): string[][] => [
  ['CTT', String(lines.length)],
  ['AMT', kind, total],
]

/** The body of an 844: what is claimed, below its contracts and end customers. */
export const claimBody = (claim: WrittenClaim): (readonly string[])[] => [
  ['BAA', '00', 'CB', compact(claim.date), 'CL', claim.claim_number],
  ['CUR', 'SE', claim.currency],
  ['REF', 'DB', claim.debit_memo || claim.claim_number],
  ...parties(claim),
  ...linesBelow(claim.lines, (line) => [
    ...(line.acquisition_price ? [['CTP', '', 'WHL', line.acquisition_price]] : []),
    ...(line.contract_price ? [['CTP', '', 'CON', line.contract_price]] : []),
    ['AMT', 'T', line.claimed_amount ?? ''],
  ]),
  ...end(claim, 'TT'),
]

/** The body of an 849: what became of each line of a claim, with the reason where it was not paid as claimed. */
export const answerBody = (claim: WrittenClaim): (readonly string[])[] => [
  ['BRC', '00', compact(claim.date), 'CL', claim.claim_number],
  ['CUR', 'SE', claim.currency],
  ['REF', 'DB', claim.debit_memo || claim.claim_number],
  ...parties(claim),
  ...linesBelow(claim.lines, (line) => [
    ['AMT', 'T', line.claimed_amount ?? ''],
    ['AMT', 'AAE', line.accepted_amount ?? ''],
    ...(line.response_code ? [['REF', 'ZZ', line.response_code, line.response_text ?? '']] : []),
  ]),
  ...end(claim, 'AAE'),
]
