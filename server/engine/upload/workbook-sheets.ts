import { AppError } from '../../errors.ts'
import { unpackEntry, type ZipEntry } from './zip-directory.ts'

export interface WorkbookSheet {
  readonly name: string
  readonly hidden: boolean
}

const mostBytes = 10_000_000
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (text: string): string =>
  text.replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return named[name] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

const attribute = (tag: string, name: string): string =>
  plain(new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).find(Boolean) ?? '')

/** The sheets of a workbook in their order; FILE_UNREADABLE for an archive that is none. */
export function sheetsOf(bytes: Buffer, entries: readonly ZipEntry[]): WorkbookSheet[] {
  const part = entries.find(({ name }) => /^(\/|\\)?xl[/\\]workbook\d*\.xml$/i.test(name))
  if (!part) {
    const binary = entries.some(({ name }) => /workbook\.bin$/i.test(name))
    const message = binary
      ? 'This is a binary workbook (XLSB). Save it as XLSX or CSV.'
      : 'This archive is no workbook. Save it as XLSX or CSV.'
    throw new AppError('WRONG_FILE_TYPE', { message })
  }
  const text = unpackEntry(bytes, part, mostBytes).toString('utf8')
  return [...text.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([tag]) => ({
    name: attribute(tag, 'name'),
    hidden: /\sstate=["'](hidden|veryHidden)["']/.test(tag),
  }))
}
