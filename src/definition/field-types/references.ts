import { trimSql } from './blanks.ts'
import { ok, type FieldDisplay, type FieldType } from './field-type.ts'

export const referencesDisplay: FieldDisplay = {
  name: 'references',
  align: 'start',
  operators: ['contains', 'empty', 'notEmpty'],
  sortable: false,
  parseText: (text) =>
    ok(
      text
        .split(/[;,]/)
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  format: (value) => (Array.isArray(value) ? value.join(', ') : ''),
}

export const referencesType: FieldType = {
  ...referencesDisplay,
  sql: () => 'text[]',
  fromText: (text) => ({
    value: `case when ${text} is not null then array(select ${trimSql('part')} from regexp_split_to_table(${text}, '[;,]') with ordinality as parts (part, at) where ${trimSql('part')} <> '' order by at) end`,
    unreadable: 'Separate the keys by commas',
  }),
}
