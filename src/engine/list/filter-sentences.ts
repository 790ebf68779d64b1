import { describeFilter } from '#src/widgets/filter-words.ts'
import type { ListModel } from './use-list-page.ts'

/** What a list is narrowed by, as sentences: "Country is Spain". */
export function filterSentences({ state, screen, locale, context }: ListModel): readonly string[] {
  const filters = [...state.viewFilters, ...state.filters].flatMap((filter) => {
    const field = screen.fields.find((candidate) => candidate.name === filter.field)
    const sentence = field && describeFilter(filter, field, locale, context.labels[field.name])
    return sentence ? [`${sentence.subject} ${sentence.value}`] : []
  })
  return state.search === '' ? filters : [...filters, `search for “${state.search}”`]
}
