import { crc32, deflateRawSync } from 'node:zlib'

interface Part {
  readonly name: string
  readonly content: string | Buffer
  /** What the directory says of the unpacked size. */
  readonly claims?: number
}

/** An archive of parts, as Office writes them. */
export function zipOf(parts: readonly Part[]): Buffer {
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const { name, content, claims } of parts) {
    const plain = Buffer.from(content)
    const packed = deflateRawSync(plain)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    const sum = typeof crc32 === 'function' ? crc32(plain) : 0
    local.writeUInt32LE(sum, 14)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(plain.length, 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(sum, 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(Math.min(claims ?? plain.length, 0xffff_ffff), 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    const long = Buffer.alloc(claims !== undefined && claims >= 0xffff_ffff ? 12 : 0)
    if (long.length > 0) {
      long.writeUInt16LE(1, 0)
      long.writeUInt16LE(8, 2)
      long.writeBigUInt64LE(BigInt(claims!), 4)
      entry.writeUInt16LE(long.length, 30)
    }
    locals.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name), long)
    offset += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...directory, end])
}

interface Written {
  readonly rows: string
  readonly strings?: string
  readonly before?: string
  readonly workbook?: string
  readonly behind?: string
  readonly claims?: number
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook of one sheet, from the XML of its rows. Styles: 1 a day, 2 a day with its time, 3 a time, 4 a red number, 5 a part of a hundred, 6 a code of six digits, 7 a part of a hundred by a built-in format. */
export function workbookOf({ rows, strings, before = '', workbook = '', behind = '', claims }: Written): Buffer {
  const related = ['worksheet', 'styles', 'sharedStrings'].map(
    (type, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relation}/${type}" Target="${['worksheets/sheet1.xml', '/xl/styles.xml', 'sharedStrings.xml'][index]}"/>`,
  )
  const formats = [
    'General',
    'dd/mm/yyyy',
    'yyyy-mm-dd hh:mm:ss',
    'hh:mm:ss',
    '[Red]#,##0.00 "days"',
    '[Red]0.0%;-0.0%',
    '000000',
  ]
  return zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: 'xl/workbook.xml',
      content: `<?xml version="1.0"?>${before}<workbook ${main} xmlns:r="${relation}">${workbook}<sheets><sheet name="Data &amp; more" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: `<Relationships>${related.join('')}</Relationships>` },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet ${main}><numFmts>${formats.map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats.map((_, index) => `<xf numFmtId="${170 + index}"/>`).join('')}<xf numFmtId="10"/></cellXfs></styleSheet>`,
    },
    ...(strings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: `<sst ${main}>${strings}</sst>` }]),
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<?xml version="1.0" encoding="UTF-8"?><worksheet ${main}><sheetData>${rows}</sheetData>${behind}</worksheet>`,
      ...(claims === undefined ? {} : { claims }),
    },
  ])
}

/** A row of texts that stand in the cells themselves. */
export const textRow = (...texts: readonly string[]): string =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`).join('')}</row>`
