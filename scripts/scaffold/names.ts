import { reserved } from '#src/definition/list-query.ts'
import { systemColumns } from '#src/definition/reserved-names.ts'

/** The words of a heading: cut at blanks, marks and where a capital follows a small letter. */
export const wordsOf = (heading: string): string[] =>
  heading
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

/** The letters and digits of a name alone: how two spellings are told to be one name. */
export const plain = (name: string): string => wordsOf(name).join('')

/** Names for columns: words joined by _, a letter in front, none twice and none that the product needs for itself. */
export function fieldNames(headings: readonly string[]): string[] {
  const taken = new Set<string>()
  return headings.map((heading, index) => {
    const words = wordsOf(heading).join('_') || `column_${index + 1}`
    const lettered = /^[a-z]/.test(words) ? words : `c_${words}`
    const base = reserved.has(lettered) || systemColumns.has(lettered) ? `${lettered}_value` : lettered
    let free = base
    for (let count = 2; taken.has(free); count += 1) free = `${base}_${count}`
    taken.add(free)
    return free
  })
}

/** "claim line" and "Claim line" of "claim-line". */
export const sentence = (name: string): string => {
  const words = wordsOf(name).join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A name's label in singular and plural; a name that ends in s is taken for the plural. */
export function labelsOf(name: string): [string, string] {
  const label = sentence(name)
  if (/[^sui]s$/.test(label)) return [label.replace(/ies$/, 'y').replace(/s$/, ''), label]
  if (/(s|x|z|ch|sh)$/.test(label)) return [label, `${label}es`]
  return [label, /[^aeiou]y$/.test(label) ? `${label.slice(0, -1)}ies` : `${label}s`]
}
