import { AppError } from '../../errors.ts'
import { damaged } from './zip-file.ts'

/** What is told of a document while it is read; names are without their prefix. */
export interface XmlHandler {
  readonly open: (name: string, attributes: string) => void
  readonly text: (text: string) => void
  readonly close: (name: string) => void
}

const longestTag = 100_000
const tagEnd = /[^"'<>]*(?:"[^"]*"[^"'<>]*|'[^']*'[^"'<>]*)*>/y

/** Reads XML piece by piece; at no time does it hold more than a tag. Documents that declare entities of their own are refused. */
export class XmlScanner {
  readonly #decoder = new TextDecoder('utf-8')
  readonly #handler: XmlHandler
  #rest = ''

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  push(chunk: Uint8Array): void {
    this.#read(this.#rest + this.#decoder.decode(chunk, { stream: true }))
  }

  end(): void {
    this.#read(this.#rest + this.#decoder.decode())
    if (this.#rest.trim() !== '') throw damaged()
  }

  #read(text: string): void {
    let at = 0
    for (;;) {
      const start = text.indexOf('<', at)
      if (start < 0) break
      if (start > at) this.#handler.text(plainXml(text.slice(at, start)))
      const next = this.#markup(text, start)
      at = next < 0 ? start : next
      if (next < 0) {
        if (text.length - start > longestTag && !text.startsWith('<!', start)) throw damaged()
        this.#rest = text.slice(start)
        return
      }
    }
    // An entity may be cut off at the end.
    const entity = text.lastIndexOf('&')
    const whole = entity >= at && !text.includes(';', entity) && text.length - entity < 20 ? entity : text.length
    if (whole > at) this.#handler.text(plainXml(text.slice(at, whole)))
    this.#rest = text.slice(Math.max(at, whole))
  }

  /** Reads what begins with `<`; answers where it ends, or −1 when it is not whole yet. */
  #markup(text: string, start: number): number {
    const second = text[start + 1]
    if (second === '!' || second === '?') return this.#special(text, start)
    if (second === '/') {
      const end = text.indexOf('>', start)
      if (end >= 0) this.#handler.close(localName(text.slice(start + 2, end).trim()))
      return end < 0 ? end : end + 1
    }
    tagEnd.lastIndex = start + 1
    if (!tagEnd.test(text)) return -1
    const end = tagEnd.lastIndex
    const closed = text[end - 2] === '/'
    const tag = text.slice(start + 1, closed ? end - 2 : end - 1)
    const blank = tag.search(/\s/)
    const name = localName(blank < 0 ? tag : tag.slice(0, blank))
    this.#handler.open(name, blank < 0 ? '' : tag.slice(blank))
    if (closed) this.#handler.close(name)
    return end
  }

  #special(text: string, start: number): number {
    for (const [begin, finish] of marks) {
      if (!text.startsWith(begin, start)) {
        if (begin.startsWith(text.slice(start))) return -1
        continue
      }
      const end = text.indexOf(finish, start + begin.length)
      if (end < 0 && text.length - start > 1_000_000) throw damaged()
      if (end >= 0 && begin === '<![CDATA[') this.#handler.text(text.slice(start + begin.length, end))
      return end < 0 ? -1 : end + finish.length
    }
    throw new AppError('FILE_UNREADABLE', { message: 'The workbook declares entities of its own. It was refused.' })
  }
}

const marks = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A text without its entities. */
export const plainXml = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,10});/gi, (whole, name: string) => {
        if (!name.startsWith('#')) return named[name] ?? whole
        const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
        return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
      })
    : text

const attributePatterns = new Map<string, RegExp>()

/** The value of an attribute, whatever its prefix; empty where there is none. */
export function attribute(attributes: string, name: string): string {
  let pattern = attributePatterns.get(name)
  if (!pattern) {
    pattern = new RegExp(`(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    attributePatterns.set(name, pattern)
  }
  const found = pattern.exec(attributes)
  return found ? plainXml(found[1] ?? found[2] ?? '') : ''
}

/** Characters that XML cannot hold, as Office writes them: _x000D_. */
export const plainOffice = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    : text
