import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'
import { canDraw, drawGlyphs, glyphsWidth, isEastAsian, languageOf, said, type Language } from './pdf-glyphs.ts'
import { fromTheLeft, hasRightToLeft, placed } from './pdf-order.ts'

type Document = InstanceType<typeof PDFDocument>
export type Weight = 400 | 600

const { resolve } = createRequire(import.meta.url)
const file = (script: string, weight: Weight, family = 'ibm-plex-sans'): string =>
  resolve(`@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`)

interface Script {
  readonly name: string
  readonly characters: RegExp
  readonly family?: string
}

/** The font comes in a file a script; which characters lie in which one. */
const scripts: readonly Script[] = [
  {
    name: 'latin',
    characters: /[ -\u00ff\u0131\u0152\u0153\u02bb-\u02dc\u2000-\u206f\u20ac\u2122\u2190-\u2193\u2212]/,
  },
  { name: 'cyrillic', characters: /[\u0301\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/ },
  { name: 'cyrillic-ext', characters: /[\u0460-\u052f\u1c80-\u1c88\u20b4\ua640-\ua69f]/ },
  { name: 'greek', characters: /[\u0370-\u03ff]/ },
  {
    name: 'vietnamese',
    characters: /[\u0102\u0103\u0110\u0111\u0128\u0129\u0168\u0169\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9\u20ab]/,
  },
  { name: 'hebrew', family: 'ibm-plex-sans-hebrew', characters: /[\p{Script_Extensions=Hebrew}\u20aa]/u },
  {
    name: 'arabic',
    family: 'ibm-plex-sans-arabic',
    characters: /\p{Script_Extensions=Arabic}/u,
  },
  { name: 'thai', family: 'ibm-plex-sans-thai', characters: /[\p{Script_Extensions=Thai}\u0e3f]/u },
  { name: 'devanagari', family: 'ibm-plex-sans-devanagari', characters: /[\p{Script_Extensions=Devanagari}\u20b9]/u },
  { name: 'emoji', family: 'noto-emoji', characters: /[\u{1f1e6}-\u{1f1ff}\p{Extended_Pictographic}]/u },
]
const everythingElse = 'latin-ext'
// From the top of a line to what its letters stand on, in parts of their size.
const ascent = 1.025
const plain = /^[ -\u00ff\u2000-\u206f\u20ac\u2212]*$/

const scriptOf = (character: string): string =>
  scripts.find(({ characters }) => characters.test(character))?.name ?? everythingElse

interface Run {
  readonly font: string
  readonly text: string
  /** Of a font that is drawn, not embedded. */
  readonly drawn?: Language
}

// Letters beside it do not join.
const notJoined = '\u200c'
const readFromTheRight = /^(hebrew|arabic) /

/** Parts of a text from left to right, each with the font that has its characters. */
function runsOf(text: string, weight: Weight): Run[] {
  if (plain.test(text)) return [{ font: `latin ${weight}`, text }]
  const language = languageOf(text)
  const turns = hasRightToLeft(text)
  const runs: { font: string; text: string; level: number; drawn?: Language }[] = []
  let joins = true
  for (const { character, level } of turns ? placed(text) : Array.from(text, (one) => ({ character: one, level: 0 }))) {
    if (character === notJoined) {
      joins = false
      continue
    }
    const isDrawn = isEastAsian(character) && canDraw(language, character)
    const font = `${isDrawn ? language : scriptOf(character)} ${weight}`
    const last = joins ? runs.at(-1) : undefined
    joins = true
    // Of what is read from the right the font joins and turns its words alone; digits and what lies between them are placed one by one.
    const goesOn = last?.font === font && last.level === level && readFromTheRight.test(font) === (level % 2 === 1)
    if (goesOn) last.text += character
    else runs.push({ font, text: character, level, ...(isDrawn ? { drawn: language } : {}) })
  }
  return turns ? fromTheLeft(runs) : runs
}

/** Makes the fonts known to a document; only those that are used end up in it. */
export function registerFonts(document: Document): void {
  for (const weight of [400, 600] as const) {
    for (const { name, family } of [...scripts, { name: everythingElse, family: undefined }])
      document.registerFont(`${name} ${weight}`, file(name, weight, family))
  }
}

export interface TextStyle {
  readonly size: number
  readonly weight: Weight
  readonly colour: string
}

const runWidth = (document: Document, run: Run, { size }: TextStyle): number =>
  run.drawn ? glyphsWidth(run.text, run.drawn, size) : document.font(run.font).widthOfString(run.text)

const widthOf = (document: Document, runs: readonly Run[], style: TextStyle): number => {
  document.fontSize(style.size)
  return runs.reduce((width, run) => width + runWidth(document, run, style), 0)
}

export const textWidth = (document: Document, text: string, style: TextStyle): number =>
  widthOf(document, runsOf(text, style.weight), style)

/** As much of a text as fits, with an ellipsis where it was cut. */
export function fitText(document: Document, text: string, width: number, style: TextStyle): string {
  if (textWidth(document, text, style) <= width) return text
  const characters = [...text]
  let [fits, tooLong] = [0, characters.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (textWidth(document, `${characters.slice(0, middle).join('')}…`, style) <= width) fits = middle
    else tooLong = middle
  }
  return `${characters.slice(0, fits).join('')}…`
}

/** How many characters of a word fit; at least one. */
function fittingLength(document: Document, word: string, width: number, style: TextStyle): number {
  const characters = [...word]
  let count = 1
  while (count < characters.length && textWidth(document, characters.slice(0, count + 1).join(''), style) <= width)
    count += 1
  return characters.slice(0, count).join('').length
}

/** The lines that a text takes in a width. A word that is longer than a line goes on in the next. */
export function wrapText(document: Document, text: string, width: number, style: TextStyle): string[] {
  const lines: string[] = []
  for (const part of text.split('\n')) {
    let current = ''
    for (const given of part.split(' ')) {
      const next = current ? `${current} ${given}` : given
      if (textWidth(document, next, style) <= width) {
        current = next
        continue
      }
      if (current) lines.push(current)
      let word = given
      while (textWidth(document, word, style) > width && word.length > 1) {
        const fits = fittingLength(document, word, width, style)
        if (fits >= word.length) break
        lines.push(word.slice(0, fits))
        word = word.slice(fits)
      }
      current = word
    }
    if (current) lines.push(current)
  }
  return lines
}

// Marks of direction, joiners of what does not join, variants and tints of signs.
const unseen = /(?!\u200c)[\p{Cf}\ufe00-\ufe0f\p{Emoji_Modifier}]|(?<![\p{Script=Arabic}\p{Script=Devanagari}])\u200c/gu
// Letters of these scripts are joined, turned or moved on the paper.
const shaped = /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Thai}|\p{Script=Devanagari}/u

/** One line of text from `x` on, or up to it when it is aligned at its end; control characters become blanks, marks that are not seen vanish. */
export function drawText(
  document: Document,
  text: string,
  x: number,
  y: number,
  width: number,
  style: TextStyle,
  align: 'start' | 'end' = 'start',
): void {
  const shown = fitText(document, text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(unseen, ''), width, style)
  const runs = runsOf(shown, style.weight)
  let at = align === 'end' ? x + width - widthOf(document, runs, style) : x
  document.fontSize(style.size).fillColor(style.colour)
  const draw = (): void => {
    for (const run of runs) {
      if (run.drawn)
        drawGlyphs(document, run.text, { x: at, baseline: y + ascent * style.size, language: run.drawn, ...style })
      else document.font(run.font).text(run.text, at, y, { lineBreak: false })
      at += runWidth(document, run, style)
    }
  }
  // What is found and copied is the text as it is read, not as its parts lie on the paper.
  if (shaped.test(shown)) said(document, shown, draw)
  else draw()
}
