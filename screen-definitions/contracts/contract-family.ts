import { f, when } from '#src/definition'
import type { FieldSpec } from '#src/definition/field.ts'
import type { SectionInput } from '#src/definition/screen-form.ts'
import { differenceRows } from './contract-content.ts'

type Fields = Readonly<Record<string, FieldSpec>>

const contractLabel = { index: true, label: 'Contract', width: 110 } as const

/** What a version of a contract tells of itself, beside the content it keeps. */
export const versionHead = (contract: string): Fields => ({
  contract_number: f.reference(contract, { required: true, integrity: 'soft', ...contractLabel }),
  version: f.integer({ required: true, width: 80 }),
  is_current: f.flag({ default: true, index: true, label: 'In force', width: 90 }),
  reason: f.text({ max: 200, label: 'Why it changed', width: 260 }),
  request_number: f.text({ max: 20, index: true, label: 'Change request', width: 120 }),
  change_count: f.integer({ label: 'Changes', width: 90 }),
  approved_by: f.reference('user', { integrity: 'soft', width: 200 }),
  approved_for: f.reference('user', {
    integrity: 'soft',
    visible: when.notEmpty('approved_for'),
    help: 'In whose place a substitute approved',
    width: 200,
  }),
  approved_at: f.dateTime({ index: true, width: 150 }),
  changes: differenceRows('Old and new'),
})

export const versionList = {
  columns: [
    'contract_number',
    'version',
    'is_current',
    'contract_header',
    'reason',
    'change_count',
    'valid_from',
    'valid_to',
    'approved_at',
  ],
  sort: ['contract_number', '-version'],
  filters: ['contract_number', 'is_current', 'approved_by', 'approved_at'],
  views: { 'In force': when.eq('is_current', true), Former: when.ne('is_current', true) },
  pageSize: 50,
}

export const versionSections: readonly SectionInput<string>[] = [
  {
    title: 'Version',
    rows: [
      ['contract_number', 'version', 'is_current'],
      ['reason', 'request_number'],
      ['approved_by', 'approved_at'],
      ['approved_for'],
    ],
  },
  { title: 'Changes against the version before', rows: [['changes']] },
]

interface Numbering {
  readonly numbered: string
  readonly label: string
}

/** What a change request tells of itself, beside the content it changes. */
export const requestHead = (contract: string, { numbered, label }: Numbering): Fields => ({
  request_number: f.text({ max: 20, readOnly: true, numbered, search: true, label, width: 110 }),
  contract_number: f.reference(contract, { required: true, immutable: true, search: true, ...contractLabel }),
  reason: f.text({ max: 200, required: true, search: true, width: 260, label: 'Why it changes' }),
  update_contract_id: f.integer({ readOnly: true, hidden: true, index: true, label: 'Id of the contract' }),
  base_version: f.integer({ readOnly: true, label: 'Changes version', width: 110 }),
  new_version: f.integer({ readOnly: true, label: 'Became version', width: 120 }),
  change_count: f.integer({ readOnly: true, label: 'Changes', width: 90 }),
  update_request_closed: f.flag({ readOnly: true, default: false, index: true, label: 'Closed', width: 80 }),
  closed_at: f.dateTime({ readOnly: true }),
  changes: differenceRows('Old and new'),
})

/** What a change request tells itself, which no approver has to approve again. */
export const requestFree = [
  'update_request_closed',
  'closed_at',
  'new_version',
  'base_version',
  'changes',
  'change_count',
] as const

const isOpen = when.all(when.ne('update_request_closed', true), when.ne('approval_status', 'submit_approval'))

export const requestViews = {
  Open: when.ne('update_request_closed', true),
  Closed: when.eq('update_request_closed', true),
}

/** Until when a change request may be edited and deleted. */
export const requestStandings = {
  editable: { when: isOpen, otherwise: 'It is closed or waits for approval, so it is only read.' },
  deletable: {
    when: when.all(when.empty('new_version'), when.ne('approval_status', 'submit_approval')),
    otherwise: 'It became a version of its contract and stays, or waits for approval and is withdrawn first.',
  },
}

export const requestSections: readonly SectionInput<string>[] = [
  {
    title: 'Change',
    rows: [
      ['request_number', 'contract_number'],
      ['reason'],
      ['base_version', 'new_version', 'update_request_closed', 'closed_at'],
    ],
  },
  { title: 'What changes against the contract', rows: [['changes']] },
]

export const requestActions = [
  {
    name: 'refresh',
    label: 'Take the newest version over',
    command: 'refresh-contract-change',
    on: ['row'],
    when: isOpen,
    confirm: 'What this request changes is kept; everything else becomes as it is in the contract now.',
    message: 'Successfully updated',
  },
  {
    name: 'close',
    label: 'Close without a change',
    command: 'close-contract-change',
    on: ['row', 'selection'],
    when: isOpen,
    confirm: 'The contract stays as it is. A closed request is not opened again.',
    danger: true,
    message: 'Successfully closed',
  },
] as const
