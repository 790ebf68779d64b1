import type { Screen } from '#src/definition'
import { AppError } from '../../errors.ts'
import { ediColumns, linesOfSet, type EdiLine } from '../../domain/edi/claim-set.ts'
import { readX12, type TransactionSet } from '../../domain/edi/x12.ts'
import { X12Error } from '../../domain/edi/x12-error.ts'
import { limits } from './limits.ts'

const readable = ['844', '849', '867'] as const
type SetType = (typeof readable)[number]

/** Where files of each kind are taken, by screen. */
const setsOf: Readonly<Record<string, readonly SetType[]>> = {
  'incoming-claim-line': ['844'],
  'outgoing-claim-line': ['844'],
  'claim-response': ['849'],
  'sales-data': ['867'],
  'indirect-sales': ['867'],
}

/** What EDI files a screen takes, and what its records are called. */
export interface TakenEdi {
  readonly sets: readonly SetType[]
  readonly records: string
}

/** The transaction sets that a screen takes: a claim is no answer, and neither is a report of sales. */
export const takenEdi = ({ name, plural }: Pick<Screen, 'name' | 'plural'>): TakenEdi => ({
  sets: setsOf[name] ?? [],
  records: plural,
})

/** A report of sales has the columns of sales lines. */
const ofSales: Partial<Record<keyof EdiLine, string>> = {
  invoice_number: 'billing_doc_number',
  line_no: 'billing_doc_line',
  invoice_date: 'billing_date',
  customer_id: 'customer_number',
  material_id: 'material_number',
  contract_id: 'contract_number',
  acquisition_price: 'unit_price',
  claimed_amount: 'net_value',
}

// Written although no line has one: an answer without a reason takes the reason of the one before it away.
const ofAnswer: ReadonlySet<string> = new Set(['response_code', 'response_text'])

/**
 * The lines of an EDI X12 file as CSV: claims (844), answers to claims (849) and reports of sales (867), as far as they are taken; all
 * of them where nothing is said. Refused with the segments that are wrong.
 */
export async function* ediAsCsv(chunks: AsyncIterable<Buffer>, taken?: TakenEdi): AsyncGenerator<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > limits.ediBytes)
      throw new AppError('TOO_LARGE', {
        message: `An EDI file may have at most ${limits.ediBytes / 1_000_000} MB. Split it by interchanges.`,
      })
    parts.push(chunk)
  }
  const { type, lines } = linesIn(decoded(Buffer.concat(parts)), taken)
  const columns = ediColumns.filter(
    (name) => (type === '849' && ofAnswer.has(name)) || lines.some((line) => line[name] !== ''),
  )
  yield Buffer.from(`${columns.map((name) => (type === '867' ? (ofSales[name] ?? name) : name)).join(',')}\n`)
  for (let from = 0; from < lines.length; from += 1_000)
    yield Buffer.from(
      lines
        .slice(from, from + 1_000)
        .map((line) => `${columns.map((name) => quoted(line[name])).join(',')}\n`)
        .join(''),
    )
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** EDI names no encoding: what is no UTF-8 is what Windows writes in the West. */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const problem = (message: string): X12Error => new X12Error([{ segment: 0, message }])

/** Why transaction sets are not taken where they were sent; null when they are. */
function notTaken(sets: readonly TransactionSet[], taken: TakenEdi): X12Error | null {
  const { sets: wanted, records } = taken
  if (wanted.length === 0) return problem(`${records} are not taken from EDI files.`)
  const other = sets.find(({ type }) => !wanted.some((one) => one === type))
  if (other)
    return problem(`${records} are not taken from transaction set ${other.type}, but from ${wanted.join(' and ')}.`)
  const test = sets.find(({ usage }) => usage === 'T')
  return test
    ? problem(`Interchange ${test.interchange} is a test (usage indicator T). Only production (P) is taken.`)
    : null
}

function linesIn(text: string, taken: TakenEdi = { sets: readable, records: 'Records' }) {
  try {
    const sets = readX12(text)
    const refused = notTaken(sets, taken)
    if (refused) throw refused
    if (sets.length === 0) throw problem('The file holds no transaction set.')
    const [first, another] = [...new Set(sets.map(({ type }) => type))]
    if (another)
      throw problem(`The file holds transaction sets ${first} and ${another}. Send each kind in a file of its own.`)
    return { type: first!, lines: sets.flatMap(linesOfSet) }
  } catch (error) {
    if (error instanceof X12Error) throw new AppError('FILE_UNREADABLE', { message: error.message, cause: error })
    throw error
  }
}
