import type { ShellCall } from './shell-call.ts'

const attribute =
  'attribute attribute_label attribute_type data_type foreign_table foreign_field reference_attribute values:array deleted_ids:array'

/** The calls of attributes and other masters that no definition makes. */
export const mastersCalls: readonly ShellCall[] = [
  [
    'GET',
    '/mdm/attribute-types',
    'Attributes',
    'Attributes, with their values where these are asked for',
    { query: 'page:integer limit:integer with_values:boolean attribute_type', failures: [400] },
  ],
  ['GET', '/mdm/attribute-type/{id}', 'Attributes', 'An attribute with its values', { failures: [404] }],
  [
    'POST',
    '/mdm/attribute-type',
    'Attributes',
    'Create an attribute with its values; it becomes a field of its masters',
    { body: attribute, status: 201, failures: [409, 422] },
  ],
  [
    'PUT',
    '/mdm/attribute-type/{id}',
    'Attributes',
    'Change an attribute, write values of it and remove others',
    { body: attribute, failures: [404, 409, 422] },
  ],
  [
    'GET',
    '/mdm/attribute-values',
    'Attributes',
    'The values of an attribute, wherever they stand',
    { query: 'attribute_type_id!:integer search page:integer limit:integer', failures: [404, 422] },
  ],
  [
    'POST',
    '/mdm/attribute-values',
    'Attributes',
    'Write values of an attribute; what is not named stays',
    { body: 'attribute_type_id!:integer values!:array', status: 201, failures: [404, 422] },
  ],
  [
    'POST',
    '/mdm/attribute-labels',
    'Attributes',
    'The labels of attributes, changed where new ones are sent',
    { body: 'labels!:array', failures: [404, 422] },
  ],
  [
    'PUT',
    '/mdm-attribute/value/{id}',
    'Attributes',
    'Change a value',
    { body: 'value description row_version:integer', failures: [404, 409, 422] },
  ],
  ['GET', '/attribute-names', 'Attributes', 'The attributes, and the fields of masters, that rules may use'],
  [
    'POST',
    '/currency-rates/convert',
    'Currencies and units',
    'An amount in another currency, and the rates that were used',
    {
      body: 'amount! from_currency! to_currency! on_date rate_type reference_currency',
      failures: [404, 422],
    },
  ],
  [
    'POST',
    '/material-uom/convert',
    'Currencies and units',
    'A quantity in another unit, and the conversions that were used',
    { body: 'quantity! from_uom! to_uom! material_number', failures: [404, 422] },
  ],
  ['GET', '/general-unique-uom', 'Currencies and units', 'The codes of units, each once'],
  [
    'PUT',
    '/mdm-material-master',
    'Materials',
    'Change a material that the body names',
    { body: 'id:integer material_number row_version:integer', failures: [404, 409, 422] },
  ],
]
