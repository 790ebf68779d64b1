import { applications, labelOf, type ScreenDefinition } from '#src/definition'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { NamePicker } from './name-picker.tsx'
import { areaChoices } from './studio-words.ts'

interface SettingsEditorProps {
  readonly definition: ScreenDefinition
  /** The permissions there are, to choose from; others may be written. */
  readonly permissions: readonly string[]
  readonly isStored: boolean
  readonly onEdit: (definition: ScreenDefinition) => void
}

const operations = [
  { name: 'read', label: 'See it' },
  { name: 'create', label: 'Add records' },
  { name: 'update', label: 'Change records' },
  { name: 'delete', label: 'Delete records' },
  { name: 'upload', label: 'Upload files' },
  { name: 'export', label: 'Export' },
] as const

/** What a screen is called, where it stands, by what its records are known, and who may do what. */
export function SettingsEditor({ definition, permissions, isStored, onEdit }: SettingsEditorProps) {
  const { label, fields, table, upload, apps, access = {}, result } = definition
  const put = (change: Partial<ScreenDefinition>) =>
    onEdit(
      Object.fromEntries(
        Object.entries({ ...definition, ...change }).filter(([, value]) => value !== undefined),
      ) as unknown as ScreenDefinition,
    )
  const byDefault = (operation: (typeof operations)[number]['name']): string =>
    operation === 'read'
      ? 'any'
      : operation === 'export'
        ? (access.read ?? 'any')
        : operation === 'upload'
          ? (access.create ?? access.write ?? `${definition.area}.write`)
          : (access.write ?? `${definition.area}.write`)
  const grant = (change: Partial<NonNullable<ScreenDefinition['access']>>) => {
    const next = Object.fromEntries(
      Object.entries({ ...access, ...change }).filter(([, value]) => value !== undefined && value !== ''),
    )
    put({ access: Object.keys(next).length > 0 ? next : undefined } as Partial<ScreenDefinition>)
  }
  const fieldAccess = (name: string, kind: 'read' | 'write', permission: string) => {
    const before = access.fields?.[name] ?? {}
    const changed = Object.fromEntries(
      Object.entries({ ...before, [kind]: permission || undefined }).filter(([, value]) => value !== undefined),
    )
    const others = Object.entries(access.fields ?? {}).filter(([other]) => other !== name)
    const all = Object.fromEntries(Object.keys(changed).length > 0 ? [...others, [name, changed]] : others)
    grant({ fields: Object.keys(all).length > 0 ? all : undefined } as never)
  }
  return (
    <div className="flex flex-col gap-4">
      <section aria-label="Screen" className="rounded-lg border border-line bg-panel p-4">
        <h2 className="mb-3 text-md font-semibold">Screen</h2>
        <div className="grid gap-x-5 gap-y-3.5 sm:grid-cols-2">
          <FieldFrame label="One record is called" required>
            {(wiring) => (
              <Input
                {...wiring}
                value={label[0]}
                onChange={(event) => put({ label: [event.target.value, label[1]] })}
              />
            )}
          </FieldFrame>
          <FieldFrame label="Several are called" required>
            {(wiring) => (
              <Input
                {...wiring}
                value={label[1]}
                onChange={(event) => put({ label: [label[0], event.target.value] })}
              />
            )}
          </FieldFrame>
          <FieldFrame label="Area of the menu">
            {(wiring) => (
              <Select
                {...wiring}
                value={definition.area}
                options={areaChoices}
                onChange={(event) => put({ area: event.target.value })}
              />
            )}
          </FieldFrame>
          {result ? null : (
            <>
              <FieldFrame label="Titled by" help="What a record is called beside its key">
                {(wiring) => (
                  <Select
                    {...wiring}
                    placeholder="The first text that is searched"
                    value={definition.title ?? ''}
                    options={Object.entries(fields).map(([name, field]) => ({
                      value: name,
                      label: field.label ?? labelOf(name),
                    }))}
                    onChange={(event) => put({ title: event.target.value || undefined })}
                  />
                )}
              </FieldFrame>
              <NamePicker
                label="People know a record by"
                fields={fields}
                value={table?.key ?? []}
                offered={(field) => ['text', 'choice', 'integer', 'date', 'reference'].includes(field.type)}
                onChange={(key) => put({ table: { ...table, key } })}
              />
            </>
          )}
          <fieldset className="flex flex-col gap-1.5">
            <legend className="mb-1 text-sm font-medium text-ink-2">Applications</legend>
            <div className="grid grid-cols-2 gap-x-4 gap-y-1">
              {applications.map((application) => (
                <Checkbox
                  key={application}
                  label={application}
                  checked={!apps || apps.includes(application)}
                  onChange={(event) => {
                    const now = apps ?? applications
                    const next = event.target.checked ? [...now, application] : now.filter((one) => one !== application)
                    put({ apps: applications.every((one) => next.includes(one)) ? undefined : next })
                  }}
                />
              ))}
            </div>
          </fieldset>
          {result ? null : (
            <>
              <Checkbox
                label="Files can be uploaded"
                checked={upload !== undefined}
                onChange={(event) => put({ upload: event.target.checked ? { functionality: 'own' } : undefined })}
              />
              <Checkbox
                label="Every change is kept in the history"
                checked={table?.history !== false}
                onChange={(event) => {
                  const { history: _before, ...rest } = table ?? {}
                  put({ table: event.target.checked ? rest : { ...rest, history: false } })
                }}
              />
            </>
          )}
          {isStored ? (
            <p className="text-sm text-ink-3 sm:col-span-2">The technical name {definition.name} stays.</p>
          ) : null}
        </div>
      </section>
      <section aria-label="Permissions" className="rounded-lg border border-line bg-panel p-4">
        <h2 className="mb-1 text-md font-semibold">Permissions</h2>
        <p className="mb-3 text-ink-2">
          The permission that is needed for each; <code>any</code> is everybody who has signed in. New permissions can
          be given to roles once the screen is in use.
        </p>
        <datalist id="studio-permissions">
          {['any', ...permissions].map((permission) => (
            <option key={permission} value={permission} />
          ))}
        </datalist>
        <div className="grid gap-x-5 gap-y-3.5 sm:grid-cols-2 xl:grid-cols-3">
          {operations
            .filter(({ name }) => !result || name === 'read' || name === 'export')
            .map(({ name, label: text }) => (
              <FieldFrame key={name} label={text}>
                {(wiring) => (
                  <Input
                    {...wiring}
                    list="studio-permissions"
                    placeholder={byDefault(name)}
                    value={access[name] ?? ''}
                    onChange={(event) => grant({ [name]: event.target.value || undefined })}
                  />
                )}
              </FieldFrame>
            ))}
        </div>
        <h3 className="mt-5 mb-2 font-semibold">Single fields</h3>
        <div
          className="overflow-x-auto rounded border border-line"
          role="region"
          aria-label="Permissions of fields"
          tabIndex={0}
        >
          <table className="w-full min-w-[34rem] text-left">
            <thead className="text-sm text-ink-2">
              <tr className="border-b border-line">
                <th scope="col" className="px-3 py-1.5 font-semibold">
                  Field
                </th>
                <th scope="col" className="px-3 py-1.5 font-semibold">
                  See it
                </th>
                <th scope="col" className="px-3 py-1.5 font-semibold">
                  Change it
                </th>
              </tr>
            </thead>
            <tbody>
              {Object.entries(fields).map(([name, field]) => (
                <tr key={name} className="border-b border-line last:border-0">
                  <th scope="row" className="px-3 py-1 font-normal">
                    {field.label ?? labelOf(name)}
                  </th>
                  {(['read', 'write'] as const).map((kind) => (
                    <td key={kind} className="px-3 py-1">
                      <Input
                        aria-label={`${kind === 'read' ? 'See' : 'Change'} ${field.label ?? labelOf(name)}`}
                        list="studio-permissions"
                        placeholder="As the screen"
                        value={access.fields?.[name]?.[kind] ?? ''}
                        onChange={(event) => fieldAccess(name, kind, event.target.value)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </div>
  )
}
