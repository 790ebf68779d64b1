import { defineScreen, f, when } from '#src/definition'
import { recordStatus } from '../shared/choices.ts'
import { salesAreaFields } from '../shared/sales-area.ts'

export const territory = defineScreen({
  name: 'territory',
  label: ['Territory', 'Territories'],
  area: 'masters',
  menu: { order: 42 },
  formId: 'IMA_CONFIG_TERRITORY',
  endpoint: 'territory',
  endpointAliases: ['territory-masters'],
  table: { key: ['territory'] },
  title: 'description',
  fields: {
    territory: f.text({ max: 40, required: true, immutable: true, search: true, width: 130 }),
    description: f.text({ max: 120, required: true, search: true, width: 220 }),
    level: f.choice(
      [
        { value: 'area', label: 'Area' },
        { value: 'region', label: 'Region' },
        { value: 'district', label: 'District' },
        { value: 'territory', label: 'Territory' },
      ],
      { default: 'territory', required: true, index: true },
    ),
    parent_territory: f.reference('territory', { acyclic: true, index: true, label: 'Part of' }),
    ...salesAreaFields,
    manager: f.reference('employee', { integrity: 'soft', index: true }),
    status: f.choice(recordStatus, { default: 'active', required: true, index: true, width: 100 }),
    block_reason: f.text({ max: 200, visible: when.eq('status', 'blocked'), required: 'whenVisible' }),
    valid_from: f.date(),
    valid_to: f.date({ after: 'valid_from' }),
    employees: f.rows(
      {
        employee_number: f.reference('employee', { required: true, label: 'Employee' }),
        role: f.choice(
          [
            { value: 'primary', label: 'Primary' },
            { value: 'overlay', label: 'Overlay' },
            { value: 'deputy', label: 'Deputy' },
          ],
          { default: 'primary' },
        ),
        credit: f.percent({ min: 0, max: 100, default: '100', help: 'The share of sales that counts for this person' }),
        valid_from: f.date(),
        valid_to: f.date({ after: 'valid_from' }),
      },
      { maxRows: 200, help: 'Who sells here, and how much of it counts for whom' },
    ),
    coverage: f.rows(
      {
        country: f.text({ max: 60, required: true }),
        region: f.text({ max: 60, label: 'State or region' }),
        postal_from: f.text({ max: 12, label: 'Postal code from' }),
        postal_to: f.text({ max: 12, label: 'Postal code to' }),
      },
      { maxRows: 1000 },
    ),
    notes: f.longText({ max: 2000 }),
    attributes: f.attributes(),
  },
  list: {
    path: '/terittory',
    columns: [
      'territory',
      'description',
      'level',
      'parent_territory',
      'manager',
      'sales_organization',
      'valid_from',
      'status',
    ],
    sort: ['territory'],
    filters: ['level', 'parent_territory', 'status'],
    tree: { parent: 'parent_territory', endpoint: 'territory-hierarchy' },
    views: { Active: when.eq('status', 'active'), 'Top level': when.empty('parent_territory') },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Territory',
        rows: [
          ['territory', 'description'],
          ['level', 'parent_territory'],
          ['manager', 'status'],
          ['block_reason'],
          ['sales_organization', 'distribution_channel', 'division'],
          ['valid_from', 'valid_to'],
        ],
      },
      { title: 'Employees', rows: [['employees']] },
      { title: 'Coverage', rows: [['coverage']] },
      { title: 'Notes', rows: [['notes']] },
    ],
  },
  upload: {
    path: '/territory/territory-excel-upload',
    functionality: 'TerritoryMasterFormats',
    endpoints: ['territory-upload'],
    aliases: {
      territory: ['SalesTerritoryKey', 'Territory code'],
      description: ['Region', 'Name', 'Territory name'],
      parent_territory: ['Parent', 'Group'],
    },
  },
  access: { write: 'masters.write', delete: 'masters.delete' },
  tests: [
    { accept: { territory: 'North', description: 'North' } },
    {
      reject: { territory: 'North', description: 'North', valid_from: '2026-02-01', valid_to: '2026-01-01' },
      at: 'valid_to',
    },
  ],
})
