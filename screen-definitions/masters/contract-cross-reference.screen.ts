import { defineScreen, f, when } from '#src/definition'
import { crossReferenceValidity, sourceSystem } from '../shared/cross-reference.ts'

export const contractCrossReference = defineScreen({
  name: 'contract-cross-reference',
  label: ['Contract cross reference', 'Contract cross references'],
  area: 'masters',
  menu: { order: 52 },
  formId: 'IMA_CONFIG_XREF_CONTRACT',
  endpoint: 'xref-contract',
  table: { key: ['source_system', 'external_contract'] },
  fields: {
    source_system: sourceSystem(),
    external_contract: f.text({ max: 60, required: true, immutable: true, search: true }),
    external_description: f.text({ max: 120, search: true }),
    contract_number: f.text({ max: 40, required: true, index: true, search: true, label: 'Contract' }),
    partner: f.reference('customer', { index: true, help: 'Whose number it is, when only one partner uses it' }),
    identifier_type: f.choice(
      [
        { value: 'contract', label: 'Contract number' },
        { value: 'gpo_contract', label: 'GPO contract number' },
        { value: 'bid', label: 'Bid number' },
        { value: 'tender', label: 'Tender' },
        { value: 'other', label: 'Other' },
      ],
      { default: 'contract', index: true },
    ),
    tier: f.text({ max: 20, help: 'The tier the other number stands for, when it names one' }),
    ...crossReferenceValidity,
  },
  list: {
    path: '/contract-xref',
    columns: [
      'source_system',
      'external_contract',
      'external_description',
      'contract_number',
      'partner',
      'identifier_type',
      'valid_from',
      'valid_to',
    ],
    sort: ['source_system', 'external_contract'],
    filters: ['source_system', 'identifier_type', 'partner'],
    views: { Ended: when.before('valid_to', '@today') },
  },
  form: {
    layout: [
      ['source_system', 'external_contract'],
      ['external_description', 'identifier_type'],
      ['contract_number', 'tier'],
      ['partner'],
      ['valid_from', 'valid_to'],
      ['notes'],
    ],
  },
  access: { write: 'masters.write', delete: 'masters.delete' },
})
