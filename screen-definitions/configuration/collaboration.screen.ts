import { defineScreen, f, when } from '#src/definition'

export const collaboration = defineScreen({
  name: 'collaboration',
  label: ['Collaboration', 'Collaborations'],
  area: 'configuration',
  menu: { order: 80 },
  formId: 'IMA_CONFIG_COLLABORATION',
  endpoint: 'collaborations',
  table: { key: ['code'] },
  title: 'name',
  fields: {
    code: f.text({ max: 30, required: true, immutable: true, upper: true, search: true, width: 150 }),
    name: f.text({ max: 120, required: true, search: true, width: 240 }),
    partner_type: f.choice(
      [
        { value: 'group', label: 'Buying group' },
        { value: 'customer', label: 'Customer' },
        { value: 'supplier', label: 'Supplier' },
        { value: 'internal', label: 'Own people' },
      ],
      { default: 'customer', required: true, width: 130 },
    ),
    customer: f.reference('customer', { visible: when.eq('partner_type', 'customer'), required: 'whenVisible' }),
    supplier: f.reference('supplier', { visible: when.eq('partner_type', 'supplier'), required: 'whenVisible' }),
    contact_name: f.text({ max: 120, search: true }),
    contact_email: f.text({ max: 200, format: 'email', search: true, label: 'Email address of the contact' }),
    owner: f.reference('user', { label: 'Responsible', help: 'Who answers the partner.' }),
    purpose: f.longText({ max: 2000 }),
    shared: f.rows(
      {
        document: f.choice(
          [
            { value: 'contracts', label: 'Contracts' },
            { value: 'claims', label: 'Claims' },
            { value: 'sales_data', label: 'Sales data' },
            { value: 'payments', label: 'Payments' },
            { value: 'prices', label: 'Prices' },
            { value: 'forecasts', label: 'Forecasts' },
          ],
          { required: true },
        ),
        may_change: f.flag({ default: false, label: 'May change' }),
        note: f.text({ max: 120 }),
      },
      { key: ['document'], label: 'What is shared' },
    ),
    members: f.rows(
      {
        user: f.reference('user', { required: true }),
        part: f.choice(['lead', 'member', 'reader'], { default: 'member', required: true }),
      },
      { key: ['user'], label: 'Own members' },
    ),
    status: f.choice(
      [
        { value: 'proposed', label: 'Proposed', tone: 'warn' },
        { value: 'active', label: 'Active', tone: 'ok' },
        { value: 'ended', label: 'Ended', tone: 'neutral' },
      ],
      { default: 'proposed', required: true, index: true, width: 110 },
    ),
    valid_from: f.date({ default: '@today' }),
    valid_to: f.date({ after: 'valid_from' }),
  },
  list: {
    path: '/collaborations',
    columns: ['code', 'name', 'partner_type', 'customer', 'contact_name', 'status', 'valid_to'],
    filters: ['partner_type', 'status', 'owner'],
    views: { Active: when.eq('status', 'active') },
  },
  form: {
    layout: [
      { title: 'Collaboration', rows: [['code', 'name'], ['status', 'owner'], ['purpose']] },
      { title: 'Partner', rows: [['partner_type'], ['customer', 'supplier'], ['contact_name', 'contact_email']] },
      { title: 'What is shared', rows: [['shared'], ['members']] },
      { title: 'Validity', rows: [['valid_from', 'valid_to']] },
    ],
  },
  designer: { path: '/collaboration-designer', label: 'Collaboration designer' },
  access: { read: 'administration.collaborations', write: 'administration.collaborations' },
  tests: [
    { accept: { code: 'HARBOR', name: 'Harbour Foods', partner_type: 'internal' } },
    { reject: { code: 'HARBOR', name: 'Harbour Foods' }, at: 'customer' },
    { reject: { code: 'X', name: 'X', partner_type: 'internal', contact_email: 'nobody' }, at: 'contact_email' },
  ],
})
