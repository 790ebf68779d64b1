import { expect, it } from 'vitest'
import { readable, type HelpArticle } from './help-articles.ts'

const article = (code: string, more: Partial<HelpArticle> = {}): HelpArticle => ({
  id: 1,
  code,
  is_faq: true,
  question: code,
  answer: code,
  topic: 'masters',
  application_types: null,
  language: 'en',
  ...more,
})
const codes = (articles: readonly HelpArticle[]) => articles.map(({ code }) => code)

it('shows an article once, in the language that is read first', () => {
  const all = [article('first'), article('first.de', { language: 'de' }), article('second')]
  expect(codes(readable(all, null, ['de-AT', 'en']))).toEqual(['first.de', 'second'])
  expect(codes(readable(all, null, ['en-GB']))).toEqual(['first', 'second'])
  expect(codes(readable(all, null, ['fr']))).toEqual(['first', 'second'])
})

it('leaves out what is for other applications', () => {
  const all = [article('all'), article('prices', { application_types: ['Pricing'] })]
  expect(codes(readable(all, 'Royalty', ['en']))).toEqual(['all'])
  expect(codes(readable(all, 'Pricing', ['en']))).toEqual(['all', 'prices'])
})
