import { queryOptions } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'
import { recordKeys } from '#src/data/records.ts'

/** A published question or article of the help. */
export interface HelpArticle {
  readonly id: number
  readonly code: string
  readonly is_faq: boolean
  readonly question: string
  readonly answer: string
  readonly topic: string
  readonly application_types: readonly string[] | null
  readonly language: string | null
}

const most = 500

/** What is published, found by a text where there is one. */
export const articlesQuery = (search: string) =>
  queryOptions({
    queryKey: [...recordKeys.all('faqs'), 'help', search],
    queryFn: async ({ signal }) =>
      (
        await api.get<{ readonly records: readonly HelpArticle[] }>('faqs', {
          query: { status: 'published', limit: most, sort: 'position,question', ...(search ? { search } : {}) },
          signal,
        })
      ).records,
    meta: { quiet: true },
  })

/**
 * The articles for an application in the reader's language; one that is not written in it is shown in English. Articles in
 * several languages share the code before the last dot: `first-day`, `first-day.de`.
 */
export function readable<T extends Pick<HelpArticle, 'code' | 'application_types' | 'language'>>(
  articles: readonly T[],
  application: string | null,
  languages: readonly string[],
): T[] {
  const rank = ({ language }: T): number => {
    const at = languages.findIndex((tag) => tag === language || tag.split('-')[0] === language)
    return at >= 0 ? at : (language ?? 'en') === 'en' ? languages.length : Number.POSITIVE_INFINITY
  }
  const here = articles.filter(
    ({ application_types: wanted }) => !wanted?.length || application === null || wanted.includes(application),
  )
  const base = ({ code }: T): string => code.replace(/\.[a-z]{2}(-[A-Z]{2})?$/, '')
  return here.filter(
    (article) =>
      Number.isFinite(rank(article)) &&
      !here.some((other) => other !== article && base(other) === base(article) && rank(other) < rank(article)),
  )
}
