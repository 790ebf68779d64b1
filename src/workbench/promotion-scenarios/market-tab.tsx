import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input, Textarea } from '#src/ui/input.tsx'
import { notify } from '#src/ui/notify.ts'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import type { MarketField } from './market-merge.ts'
import { plain } from './plan-words.ts'
import {
  afterChange,
  draftOf,
  marketChoicesQuery,
  type MarketChoices,
  type MarketDraft,
  type Place,
  type ScenarioGrid,
} from './scenario-api.ts'
import { saveMarket } from './save-market.ts'

interface MarketTabProps {
  readonly grid: ScenarioGrid
  readonly isReadOnly: boolean
  readonly locale: string
  /** Why the market cannot be changed just now, such as an unsaved plan. */
  readonly waits: string | null
  /** What was changed and not saved yet; null for nothing. It outlives the tab. */
  readonly draft: MarketDraft | null
  readonly onDraft: (draft: MarketDraft | null) => void
}

const fieldNames: Readonly<Record<MarketField, string>> = {
  description: 'Description',
  product_lines: 'Product lines',
  countries: 'Countries',
  territories: 'Territories',
  valid_from: 'From',
  valid_to: 'To',
  currency: 'Currency',
  notes: 'Notes',
}

/** A value of a market as it is read. */
const wordsOf = (market: MarketDraft, field: MarketField): string => {
  const value = market[field]
  if (typeof value === 'string') return value || 'empty'
  return value.map((one) => (typeof one === 'string' ? one : one.territory)).join(', ') || 'none'
}

const isPlace = (a: Place, b: Place): boolean => a.country === b.country && a.territory === b.territory
const toggled = (names: readonly string[], name: string): readonly string[] =>
  names.includes(name) ? names.filter((one) => one !== name) : [...names, name]

interface Clash {
  readonly theirs: MarketDraft
  readonly fields: readonly MarketField[]
}

