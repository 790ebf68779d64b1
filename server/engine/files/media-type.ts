/** What the beginning of a file shows it to be, whatever it is called. */
export interface Seen {
  /** A media type; 'application/octet-stream' for bytes of no known kind. */
  readonly type: string
  /** Runs or acts when it is opened: programs, pages, scripts. */
  readonly active?: boolean
}

/** How many bytes from the beginning are looked at. */
export const sniffedBytes = 8_192

const office = 'application/vnd.openxmlformats-officedocument'
const zip = 'application/zip'
const ole = 'application/x-ole-storage'
const plain = 'text/plain'

type Look = (head: Buffer, text: string) => boolean

const starts =
  (...bytes: number[]): Look =>
  (head) =>
    head.subarray(0, bytes.length).equals(Buffer.from(bytes))
const word =
  (text: string, at = 0): Look =>
  (head) =>
    head.toString('latin1', at, at + text.length) === text
const zipWith =
  (part: string): Look =>
  (head, text) =>
    word('PK\u0003\u0004')(head, text) && text.includes(part)

const signatures: readonly (readonly [look: Look, seen: Seen])[] = [
  [starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), { type: 'image/png' }],
  [starts(0xff, 0xd8, 0xff), { type: 'image/jpeg' }],
  [word('GIF8'), { type: 'image/gif' }],
  [(head, text) => word('RIFF')(head, text) && word('WEBP', 8)(head, text), { type: 'image/webp' }],
  [(head, text) => word('ftypavif', 4)(head, text), { type: 'image/avif' }],
  [(head, text) => word('ftyphei', 4)(head, text), { type: 'image/heic' }],
  [word('BM'), { type: 'image/bmp' }],
  [starts(0x49, 0x49, 0x2a, 0x00), { type: 'image/tiff' }],
  [starts(0x4d, 0x4d, 0x00, 0x2a), { type: 'image/tiff' }],
  [word('%PDF-'), { type: 'application/pdf' }],
  [zipWith('word/'), { type: `${office}.wordprocessingml.document` }],
  [zipWith('xl/'), { type: `${office}.spreadsheetml.sheet` }],
  [zipWith('ppt/'), { type: `${office}.presentationml.presentation` }],
  [zipWith('mimetypeapplication/vnd.oasis.opendocument.text'), { type: 'application/vnd.oasis.opendocument.text' }],
  [
    zipWith('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    { type: 'application/vnd.oasis.opendocument.spreadsheet' },
  ],
  [zipWith('META-INF/MANIFEST.MF'), { type: 'application/java-archive', active: true }],
  [word('PK\u0003\u0004'), { type: zip }],
  [word('PK\u0005\u0006'), { type: zip }],
  [starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), { type: ole }],
  [word('{\\rtf'), { type: 'application/rtf' }],
  [starts(0xff, 0xfe), { type: plain }],
  [starts(0xfe, 0xff), { type: plain }],
  [starts(0x1f, 0x8b), { type: 'application/gzip' }],
  [starts(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c), { type: 'application/x-7z-compressed' }],
  [word('Rar!'), { type: 'application/vnd.rar' }],
  [word('ftyp', 4), { type: 'video/mp4' }],
  [word('ID3'), { type: 'audio/mpeg' }],
  [word('MZ'), { type: 'application/x-msdownload', active: true }],
  [starts(0x7f, 0x45, 0x4c, 0x46), { type: 'application/x-elf', active: true }],
  [starts(0xcf, 0xfa, 0xed, 0xfe), { type: 'application/x-mach-binary', active: true }],
  [starts(0xca, 0xfe, 0xba, 0xbe), { type: 'application/x-mach-binary', active: true }],
  [word('#!'), { type: 'application/x-sh', active: true }],
  [starts(0x4c, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02, 0x00), { type: 'application/x-ms-shortcut', active: true }],
]

const page = /^\s*(<!doctype html|<html|<head|<body|<script|<iframe|<svg|<\?xml[^>]*\?>\s*(<!--.*?-->\s*)*<(svg|html))/i

