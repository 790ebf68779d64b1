import { defineScreen, f, when } from '#src/definition'
import { languages } from '../shared/languages.ts'

// The standard texts are filled in from the definitions at each start; organisations word them anew.
export const message = defineScreen({
  name: 'message',
  label: ['Message', 'Messages'],
  area: 'configuration',
  menu: { order: 66, label: 'Message maintenance', search: false },
  formId: 'IMA_CONFIG_MESSAGE',
  endpoint: 'message',
  hooks: 'message',
  table: { key: ['message_id', 'language'] },
  title: 'message_id',
  fields: {
    message_id: f.text({
      max: 160,
      required: true,
      immutable: true,
      search: true,
      label: 'Message',
      width: 240,
      help: 'Such as record.created for every screen, customer.created for one, error.NOT_FOUND for a failure.',
    }),
    language: f.choice(languages, {
      searched: true,
      required: true,
      immutable: true,
      default: 'en',
      width: 130,
      help: 'For browsers set to this language; English is for everybody else.',
    }),
    functionality: f.text({ max: 80, readOnly: true, search: true, index: true, width: 150 }),
    kind: f.choice(
      [
        { value: 'success', label: 'Success', tone: 'ok' },
        { value: 'info', label: 'Information', tone: 'neutral' },
        { value: 'question', label: 'Question', tone: 'accent' },
        { value: 'error', label: 'Error', tone: 'bad' },
      ],
      { readOnly: true, width: 120 },
    ),
    standard_text: f.text({ max: 400, readOnly: true, search: true, width: 340 }),
    text: f.text({ max: 400, search: true, label: 'Own text', width: 340, help: 'Empty: the standard text is shown.' }),
    insertions: f.text({
      max: 200,
      readOnly: true,
      label: 'May be inserted',
      width: 160,
      help: 'Words in braces that the product replaces.',
    }),
    note: f.text({ max: 200, width: 240 }),
  },
  list: {
    path: '/message-maintenance',
    columns: ['message_id', 'language', 'kind', 'standard_text', 'text', 'insertions'],
    sort: ['message_id', 'language'],
    filters: ['functionality', 'kind', 'language', 'text'],
    views: { Changed: when.notEmpty('text'), Errors: when.eq('kind', 'error') },
    pageSize: 50,
  },
  form: {
    layout: [
      { title: 'Message', rows: [['message_id', 'language'], ['functionality', 'kind'], ['standard_text']] },
      { title: 'Wording', rows: [['text'], ['insertions'], ['note']] },
    ],
  },
  actions: [
    {
      name: 'reset',
      label: 'Reset',
      icon: 'undo',
      command: 'set-values',
      on: ['row', 'selection'],
      values: { text: null },
      when: when.notEmpty('text'),
      confirm: 'The standard text is shown again.',
      message: 'Reset to the standard text',
    },
  ],
  upload: { functionality: 'MessageFormats', fields: ['message_id', 'language', 'text', 'note'] },
  access: { read: 'administration.messages', write: 'administration.messages' },
  tests: [
    { accept: { message_id: 'record.created', language: 'de', text: '{label} angelegt' } },
    { reject: { message_id: 'record.created', language: 'german' }, at: 'language' },
  ],
})
