import { X12Error } from './x12-error.ts'
import { type Envelope, readX12, type Segment, writeX12 } from './x12.ts'

/** The set of price and sales catalogues. */
export const catalogueSet = '832'

/** One element of a segment, as a mapping has it. */
export interface MappedElement {
  /** Segments are written in the order of these, elements of one number stand in one segment. */
  readonly sequence: number
  /** Once for the list, or once for each price. */
  readonly level: 'header' | 'line'
  readonly segment: string
  /** From 1, as the standard counts: LIN03 is 3. */
  readonly element: number
  /** The field of the list or price that stands there; null for a text that always does. */
  readonly field: string | null
  readonly constant: string | null
  readonly required: boolean
}

export type CatalogueRow = Readonly<Record<string, string | null>>

/** A price that could not be written, and what it lacks. */
export interface LeftOut {
  readonly row: number
  readonly reason: string
}

interface Shape {
  readonly level: MappedElement['level']
  readonly segment: string
  readonly elements: readonly MappedElement[]
}

/** The segments of a mapping in their order. */
function shapesOf(mapping: readonly MappedElement[]): Shape[] {
  const numbers = [...new Set(mapping.map(({ sequence }) => sequence))].toSorted((a, b) => a - b)
  return numbers.map((sequence) => {
    const elements = mapping.filter((one) => one.sequence === sequence)
    const [{ level, segment }] = elements as [MappedElement]
    return { level, segment, elements }
  })
}

const isDay = /^\d{4}-\d{2}-\d{2}$/
const written = (value: string | null): string =>
  value !== null && isDay.test(value) ? value.replaceAll('-', '') : (value ?? '')

/** A segment with the values of a row; null where none of its fields has one, so that only constants would stand there. */
function filled({ segment, elements }: Shape, row: CatalogueRow): string[] | null {
  const fields = elements.filter(({ field }) => field !== null)
  if (fields.length > 0 && fields.every(({ field }) => !row[field!])) return null
  const last = Math.max(...elements.map(({ element }) => element))
  const values = Array.from({ length: last }, () => '')
  for (const { element, field, constant } of elements)
    values[element - 1] = field === null ? (constant ?? '') : written(row[field] ?? null)
  return [segment, ...values]
}

const missing = (shapes: readonly Shape[], level: Shape['level'], row: CatalogueRow): string[] =>
  shapes
    .filter((shape) => shape.level === level)
    .flatMap(({ elements }) => elements.filter(({ field, required }) => required && field !== null && !row[field]))
    .map(({ field }) => field!)

/**
 * A price list as an X12 832: the header once, the lines once for each price. Prices that lack what the mapping requires are left out and
 * told; a list that lacks it throws X12Error.
 */
export function writeCatalogue(
  mapping: readonly MappedElement[],
  list: CatalogueRow,
  prices: readonly CatalogueRow[],
  envelope: Omit<Envelope, 'group' | 'type'>,
): { readonly text: string; readonly segments: number; readonly leftOut: LeftOut[] } {
  const shapes = shapesOf(mapping)
  const lacking = missing(shapes, 'header', list)
  if (lacking.length > 0) throw new X12Error([{ segment: 1, message: `the price list has no ${lacking.join(', ')}` }])
  const of = (level: Shape['level'], row: CatalogueRow) =>
    shapes
      .filter((shape) => shape.level === level)
      .flatMap((shape) => [filled(shape, row)].filter((one) => one !== null))
  const leftOut: LeftOut[] = []
  const lines = prices.flatMap((price, at) => {
    const lacks = missing(shapes, 'line', price)
    if (lacks.length === 0) return of('line', { ...list, ...price })
    leftOut.push({ row: at + 1, reason: `It has no ${lacks.join(', ')}` })
    return []
  })
  const body = [...of('header', list), ...lines]
  return { text: writeX12({ ...envelope, group: 'SC', type: catalogueSet }, body), segments: body.length, leftOut }
}

const read = (text: string): string =>
  /^\d{8}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : text

/** Whether a segment is the one a shape means: its name, and every text that always stands there. */
const isOf = ({ segment, elements }: Shape, { id, elements: given }: Segment): boolean =>
  segment === id &&
  elements.every(({ field, constant, element }) => field !== null || (given[element - 1] ?? '') === (constant ?? ''))

const valuesOf = ({ elements }: Shape, { elements: given }: Segment): CatalogueRow =>
  Object.fromEntries(
    elements.flatMap(({ field, element }) =>
      field === null || (given[element - 1] ?? '') === '' ? [] : [[field, read(given[element - 1]!)]],
    ),
  )

/** Reads an 832 by a mapping: each first segment of the lines begins a price. Segments the mapping does not know are told by number. Throws X12Error. */
export function readCatalogue(
  mapping: readonly MappedElement[],
  text: string,
): { readonly list: CatalogueRow; readonly prices: CatalogueRow[]; readonly unknown: number[] } {
  const shapes = shapesOf(mapping)
  const first = shapes.find(({ level }) => level === 'line')
  const sets = readX12(text).filter(({ type }) => type === catalogueSet)
  if (sets.length === 0)
    throw new X12Error([{ segment: 1, message: `there is no transaction set ${catalogueSet} in the file` }])
  let list: CatalogueRow = {}
  const prices: CatalogueRow[] = []
  const unknown: number[] = []
  for (const segment of sets.flatMap(({ segments }) => segments)) {
    const shape = shapes.find((one) => isOf(one, segment))
    if (!shape) {
      unknown.push(segment.at)
      continue
    }
    const values = valuesOf(shape, segment)
    if (shape.level === 'header') list = { ...list, ...values }
    else if (shape === first) prices.push(values)
    else if (prices.length > 0) prices.push({ ...prices.pop(), ...values })
  }
  return { list, prices, unknown }
}
