import { formatDecimal } from '#src/definition/field-types/numbers.ts'

const lower = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label

// "Tiers as reported" are several already.
const isMany = /[^aisu]s$/

function plural(noun: string): string {
  if (isMany.test(noun)) return noun
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  if (noun.endsWith('sis')) return `${noun.slice(0, -2)}es`
  return /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}

const isPluralOf = (many: string, one: string): boolean =>
  many !== one && many.split(' ').length === one.split(' ').length && many.startsWith(one.slice(0, -2))

// "Sales data" is a title, not the plural of "Sales line"; what "Line of a claim" has several of are lines.
function pluralOf([one, many]: readonly [string, string]): string {
  const noun = one.split(/ (?:of|by|for|in|under|on|to|as|found)(?= |$)/, 1)[0]!
  if (isPluralOf(many, one) || many.startsWith(`${plural(noun)} `)) return many
  return `${plural(noun)}${one.slice(noun.length)}`
}

/** "1 sales line", "245,903 sales lines". */
export const counted = (count: number, labels: readonly [string, string], locale: string): string =>
  `${formatDecimal(count, locale, 0, 0)} ${lower(count === 1 ? labels[0] : pluralOf(labels))}`
