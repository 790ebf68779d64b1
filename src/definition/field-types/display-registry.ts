import type { FieldTypeName } from '../field.ts'
import { attributesDisplay } from './attributes.ts'
import { choiceDisplay } from './choice.ts'
import { dateTimeDisplay } from './date-time.ts'
import { dateDisplay } from './date.ts'
import { decimalDisplay } from './decimal.ts'
import type { FieldDisplay } from './field-type.ts'
import { fileDisplay } from './file.ts'
import { flagDisplay } from './flag.ts'
import { integerDisplay } from './integer.ts'
import { longTextDisplay } from './long-text.ts'
import { moneyDisplay } from './money.ts'
import { percentDisplay } from './percent.ts'
import { referenceDisplay } from './reference.ts'
import { referencesDisplay } from './references.ts'
import { rowsDisplay } from './rows.ts'
import { textDisplay } from './text.ts'

/** How values of the field types are shown, filtered and read, by name. */
export const fieldDisplays = {
  text: textDisplay,
  longText: longTextDisplay,
  choice: choiceDisplay,
  flag: flagDisplay,
  integer: integerDisplay,
  decimal: decimalDisplay,
  money: moneyDisplay,
  percent: percentDisplay,
  date: dateDisplay,
  dateTime: dateTimeDisplay,
  reference: referenceDisplay,
  references: referencesDisplay,
  rows: rowsDisplay,
  attributes: attributesDisplay,
  file: fileDisplay,
} satisfies Record<FieldTypeName, FieldDisplay> as Record<FieldTypeName, FieldDisplay>
