const filler = new Set(
  `a an and any are as at be been but by can could did do does for from get had has have how i if in into is it its let me my no not of on or
   our please say see show so tell that the their them then there these they this to us was we were what when where which who whom whose why will with
   would you your about all give find list much many need want wie was wer wo der die das und ist`.split(/\s+/),
)

const most = 6

/** The words of a question by which what it is about is found, at most six. */
export function questionWords(question: string): string[] {
  const words = question
    .toLowerCase()
    .split(/[^\p{L}\p{N}_./-]+/u)
    .map((word) => word.replace(/^[./-]+|[./-]+$/g, ''))
    .filter((word) => (word.length > 2 || /\d/.test(word)) && !filler.has(word))
  return [...new Set(words)].slice(0, most)
}

/** A word as it also stands in texts: without the ending of a plural or a verb. */
export const stemOf = (word: string): string =>
  word.length < 5 || /\d/.test(word) ? word : word.replace(/(?:ies|ing|ed|es|s|y|e)$/, '')

/** A paragraph of Markdown as it is read, on one line. */
const unmarked = (paragraph: string): string =>
  paragraph
    .replaceAll(/^\s*(?:#+|[-*]|\d+\.)\s+/gm, '')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The paragraph of a text that has most of the words, without its marks; null where none has any. */
export function passageOf(text: string, words: readonly string[], longest = 320): string | null {
  const stems = words.map(stemOf)
  const paragraphs = text
    .split(/\n\s*\n/)
    .filter((paragraph) => !/^\s*#/.test(paragraph) || paragraph.trim().includes('\n'))
    .map(unmarked)
  const score = (paragraph: string) => stems.filter((stem) => paragraph.toLowerCase().includes(stem)).length
  const best = paragraphs.toSorted((one, other) => score(other) - score(one))[0]
  if (best === undefined || score(best) === 0) return null
  return best.length <= longest ? best : `${best.slice(0, longest).replace(/\s+\S*$/, '')} …`
}
