import { AppError } from '../../errors.ts'
import { attribute, XmlScanner, type XmlHandler } from './xml-scanner.ts'
import { damaged, type ZipEntry, type ZipFile } from './zip-file.ts'

export interface WorkbookSheet {
  readonly name: string
  readonly hidden: boolean
  /** Where its rows are. */
  readonly part: ZipEntry | undefined
}

/** What a workbook says of itself. */
export interface Workbook {
  readonly sheets: readonly WorkbookSheet[]
  /** Whether days are counted from 1904 instead of 1900. */
  readonly from1904: boolean
  readonly strings: ZipEntry | undefined
  /** For each style of a cell, what its numbers are. */
  readonly styles: readonly NumberKind[]
}

/** Numbers that are days, days with a time, parts of a hundred, codes of so many digits, or just numbers. */
export type NumberKind = 'number' | 'day' | 'percent' | { readonly digits: number }

const mostBytes = 20_000_000

/** Reads the parts that say what the others are; FILE_UNREADABLE or WRONG_FILE_TYPE for an archive that is no workbook. */
export async function readWorkbook(zip: ZipFile): Promise<Workbook> {
  const part = zip.entries.find(({ name }) => /^[/\\]?xl[/\\]workbook\d*\.xml$/i.test(name))
  if (!part) {
    const binary = zip.entries.some(({ name }) => /workbook\.bin$/i.test(name))
    const message = binary
      ? 'This is a binary workbook (XLSB). Save it as XLSX or CSV.'
      : 'This archive is no workbook. Save it as XLSX or CSV.'
    throw new AppError('WRONG_FILE_TYPE', { message })
  }
  const found: { name: string; hidden: boolean; relation: string }[] = []
  let from1904 = false
  await scan(zip, part, (name, attributes) => {
    if (name === 'workbookPr') from1904 = /^(1|true|on)$/.test(attribute(attributes, 'date1904'))
    if (name !== 'sheet') return
    const hidden = /^(hidden|veryHidden)$/.test(attribute(attributes, 'state'))
    found.push({ name: attribute(attributes, 'name'), hidden, relation: attribute(attributes, 'id') })
  })
  const targets = new Map<string, ZipEntry | undefined>()
  let strings: ZipEntry | undefined
  let styles: ZipEntry | undefined
  const file = part.name.replace(/^.*[/\\]/, '')
  const relations = zip.find(`xl/_rels/${file}.rels`)
  if (!relations) throw damaged()
  await scan(zip, relations, (name, attributes) => {
    if (name !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return
    const target = zip.find(resolved(attribute(attributes, 'Target')))
    const type = attribute(attributes, 'Type')
    if (type.endsWith('/worksheet')) targets.set(attribute(attributes, 'Id'), target)
    if (type.endsWith('/sharedStrings')) strings = target
    if (type.endsWith('/styles')) styles = target
  })
  const sheets = found
    .filter(({ relation }) => targets.has(relation))
    .map(({ name, hidden, relation }) => ({ name, hidden, part: targets.get(relation) }))
  return { sheets, from1904, strings, styles: styles ? await readStyles(zip, styles) : [] }
}

/** A target as a name in the archive: from its root, or from the folder of the workbook. */
function resolved(target: string): string {
  const parts = target.startsWith('/') ? [] : ['xl']
  for (const part of target.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

async function scan(zip: ZipFile, entry: ZipEntry, open: XmlHandler['open'], close: XmlHandler['close'] = () => {}) {
  const scanner = new XmlScanner({ open, close, text: () => {} })
  let bytes = 0
  for await (const chunk of zip.stream(entry)) {
    bytes += chunk.length
    if (bytes > mostBytes) throw damaged()
    scanner.push(chunk)
  }
  scanner.end()
}

// Formats of days that every program has without writing them down.
const days = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
const isEastern = (format: number): boolean => (format >= 27 && format <= 36) || (format >= 50 && format <= 58)
const percents = new Set([9, 10])

async function readStyles(zip: ZipFile, entry: ZipEntry): Promise<NumberKind[]> {
  const formats = new Map<number, string>()
  const kinds: NumberKind[] = []
  let inside = false
  await scan(
    zip,
    entry,
    (name, attributes) => {
      if (name === 'numFmt') formats.set(Number(attribute(attributes, 'numFmtId')), attribute(attributes, 'formatCode'))
      if (name === 'cellXfs') inside = true
      if (name !== 'xf' || !inside) return
      const format = Number(attribute(attributes, 'numFmtId'))
      const code = formats.get(format)
      kinds.push(code === undefined ? builtIn(format) : kindOf(code))
    },
    (name) => {
      if (name === 'cellXfs') inside = false
    },
  )
  return kinds
}

function builtIn(format: number): NumberKind {
  if (percents.has(format)) return 'percent'
  return days.has(format) || isEastern(format) ? 'day' : 'number'
}

/** What a format of numbers makes of them. */
export function kindOf(code: string): NumberKind {
  if (/^0{2,}$/.test(code)) return { digits: code.length }
  const bare = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
  if (bare.replaceAll(/\[[^\]]*\]/g, '').includes('%')) return 'percent'
  return isDay(bare) ? 'day' : 'number'
}

/** Whether a format without its texts shows days or times: its letters outside of colours and conditions say so. */
function isDay(bare: string): boolean {
  const [first = ''] = bare.split(';')
  if (/\[(h+|m+|s+)\]/i.test(first)) return false
  return /[dmyhs]/i.test(first.replaceAll(/\[[^\]]*\]|general/gi, ''))
}
