import { defineScreen, f } from '#src/definition'
import { recordStatus } from '../shared/choices.ts'
import { salesAreaFields } from '../shared/sales-area.ts'

export const materialOrganization = defineScreen({
  name: 'material-organization',
  label: ['Material organization', 'Material organizations'],
  area: 'masters',
  menu: { order: 22 },
  formId: 'IMA_CONFIG_MATERIAL_ORG',
  endpoint: 'material-master-org',
  table: { key: ['material_number', 'sales_organization', 'distribution_channel'] },
  fields: {
    material_number: f.reference('material', {
      required: true,
      immutable: true,
      index: true,
      search: true,
      label: 'Material',
    }),
    sales_organization: salesAreaFields.sales_organization,
    distribution_channel: salesAreaFields.distribution_channel,
    plant: f.text({ max: 10, upper: true }),
    sales_uom: f.text({ max: 6, upper: true, label: 'Sales unit' }),
    minimum_order_quantity: f.decimal(15, 3, { min: 0 }),
    material_pricing_group: f.text({ max: 10 }),
    rebate_group: f.text({ max: 10 }),
    account_assignment_group: f.text({ max: 10 }),
    status: f.choice(recordStatus, { default: 'active', required: true }),
  },
  list: {
    path: '/material-master/organizations',
    columns: [
      'material_number',
      'sales_organization',
      'distribution_channel',
      'plant',
      'sales_uom',
      'material_pricing_group',
      'rebate_group',
      'status',
    ],
    sort: ['material_number', 'sales_organization'],
    filters: ['material_number', 'sales_organization', 'status'],
  },
  form: {
    layout: [
      ['material_number', 'status'],
      ['sales_organization', 'distribution_channel'],
      ['plant', 'sales_uom'],
      ['minimum_order_quantity', 'material_pricing_group'],
      ['rebate_group', 'account_assignment_group'],
    ],
  },
  upload: {
    path: '/material-master/material-master-excel-upload',
    functionality: 'MaterialMasterOrganizationFormat',
    endpoints: ['material-master-org-upload'],
  },
  access: { write: 'masters.write', delete: 'masters.delete' },
})
