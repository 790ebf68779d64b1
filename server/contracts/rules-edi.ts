import type { Field, Screen } from '#src/definition'
import { readX12, writeX12, type Segment } from '../domain/edi/x12.ts'
import { X12Error } from '../domain/edi/x12-error.ts'
import { AppError } from '../errors.ts'
import {
  entryOf,
  readValue,
  rowFields,
  rowsOfContract,
  writtenValue,
  type FileIssue,
  type RuleRows,
  type Values,
} from './rule-rows.ts'

/** The set of price authorizations, in which terms of contracts travel. */
const setType = '845'

const segmentOf: Readonly<Record<string, string>> = { rules: 'RUL', tiers: 'TIR', eligibility: 'ELG', payees: 'PAY' }

// What separates in an interchange is written as its number, as in addresses: "CLI*" is a value people enter.
const escaped = (text: string): string =>
  text.replaceAll(/[%*~>^\p{Cc}]/gu, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`)
const unescaped = (text: string): string =>
  text.replaceAll(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

// A segment names its element by what it is called, so that a field more or less breaks nobody's file.
const elementsOf = (field: Field, row: Values): string[] =>
  (field.fields ?? []).flatMap((column) => {
    const value = row[column.name]
    const text = column.choices ? String(value ?? '') : writtenValue(column, value)
    return text === '' ? [] : [`${column.name}=${escaped(text)}`]
  })

/** The terms of contracts as an X12 interchange: BPA and CON for each contract, then a segment for each of its rows. */
export function rulesAsEdi(
  screen: Screen,
  contracts: readonly Values[],
  envelope: {
    readonly sender: string
    readonly receiver: string
    readonly control: number
    readonly date: string
    readonly time: string
  },
): string {
  const body = contracts.flatMap((contract) => [
    ['BPA', '00', String(contract['contract_number']), envelope.date.replaceAll('-', '')],
    ['CON', String(contract['contract_header'])],
    ...rowFields(screen).flatMap((field) =>
      rowsOfContract(contract, field).map((row) => [segmentOf[field.name]!, ...elementsOf(field, row)]),
    ),
  ])
  return writeX12({ ...envelope, group: 'PS', type: setType }, body)
}

function rowOf(field: Field, segment: Segment, contract: string, issues: FileIssue[]): Values {
  const row: Record<string, unknown> = {}
  for (const element of segment.elements) {
    const [name = '', ...rest] = element.split('=')
    if (element === '') continue
    const column = field.fields?.find((one) => one.name === name)
    const place = `Segment ${segment.at} (${segment.id}), ${name}`
    if (!column) issues.push({ contract, place, message: 'There is no such field' })
    else {
      const read = readValue(column, unescaped(rest.join('=')))
      if (read.ok) row[name] = read.value
      else issues.push({ contract, place, message: read.reason })
    }
  }
  return row
}

function setsIn(text: string) {
  try {
    return readX12(text).filter(({ type }) => type === setType)
  } catch (error) {
    if (!(error instanceof X12Error)) throw error
    throw new AppError('FILE_UNREADABLE', { message: error.message, cause: error })
  }
}

/** Reads such an interchange; it says everything about the contracts it names. FILE_UNREADABLE when it holds no set of them. */
export function readRulesEdi(text: string, screen: Screen): { readonly rows: RuleRows; readonly issues: FileIssue[] } {
  const sets = setsIn(text)
  if (sets.length === 0)
    throw new AppError('FILE_UNREADABLE', { message: `The file has no transaction set ${setType}.` })
  const fields = rowFields(screen)
  const rows: RuleRows = new Map()
  const issues: FileIssue[] = []
  for (const { segments } of sets) {
    let entry: Record<string, Values[]> | null = null
    let contract = ''
    for (const segment of segments) {
      const field = fields.find(({ name }) => segmentOf[name] === segment.id)
      if (segment.id === 'BPA') {
        contract = segment.elements[1] ?? ''
        entry = entryOf(rows, contract)
        for (const { name } of fields) entry[name] ??= []
      } else if (field && entry) entry[field.name]!.push(rowOf(field, segment, contract, issues))
      else if (field)
        issues.push({ place: `Segment ${segment.at} (${segment.id})`, message: 'No contract was named before (BPA)' })
    }
  }
  return { rows, issues }
}
