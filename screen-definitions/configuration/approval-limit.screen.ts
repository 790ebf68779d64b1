import { defineScreen, f, when } from '#src/definition'
import { activeStatus, applicationChoices, currencyCode } from '../shared/choices.ts'
import { approvableDocuments } from '../shared/approvable-documents.ts'
import { approverFields } from '../shared/approver.ts'

export const approvalLimit = defineScreen({
  name: 'workflow-setup',
  label: ['Approval limit', 'Approval limits'],
  area: 'configuration',
  menu: { order: 50 },
  formId: 'IMA_CONFIG_WORKFLOW_SETUP',
  endpoint: 'workflow-setup',
  table: { key: ['limit_code'] },
  title: 'description',
  fields: {
    limit_code: f.text({
      max: 40,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      label: 'Limit',
      width: 160,
    }),
    description: f.text({ max: 120, search: true, width: 220 }),
    document_type: f.choice(approvableDocuments, { required: true, index: true, label: 'Document' }),
    application_type: f.choice(applicationChoices, { index: true, help: 'Empty: in every application' }),
    level: f.integer({
      min: 1,
      max: 9,
      default: 1,
      required: true,
      width: 70,
      help: 'Level 1 approves first; each level whose limits cover the amount has to approve',
    }),
    currency: {
      ...currencyCode({ default: 'EUR', required: true }),
      help: 'Amounts in other currencies are converted at the latest rate',
    },
    amount_from: f.money({ min: 0, default: '0', currency: 'currency', label: 'From' }),
    amount_to: f.money({
      min: 0,
      currency: 'currency',
      label: 'Below',
      help: 'Empty: without an upper limit',
      rejects: [
        {
          when: when.any(when.lte('amount_to', when.field('amount_from')), when.eq('amount_to', 0)),
          message: 'It has to be above the lower limit',
        },
      ],
    }),
    ...approverFields,
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    valid_from: f.date(),
    valid_to: f.date({ after: 'valid_from' }),
    notes: f.longText({ max: 1000 }),
  },
  hooks: 'approval-limit',
  list: {
    path: '/approval-limits',
    columns: [
      'limit_code',
      'description',
      'document_type',
      'level',
      'currency',
      'amount_from',
      'amount_to',
      'approver_type',
      'status',
    ],
    sort: ['document_type', 'level', 'amount_from', 'limit_code'],
    filters: ['document_type', 'application_type', 'status'],
    views: { Active: when.eq('status', 'active'), 'Without an upper limit': when.empty('amount_to') },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'What it is for',
        rows: [
          ['limit_code', 'description'],
          ['document_type', 'application_type'],
          ['currency', 'level'],
          ['amount_from', 'amount_to'],
        ],
      },
      {
        title: 'Who approves',
        rows: [['approver_type'], ['approver_user'], ['approver_role'], ['approver_group']],
      },
      { title: 'When it holds', rows: [['status'], ['valid_from', 'valid_to'], ['notes']] },
    ],
  },
  upload: {
    functionality: 'ApprovalLimitFormats',
    aliases: { limit_code: ['Code'], amount_from: ['Amount from'], amount_to: ['Amount to'] },
  },
  access: { read: 'any', write: 'administration.approvals' },
  tests: [
    { accept: { limit_code: 'EX-1', document_type: 'exception', approver_type: 'role', approver_role: 'ANALYST' } },
    { reject: { limit_code: 'EX-1', document_type: 'exception', approver_type: 'group' }, at: 'approver_group' },
    { reject: { limit_code: 'EX-1', document_type: 'exception', approver_type: 'user' }, at: 'approver_user' },
    {
      reject: {
        limit_code: 'EX-1',
        document_type: 'exception',
        approver_type: 'role',
        approver_role: 'ANALYST',
        level: 10,
      },
      at: 'level',
    },
  ],
})
