import { derived, type FieldDisplay, type FieldType } from './field-type.ts'
import { textDisplay, textType } from './text.ts'

export const longTextDisplay: FieldDisplay = {
  ...textDisplay,
  name: 'longText',
  sortable: false,
  operators: ['contains', 'empty', 'notEmpty'],
}

export const longTextType: FieldType = /* @__PURE__ */ derived(textType, longTextDisplay)
