import { defineScreen, f, when } from '#src/definition'
import { crossReferenceValidity, sourceSystem } from '../shared/cross-reference.ts'

export const classOfTradeCrossReference = defineScreen({
  name: 'class-of-trade-cross-reference',
  label: ['Class of trade cross reference', 'Class of trade cross references'],
  area: 'masters',
  menu: { order: 51 },
  formId: 'IMA_CONFIG_XREF_CLASSOFTRADE',
  endpoint: 'xref-classoftrade',
  table: { key: ['source_system', 'external_class'] },
  fields: {
    source_system: sourceSystem('The system or partner that names the class differently'),
    external_class: f.text({ max: 60, required: true, immutable: true, search: true }),
    external_description: f.text({ max: 120, search: true }),
    class_of_trade: f.reference('class-of-trade', { required: true, index: true }),
    priority: f.integer({ min: 1, max: 999, default: 1, help: 'The lowest counts where several fit' }),
    ...crossReferenceValidity,
  },
  list: {
    path: '/cot-xref',
    columns: [
      'source_system',
      'external_class',
      'external_description',
      'class_of_trade',
      'priority',
      'valid_from',
      'valid_to',
    ],
    sort: ['source_system', 'external_class'],
    filters: ['source_system', 'class_of_trade'],
    views: { Ended: when.before('valid_to', '@today') },
  },
  form: {
    layout: [
      ['source_system', 'external_class'],
      ['external_description', 'class_of_trade'],
      ['priority'],
      ['valid_from', 'valid_to'],
      ['notes'],
    ],
  },
  upload: {
    path: '/cot-xref/cot-xref-excel-upload',
    functionality: 'XrefClassOfTradeFormat',
    endpoints: ['xref-classoftrade-upload'],
    aliases: { class_of_trade: ['COT', 'Class'], external_class: ['External COT', 'Source class'] },
  },
  access: { write: 'masters.write', delete: 'masters.delete' },
})
