import type { FieldSpec, Screen } from '#src/definition'
import { guessField } from './guess-field.ts'
import { fieldNames, plain, wordsOf } from './names.ts'
import type { Proposal, ProposedField, SourceColumn, Target } from './proposal.ts'

// A zip code tells a place, a telephone number a telephone; neither the record.
const otherWords = new Set([
  'zip',
  'postal',
  'post',
  'phone',
  'telephone',
  'fax',
  'tax',
  'vat',
  'bank',
  'country',
  'currency',
])
const idWords = new Set(['id', 'key', 'code', 'number', 'no', 'nr', 'num', 'sku'])

// What any table may call a column of its own.
// How anybody's column may be called: an e-mail address is nobody's account yet.
const general = new Set([...idWords, 'name', 'email', 'mail'])

/** How the keys of the screens are called: by name and label of the key, and by the screen's name with and without "number". */
export function targetsOf(screens: readonly Screen[]): Target[] {
  return screens.flatMap(({ name, label, table, fields, upload }) => {
    const [key, ...more] = table?.key ?? []
    const field = fields.find((candidate) => candidate.name === key)
    if (!field || more.length > 0 || field.type !== 'text') return []
    const nouns = [name, label]
    const names = [
      field.name,
      ...(upload?.aliases[field.name] ?? []),
      ...nouns.flatMap((noun) => [noun, ...[...idWords].map((word) => `${noun} ${word}`)]),
    ]
    return [{ name, keyNames: [...new Set(names.map(plain))].filter((called) => !general.has(called)) }]
  })
}

/** Fields, types and key for the columns of a file or a table, each with the reason. */
export function propose(columns: readonly SourceColumn[], targets: readonly Target[]): Proposal {
  const names = fieldNames(columns.map(({ name }) => name))
  const rows = Math.max(0, ...columns.map(({ cells }) => cells.length))
  const filledOf = columns.map(({ cells }) =>
    cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && cell !== 'NULL'),
  )
  const [key, keyWhy] = findKey(columns, names, filledOf, rows)
  const fields = columns.map((column, at): ProposedField => {
    const filled = filledOf[at]!
    const name = names[at]!
    const isKey = key.includes(name)
    const [guessed, guessedWhy] = guessField(column.name, filled, rows, key.length === 1 && isKey ? [] : targets)
    const [spec, why] = column.declared ? [column.declared.spec, column.declared.why] : [guessed, guessedWhy]
    return {
      name,
      alias: plain(column.name) === plain(name) ? null : column.name,
      spec: isKey ? keySpec(spec, filled, key.length === 1) : spec,
      why: isKey ? `${why}; part of the key, so required and never changed` : why,
    }
  })
  return { fields: withSearch(fields, key), key, keyWhy }
}

/** A key of one field is what other screens refer to, and references hold text. */
function keySpec(spec: FieldSpec, filled: readonly string[], alone: boolean): FieldSpec {
  const longest = Math.max(10, ...filled.map((cell) => cell.length))
  const other = alone ? spec.type !== 'text' : spec.type === 'longText' || spec.type === 'choice'
  const kept: FieldSpec = other ? { type: 'text', max: longest * 2 } : spec
  const { unique: _known, ...rest } = kept
  return { ...rest, required: true, immutable: true }
}

function findKey(
  columns: readonly SourceColumn[],
  names: readonly string[],
  filled: readonly (readonly string[])[],
  rows: number,
): [string[], string] {
  const declared = names.filter((_, at) => columns[at]?.declared?.spec.unique)
  if (declared.length > 0) return [declared, `the table's primary key is ${declared.join(', ')}`]
  const full = names.flatMap((_, at) => (rows > 0 && filled[at]!.length === rows ? [at] : []))
  const isKey = (set: readonly number[]) =>
    new Set(Array.from({ length: rows }, (_, row) => JSON.stringify(set.map((at) => columns[at]!.cells[row])))).size ===
    rows
  const coded = (at: number) => {
    const words = wordsOf(columns[at]!.name)
    return words.some((word) => idWords.has(word)) && !words.some((word) => otherWords.has(word))
  }
  const byLikelihood = full.toSorted((a, b) => Number(coded(b)) - Number(coded(a)) || a - b)
  const single = byLikelihood.find((at) => isKey([at]))
  if (single !== undefined) return [[names[single]!], `${names[single]} is filled and different in all ${rows} rows`]
  const few = byLikelihood.slice(0, 8)
  const pairs = few.flatMap((a, i) => few.slice(i + 1).map((b) => [a, b]))
  const triples = pairs.flatMap(([a, b]) => few.filter((c) => few.indexOf(c) > few.indexOf(b!)).map((c) => [a!, b!, c]))
  const found = [...pairs, ...triples].find((set) => isKey(set))?.toSorted((a, b) => a - b)
  if (found)
    return [
      found.map((at) => names[at]!),
      `only together are ${found.map((at) => names[at]).join(', ')} different in all ${rows} rows`,
    ]
  return [
    [],
    `no three columns tell the ${rows} rows apart: name the fields by which people know a record as table.key`,
  ]
}

/** Key and names are what people search for. */
function withSearch(fields: readonly ProposedField[], key: readonly string[]): ProposedField[] {
  const isText = ({ spec }: ProposedField) => spec.type === 'text' && !spec.format
  const named = fields
    .filter((field) => isText(field) && /name|title|description|label/.test(field.name))
    .map(({ name }) => name)
  const searched = new Set([
    ...fields.filter((field) => key.includes(field.name) && isText(field)).map(({ name }) => name),
    ...named.slice(0, 2),
  ])
  return fields.map((field) => (searched.has(field.name) ? { ...field, spec: { ...field.spec, search: true } } : field))
}
