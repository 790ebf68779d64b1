import type { Row } from './masters.ts'
import { productLines } from './words.ts'

const standard = (
  attribute: string,
  attribute_label: string,
  foreign_table: string,
  foreign_field: string,
  more: Row = {},
): Row => ({
  attribute,
  attribute_label,
  attribute_type: 'standard',
  data_type: 'text',
  status: 'active',
  foreign_table,
  foreign_field,
  standard_values_only: true,
  ...more,
})

const types: readonly Row[] = [
  standard('customer_number', 'Customer', 'customer', 'customer_number', {
    description_field: 'customer_name',
    search_only: true,
  }),
  standard('customer_type', 'Customer type', 'customer', 'customer_type'),
  standard('customer_group', 'Customer group', 'customer', 'customer_group'),
  standard('country', 'Country', 'customer', 'country', { values_display_only: true }),
  standard('class_of_trade', 'Class of trade', 'class_of_trade', 'class_of_trade', {
    description_field: 'description',
  }),
  standard('material_number', 'Material', 'material', 'material_number', {
    description_field: 'material_description',
    search_only: true,
  }),
  standard('material_group', 'Material group', 'material', 'material_group'),
  standard('product_line', 'Product line', 'material', 'product_line'),
  standard('brand', 'Brand', 'material', 'brand', { values_display_only: true }),
  standard('territory', 'Territory', 'territory', 'territory', { description_field: 'description' }),
  {
    attribute: 'ship_to_country',
    attribute_label: 'Ship-to country',
    attribute_type: 'standard',
    data_type: 'text',
    status: 'active',
    reference_attribute: 'country',
    standard_values_only: true,
  },
  {
    attribute: 'loyalty_tier',
    attribute_label: 'Loyalty tier',
    attribute_description: 'What a customer has agreed to buy in a year',
    attribute_type: 'user_defined',
    data_type: 'text',
    max_length: 20,
    status: 'active',
    standard_values_only: true,
  },
  {
    attribute: 'order_channel',
    attribute_label: 'Order channel',
    attribute_type: 'user_defined',
    data_type: 'text',
    max_length: 40,
    status: 'active',
  },
]

const values: readonly Row[] = [
  ['loyalty_tier', 'PLATINUM', 'Platinum: above a million a year'],
  ['loyalty_tier', 'GOLD', 'Gold: above a quarter of a million'],
  ['loyalty_tier', 'SILVER', 'Silver: above fifty thousand'],
  ['loyalty_tier', 'BASIC', 'Basic'],
  ['order_channel', 'EDI', 'Electronic data interchange'],
  ['order_channel', 'PORTAL', 'Customer portal'],
  ['order_channel', 'PHONE', 'Telephone'],
  ['order_channel', 'REP', 'Sales representative'],
].map(([attribute_name, attribute_value, attribute_desc], index) => ({
  attribute_name,
  attribute_value,
  attribute_desc,
  is_standard: false,
  sequence: (index + 1) * 10,
}))

const hierarchy: readonly Row[] = [
  { node: 'ASSORTMENT', description: 'Whole assortment', status: 'active', valid_from: '2020-01-01' },
  ...[...new Set(productLines.map(({ group }) => group))].map((group) => ({
    node: group.toUpperCase(),
    description: group,
    parent_node: 'ASSORTMENT',
    attribute_name: 'material_group',
    attribute_value: group,
    status: 'active',
    valid_from: '2020-01-01',
  })),
  ...productLines.map(({ line, group }) => ({
    node: line.toUpperCase(),
    description: line,
    parent_node: group.toUpperCase(),
    attribute_name: 'product_line',
    attribute_value: line,
    status: 'active',
    valid_from: '2020-01-01',
  })),
]

const combinations: readonly Row[] = [
  {
    combination: 'TOP-PORTAL',
    description: 'Platinum and gold customers who order by themselves',
    matches: 'any',
    status: 'active',
    valid_from: '2025-01-01',
    attributes_list: [
      { attribute_name: 'loyalty_tier', attribute_value: 'PLATINUM', excluded: false },
      { attribute_name: 'loyalty_tier', attribute_value: 'GOLD', excluded: false },
      { attribute_name: 'order_channel', attribute_value: 'REP', excluded: true },
    ],
  },
  {
    combination: 'HOSPITALS',
    description: 'Hospitals on interchange',
    matches: 'all',
    status: 'active',
    valid_from: '2025-01-01',
    attributes_list: [
      { attribute_name: 'class_of_trade', attribute_value: 'Hospital', excluded: false },
      { attribute_name: 'order_channel', attribute_value: 'EDI', excluded: false },
    ],
  },
]

/** Attributes that rules may use, values of those that are the organisation's own, what they are ordered by and how they go together. */
export const demoAttributes: Readonly<Record<string, readonly Row[]>> = {
  'attribute-type': types,
  'attribute-value': values,
  'attribute-hierarchy': hierarchy,
  'attribute-combination': combinations,
}
