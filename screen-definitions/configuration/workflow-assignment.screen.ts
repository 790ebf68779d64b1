import { defineScreen, f, when } from '#src/definition'
import { approvableDocuments } from '../shared/approvable-documents.ts'
import { activeStatus, applicationChoices } from '../shared/choices.ts'

export const workflowAssignment = defineScreen({
  name: 'workflow-assignment',
  label: ['Workflow assignment', 'Workflow assignments'],
  area: 'configuration',
  menu: { order: 53 },
  formId: 'IMA_CONFIG_WORKFLOW_ASSIGNMENT',
  endpoint: 'workflow-assignment',
  hooks: 'workflow-assignment',
  table: { key: ['assignment_code'] },
  title: 'assignment_code',
  fields: {
    assignment_code: f.text({
      max: 40,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      label: 'Assignment',
      width: 180,
    }),
    functionality: f.choice(approvableDocuments, {
      readOnly: true,
      index: true,
      label: 'Document',
      width: 130,
      help: 'What the workflow is for.',
    }),
    application_type: f.choice(applicationChoices, {
      index: true,
      label: 'Application',
      help: 'Empty: every one. An assignment for the application goes before one for all.',
    }),
    amount_from: f.money({ min: 0, default: '0', label: 'From', help: 'In the currency of the workflow.' }),
    workflow: f.reference('approval-workflow', {
      required: true,
      index: true,
      width: 220,
      help: 'Its steps are gone through in the place of the approval limits.',
    }),
    priority: f.integer({
      min: 1,
      max: 999,
      default: 100,
      required: true,
      width: 90,
      help: 'Of several that fit, the smallest holds.',
    }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    valid_from: f.date({ default: '@today' }),
    valid_to: f.date({ after: 'valid_from' }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/workflow-assignment',
    columns: ['assignment_code', 'functionality', 'application_type', 'amount_from', 'workflow', 'priority', 'status'],
    sort: ['functionality', 'priority', 'assignment_code'],
    filters: ['functionality', 'application_type', 'workflow', 'status'],
    views: { Active: when.eq('status', 'active') },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'What it is for',
        rows: [
          ['assignment_code', 'priority'],
          ['application_type', 'amount_from'],
        ],
      },
      { title: 'How it is approved', rows: [['workflow', 'functionality']] },
      { title: 'When it holds', rows: [['status'], ['valid_from', 'valid_to'], ['notes']] },
    ],
  },
  access: { read: 'any', write: 'administration.approvals' },
  tests: [
    { accept: { assignment_code: 'DOC-ALL', workflow: 'Two steps' } },
    { reject: { assignment_code: 'DOC-ALL' }, at: 'workflow' },
    {
      reject: { assignment_code: 'DOC-ALL', workflow: 'Two steps', priority: 0 },
      at: 'priority',
    },
  ],
})
