import { defineScreen, f, when } from '#src/definition'
import { recordStatus } from '../shared/choices.ts'

export const attributeHierarchy = defineScreen({
  name: 'attribute-hierarchy',
  label: ['Hierarchy node', 'Attributes hierarchy'],
  area: 'attributes',
  menu: { order: 40 },
  formId: 'IMA_CONFIG_ATTRIBUTE_HIERARCHY',
  endpoint: 'eligibility-hierarchy-attrib',
  hooks: 'attribute-hierarchy',
  table: { key: ['node'] },
  title: 'description',
  fields: {
    node: f.text({ max: 40, required: true, immutable: true, upper: true, search: true, width: 160 }),
    description: f.text({ max: 120, required: true, search: true, width: 240 }),
    parent_node: f.reference('attribute-hierarchy', { acyclic: true, index: true, label: 'Part of' }),
    attribute_name: f.reference('attribute-type', {
      index: true,
      integrity: 'soft',
      label: 'Attribute',
      help: 'The attribute whose value this node stands for; empty for a node that only gathers others',
    }),
    attribute_value: f.text({
      max: 80,
      search: true,
      label: 'Value',
      visible: when.notEmpty('attribute_name'),
      required: 'whenVisible',
    }),
    sequence: f.integer({ min: 0, max: 100_000, label: 'Order' }),
    status: f.choice(recordStatus, { default: 'active', required: true, index: true, width: 100 }),
    block_reason: f.text({ max: 200, visible: when.eq('status', 'blocked'), required: 'whenVisible' }),
    valid_from: f.date(),
    valid_to: f.date({ after: 'valid_from' }),
  },
  list: {
    path: '/attributes-hierarchy',
    columns: ['node', 'description', 'parent_node', 'attribute_name', 'attribute_value', 'valid_from', 'status'],
    sort: ['node'],
    filters: ['attribute_name', 'parent_node', 'status'],
    views: { Active: when.eq('status', 'active'), 'Top level': when.empty('parent_node') },
    tree: { parent: 'parent_node' },
    pageSize: 50,
  },
  form: {
    layout: [
      ['node', 'description'],
      ['parent_node', 'sequence'],
      ['attribute_name', 'attribute_value'],
      ['status', 'block_reason'],
      ['valid_from', 'valid_to'],
    ],
  },
  upload: {
    functionality: 'HierarchyAttributeFormats',
    endpoints: ['upload-hierarchy-attrib'],
    aliases: { node: ['Code'], description: ['Name', 'Text'], parent_node: ['Parent', 'Parent code'] },
  },
  access: { write: 'attributes.write', delete: 'attributes.delete' },
  tests: [
    { accept: { node: 'EMEA', description: 'Europe, Middle East, Africa' } },
    { reject: { node: 'DE', description: 'Germany', attribute_name: 'country' }, at: 'attribute_value' },
  ],
})
