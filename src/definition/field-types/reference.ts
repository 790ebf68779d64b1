import { parseTextValue, textDisplay, textType } from './text.ts'
import { derived, type FieldDisplay, type FieldType } from './field-type.ts'

/** Holds the business key of a record of another screen; whether it exists is checked by the server. */
export const referenceDisplay: FieldDisplay = {
  ...textDisplay,
  name: 'reference',
  operators: ['in', 'eq', 'ne', 'notIn', 'contains', 'startsWith', 'empty', 'notEmpty'],
  parseText: parseTextValue,
}

export const referenceType: FieldType = /* @__PURE__ */ derived(textType, referenceDisplay)
