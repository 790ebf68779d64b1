import { formatDecimal } from '#src/definition/field-types/numbers.ts'

const lower = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label

// "Sales data" is a title, not the plural of "Sales line".
const pluralOf = ([one, many]: readonly [string, string]): string => {
  if (many.startsWith(one.slice(0, -1))) return many
  if (/[^aeiou]y$/.test(one)) return `${one.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(one) ? `${one}es` : `${one}s`
}

/** "1 sales line", "245,903 sales lines". */
export const counted = (count: number, labels: readonly [string, string], locale: string): string =>
  `${formatDecimal(count, locale, 0, 0)} ${lower(count === 1 ? labels[0] : pluralOf(labels))}`
