import { defineScreen, f } from '#src/definition'
import { archiveActions, archivedFields, inUse, isArchived } from './archived-fields.ts'
import {
  anyCountry,
  productLine,
  promotionAccess,
  lineAliases,
  countryAliases,
  promotionApps,
} from './promotion-fields.ts'

const group = { group_code: 'COMPACT', group_name: 'Compact machines', product_line: 'Machines' }

// Materials of a line that an offer is limited to, and that claims are made for under one number.
export const customGroup = defineScreen({
  name: 'custom-group',
  label: ['Custom group', 'Custom groups'],
  area: 'promotions',
  menu: { order: 50 },
  apps: promotionApps,
  formId: 'IMA_CONFIG_CUSTOM_GROUP',
  endpoint: 'promotion/custom-group',
  endpointAliases: ['promotion/custom-groups'],
  hooks: 'custom-group',
  table: { key: ['group_code'] },
  title: 'group_name',
  fields: {
    group_code: f.text({
      max: 30,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      label: 'Group',
      width: 130,
    }),
    group_name: f.text({ max: 120, required: true, search: true, label: 'Name', width: 240 }),
    product_line: productLine,
    country: { ...anyCountry, immutable: false },
    claim_number: f.text({
      max: 40,
      upper: true,
      search: true,
      unique: true,
      label: 'Claim number',
      help: 'Under which dealers claim what the offer gives',
      width: 140,
    }),
    materials: f.rows(
      {
        material_number: f.reference('material', { required: true, label: 'Material', width: 260 }),
        note: f.text({ max: 120, width: 220 }),
      },
      { key: ['material_number'], maxRows: 2000, help: 'Each belongs to the line: by its mapping, else by its master' },
    ),
    material_count: f.integer({ readOnly: true, label: 'Materials', width: 100 }),
    ...archivedFields,
    notes: f.longText({ max: 2000 }),
  },
  list: {
    path: '/custom-group',
    columns: ['group_code', 'group_name', 'product_line', 'country', 'claim_number', 'material_count', 'archived'],
    sort: ['group_code'],
    filters: ['product_line', 'country', 'claim_number', 'archived'],
    views: { 'In use': inUse, Archived: isArchived },
    pageSize: 50,
  },
  form: {
    edit: '/update-custom-group/:id',
    editable: { when: inUse, otherwise: 'It is archived. Take it out of the archive to change it.' },
    layout: [
      {
        title: 'Group',
        rows: [['group_code', 'group_name'], ['product_line', 'country'], ['claim_number']],
      },
      { title: 'Materials', rows: [['materials']] },
      { title: 'Notes', rows: [['notes']] },
      { title: 'Where it stands', rows: [['material_count', 'archived']] },
    ],
    related: [{ screen: 'promotion-sticker', by: 'custom_group' }],
  },
  upload: {
    functionality: 'PromotionCustomGroupFormat',
    aliases: { ...lineAliases, ...countryAliases, group_code: ['Group', 'Code'], group_name: ['Name'] },
  },
  actions: [
    {
      name: 'clone-group',
      label: 'Clone',
      command: 'clone-custom-group',
      on: ['row'],
      opens: true,
      access: 'promotions.write',
      parameters: {
        group_code: f.text({ max: 30, upper: true, required: true, label: 'New group' }),
        group_name: f.text({ max: 120, label: 'Name', help: 'Empty: as it is called now' }),
      },
      message: 'Successfully cloned',
    },
    ...archiveActions,
  ],
  access: promotionAccess,
  tests: [{ accept: group }, { reject: { ...group, group_name: '' }, at: 'group_name' }],
})
