import * as z from 'zod/mini'
import { trimSql } from './blanks.ts'
import { ok, type FieldType } from './field-type.ts'

export const referencesType: FieldType = {
  name: 'references',
  sql: () => 'text[]',
  align: 'start',
  operators: ['contains', 'empty', 'notEmpty'],
  sortable: false,
  schema: () => z.array(z.string({ error: 'Text is needed' }), { error: 'A list is needed' }),
  parseText: (text) => ok(text.split(/[;,]/).map((part) => part.trim()).filter(Boolean)),
  fromText: (text) => ({
    value: `array(select ${trimSql('part')} from regexp_split_to_table(${text}, '[;,]') with ordinality as parts (part, at) where ${trimSql('part')} <> '' order by at)`,
    unreadable: 'Separate the keys by commas',
  }),
  format: (value) => (Array.isArray(value) ? value.join(', ') : ''),
}
