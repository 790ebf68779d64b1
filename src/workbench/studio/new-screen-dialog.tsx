import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input } from '#src/ui/input.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { afterDesign, beginDesign, type StudioEntry } from './studio-api.ts'
import { areaChoices } from './studio-words.ts'

const ways = [
  { value: 'blank', label: 'From scratch' },
  { value: 'sum', label: 'Adding up' },
  { value: 'copy', label: 'Like another' },
  { value: 'file', label: 'From a file' },
] as const
type Way = (typeof ways)[number]['value']

/** "Warehouse zones" → own-warehouse-zone, within what names may be. */
const nameOf = (label: string): string =>
  `own-${label
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')}`.slice(0, 40)

const pluralOf = (label: string): string =>
  label === ''
    ? ''
    : /(s|x|ch|sh)$/.test(label)
      ? `${label}es`
      : /[^aeiou]y$/.test(label)
        ? `${label.slice(0, -1)}ies`
        : `${label}s`

const blank = (name: string, label: string, plural: string, area: string) => ({
  name,
  label: [label, plural],
  area,
  table: { key: ['code'] },
  fields: {
    code: { type: 'text', max: 20, required: true, immutable: true, upper: true, search: true },
    name: { type: 'text', max: 80, required: true, search: true },
  },
  form: { layout: [{ title: 'Details', rows: [['code', 'name']] }] },
  upload: { functionality: 'own' },
})

