import type { Screen } from '#src/definition'
import type { Caller } from '../../authorize.ts'
import type { Database } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { wholeNavigation } from '../navigation.ts'
import { searchRecords } from '../search-records.ts'
import { passageOf, questionWords, stemOf } from './question-words.ts'

/** Something the product holds about a question, with where it is. */
export interface Source {
  readonly kind: 'help' | 'screen' | 'record'
  /** What kind of thing it is, in words. */
  readonly label: string
  readonly title: string
  readonly path: string
  /** What it says about it, as it stands there. */
  readonly passage: string | null
}

interface Article {
  readonly code: string
  readonly question: string
  readonly answer: string
  readonly keywords: string | null
  readonly language: string | null
  readonly application_types: readonly string[] | null
}

const mostOf = { help: 4, screen: 4, record: 8 }

/** What the help, the menu and, where asked for, the records that the caller may read hold about a question; the best of each first. */
export async function lookUp(
  db: Database,
  screens: readonly Screen[],
  caller: Caller,
  question: string,
  withRecords: boolean,
): Promise<{ readonly words: readonly string[]; readonly sources: readonly Source[] }> {
  const words = questionWords(question)
  if (words.length === 0) return { words, sources: [] }
  const [help, records] = await Promise.all([
    articlesAbout(db, caller, words),
    withRecords ? recordsAbout(db, screens, caller, words) : [],
  ])
  return { words, sources: [...help, ...screensAbout(screens, caller, words), ...records] }
}

const hits = (text: string, stems: readonly string[]): number =>
  stems.filter((stem) => text.toLowerCase().includes(stem)).length

async function articlesAbout(db: Database, caller: Caller, words: readonly string[]): Promise<Source[]> {
  const articles = await db.tenant(
    caller,
    (tx) =>
      tx.query<Article>(sql`
        select code, question, answer, keywords, language, application_types from faq
         where organization_id = ${caller.organizationId} and status = 'published' order by position, question limit 2000`),
    { readOnly: true },
  )
  const stems = words.map(stemOf)
  const needed = Math.ceil(stems.length / 2)
  return readable(articles, caller)
    .map((article) => {
      const all = `${article.question} ${article.keywords ?? ''} ${article.answer}`
      return {
        article,
        found: hits(all, stems),
        score:
          3 * hits(article.question, stems) + 2 * hits(article.keywords ?? '', stems) + hits(article.answer, stems),
      }
    })
    .filter(({ found }) => found >= needed)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostOf.help)
    .map(({ article }) => ({
      kind: 'help',
      label: 'Help',
      title: article.question,
      path: `/help?article=${encodeURIComponent(article.code)}`,
      passage: passageOf(article.answer, words),
    }))
}

/** The articles for the caller's application, each in the language that is wanted most, or in English. */
function readable(articles: readonly Article[], { application, languages = [] }: Caller): Article[] {
  const rank = ({ language }: Article): number => {
    const at = languages.findIndex((tag) => tag === language || tag.split('-')[0] === language)
    return at >= 0 ? at : (language ?? 'en') === 'en' ? languages.length : Infinity
  }
  const base = ({ code }: Article) => code.replace(/\.[a-z]{2}(-[A-Z]{2})?$/, '')
  const best = new Map<string, Article>()
  for (const article of articles) {
    const { application_types: wanted } = article
    if (wanted && wanted.length > 0 && application && !wanted.includes(application)) continue
    const known = best.get(base(article))
    if (rank(article) < (known ? rank(known) : Infinity)) best.set(base(article), article)
  }
  return [...best.values()]
}

function screensAbout(screens: readonly Screen[], caller: Caller, words: readonly string[]): Source[] {
  const stems = words.map(stemOf)
  const items = wholeNavigation(screens, caller, caller.application ?? null).flatMap(
    ({ label: area, items: entries }) => entries.map((entry) => ({ ...entry, area })),
  )
  return items
    .map((entry) => ({ entry, score: hits(entry.label, stems) / entry.label.split(/\s+/).length }))
    .filter(({ score }) => score >= 0.5)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostOf.screen)
    .map(({ entry }) => ({
      kind: 'screen',
      label: `Screen, ${entry.area}`,
      title: entry.label,
      path: entry.path,
      passage: null,
    }))
}

/** Records by each word apart: those that several words find stand first, then those of words that find little. */
async function recordsAbout(
  db: Database,
  screens: readonly Screen[],
  caller: Caller,
  words: readonly string[],
): Promise<Source[]> {
  // Help articles are told of as such.
  const searched = screens.filter(({ name }) => name !== 'faq')
  const found = new Map<string, { readonly source: Source; score: number }>()
  const note = (texts: Awaited<ReturnType<typeof searchRecords>>, weight: number) => {
    for (const { label, path, text } of texts) {
      const known = found.get(path) ?? {
        source: { kind: 'record' as const, label, title: text, path, passage: null },
        score: 0,
      }
      known.score += weight / Math.sqrt(texts.length)
      found.set(path, known)
    }
  }
  note(await searchRecords(db, searched, caller, words.join(' '), mostOf.record), 4)
  // A word of a screen's name is in very many records, and tells nothing of one.
  const labels = screens.map(({ label, plural }) => `${label} ${plural}`.toLowerCase())
  const telling = words.filter((word) => /\d/.test(word) || !labels.some((label) => label.includes(stemOf(word))))
  if (words.length > 1) for (const word of telling) note(await searchRecords(db, searched, caller, word, 12), 1)
  return [...found.values()]
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostOf.record)
    .map(({ source }) => source)
}
