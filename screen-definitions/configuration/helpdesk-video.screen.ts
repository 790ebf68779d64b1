import { defineScreen, f, when } from '#src/definition'
import { helpFields, helpTopic } from '../shared/help-fields.ts'

export const helpdeskVideo = defineScreen({
  name: 'helpdesk-video',
  label: ['Help video', 'Help videos'],
  area: 'configuration',
  menu: { order: 91 },
  formId: 'IMA_CONFIG_HELPDESK_VIDEO',
  endpoint: 'helpdesk-video',
  table: { key: ['code'] },
  title: 'video_title',
  fields: {
    code: f.text({ max: 40, required: true, immutable: true, search: true, width: 160 }),
    video_title: f.text({ max: 160, required: true, search: true, label: 'Title', width: 320 }),
    description: f.longText({ max: 2000, search: true, help: 'One or two sentences: what it shows, for whom.' }),
    url: f.text({
      max: 1000,
      required: true,
      format: 'url',
      label: 'Address of the video',
      width: 280,
      pattern: 'https://.+',
      patternMessage: 'An address begins with https://',
      help: 'Opened in a tab of its own.',
    }),
    minutes: f.decimal(6, 1, { min: '0.1', max: 600, unit: 'min', label: 'Length', width: 100 }),
    topic: helpTopic,
    ...helpFields,
  },
  list: {
    path: '/help-desk/videos',
    columns: ['video_title', 'topic', 'minutes', 'status', 'language', 'position', 'url'],
    sort: ['topic', 'position', 'video_title'],
    filters: ['topic', 'status', 'language'],
    views: { Drafts: when.eq('status', 'draft'), Published: when.eq('status', 'published') },
    pageSize: 50,
  },
  form: {
    layout: [
      { title: 'Video', rows: [['code', 'topic'], ['video_title'], ['url', 'minutes'], ['description']] },
      { title: 'Where it is shown', rows: [['status', 'language'], ['application_types'], ['position']] },
    ],
  },
  access: {
    read: 'any',
    write: 'administration.help',
    rows: { when: when.eq('status', 'published'), all: 'administration.help' },
  },
  tests: [
    { accept: { code: 'tour', video_title: 'A tour', url: 'https://videos.example.com/tour' } },
    { reject: { code: 'tour', video_title: 'A tour', url: 'http://videos.example.com/tour' }, at: 'url' },
    { reject: { code: 'tour', url: 'https://videos.example.com/tour' }, at: 'video_title' },
  ],
})
