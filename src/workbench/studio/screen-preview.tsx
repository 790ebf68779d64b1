import { useId, useMemo, useState } from 'react'
import { evaluate, validateRecord, type Field, type Screen } from '#src/definition'
import { readersCalendar } from '#src/definition/dates.ts'
import { Button } from '#src/ui/button.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { FileTargetContext } from '#src/widgets/files/file-target.ts'
import { formatWords } from '#src/widgets/format-words.ts'
import { inputs } from '#src/widgets/inputs.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import { ListPreview } from './list-preview.tsx'

const shows = [
  { value: 'form', label: 'Form' },
  { value: 'list', label: 'List' },
] as const

const otherLocales = ['en-GB', 'en-US', 'de-DE', 'fr-FR']

/** What the definition makes, live: a form to try its conditions and checks in, and the list with records made up. */
export function ScreenPreview({
  screen,
  first = 'form',
  only,
}: {
  screen: Screen | null
  first?: 'form' | 'list'
  /** One of the two alone: of a document that has no list, or where it is chosen elsewhere. */
  only?: 'form' | 'list'
}) {
  const [shown, setShown] = useState(only ?? first)
  const [locale, setLocale] = useState(userLocale)
  const id = useId()
  const formats = [...new Set([userLocale(), ...otherLocales])].map((value) => ({ value, label: formatWords(value) }))
  return (
    <aside aria-label="Preview" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-sm font-semibold text-ink-3">Preview</h2>
        <label htmlFor={id} className="text-sm text-ink-2">
          Format
        </label>
        <span className="w-52">
          <Select id={id} options={formats} value={locale} onChange={(event) => setLocale(event.target.value)} />
        </span>
        {only ? null : <Segmented label="Preview of" options={shows} value={shown} onChange={setShown} />}
      </div>
      {screen === null ? (
        <EmptyState compact title="Nothing to show yet">
          The definition cannot be read as it is. What is wrong is told above.
        </EmptyState>
      ) : shown === 'form' ? (
        <FileTargetContext value={{ screen: screen.name }}>
          <FormPreview
            key={`${locale} ${screen.fields.map((field) => `${field.name} ${field.type} ${JSON.stringify(field.default)}`).join()}`}
            screen={screen}
            locale={locale}
          />
        </FileTargetContext>
      ) : (
        <ListPreview key={screen.name} screen={screen} locale={locale} />
      )}
    </aside>
  )
}

const startOf = (screen: Screen): Record<string, unknown> =>
  Object.fromEntries(
    screen.fields.flatMap((field) =>
      field.default === undefined
        ? []
        : [[field.name, field.default === '@today' ? readersCalendar().today : field.default]],
    ),
  )

function FormPreview({ screen, locale }: { screen: Screen; locale: string }) {
  const [record, setRecord] = useState(() => startOf(screen))
  const [isTried, setTried] = useState(false)
  const { issues } = useMemo(
    () => validateRecord(screen.fields, record as never, { mode: 'create', ...readersCalendar() }),
    [screen, record],
  )
  const byName = new Map(screen.fields.map((field) => [field.name, field]))
  const isVisible = (field: Field): boolean =>
    !field.visible || evaluate(field.visible, record, { fields: screen.fields, ...readersCalendar() })
  const sections = (screen.form?.sections ?? []).map((section) => ({
    ...section,
    rows: section.rows
      .map((row) => row.flatMap((name) => byName.get(name) ?? []).filter(isVisible))
      .filter((row) => row.length > 0),
  }))
  return (
    <div className="flex flex-col gap-3">
      {sections.map((section, at) => (
        <section key={at} aria-label={section.title} className="rounded-lg border border-line bg-panel">
          <h3 className="border-b border-line px-4 py-2 font-semibold">{section.title}</h3>
          <div className="flex flex-col gap-3 p-4">
            {section.rows.map((row) => (
              <div key={row.map(({ name }) => name).join()} className="grid gap-3 sm:grid-flow-col sm:auto-cols-fr">
                {row.map((field) => (
                  <PreviewField
                    key={field.name}
                    field={field}
                    record={record}
                    locale={locale}
                    issues={isTried ? issues.filter(({ path }) => path[0] === field.name) : []}
                    onChange={(value) => setRecord((before) => ({ ...before, [field.name]: value }))}
                  />
                ))}
              </div>
            ))}
          </div>
        </section>
      ))}
      <div className="flex items-center gap-3">
        <Button size="sm" onClick={() => setTried(true)}>
          Try to save
        </Button>
        <p role="status" className="text-sm text-ink-2">
          {!isTried
            ? 'Nothing is stored here.'
            : issues.length === 0
              ? 'This record would be saved.'
              : `${issues.length} ${issues.length === 1 ? 'value' : 'values'} would be refused.`}
        </p>
      </div>
    </div>
  )
}

interface PreviewFieldProps {
  readonly field: Field
  readonly record: Readonly<Record<string, unknown>>
  readonly locale: string
  readonly issues: readonly { readonly path: readonly (string | number)[]; readonly message: string }[]
  readonly onChange: (value: unknown) => void
}

function PreviewField({ field, record, locale, issues, onChange }: PreviewFieldProps) {
  const Input = inputs[field.type]
  const own = issues.find(({ path }) => path.length === 1)
  return (
    <FieldFrame
      label={field.label}
      help={field.help}
      required={field.required || field.requiredWhenVisible}
      error={own?.message}
      group={field.type === 'rows' || field.type === 'attributes'}
    >
      {(wiring) => (
        <Input
          id={wiring.id}
          field={field}
          value={record[field.name] ?? null}
          onChange={onChange}
          locale={locale}
          record={record}
          disabled={field.readOnly || field.type === 'file'}
          required={field.required}
          invalid={own !== undefined}
          describedBy={wiring['aria-describedby']}
          issues={issues
            .filter(({ path }) => path.length > 1)
            .map(({ path, message }) => ({ path: path.slice(1), message }))}
        />
      )}
    </FieldFrame>
  )
}
