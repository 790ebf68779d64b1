import { expect, test } from 'vitest'
import { conditionWords } from './condition-words.ts'
import { f, normalizeField, when } from './index.ts'

const fields = [
  normalizeField('status', f.choice(['active', { value: 'off', label: 'Deactivated' }])),
  normalizeField('until', f.date({ label: 'Valid until' })),
  normalizeField('value', f.decimal(10, 2)),
]

test.each([
  [when.ne('status', 'off'), 'Status is not Deactivated'],
  [when.in('status', ['active', 'off']), 'Status is Active or Deactivated'],
  [when.notIn('status', ['active', 'off']), 'Status is not Active nor Deactivated'],
  [when.before('until', '@today'), 'Valid until is before today'],
  [when.empty('until'), 'Valid until is empty'],
  [when.not(when.empty('until')), 'Valid until is not empty'],
  [when.between('value', 1, 5), 'Value is between 1 and 5'],
  [
    when.all(when.any(when.eq('status', 'active'), when.empty('until')), when.not(when.gt('value', 5))),
    '(Status is Active or Valid until is empty) and not (Value is above 5)',
  ],
])('%j reads "%s"', (condition, text) => expect(conditionWords(condition, fields)).toBe(text))
