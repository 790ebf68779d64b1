import { expect, test } from 'vitest'
import { contractLineFaults } from './contract-lines.ts'

const year = { from: '2027-01-01', to: '2027-12-31' }

test('breaks and later days of a material stand beside one another', () =>
  expect(
    contractLineFaults(
      [
        { material_number: 'M1', quantity_from: '0', valid_to: '2027-06-30' },
        { material_number: 'M1', quantity_from: '0.000', valid_from: '2027-07-01' },
        { material_number: 'M1', quantity_from: '100' },
        { material_number: 'M1', quantity_from: '0', uom: 'CS' },
      ],
      year,
    ),
  ).toEqual([]))

test('two prices for one day are refused, and days outside of the contract', () =>
  expect(
    contractLineFaults(
      [
        { material_number: 'M1' },
        { material_number: 'M1', quantity_from: '0', valid_from: '2027-12-31' },
        { material_number: 'M2', valid_from: '2026-12-31' },
        { material_number: 'M3', valid_to: '2028-01-01' },
      ],
      year,
    ),
  ).toEqual([
    { line: 2, field: 'valid_from', message: 'It begins before the contract' },
    { line: 3, field: 'valid_to', message: 'It ends after the contract' },
    { line: 1, field: 'material_number', message: 'Line 1 has a price of it on some of the same days' },
  ]))
