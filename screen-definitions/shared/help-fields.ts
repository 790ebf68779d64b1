import { f } from '#src/definition'
import { languages } from './languages.ts'

const helpTopics = [
  { value: 'getting-started', label: 'Getting started' },
  { value: 'masters', label: 'Master data' },
  { value: 'transactions', label: 'Transactions' },
  { value: 'uploads', label: 'Uploads' },
  { value: 'contracts', label: 'Contracts' },
  { value: 'claims', label: 'Claims' },
  { value: 'pricing', label: 'Pricing' },
  { value: 'results', label: 'Results' },
  { value: 'administration', label: 'Administration' },
]

/** What an article or a video of the help is about. */
export const helpTopic = f.choice(helpTopics, {
  default: 'getting-started',
  required: true,
  index: true,
  width: 150,
})

/** What articles and videos of the help have in common: for whom they are, and whether they are shown. */
export const helpFields = {
  application_types: f.references('application', { label: 'Applications', help: 'Empty for all of them.' }),
  language: f.choice(languages, { searched: true, default: 'en', width: 130 }),
  position: f.integer({ min: 0, max: 9999, default: 100, width: 90 }),
  status: f.choice(
    [
      { value: 'draft', label: 'Draft', tone: 'warn' },
      { value: 'published', label: 'Published', tone: 'ok' },
      { value: 'retired', label: 'Retired', tone: 'neutral' },
    ],
    {
      default: 'draft',
      required: true,
      index: true,
      width: 120,
      help: 'Only what is published is shown in the help.',
    },
  ),
}
