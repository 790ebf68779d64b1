import { defineScreen, f, when } from '#src/definition'
import { helpFields, helpTopic } from '../shared/help-fields.ts'

export const faq = defineScreen({
  name: 'faq',
  label: ['Help article', 'Help articles'],
  area: 'configuration',
  menu: { order: 90 },
  formId: 'IMA_CONFIG_FAQ',
  endpoint: 'faqs',
  table: { name: 'faq', key: ['code'] },
  title: 'question',
  fields: {
    code: f.text({
      max: 40,
      required: true,
      immutable: true,
      search: true,
      width: 160,
      help: 'The same article in another language has its code with the language behind it: first-day.de',
    }),
    is_faq: f.flag({
      default: true,
      index: true,
      label: 'Frequently asked',
      width: 130,
      help: 'Else it is an article of the help.',
    }),
    question: f.text({ max: 200, required: true, search: true, label: 'Question or title', width: 360 }),
    answer: f.longText({
      max: 20_000,
      markdown: true,
      required: true,
      search: true,
      label: 'Answer',
      help: 'Markdown: # for headings, - for lists, **bold**, [words](/customer-master) for links.',
    }),
    topic: helpTopic,
    keywords: f.text({ max: 200, search: true, help: 'Other words by which it is to be found.' }),
    ...helpFields,
  },
  list: {
    path: '/help-articles',
    columns: ['question', 'topic', 'is_faq', 'status', 'language', 'position'],
    sort: ['topic', 'position', 'question'],
    filters: ['topic', 'is_faq', 'status'],
    views: { Drafts: when.eq('status', 'draft'), 'Frequently asked': when.eq('is_faq', true) },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Article',
        rows: [['code', 'topic'], ['question'], ['answer'], ['keywords']],
      },
      { title: 'Where it is shown', rows: [['is_faq', 'status'], ['application_types'], ['language', 'position']] },
    ],
  },
  actions: [
    {
      name: 'publish',
      label: 'Publish',
      command: 'set-values',
      on: ['row', 'selection'],
      values: { status: 'published' },
      when: when.ne('status', 'published'),
      message: 'Published',
    },
    {
      name: 'retire',
      label: 'Retire',
      command: 'set-values',
      on: ['row', 'selection'],
      values: { status: 'retired' },
      when: when.eq('status', 'published'),
      message: 'Retired',
    },
  ],
  upload: { functionality: 'FaqFormats', aliases: { question: ['Question', 'Title'] } },
  access: {
    read: 'any',
    write: 'administration.help',
    rows: { when: when.eq('status', 'published'), all: 'administration.help' },
  },
  tests: [
    { accept: { code: 'first-steps', question: 'How do I begin?', answer: 'Choose an application.' } },
    { reject: { code: 'first-steps', question: 'How do I begin?' }, at: 'answer' },
    { reject: { code: 'x', question: 'X', answer: 'X', language: 'english' }, at: 'language' },
  ],
})
