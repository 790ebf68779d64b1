import { labelOf, normalizeScreen, type FieldSpec, type ScreenDefinition } from '#src/definition'
import { printSortKey } from '#src/definition/sort-key.ts'
import { Button } from '#src/ui/button.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { CloseIcon, PlusIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { moved, sectionsOf } from './definition-edit.ts'
import { NamePicker } from './name-picker.tsx'
import { OrderButtons } from './order-buttons.tsx'
import { TotalsEditor } from './totals-editor.tsx'

interface ViewsEditorProps {
  readonly definition: ScreenDefinition
  readonly onEdit: (definition: ScreenDefinition) => void
}

const flat = (field: FieldSpec): boolean => !['longText', 'rows', 'attributes', 'file'].includes(field.type)

/** How the records are listed and laid out. */
export function ViewsEditor({ definition, onEdit }: ViewsEditorProps) {
  const { fields } = definition
  const list = definition.list ?? { path: '' }
  const shown = normalizeScreen({ ...definition, list }).list!
  const put = (change: Partial<NonNullable<ScreenDefinition['list']>>) =>
    onEdit({ ...definition, list: { ...list, ...change } })
  return (
    <div className="flex flex-col gap-4">
      <section aria-label="List" className="rounded-lg border border-line bg-panel p-4">
        <h2 className="mb-3 text-md font-semibold">List</h2>
        <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
          <NamePicker
            label="Columns"
            fields={fields}
            value={shown.columns}
            offered={flat}
            onChange={(columns) => put({ columns })}
          />
          <NamePicker
            label="Order"
            signed
            fields={fields}
            value={shown.sort.map(printSortKey)}
            offered={flat}
            onChange={(sort) => put({ sort })}
          />
          <NamePicker
            label="Filters"
            fields={fields}
            value={shown.filters}
            offered={flat}
            onChange={(filters) => put({ filters })}
          />
          <TotalsEditor definition={definition} totals={shown.totals} onChange={(totals) => put({ totals })} />
          <FieldFrame label="Rows on a page">
            {(wiring) => (
              <Select
                {...wiring}
                value={String(shown.pageSize)}
                options={[10, 25, 50, 100].map((size) => ({ value: String(size), label: String(size) }))}
                onChange={(event) => put({ pageSize: Number(event.target.value) })}
              />
            )}
          </FieldFrame>
        </div>
      </section>
      <Sections definition={definition} onEdit={onEdit} />
    </div>
  )
}

const most = 4

function Sections({ definition, onEdit }: ViewsEditorProps) {
  const sections = sectionsOf(definition)
  const placed = new Set(sections.flatMap(({ rows }) => rows.flat()))
  const missing = Object.keys(definition.fields).filter((name) => !placed.has(name))
  const put = (layout: typeof sections) => onEdit({ ...definition, form: { ...definition.form, layout } })
  const section = (at: number, change: Partial<(typeof sections)[number]>) =>
    put(sections.map((before, index) => (index === at ? { ...before, ...change } : before)))
  const words = (name: string): string => definition.fields[name]?.label ?? labelOf(name)
  /** Moves a field to another line; a line of four is full. */
  const placeIn = (at: number, row: number, name: string) =>
    section(at, { rows: sections[at]!.rows.map((line, index) => (index === row ? [...line, name] : line)) })
  return (
    <section aria-label="Form" className="rounded-lg border border-line bg-panel p-4">
      <h2 className="mb-1 text-md font-semibold">Form</h2>
      <p className="mb-3 text-ink-2">Sections of lines; up to four fields stand side by side.</p>
      <div className="flex flex-col gap-4">
        {sections.map(({ title, rows }, at) => (
          <div key={at} className="rounded border border-line p-3">
            <div className="mb-2 flex items-center gap-2">
              <span className="w-64">
                <Input
                  aria-label={`Title of section ${at + 1}`}
                  value={title}
                  onChange={(event) => section(at, { title: event.target.value })}
                />
              </span>
              <OrderButtons
                what={`section ${title}`}
                at={at}
                of={sections.length}
                onMove={(to) => put(moved(sections, (one) => one === sections[at], to))}
                removal={{
                  label: `Remove section ${title}`,
                  disabled: sections.length === 1,
                  onClick: () => put(sections.filter((_, index) => index !== at)),
                }}
              />
            </div>
            <ol className="flex flex-col gap-1.5">
              {rows.map((row, line) => (
                <li key={row.join()} className="flex flex-wrap items-center gap-1.5 rounded bg-background p-1.5">
                  {row.map((name) => (
                    <span
                      key={name}
                      className="inline-flex items-center gap-1 rounded border border-line-strong bg-panel py-0.5 pr-0.5 pl-2"
                    >
                      {words(name)}
                      <IconButton
                        size="sm"
                        icon={CloseIcon}
                        label={`Take ${words(name)} out of the form`}
                        onClick={() =>
                          section(at, {
                            rows: rows
                              .map((other) => other.filter((one) => one !== name))
                              .filter((other) => other.length > 0),
                          })
                        }
                      />
                    </span>
                  ))}
                  {row.length < most && missing.length > 0 ? (
                    <span className="w-32">
                      <Select
                        aria-label={`Add to line ${line + 1} of ${title}`}
                        placeholder="Beside…"
                        value=""
                        options={missing.map((name) => ({ value: name, label: words(name) }))}
                        onChange={(event) => event.target.value && placeIn(at, line, event.target.value)}
                      />
                    </span>
                  ) : null}
                  <span className="ml-auto flex">
                    <OrderButtons
                      what={`line ${line + 1} of ${title}`}
                      at={line}
                      of={rows.length}
                      onMove={(to) => section(at, { rows: moved(rows, (other) => other === row, to) })}
                    />
                  </span>
                </li>
              ))}
            </ol>
            {missing.length > 0 ? (
              <span className="mt-2 block w-56">
                <Select
                  aria-label={`Add a line to ${title}`}
                  placeholder="Add a line with…"
                  value=""
                  options={missing.map((name) => ({ value: name, label: words(name) }))}
                  onChange={(event) => event.target.value && section(at, { rows: [...rows, [event.target.value]] })}
                />
              </span>
            ) : null}
          </div>
        ))}
      </div>
      <Button
        className="mt-3"
        icon={PlusIcon}
        onClick={() => put([...sections, { title: `Section ${sections.length + 1}`, rows: [] }])}
      >
        Section
      </Button>
    </section>
  )
}