/** What the scenario is called and where it holds: lines of products, days, countries and, where a country is planned by them, territories. */
export function MarketTab({ grid, isReadOnly, locale, waits, draft: changed, onDraft }: MarketTabProps) {
  const { scenario } = grid
  const client = useQueryClient()
  const draft = changed ?? draftOf(scenario)
  const choices = useQuery(marketChoicesQuery(draft.product_lines, draft.valid_from))
  const isDirty = changed !== null
  const saving = useRef<HTMLButtonElement>(null)
  const [clash, setClash] = useState<Clash | null>(null)
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: () => saveMarket(client, scenario, draft),
    onSuccess: async ({ theirs, merged }) => {
      if (theirs) {
        // Mine stays in the form, upon what they saved; it is told where both changed the same.
        setClash({ theirs: draftOf(theirs.scenario), fields: merged.collisions })
        onDraft(merged.market)
        return
      }
      notify.success('Market saved')
      setClash(null)
      onDraft(null)
      await afterChange(client)
    },
  })
  const issueAt = (name: string): string | undefined =>
    save.error instanceof ApiError ? save.error.issues.find(({ path }) => path[0] === name)?.message : undefined
  const set = (change: Partial<MarketDraft>) => {
    const next = { ...draft, ...change }
    onDraft(JSON.stringify(next) === JSON.stringify(draftOf(scenario)) ? null : next)
  }
  const setCountry = (country: string) =>
    set({
      countries: toggled(draft.countries, country),
      territories: draft.territories.filter((place) => place.country !== country),
    })
  const setPlace = (place: Place) =>
    set({
      territories: draft.territories.some((one) => isPlace(one, place))
        ? draft.territories.filter((one) => !isPlace(one, place))
        : [...draft.territories, { country: place.country, territory: place.territory }],
    })
  const known = ['description', 'valid_from', 'valid_to', 'currency']
  const other = save.error && !known.some(issueAt) ? errorMessage(save.error) : null
  const day = (name: 'valid_from' | 'valid_to', label: string) => (
    <FieldFrame label={label} required error={issueAt(name)}>
      {(wiring) => (
        <Input
          {...wiring}
          type="date"
          disabled={isReadOnly}
          value={draft[name]}
          onChange={(event) => set({ [name]: event.currentTarget.value })}
        />
      )}
    </FieldFrame>
  )
  return (
    <form
      className="grid max-w-5xl gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (waits === null && isDirty && !save.isPending) save.mutate()
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_10rem_10rem_7rem]">
        <FieldFrame label="Description" required error={issueAt('description')} className="sm:max-lg:col-span-2">
          {(wiring) => (
            <Input
              {...wiring}
              maxLength={160}
              disabled={isReadOnly}
              value={draft.description}
              onChange={(event) => set({ description: event.currentTarget.value })}
            />
          )}
        </FieldFrame>
        {day('valid_from', 'From')}
        {day('valid_to', 'To')}
        <FieldFrame label="Currency" required error={issueAt('currency')}>
          {(wiring) => (
            <Input
              {...wiring}
              maxLength={3}
              disabled={isReadOnly}
              value={draft.currency}
              onChange={(event) => set({ currency: event.currentTarget.value.toUpperCase() })}
            />
          )}
        </FieldFrame>
      </div>
      {choices.isError ? (
        <LoadFailure
          compact
          title="The markets could not be loaded"
          error={choices.error}
          onRetry={() => void choices.refetch()}
        />
      ) : choices.isPending ? (
        <SkeletonLines lines={6} />
      ) : (
        <div className="grid items-start gap-4 md:grid-cols-[16rem_minmax(0,1fr)]">
          <ProductLines
            choices={choices.data}
            chosen={draft.product_lines}
            isReadOnly={isReadOnly}
            onToggle={(line) => set({ product_lines: toggled(draft.product_lines, line) })}
          />
          <Countries
            choices={choices.data}
            draft={draft}
            isReadOnly={isReadOnly}
            locale={locale}
            onCountry={setCountry}
            onPlace={setPlace}
          />
        </div>
      )}
      <FieldFrame label="Notes">
        {(wiring) => (
          <Textarea
            {...wiring}
            rows={2}
            maxLength={4000}
            disabled={isReadOnly}
            value={draft.notes}
            onChange={(event) => set({ notes: event.currentTarget.value })}
          />
        )}
      </FieldFrame>
      {clash && isDirty ? (
        <div role="alert" className="rounded border border-line bg-hover px-3 py-2">
          <p className="font-medium">Somebody else changed the same meanwhile. Your values stand in the form.</p>
          <ul>
            {clash.fields.map((field) => (
              <li key={field} className="mt-1 flex flex-wrap items-center gap-2">
                {fieldNames[field]}, theirs: {wordsOf(clash.theirs, field)}
                <Button size="sm" onClick={() => set({ [field]: clash.theirs[field] })}>
                  Take theirs
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {isReadOnly ? null : (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            ref={saving}
            type="submit"
            keepsFocus
            variant="primary"
            busy={save.isPending}
            disabled={!isDirty || waits !== null || draft.countries.length === 0 || draft.product_lines.length === 0}
          >
            Save the market
          </Button>
          {isDirty ? (
            <Button
              variant="ghost"
              onClick={() => {
                onDraft(null)
                saving.current?.focus()
              }}
            >
              Take changes back
            </Button>
          ) : null}
          {waits ? <span className="text-ink-2">{waits}</span> : null}
          {draft.countries.length === 0 ? <span className="text-bad">Choose a country at least.</span> : null}
          {draft.product_lines.length === 0 ? <span className="text-bad">Choose a product line at least.</span> : null}
          {other ? (
            <span role="alert" className="text-bad">
              {[other, save.error instanceof ApiError ? save.error.issues[0]?.message : undefined]
                .filter(Boolean)
                .join(' ')}
            </span>
          ) : null}
        </div>
      )}
    </form>
  )
}

interface ProductLinesProps {
  readonly choices: MarketChoices
  readonly chosen: readonly string[]
  readonly isReadOnly: boolean
  readonly onToggle: (line: string) => void
}

const ProductLines = ({ choices, chosen, isReadOnly, onToggle }: ProductLinesProps) => (
  <fieldset className="rounded-lg border border-line bg-panel p-3" disabled={isReadOnly}>
    <legend className="px-1 font-semibold">Product lines</legend>
    <ul>
      {choices.product_lines.map((line) => (
        <li key={line.product_line}>
          <Checkbox
            className="min-h-8"
            checked={chosen.includes(line.product_line)}
            onChange={() => onToggle(line.product_line)}
            label={
              <>
                {line.description} <span className="text-sm text-ink-3">{line.stickers} stickers</span>
              </>
            }
          />
        </li>
      ))}
    </ul>
  </fieldset>
)

interface CountriesProps {
  readonly choices: MarketChoices
  readonly draft: MarketDraft
  readonly isReadOnly: boolean
  readonly locale: string
  readonly onCountry: (country: string) => void
  readonly onPlace: (place: Place) => void
}

const Countries = ({ choices, draft, isReadOnly, locale, onCountry, onPlace }: CountriesProps) => (
  <fieldset className="min-w-0 rounded-lg border border-line bg-panel p-3" disabled={isReadOnly}>
    <legend className="px-1 font-semibold">Countries and territories</legend>
    <ul className="divide-y divide-line">
      {choices.countries.map(({ country, stickers }) => {
        const isChosen = draft.countries.includes(country)
        const places = choices.territories.filter((place) => place.country === country)
        return (
          <li key={country} className="py-1">
            <Checkbox
              className="min-h-7 font-medium"
              checked={isChosen}
              onChange={() => onCountry(country)}
              label={
                <>
                  {country} <span className="text-sm font-normal text-ink-3">{stickers} stickers</span>
                </>
              }
            />
            {isChosen && places.length > 0 ? (
              <div role="group" aria-label={`Territories of ${country}`} className="flex flex-wrap gap-x-5 ps-6">
                {places.map((place) => (
                  <Checkbox
                    key={place.territory}
                    className="min-h-7"
                    checked={draft.territories.some((one) => isPlace(one, place))}
                    onChange={() => onPlace(place)}
                    label={
                      <>
                        {place.description}{' '}
                        <span className="text-sm text-ink-3 tabular-nums">{plain(place.share, locale)} %</span>
                      </>
                    }
                  />
                ))}
              </div>
            ) : null}
          </li>
        )
      })}
    </ul>
    <p className="mt-2 text-sm text-ink-3">A country without chosen territories is planned as a whole.</p>
  </fieldset>
)
