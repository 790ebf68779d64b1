import { textType } from './text.ts'
import type { FieldType } from './field-type.ts'

export const longTextType: FieldType = { ...textType, name: 'longText', sortable: false, operators: ['contains', 'empty', 'notEmpty'] }
