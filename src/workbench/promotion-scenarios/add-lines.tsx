import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { api } from '#src/data/api.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Select } from '#src/ui/select.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { keyOf } from './plan-edit.ts'
import { proposeLines, type PlanLine, type Scenario } from './scenario-api.ts'

interface AddLinesProps {
  readonly open: boolean
  readonly scenario: Scenario
  readonly known: readonly PlanLine[]
  readonly onAdd: (lines: readonly PlanLine[]) => void
  readonly onClose: () => void
}

interface Sticker {
  readonly sticker_code: string
  readonly sticker_name: string
  readonly product_line: string
  readonly country: string
  readonly archived: boolean | null
}

interface Group {
  readonly group_code: string | null
  readonly group_name: string
  readonly average_list_price: string | null
}

const stickersOf = ({ product_lines: lines, countries, valid_from: from, valid_to: to }: Scenario) => ({
  queryKey: ['promotion-scenario', 'offers', lines, countries, from, to],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (
      await api.get<{ records: readonly Sticker[] }>('promotion-sticker', {
        query: {
          'product_line.in': lines.join(','),
          'country.in': countries.join(','),
          'valid_from.lte': to,
          'valid_to.gte': from,
          limit: '500',
        },
        signal,
      })
    ).records.filter(({ archived }) => archived !== true),
  meta: { quiet: true },
})

/** Chooses a sticker, and of the materials and groups that it reaches those that are planned as well. */
export function AddLines({ open, ...rest }: AddLinesProps) {
  return open ? <AddDialog {...rest} /> : null
}

function AddDialog({ scenario, known, onAdd, onClose }: Omit<AddLinesProps, 'open'>) {
  const [code, setCode] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const stickers = useQuery(stickersOf(scenario))
  const sticker = stickers.data?.find((one) => one.sticker_code === code)
  const proposed = useQuery({
    queryKey: ['promotion-scenario', 'proposed', scenario.id, code],
    queryFn: () => proposeLines(scenario.id, [code]),
    enabled: code !== '',
    meta: { quiet: true },
  })
  const groups = useQuery({
    queryKey: ['promotion-scenario', 'groups', sticker?.product_line, sticker?.country, scenario.valid_from],
    queryFn: async () =>
      (
        await api.post<{ records: readonly Group[] }>('promotion/custom-grouped-data', {
          json: { product_line: sticker?.product_line, country: sticker?.country, on: scenario.valid_from },
          reads: true,
        })
      ).records,
    enabled: sticker !== undefined,
    meta: { quiet: true },
  })
  const planned = new Set(known.map(keyOf))
  const materials = (proposed.data?.lines ?? []).filter((line) => !planned.has(keyOf(line)))
  const first = proposed.data?.lines[0]
  const grouped: PlanLine[] = first
    ? (groups.data ?? []).flatMap(({ group_code: group, average_list_price: price }) => {
        if (group === null) return []
        const line = {
          ...first,
          territory: null,
          material_number: null,
          group_code: group,
          list_price: price,
          baseline_volume: null,
          volume: null,
        }
        return planned.has(keyOf(line)) ? [] : [line]
      })
    : []
  const offered = [...materials, ...grouped]
  const failed = stickers.error ?? proposed.error ?? groups.error
  const toggle = (key: string) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  const nameOf = (line: PlanLine): string => {
    const place = line.territory === null ? '' : `, ${line.territory}`
    return line.material_number === null
      ? `Group ${groups.data?.find((one) => one.group_code === line.group_code)?.group_name ?? line.group_code}`
      : `${line.material_number} ${proposed.data?.names.materials[line.material_number] ?? ''}${place}`
  }
  return (
    <Dialog
      open
      title="Add lines"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={chosen.size === 0}
            onClick={() => {
              onAdd(offered.filter((line) => chosen.has(keyOf(line))))
              onClose()
            }}
          >
            {chosen.size === 0 ? 'Add' : `Add ${chosen.size}`}
          </Button>
        </>
      }
    >
      <FieldFrame label="Sticker" help="Those of the market that hold in these days">
        {(wiring) => (
          <Select
            {...wiring}
            value={code}
            placeholder={stickers.isPending ? 'Loading…' : 'Choose one'}
            options={(stickers.data ?? []).map((one) => ({
              value: one.sticker_code,
              label: `${one.sticker_code}: ${one.sticker_name}`,
            }))}
            onChange={(event) => {
              setCode(event.currentTarget.value)
              setChosen(new Set())
            }}
          />
        )}
      </FieldFrame>
      {failed ? (
        <p role="alert" className="mt-3 text-bad">
          {errorMessage(failed)}
        </p>
      ) : code === '' ? null : proposed.isPending ? (
        <SkeletonLines lines={6} className="mt-3" />
      ) : offered.length === 0 ? (
        <p className="mt-3 text-ink-2">
          Everything that it reaches is planned already, or has no price in {sticker?.country}.
        </p>
      ) : (
        <fieldset className="mt-3">
          <legend className="mb-1 flex w-full items-center justify-between font-medium">
            Planned as well
            <Button
              size="sm"
              variant="ghost"
              onClick={() => setChosen(chosen.size === offered.length ? new Set() : new Set(offered.map(keyOf)))}
            >
              {chosen.size === offered.length ? 'None' : 'All'}
            </Button>
          </legend>
          {proposed.data && proposed.data.line_count > proposed.data.lines.length ? (
            <p className="mb-1 text-sm text-ink-2">
              The first {proposed.data.lines.length} of {proposed.data.line_count}. Prefill adds all of them.
            </p>
          ) : null}
          <ul className="max-h-72 overflow-y-auto rounded border border-line p-2">
            {offered.map((line) => (
              <li key={keyOf(line)}>
                <Checkbox
                  className="min-h-7"
                  checked={chosen.has(keyOf(line))}
                  onChange={() => toggle(keyOf(line))}
                  label={nameOf(line)}
                />
              </li>
            ))}
          </ul>
        </fieldset>
      )}
    </Dialog>
  )
}
