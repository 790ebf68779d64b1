import type { FieldTypeName } from '#src/definition'
import { AttributesInput } from './input-attributes.tsx'
import { ChoiceInput } from './input-choice.tsx'
import { DateInput } from './input-date.tsx'
import { FileInput } from './input-file.tsx'
import { FlagInput } from './input-flag.tsx'
import { LongTextInput } from './input-long-text.tsx'
import { NumberInput } from './input-number.tsx'
import { OfferedNumber } from './input-offered-number.tsx'
import { ReferenceInput } from './input-reference.tsx'
import { RowsInput } from './input-rows.tsx'
import { TextInput } from './input-text.tsx'
import type { InputProps, InputWidget } from './input.ts'
import { ReferencesOrRightsInput } from './rights/rights-input.tsx'

/** The inputs by field type. Nested rows use the registry themselves, so they are given it. */
export const inputs = {
  text: TextInput,
  longText: LongTextInput,
  choice: ChoiceInput,
  flag: FlagInput,
  integer: (props: InputProps) => (props.field.offers ? <OfferedNumber {...props} /> : <NumberInput {...props} />),
  decimal: NumberInput,
  money: NumberInput,
  percent: NumberInput,
  date: DateInput,
  dateTime: DateInput,
  reference: ReferenceInput,
  references: ReferencesOrRightsInput,
  rows: (props: InputProps) => <RowsInput {...props} inputs={inputs} />,
  attributes: (props: InputProps) => <AttributesInput {...props} inputs={inputs} />,
  file: FileInput,
} satisfies Record<FieldTypeName, InputWidget> as Record<FieldTypeName, InputWidget>