/** Asks what a new screen begins with. */
export function NewScreenDialog({ entries, onClose }: { entries: readonly StudioEntry[]; onClose: () => void }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useId()
  const [way, setWay] = useState<Way>('blank')
  const [label, setLabel] = useState('')
  const [plural, setPlural] = useState<string | null>(null)
  const [name, setName] = useState<string | null>(null)
  const [area, setArea] = useState('masters')
  const [from, setFrom] = useState('')
  const [file, setFile] = useState<{ readonly name: string; readonly definition: Record<string, unknown> } | null>(null)
  const [problem, setProblem] = useState<{ readonly at: string; readonly message: string } | null>(null)
  const given = { label: label.trim(), plural: (plural ?? pluralOf(label)).trim(), name: name ?? nameOf(label) }
  const begin = useMutation({
    meta: { quiet: true },
    mutationFn: () =>
      way === 'blank'
        ? beginDesign({ definition: blank(given.name, given.label, given.plural, area) })
        : way === 'sum'
          ? beginDesign({ adds_up: from, name: given.name, label: [given.label, given.plural], area: 'results' })
          : way === 'copy'
            ? beginDesign({ from, name: given.name })
            : beginDesign({ definition: file?.definition, ...(name === null ? {} : { name }) }),
    onSuccess: async (design) => {
      await afterDesign(client, { shell: false })
      await navigate(`/studio/${design.name}`)
    },
    onError: (error) => {
      const issue = error instanceof ApiError ? error.issues[0] : undefined
      setProblem({ at: String(issue?.path[0] ?? ''), message: issue?.message ?? errorMessage(error) })
    },
  })
  const read = async (chosen: File | undefined) => {
    setProblem(null)
    if (!chosen) return setFile(null)
    try {
      const definition = JSON.parse(await chosen.text()) as Record<string, unknown>
      if (typeof definition !== 'object' || definition === null || typeof definition['name'] !== 'string')
        throw new Error('It has no name.')
      setFile({ name: chosen.name, definition })
      setName(String(definition['name']).startsWith('own-') ? definition['name'] : `own-${String(definition['name'])}`)
    } catch (error) {
      setFile(null)
      setProblem({
        at: 'file',
        message: `This is no definition: ${error instanceof Error ? error.message : String(error)}`,
      })
    }
  }
  const submit = () => {
    const missing =
      (way === 'blank' || way === 'sum') && given.label === ''
        ? {
            at: 'label',
            message: way === 'sum' ? 'Say what the result is called.' : 'Say what one record is called.',
          }
        : (way === 'copy' || way === 'sum') && from === ''
          ? { at: 'from', message: 'Choose a screen.' }
          : way === 'file' && !file
            ? { at: 'file', message: 'Choose a file.' }
            : null
    setProblem(missing)
    if (!missing) begin.mutate()
  }
  const errorAt = (at: string) => (problem?.at === at ? problem.message : undefined)
  return (
    <Dialog
      open
      onClose={onClose}
      title="New screen"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} busy={begin.isPending}>
            Begin
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Segmented
          label="Begin"
          options={ways}
          value={way}
          onChange={(value) => {
            setWay(value)
            setFrom('')
            setPlural(null)
            setProblem(null)
          }}
        />
        {way === 'blank' ? (
          <div className="grid gap-4 sm:grid-cols-2">
            <FieldFrame label="One record is called" required error={errorAt('label')}>
              {(wiring) => (
                <Input
                  {...wiring}
                  autoFocus
                  placeholder="Warehouse zone"
                  value={label}
                  onChange={(event) => setLabel(event.target.value)}
                />
              )}
            </FieldFrame>
            <FieldFrame label="Several are called">
              {(wiring) => (
                <Input
                  {...wiring}
                  value={plural ?? pluralOf(label)}
                  onChange={(event) => setPlural(event.target.value)}
                />
              )}
            </FieldFrame>
            <FieldFrame label="Area of the menu">
              {(wiring) => (
                <Select
                  {...wiring}
                  value={area}
                  options={areaChoices}
                  onChange={(event) => setArea(event.target.value)}
                />
              )}
            </FieldFrame>
          </div>
        ) : null}
        {way === 'sum' ? (
          <div className="grid gap-4 sm:grid-cols-2">
            <FieldFrame label="Called" required error={errorAt('label')}>
              {(wiring) => (
                <Input
                  {...wiring}
                  autoFocus
                  placeholder="Sales by month"
                  value={label}
                  onChange={(event) => {
                    setLabel(event.target.value)
                    setPlural(event.target.value)
                  }}
                />
              )}
            </FieldFrame>
            <FieldFrame
              label="Adds up"
              required
              error={errorAt('from')}
              help="It begins by month and by what the list shows first; all of it can be changed."
            >
              {(wiring) => (
                <Select
                  {...wiring}
                  placeholder="Choose records"
                  value={from}
                  options={entries
                    .filter(
                      (entry) =>
                        entry.kind === 'records' && (entry.origin === 'product' || entry.state === 'published'),
                    )
                    .map((entry) => ({ value: entry.name, label: entry.plural }))}
                  onChange={(event) => setFrom(event.target.value)}
                />
              )}
            </FieldFrame>
          </div>
        ) : null}
        {way === 'copy' ? (
          <FieldFrame
            label="Like"
            required
            error={errorAt('from')}
            help="Its fields, list, form and upload are taken over; records are not."
          >
            {(wiring) => (
              <Select
                {...wiring}
                placeholder="Choose a screen"
                value={from}
                options={entries
                  .filter((entry) => entry.kind === 'records' || entry.kind === 'summary')
                  .map((entry) => ({ value: entry.name, label: entry.plural }))}
                onChange={(event) => {
                  setFrom(event.target.value)
                  setName(
                    event.target.value === ''
                      ? null
                      : `${nameOf(event.target.value.replace(/^own-/, '')).slice(0, 38)}-2`,
                  )
                }}
              />
            )}
          </FieldFrame>
        ) : null}
        {way === 'file' ? (
          <FieldFrame
            label="Definition (.json)"
            required
            error={errorAt('file')}
            help="As the studio exports it, or as it lies in screen-definitions."
          >
            {(wiring) => (
              <input
                {...wiring}
                type="file"
                accept=".json,application/json"
                className="text-ink-2 file:mr-3 file:h-control file:rounded file:border file:border-line-strong file:bg-panel file:px-3 file:text-ink-1"
                onChange={(event) => void read(event.target.files?.[0])}
              />
            )}
          </FieldFrame>
        ) : null}
        <FieldFrame
          label="Technical name"
          required
          error={errorAt('name')}
          help="Its address and the name of its calls. It stays as it is from here on."
        >
          {(wiring) => (
            <Input
              {...wiring}
              className="font-mono"
              spellCheck={false}
              value={given.name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </FieldFrame>
        {problem && !['label', 'from', 'file', 'name'].includes(problem.at) ? (
          <p role="alert" className="text-bad">
            {problem.message}
          </p>
        ) : null}
      </form>
    </Dialog>
  )
}
