import type { Filter } from '#src/definition'
import { describeFilter } from '#src/widgets/filter-words.ts'
import type { ListModel } from './use-list-page.ts'

/** A filter as a sentence: "Country is Spain"; empty where its field is not there. */
export function filterWords(
  filter: Filter,
  { screen, locale, context }: Pick<ListModel, 'screen' | 'locale' | 'context'>,
): string {
  const field = screen.fields.find((candidate) => candidate.name === filter.field)
  const sentence = field && describeFilter(filter, field, locale, context.labels[field.name])
  return sentence ? `${sentence.subject} ${sentence.value}` : ''
}

/** What a list is narrowed by, as sentences. */
export function filterSentences(model: ListModel): readonly string[] {
  const { state } = model
  const filters = [...state.viewFilters, ...state.filters].map((filter) => filterWords(filter, model)).filter(Boolean)
  return state.search === '' ? filters : [...filters, `search for “${state.search}”`]
}
