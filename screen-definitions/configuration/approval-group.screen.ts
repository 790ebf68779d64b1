import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'

export const approvalGroup = defineScreen({
  name: 'approval-group',
  label: ['Approval group', 'Approval groups'],
  area: 'configuration',
  menu: { order: 51 },
  formId: 'IMA_CONFIG_APPROVAL_GROUP',
  endpoint: 'approval-group',
  savesByPost: true,
  table: { key: ['group_code'] },
  title: 'description',
  fields: {
    group_code: f.text({
      max: 40,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      label: 'Group',
      width: 150,
    }),
    description: f.text({ max: 120, required: true, search: true, label: 'Name', width: 260 }),
    required_approvals: f.integer({
      min: 1,
      max: 20,
      default: 1,
      required: true,
      label: 'Approvals needed',
      help: 'How many of the members have to approve',
    }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    members: f.rows(
      {
        user: f.reference('user', { required: true }),
        responsibility: f.text({ max: 80 }),
      },
      { key: ['user'], maxRows: 100 },
    ),
    notes: f.longText({ max: 1000 }),
  },
  hooks: 'approval-group',
  list: {
    path: '/approval-groups',
    columns: ['group_code', 'description', 'required_approvals', 'status'],
    filters: ['status'],
    views: { Active: when.eq('status', 'active') },
  },
  form: {
    layout: [
      {
        title: 'Group',
        rows: [
          ['group_code', 'description'],
          ['required_approvals', 'status'],
        ],
      },
      { title: 'Members', rows: [['members']] },
      { title: 'Notes', rows: [['notes']] },
    ],
    related: [{ screen: 'workflow-setup', by: 'approver_group' }],
  },
  access: { read: 'any', write: 'administration.approvals' },
  tests: [
    { accept: { group_code: 'FIN', description: 'Finance' } },
    { reject: { group_code: 'FIN' }, at: 'description' },
    { reject: { group_code: 'FIN', description: 'Finance', required_approvals: 0 }, at: 'required_approvals' },
  ],
})
