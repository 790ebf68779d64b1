import { AppError } from '../../errors.ts'
import { ediColumns, linesOfSet, type EdiLine } from '../../domain/edi/claim-set.ts'
import { readX12 } from '../../domain/edi/x12.ts'
import { X12Error } from '../../domain/edi/x12-error.ts'
import { limits } from './limits.ts'

const readable = new Set(['844', '849', '867'])

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

/** The lines of an EDI X12 file as CSV: claims (844), answers to claims (849) and reports of sales (867). Refused with the segments that are wrong. */
export async function* ediAsCsv(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
  const { type, lines } = linesIn(Buffer.concat(parts).toString('utf8'))
  const columns = ediColumns.filter((name) => lines.some((line) => line[name] !== ''))
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

function linesIn(text: string) {
  try {
    const sets = readX12(text)
    const other = sets.find(({ type }) => !readable.has(type))
    if (other)
      throw new X12Error([
        { segment: 0, message: `Transaction set ${other.type} is not taken here: 844, 849 and 867 are.` },
      ])
    if (sets.length === 0) throw new X12Error([{ segment: 0, message: 'The file holds no transaction set.' }])
    const [first, another] = [...new Set(sets.map(({ type }) => type))]
    if (another)
      throw new X12Error([
        {
          segment: 0,
          message: `The file holds transaction sets ${first} and ${another}. Send each kind in a file of its own.`,
        },
      ])
    return { type: first!, lines: sets.flatMap(linesOfSet) }
  } catch (error) {
    if (error instanceof X12Error) throw new AppError('FILE_UNREADABLE', { message: error.message, cause: error })
    throw error
  }
}
