import type { Screen } from '#src/definition'
import { stripEmpty } from '#src/definition'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'
import type { Row } from '#src/widgets/table/table-columns.ts'
import type { Criteria } from './result-criteria.ts'

export interface ResultPage {
  readonly records: readonly Row[]
  readonly total_record: number
  readonly totals?: Readonly<Record<string, string | number | null>>
}

export interface ResultRequest {
  readonly criteria: Criteria
  readonly page: number
  readonly limit: number
}

/** What a report is asked with: the criteria without empty values, beside the page. */
export const resultBody = ({ criteria, page, limit }: ResultRequest): Record<string, unknown> => ({
  ...stripEmpty(criteria),
  page,
  limit,
})

/** One page of a result. */
export const resultQuery = (screen: Screen, request: ResultRequest) =>
  queryOptions({
    queryKey: [screen.endpoint ?? screen.name, 'result', request],
    queryFn: ({ signal }) =>
      api.post<ResultPage>(screen.endpoint ?? screen.name, { json: resultBody(request), signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
