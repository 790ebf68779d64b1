import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { pricingApplications } from './choices.ts'

const ownFields = [
  { value: 'price_list', label: 'Price list' },
  { value: 'list_description', label: 'Description of the list' },
  { value: 'list_from', label: 'List valid from' },
  { value: 'list_to', label: 'List valid to' },
  { value: 'material_number', label: 'Material' },
  { value: 'material_description', label: 'Description of the material' },
  { value: 'customer_number', label: 'Customer' },
  { value: 'uom', label: 'Unit' },
  { value: 'qty_from', label: 'From quantity' },
  { value: 'price', label: 'Price' },
  { value: 'per_quantity', label: 'Per' },
  { value: 'currency', label: 'Currency' },
  { value: 'valid_from', label: 'Valid from' },
  { value: 'valid_to', label: 'Valid to' },
]

const price = { sequence: 10, level: 'line', segment: 'CTP', element: 3, source: 'field', field: 'price' }
const standard = { mapping: 'OWN', description: 'Own catalogue', elements: [price] }

// How a price list becomes the segments of an EDI catalogue, and back: each partner has wishes of its own.
export const ediMapping = defineScreen({
  name: 'edi-mapping',
  label: ['EDI mapping', 'EDI mappings'],
  area: 'pricing',
  menu: { order: 96 },
  apps: pricingApplications,
  formId: 'IMA_CONFIG_EDI_MAPPING',
  endpoint: 'edi-mappings',
  table: { key: ['mapping'] },
  title: 'description',
  fields: {
    mapping: f.text({ max: 30, upper: true, required: true, immutable: true, search: true, width: 140 }),
    description: f.text({ max: 120, required: true, search: true, width: 260 }),
    transaction_set: f.choice([{ value: '832', label: '832 Price and sales catalogue' }], {
      default: '832',
      required: true,
      immutable: true,
      width: 220,
    }),
    customer_number: f.reference('customer', {
      integrity: 'soft',
      index: true,
      label: 'Partner',
      help: 'For whom it is; empty: for everybody',
      width: 120,
    }),
    sender: f.text({ max: 15, help: 'Interchange id of ours; empty: the name of the organization', width: 130 }),
    receiver: f.text({ max: 15, help: 'Interchange id of the partner', width: 130 }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    elements: f.rows(
      {
        sequence: f.integer({
          required: true,
          min: 1,
          max: 9999,
          label: 'Order',
          help: 'Elements of one number stand in one segment',
          width: 80,
        }),
        level: f.choice(
          [
            { value: 'header', label: 'Once for the list' },
            { value: 'line', label: 'For each price' },
          ],
          { default: 'line', required: true, width: 150 },
        ),
        segment: f.text({
          max: 3,
          upper: true,
          required: true,
          pattern: '[A-Z][A-Z0-9]{1,2}',
          patternMessage: 'Two or three letters or digits, such as CTP',
          width: 90,
        }),
        element: f.integer({ required: true, min: 1, max: 30, help: 'As the standard counts: CTP03 is 3', width: 90 }),
        source: f.choice(
          [
            { value: 'field', label: 'A field' },
            { value: 'constant', label: 'Always the same' },
          ],
          { default: 'field', required: true, label: 'What stands there', width: 150 },
        ),
        field: f.choice(ownFields, { visible: when.eq('source', 'field'), required: 'whenVisible', width: 180 }),
        constant: f.text({
          max: 80,
          visible: when.eq('source', 'constant'),
          required: 'whenVisible',
          label: 'Text',
          width: 120,
        }),
        required: f.flag({ label: 'Needed', help: 'A price without it is left out, and told', width: 90 }),
      },
      { key: ['sequence', 'element'], maxRows: 300, label: 'Elements' },
    ),
    notes: f.longText({ max: 1000 }),
    catalogue: f.file({ readOnly: true, label: 'Catalogue written last' }),
    catalogue_told: f.text({ max: 400, readOnly: true, label: 'What it holds' }),
    received: f.file({
      accept: ['.edi', '.txt', '.x12', '.832'],
      label: 'Catalogue received',
      help: 'An 832 of the partner. “Import what was received” makes prices of it that wait for approval',
    }),
    received_told: f.text({ max: 400, readOnly: true, label: 'What became of it' }),
  },
  list: {
    path: '/edi-mappings',
    columns: ['mapping', 'description', 'transaction_set', 'customer_number', 'receiver', 'status'],
    sort: ['mapping'],
    filters: ['status', 'customer_number'],
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Mapping',
        rows: [
          ['mapping', 'description'],
          ['transaction_set', 'customer_number'],
          ['sender', 'receiver'],
          ['status'],
          ['notes'],
        ],
      },
      { title: 'Segments', rows: [['elements']] },
      {
        title: 'Catalogues',
        rows: [
          ['catalogue', 'catalogue_told'],
          ['received', 'received_told'],
        ],
      },
    ],
  },
  actions: [
    {
      name: 'write',
      label: 'Write a catalogue',
      icon: 'download',
      command: 'write-edi-catalogue',
      on: ['row'],
      primary: true,
      when: when.eq('status', 'active'),
      parameters: {
        price_list: f.reference('price-list-master', { required: true }),
        on: f.date({ required: true, default: '@today', label: 'Prices of', help: 'Those that hold on this day' }),
      },
      message: 'The catalogue was written',
    },
    {
      name: 'import',
      label: 'Import what was received',
      icon: 'upload',
      command: 'import-edi-catalogue',
      on: ['row'],
      when: when.all(when.eq('status', 'active'), when.notEmpty('received')),
      parameters: {
        price_list: f.reference('price-list-master', { help: 'Empty: the list the file names' }),
        valid_from: f.date({ label: 'Valid from', help: 'Of prices that tell no day themselves' }),
      },
      message: 'The prices wait for approval',
    },
  ],
  access: { read: 'pricing.read', write: 'pricing.write', delete: 'pricing.delete' },
  tests: [
    { accept: standard },
    { reject: { ...standard, description: null }, at: 'description' },
    { reject: { ...standard, status: 'perhaps' }, at: 'status' },
  ],
})
