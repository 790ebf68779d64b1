import type { FieldTypeName } from '../field.ts'
import { attributesType } from './attributes.ts'
import { choiceType } from './choice.ts'
import { dateTimeType, dateType } from './date-types.ts'
import { decimalType } from './decimal.ts'
import type { FieldType } from './field-type.ts'
import { fileType } from './file.ts'
import { flagType } from './flag.ts'
import { integerType } from './integer.ts'
import { longTextType } from './long-text.ts'
import { moneyType } from './money.ts'
import { percentType } from './percent.ts'
import { referenceType } from './reference.ts'
import { referencesType } from './references.ts'
import { rowsType } from './rows.ts'
import { textType } from './text.ts'

/** The field types by name. */
export const fieldTypes = {
  text: textType,
  longText: longTextType,
  choice: choiceType,
  flag: flagType,
  integer: integerType,
  decimal: decimalType,
  money: moneyType,
  percent: percentType,
  date: dateType,
  dateTime: dateTimeType,
  reference: referenceType,
  references: referencesType,
  rows: rowsType,
  attributes: attributesType,
  file: fileType,
} satisfies Record<FieldTypeName, FieldType> as Record<FieldTypeName, FieldType>
