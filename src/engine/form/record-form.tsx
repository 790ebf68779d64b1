import { withTheme } from '@rjsf/core'
import type { FieldTemplateProps, ObjectFieldTemplateProps, UiSchema } from '@rjsf/utils'
import { Fragment, memo, useMemo, type ReactNode } from 'react'
import type { Field, Issue } from '#src/definition'
import type { Values } from './changes.ts'
import { isVisible } from './layout.ts'
import { ReadOnlyField } from './read-only-field.tsx'
import { useRecordContext } from './record-context.ts'
import { RecordField } from './record-field.tsx'
import { errorSchemaOf, formSchema, recordValidator, type RecordCheck } from './record-validator.ts'
import { repeatsTitle, rowClass, SectionCard, sectionId } from './section-card.tsx'

/** The sections and rows of the definition instead of RJSF's one column; fields whose condition fails are left out. */
function RecordLayout({ properties, formData }: ObjectFieldTemplateProps<Values>) {
  const { sections, shape, fields, labels, locale, referenceHref } = useRecordContext()
  const all = [...fields.values()]
  const values = formData ?? {}
  const inputOf = new Map(properties.map((property) => [property.name, property.content]))
  const content = (field: Field, isLabelHidden: boolean): ReactNode =>
    inputOf.get(field.name) ?? (
      <ReadOnlyField
        field={field}
        value={values[field.name]}
        record={values}
        labels={labels}
        locale={locale}
        referenceHref={referenceHref}
        isLabelHidden={isLabelHidden}
      />
    )
  return (
    <>
      {shape(sections, values).map((section) => {
        const rows = section.rows
          .map((row) => ({ row, shown: row.filter((field) => isVisible(field, all, values)) }))
          .filter(({ shown }) => shown.length > 0)
        return rows.length === 0 ? null : (
          <SectionCard
            key={section.title}
            title={section.title}
            id={sectionId(section.title)}
            lines={fields.size > longRecord ? rows.length : undefined}
          >
            {rows.map(({ row, shown }) => (
              <div key={row.map((field) => field.name).join()} className={rowClass(row)}>
                {shown.map((field) => (
                  <Fragment key={field.name}>{content(field, repeatsTitle(section, field))}</Fragment>
                ))}
              </div>
            ))}
          </SectionCard>
        )
      })}
    </>
  )
}

const longRecord = 40

const Bare = ({ children }: FieldTemplateProps) => children

const ThemedForm = withTheme<Values>({
  fields: { record: RecordField },
  templates: { ObjectFieldTemplate: RecordLayout as never, FieldTemplate: Bare as never },
})

interface RecordFormProps {
  readonly id: string
  readonly check: RecordCheck
  readonly values: Values
  readonly issues: readonly Issue[]
  readonly onSubmit: () => void
}

/** The form itself: RJSF over the schema derived from the definition, rendered anew when a value was handed over, not while one types. */
export const RecordForm = memo(function RecordForm({ id, check, values, issues, onSubmit }: RecordFormProps) {
  const { fields } = check
  const schema = useMemo(() => formSchema(fields), [fields])
  const uiSchema = useMemo<UiSchema>(
    () => ({
      'ui:submitButtonOptions': { norender: true },
      ...Object.fromEntries(
        Object.keys(schema.properties ?? {}).map((name) => [
          name,
          { 'ui:field': 'record', 'ui:fieldReplacesAnyOrOneOf': true },
        ]),
      ),
    }),
    [schema],
  )
  const validator = useMemo(() => recordValidator(check), [check])
  const extraErrors = useMemo(() => errorSchemaOf(issues), [issues])
  return (
    <ThemedForm
      id={id}
      className="flex flex-col gap-4"
      idPrefix="record"
      schema={schema}
      uiSchema={uiSchema}
      validator={validator}
      formData={values}
      extraErrors={extraErrors as never}
      showErrorList={false}
      noHtml5Validate
      noValidate
      onSubmit={onSubmit}
      experimental_defaultFormStateBehavior={{ emptyObjectFields: 'skipDefaults', allOf: 'skipDefaults' }}
    >
      <button type="submit" hidden />
    </ThemedForm>
  )
})