/** Looks at the first bytes of a file. */
export function mediaTypeOf(head: Buffer): Seen {
  const latin = head.toString('latin1')
  const known = signatures.find(([look]) => look(head, latin))
  if (known) return known[1]
  const text = head.toString('utf8').replace(/^\uFEFF/, '')
  if (page.test(text)) return { type: /<svg/i.test(text.slice(0, 1_000)) ? 'image/svg+xml' : 'text/html', active: true }
  return { type: head.includes(0) ? 'application/octet-stream' : plain }
}

/** What an extension promises: the types its bytes may show, the first one being how it is called. */
const promises: Readonly<Record<string, readonly string[]>> = {
  png: ['image/png'],
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  jfif: ['image/jpeg'],
  gif: ['image/gif'],
  webp: ['image/webp'],
  avif: ['image/avif'],
  heic: ['image/heic'],
  bmp: ['image/bmp'],
  tif: ['image/tiff'],
  tiff: ['image/tiff'],
  svg: ['image/svg+xml'],
  pdf: ['application/pdf'],
  // Their parts may stand in any order, so that the first bytes may show no more than an archive.
  docx: [`${office}.wordprocessingml.document`, zip],
  xlsx: [`${office}.spreadsheetml.sheet`, zip],
  pptx: [`${office}.presentationml.presentation`, zip],
  odt: ['application/vnd.oasis.opendocument.text', zip],
  ods: ['application/vnd.oasis.opendocument.spreadsheet', zip],
  doc: ['application/msword', ole],
  xls: ['application/vnd.ms-excel', ole],
  ppt: ['application/vnd.ms-powerpoint', ole],
  msg: ['application/vnd.ms-outlook', ole],
  rtf: ['application/rtf'],
  zip: [zip],
  gz: ['application/gzip'],
  '7z': ['application/x-7z-compressed'],
  rar: ['application/vnd.rar'],
  mp4: ['video/mp4'],
  mp3: ['audio/mpeg'],
  txt: [plain],
  md: ['text/markdown', plain],
  csv: ['text/csv', plain],
  tsv: ['text/tab-separated-values', plain],
  json: ['application/json', plain],
  xml: ['application/xml', plain],
  eml: ['message/rfc822', plain],
  htm: ['text/html'],
  html: ['text/html'],
}

// Nothing that a double click on a downloaded file would run.
const programs = new Set(
  'exe dll com scr pif cpl msi msp bat cmd ps1 psm1 vbs vbe js jse mjs ws wsf wsh hta jar apk app dmg pkg deb rpm sh bash lnk url reg inf scf chm xhtml swf iso img vhd docm xlsm pptm xlam'.split(
    ' ',
  ),
)

export const isProgram = (extension: string): boolean => programs.has(extension)

/** Images that a browser shows without running anything in them. */
const shown = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

export const isSafeImage = (type: string): boolean => shown.has(type)

/**
 * The type a file is kept under: what its bytes show, called as its extension says; null when the two contradict each
 * other. One kind of picture may go by the name of another.
 */
export function agreedType(seen: string, extension: string): string | null {
  const promised = promises[extension]
  if (!promised) return seen
  if (promised.includes(seen)) return promised[0]!
  return seen.startsWith('image/') && promised[0]!.startsWith('image/') && !seen.includes('svg') ? seen : null
}

/** Whether a field's list of accepted files (media types, `image/*`, `.pdf`) names a file of this type and extension. */
export function isAccepted(accept: readonly string[] | undefined, type: string, extension: string): boolean {
  if (!accept || accept.length === 0) return true
  return accept.some((entry) => {
    const wanted = entry.trim().toLowerCase()
    if (wanted.startsWith('.')) return wanted.slice(1) === extension
    if (wanted.endsWith('/*')) return type.startsWith(wanted.slice(0, -1)) && type !== 'image/svg+xml'
    return wanted === type
  })
}
