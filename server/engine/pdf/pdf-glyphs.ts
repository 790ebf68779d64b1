import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font, type Glyph, type PathCommand } from 'fontkit'
import type PDFDocument from 'pdfkit'

type Document = InstanceType<typeof PDFDocument>
/** Simplified Chinese, Japanese, Korean. */
export type Language = 'sc' | 'jp' | 'kr'

/** What pdfkit does not say of itself. */
interface Inside {
  readonly page: { readonly xobjects: Record<string, unknown> }
  ref(data: object): { end(content: string): void }
  addContent(content: string): void
  markContent(tag: string, options: { actual: string }): void
  endMarkedContent(): void
}

const { resolve } = createRequire(import.meta.url)

interface Slice {
  readonly file: string
  readonly from: readonly (readonly [first: number, last: number])[]
}

const slices = new Map<Language, readonly Slice[]>()

/** The files a language's font comes in, and the characters of each. */
function slicesOf(language: Language): readonly Slice[] {
  const known = slices.get(language)
  if (known) return known
  const name = `noto-sans-${language}`
  const folder = dirname(resolve(`@fontsource-variable/${name}/unicode.json`))
  const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
  const read = Object.entries(ranges).map(([key, range]) => ({
    file: join(folder, 'files', `${name}-${key.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
    from: range.split(',').map((part) => {
      const [first = 0, last = first] = part
        .trim()
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return [first, last] as const
    }),
  }))
  slices.set(language, read)
  return read
}

const fonts = new Map<string, Font>()

function fontOf(file: string): Font {
  const known = fonts.get(file)
  if (known) return known
  const font = create(readFileSync(file))
  fonts.set(file, font)
  return font
}

interface Drawn {
  readonly name: string
  readonly glyph: Glyph
  readonly unitsPerEm: number
}

const found = new Map<string, Drawn | null>()

function look(language: Language, character: string): Drawn | null {
  const code = character.codePointAt(0)!
  const file = slicesOf(language).find(({ from }) => from.some(([first, last]) => code >= first && code <= last))?.file
  if (file === undefined) return null
  const font = fontOf(file)
  const glyph = font.glyphForCodePoint(code)
  return glyph.id === 0 ? null : { name: `${language}${code.toString(16)}`, glyph, unitsPerEm: font.unitsPerEm }
}

/** A character as it is written in a language, or else in another that has it; null where none has. */
function drawn(language: Language, character: string): Drawn | null {
  const key = `${language}${character}`
  const known = found.get(key)
  if (known !== undefined) return known
  const other = (['sc', 'jp', 'kr'] as const).filter((one) => one !== language)
  let one = look(language, character)
  for (const next of other) one ??= look(next, character)
  found.set(key, one)
  return one
}

const eastAsian =
  /[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uffee\u{1f200}-\u{1f2ff}\u{20000}-\u{323af}]/u

/** Whether a character is one of those that Chinese, Japanese and Korean are written with. */
export const isEastAsian = (character: string): boolean => eastAsian.test(character)

/** How the characters of a text are to be shaped: the same one is written in different ways. */
export const languageOf = (text: string): Language =>
  /[\u3040-\u30ff\uff66-\uff9d]/.test(text)
    ? 'jp'
    : /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/.test(text)
      ? 'kr'
      : 'sc'

/** Whether a character can be drawn. */
export const canDraw = (language: Language, character: string): boolean => drawn(language, character) !== null

export function glyphsWidth(text: string, language: Language, size: number): number {
  let width = 0
  for (const character of text) {
    const one = drawn(language, character)
    if (one) width += (one.glyph.advanceWidth / one.unitsPerEm) * size
  }
  return width
}

const rounded = (value: number): string => String(Math.round(value))

// How much wider than the thin outline the strokes are, in parts of a character's size.
const stroke = { 400: 0.028, 600: 0.052 } as const

/** The outline of a glyph as a page describes it, whose curves have two points in between. */
function outline(commands: readonly PathCommand[]): string {
  let [x, y] = [0, 0]
  const parts: string[] = []
  for (const { command, args } of commands) {
    const put = (operator: string, ...points: number[]) => parts.push(`${points.map(rounded).join(' ')} ${operator}`)
    if (command === 'closePath') {
      parts.push('h')
      continue
    }
    if (command === 'moveTo') put('m', ...args)
    else if (command === 'lineTo') put('l', ...args)
    else if (command === 'bezierCurveTo') put('c', ...args)
    else {
      const [cx = 0, cy = 0, toX = 0, toY = 0] = args
      const between = (from: number, control: number) => from + ((control - from) * 2) / 3
      put('c', between(x, cx), between(y, cy), between(toX, cx), between(toY, cy), toX, toY)
    }
    ;[x = 0, y = 0] = args.slice(-2)
  }
  return `${parts.join('\n')}\nB`
}

const drawnIn = new WeakMap<Document, Map<string, { end(content: string): void }>>()

/** The drawing of a glyph, once in a document however often it is used. */
function drawingOf(document: Document, { name, glyph, unitsPerEm }: Drawn): unknown {
  const drawings = drawnIn.get(document) ?? new Map<string, { end(content: string): void }>()
  drawnIn.set(document, drawings)
  const known = drawings.get(name)
  if (known) return known
  const drawing = (document as unknown as Inside).ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [-unitsPerEm, -unitsPerEm, 2 * unitsPerEm, 2 * unitsPerEm],
  })
  drawing.end(outline(glyph.path.commands))
  drawings.set(name, drawing)
  return drawing
}

/** Draws something, and says beside it what it reads. */
export function said(document: Document, text: string, draw: () => void): void {
  const inside = document as unknown as Inside
  inside.markContent('Span', { actual: text })
  draw()
  inside.endMarkedContent()
}

/**
 * Draws a text of such characters on a baseline. Their font is a variable one, whose weights pdfkit cannot embed: each outline is
 * written once and used again, its thin strokes widened, and the text is said beside it, so that it can be searched and copied.
 */
export function drawGlyphs(
  document: Document,
  text: string,
  { x, baseline, size, weight, colour, language }: GlyphPlace,
): void {
  const inside = document as unknown as Inside
  document.fillColor(colour).strokeColor(colour).lineJoin('round')
  let at = x
  said(document, text, () => {
    for (const character of text) {
      const one = drawn(language, character)
      if (!one) continue
      inside.page.xobjects[one.name] = drawingOf(document, one)
      const scale = (size / one.unitsPerEm).toFixed(6)
      inside.addContent(
        `q ${rounded(stroke[weight] * one.unitsPerEm)} w ${scale} 0 0 -${scale} ${at.toFixed(2)} ${baseline.toFixed(2)} cm /${one.name} Do Q`,
      )
      at += (one.glyph.advanceWidth / one.unitsPerEm) * size
    }
  })
}

interface GlyphPlace {
  readonly x: number
  readonly baseline: number
  readonly size: number
  readonly weight: 400 | 600
  readonly colour: string
  readonly language: Language
}
