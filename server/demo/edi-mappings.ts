import type { Row } from './masters.ts'

type Element = readonly [
  sequence: number,
  level: 'header' | 'line',
  segment: string,
  element: number,
  what: string,
  needed?: true,
]

const row = ([sequence, level, segment, element, what, needed]: Element) => {
  const isConstant = what.startsWith('=')
  return {
    sequence,
    level,
    segment,
    element,
    source: isConstant ? 'constant' : 'field',
    field: isConstant ? null : what,
    constant: isConstant ? what.slice(1) : null,
    required: needed ?? false,
  }
}

const header: readonly Element[] = [
  [10, 'header', 'BCT', 1, '=PC'],
  [10, 'header', 'BCT', 2, 'price_list', true],
  [20, 'header', 'CUR', 1, '=SE'],
  [20, 'header', 'CUR', 2, 'currency', true],
  [30, 'header', 'DTM', 1, '=007'],
  [30, 'header', 'DTM', 2, 'list_from'],
]

const lines: readonly Element[] = [
  [110, 'line', 'LIN', 2, '=VP'],
  [110, 'line', 'LIN', 3, 'material_number', true],
  [120, 'line', 'DTM', 1, '=036'],
  [120, 'line', 'DTM', 2, 'valid_to'],
  [130, 'line', 'PID', 1, '=F'],
  [130, 'line', 'PID', 5, 'material_description'],
  [140, 'line', 'CTP', 2, '=UCP'],
  [140, 'line', 'CTP', 3, 'price', true],
  [140, 'line', 'CTP', 4, 'qty_from'],
  [140, 'line', 'CTP', 5, 'uom'],
]

/** How the demo's price lists go out: for everybody, and shorter for a partner that looks descriptions up itself. */
export const ediMappings: readonly Row[] = [
  {
    mapping: 'STANDARD-832',
    description: 'Catalogue with descriptions',
    transaction_set: '832',
    status: 'active',
    elements: [...header, ...lines].map(row),
  },
  {
    mapping: 'SHORT-832',
    description: 'Catalogue without descriptions and validity',
    transaction_set: '832',
    receiver: 'WHOLESALE',
    status: 'active',
    elements: [...header, ...lines].filter(([, , segment]) => segment !== 'PID' && segment !== 'DTM').map(row),
  },
]
