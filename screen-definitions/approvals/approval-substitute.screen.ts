import { defineScreen, f, when } from '#src/definition'
import { applicationChoices } from '../shared/choices.ts'

// What was ended stays: it tells who could decide in whose place, and when.
export const approvalSubstitute = defineScreen({
  name: 'approval-substitute',
  label: ['Approval substitute', 'Approval substitutes'],
  area: 'configuration',
  menu: { order: 52 },
  endpoint: 'approval-substitutes',
  table: { key: ['substitution_number'] },
  hooks: 'approval-substitute',
  fields: {
    substitution_number: f.text({
      max: 20,
      readOnly: true,
      numbered: 'SU-',
      search: true,
      label: 'Number',
      width: 110,
    }),
    represented: f.reference('user', {
      immutable: true,
      index: true,
      label: 'For',
      help: 'Empty: for yourself. For others user administrators name substitutes.',
      width: 200,
    }),
    substitute: f.reference('user', {
      required: true,
      immutable: true,
      index: true,
      help: 'Approves, rejects and asks back in this place, within the same limits and groups. What may be opened stays that of the substitute’s own role.',
      width: 200,
    }),
    application_type: f.choice(applicationChoices, {
      immutable: true,
      label: 'Application',
      help: 'Empty: in every application',
      width: 170,
    }),
    valid_from: f.date({ required: true, default: '@today', index: true, label: 'From', width: 120 }),
    valid_to: f.date({
      required: true,
      after: 'valid_from',
      index: true,
      label: 'To',
      help: 'The last day, which is included',
      width: 120,
    }),
    status: f.choice(
      [
        { value: 'planned', label: 'Planned', tone: 'accent' },
        { value: 'in_force', label: 'In force', tone: 'ok' },
        { value: 'ended', label: 'Ended', tone: 'neutral' },
      ],
      { readOnly: true, index: true, width: 110 },
    ),
    reason: f.text({ max: 200, width: 240 }),
    ended_at: f.dateTime({
      readOnly: true,
      visible: when.notEmpty('ended_at'),
      label: 'Ended early',
      width: 160,
    }),
  },
  list: {
    path: '/approval-substitutes',
    columns: [
      'substitution_number',
      'represented',
      'substitute',
      'application_type',
      'valid_from',
      'valid_to',
      'status',
      'ended_at',
      'reason',
    ],
    sort: ['-valid_from', '-substitution_number'],
    filters: ['status', 'represented', 'substitute', 'application_type'],
    views: {
      'In force': when.eq('status', 'in_force'),
      Planned: when.eq('status', 'planned'),
      'Stand in for me': when.eq('represented', '@me'),
      'I stand in': when.eq('substitute', '@me'),
    },
  },
  form: {
    editable: {
      when: when.ne('status', 'ended'),
      otherwise: 'It has ended. Name a substitute anew.',
    },
    layout: [
      {
        title: 'Who',
        rows: [
          ['represented', 'substitute'],
          ['application_type', 'substitution_number'],
        ],
      },
      { title: 'When', rows: [['valid_from', 'valid_to'], ['status', 'ended_at'], ['reason']] },
    ],
  },
  actions: [
    {
      name: 'end',
      label: 'End now',
      command: 'end-substitution',
      on: ['row', 'selection'],
      primary: true,
      when: when.in('status', ['planned', 'in_force']),
      confirm: 'Nothing is decided in this place any more from now on. Decisions that were made stay.',
      access: 'any',
      message: 'Successfully ended',
    },
  ],
  access: {
    read: 'any',
    write: 'any',
    delete: 'never',
    rows: {
      when: when.any(when.eq('represented', '@me'), when.eq('substitute', '@me')),
      all: 'administration.users',
    },
  },
  messages: { empty: 'Nobody stands in.' },
  tests: [
    { accept: { substitute: 'ana@northgate.example', valid_to: '2099-12-31' } },
    { reject: { valid_to: '2099-12-31' }, at: 'substitute' },
    { reject: { substitute: 'ana@northgate.example' }, at: 'valid_to' },
    {
      reject: { substitute: 'ana@northgate.example', valid_from: '2026-08-02', valid_to: '2026-08-01' },
      at: 'valid_to',
    },
  ],
})
