import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Screen } from '#src/definition'
import { api } from '#src/data/api.ts'
import { recordKeys, type RecordPage } from '#src/data/records.ts'
import { screenQuery } from '#src/data/screens.ts'
import type { Values } from './changes.ts'
import type { SectionLayout } from './layout.ts'

/** What a record that shapes forms says: for which values, which sections in which order, which fields of these. */
export interface FormShape {
  readonly applies_to?: readonly { readonly value: string }[] | null
  readonly views?: readonly { readonly view: string }[] | null
  readonly attributes?: readonly { readonly attribute: string }[] | null
}

/**
 * The sections that a shape leaves: those it names in its order, all for none; of a section with fields among its fields only
 * these. What a record cannot do without, being required without a default, stays wherever it is, and so does the field `by`
 * which the shape is chosen.
 */
export function shapedSections(
  sections: readonly SectionLayout[],
  shape: FormShape | undefined,
  by?: string,
): readonly SectionLayout[] {
  if (!shape) return sections
  const named = new Set((shape.attributes ?? []).map(({ attribute }) => attribute))
  const views = (shape.views ?? []).map(({ view }) => view)
  const place = (title: string): number => (views.length === 0 ? 0 : views.indexOf(title))
  return sections
    .map((section) => {
      const all = section.rows.flat()
      const isNarrowed = all.some(({ name }) => named.has(name))
      const shown = place(section.title) >= 0
      const keeps = ({ name, required, requiredWhenVisible, default: value }: (typeof all)[number]): boolean =>
        // Without it nobody could leave the shape again.
        name === by ||
        ((required || requiredWhenVisible) && value === undefined) ||
        (shown && (!isNarrowed || named.has(name)))
      return { ...section, rows: section.rows.map((row) => row.filter(keeps)).filter((row) => row.length > 0) }
    })
    .filter(({ rows }) => rows.length > 0)
    .toSorted((a, b) => order(place(a.title)) - order(place(b.title)))
}

// Sections that only keep what a record cannot do without stand first.
const order = (place: number): number => (place < 0 ? -1 : place)

/** Which of a screen's sections are shown beside these values, as the records say that shape its form. */
export function useFormShape(
  screen: Screen,
): (sections: readonly SectionLayout[], values: Values) => readonly SectionLayout[] {
  const shapes = screen.form?.shapes ?? null
  const { data: source } = useQuery({ ...screenQuery(shapes?.from ?? ''), enabled: shapes !== null })
  const endpoint = source?.endpoint ?? ''
  const parameters = { limit: '200', status: 'active' }
  const { data } = useQuery({
    queryKey: recordKeys.list(endpoint, parameters),
    queryFn: ({ signal }) => api.get<RecordPage>(endpoint, { query: parameters, signal }),
    enabled: endpoint !== '',
    staleTime: 60_000,
    meta: { quiet: true },
  })
  return useCallback(
    (sections, values) => {
      if (shapes === null || !data) return sections
      const value = values[shapes.by]
      const designs = data.records as unknown as readonly FormShape[]
      return shapedSections(
        sections,
        designs.find((design) => design.applies_to?.some((one) => one.value === value)),
        shapes.by,
      )
    },
    [shapes, data],
  )
}
