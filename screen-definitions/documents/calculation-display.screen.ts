import { defineScreen } from '#src/definition'
import {
  calculationDisplay as shared,
  calculationFields,
  levelField,
  postedFields,
} from '../contracts/calculation-fields.ts'

// What calculations show of their lines. It has no records: the results that follow it look as it is designed here.
export const calculationDisplay = defineScreen({
  name: 'calculation-display',
  label: ['Calculation result', 'Calculation results'],
  area: 'configuration',
  menu: { order: 56 },
  formId: shared.formId,
  fields: { ...calculationFields, level: levelField, ...postedFields },
  form: { layout: [{ title: 'Columns', rows: shared.order.map((name) => [name]) }] },
  designer: { path: '/config-designer', label: 'Calculation display designer' },
  access: { read: 'administration.form_fields', write: 'never' },
})
