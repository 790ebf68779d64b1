import { defineScreen, f, when } from '#src/definition'
import { approvableDocuments } from '../shared/approvable-documents.ts'
import { approverFields } from '../shared/approver.ts'
import { activeStatus, applicationChoices, currencyCode } from '../shared/choices.ts'

export const approvalWorkflow = defineScreen({
  name: 'approval-workflow',
  label: ['Approval workflow', 'Approval workflows'],
  area: 'documents',
  menu: { order: 20 },
  formId: 'IMA_CONFIG_APPROVAL_WORKFLOW',
  endpoint: 'approval-workflow',
  table: { key: ['workflow_name'] },
  hooks: 'approval-workflow',
  title: 'description',
  fields: {
    workflow_name: f.text({
      max: 60,
      required: true,
      immutable: true,
      search: true,
      label: 'Workflow',
      width: 200,
    }),
    description: f.text({ max: 160, search: true, width: 280 }),
    functionality: f.choice(approvableDocuments, {
      required: true,
      immutable: true,
      index: true,
      label: 'Document',
      width: 130,
      help: 'What is approved by these steps, where a workflow assignment says so.',
    }),
    application_type: f.choice(applicationChoices, { index: true, label: 'Application', help: 'Empty: every one.' }),
    currency: {
      ...currencyCode({ default: 'EUR', required: true }),
      help: 'Of the amounts of the steps; amounts in other currencies are converted at the latest rate',
    },
    steps: f.rows(
      {
        level: f.integer({
          min: 1,
          max: 9,
          default: 1,
          required: true,
          help: 'The lowest approves first; several lines of one level stand in for one another.',
        }),
        ...approverFields,
        amount_from: f.money({ min: 0, default: '0', label: 'From', help: 'Smaller amounts leave this step out.' }),
      },
      { maxRows: 30, help: 'Without any, whoever may approve such documents approves them.' },
    ),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/document-workflow',
    columns: ['workflow_name', 'description', 'functionality', 'application_type', 'currency', 'status'],
    sort: ['functionality', 'workflow_name'],
    filters: ['functionality', 'application_type', 'status'],
    views: { Active: when.eq('status', 'active') },
    pageSize: 50,
  },
  form: {
    view: '/document-workflow/view/:id',
    edit: '/document-workflow/update/:id',
    layout: [
      {
        title: 'Workflow',
        rows: [
          ['workflow_name', 'description'],
          ['functionality', 'application_type'],
          ['currency', 'status'],
        ],
      },
      { title: 'Steps', rows: [['steps']] },
      { title: 'Notes', rows: [['notes']] },
    ],
    related: [{ screen: 'workflow-assignment', by: 'workflow' }],
  },
  access: { read: 'any', write: 'administration.approvals' },
  tests: [
    {
      accept: {
        workflow_name: 'Two steps',
        functionality: 'document',
        steps: [{ level: 1, approver_type: 'role', approver_role: 'ANALYST' }],
      },
    },
    { reject: { workflow_name: 'Nobody' }, at: 'functionality' },
    { reject: { workflow_name: 'Else', functionality: 'claim', steps: [] }, at: 'functionality' },
  ],
})
