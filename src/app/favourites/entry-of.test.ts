import { expect, test } from 'vitest'
import type { NavigationItem } from '#src/data/bootstrap.ts'
import { entryOf } from './entry-of.ts'

const items: readonly NavigationItem[] = [
  { screen: 'customer', label: 'Customers', path: '/customer-master', kind: 'list' },
  { screen: 'trends', label: 'Trends', path: '/trends', kind: 'criteria' },
  { screen: 'accruals', label: 'Accruals', path: '/accrual-criteria', kind: 'criteria', results: '/accruals' },
]

test.each([
  ['/customer-master', 'Customers'],
  ['/customer-master/view/7', undefined],
  ['/trends', 'Trends'],
  ['/trends/results', 'Trends'],
  ['/accruals', 'Accruals'],
  ['/', undefined],
])('%s is the page of %s', (path, label) => expect(entryOf(items, path)?.label).toBe(label))
