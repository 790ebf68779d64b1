import { AppError } from '../../errors.ts'
import { limits } from './limits.ts'
import { plainOffice, XmlScanner } from './xml-scanner.ts'
import { damaged, type ZipEntry, type ZipFile } from './zip-file.ts'

/** The texts that cells of a workbook refer to by number, packed close: one buffer for all, and where each ends. */
export class SharedStrings {
  #bytes: Buffer = Buffer.allocUnsafe(65_536)
  #ends = new Uint32Array(1_024)
  #count = 0
  #length = 0

  static async read(zip: ZipFile, entry: ZipEntry | undefined): Promise<SharedStrings> {
    const strings = new SharedStrings()
    if (!entry) return strings
    let text = ''
    let [inText, inPhonetic] = [false, false]
    const scanner = new XmlScanner({
      open: (name) => {
        if (name === 'si') text = ''
        else if (name === 't') inText = !inPhonetic
        else if (name === 'rPh') inPhonetic = true
      },
      text: (part) => {
        if (!inText) return
        text += part
        if (text.length > limits.cellLength) throw tooLongCell()
      },
      close: (name) => {
        if (name === 'si') strings.#add(plainOffice(text))
        else if (name === 't') inText = false
        else if (name === 'rPh') inPhonetic = false
      },
    })
    for await (const chunk of zip.stream(entry)) scanner.push(chunk)
    scanner.end()
    return strings
  }

  #add(text: string): void {
    const length = Buffer.byteLength(text)
    if (this.#length + length > limits.sharedBytes)
      throw new AppError('TOO_LARGE', { message: 'The workbook holds more text than can be taken. Save it as CSV.' })
    if (this.#length + length > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#length + length))
      this.#bytes.copy(grown, 0, 0, this.#length)
      this.#bytes = grown
    }
    if (this.#count === this.#ends.length) {
      const grown = new Uint32Array(2 * this.#ends.length)
      grown.set(this.#ends)
      this.#ends = grown
    }
    this.#bytes.write(text, this.#length)
    this.#length += length
    this.#ends[this.#count] = this.#length
    this.#count += 1
  }

  get(index: number): string {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) throw damaged()
    return this.#bytes.toString('utf8', index === 0 ? 0 : this.#ends[index - 1], this.#ends[index])
  }
}

/** A cell that no spreadsheet could hold. */
export const tooLongCell = (): AppError =>
  new AppError('TOO_LARGE', { message: 'A cell of the workbook holds more text than can be taken.' })
