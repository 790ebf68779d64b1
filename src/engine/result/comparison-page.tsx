import type { Field, Screen } from '#src/definition'
import { stripEmpty } from '#src/definition'
import { comparedFigures, comparisonScreen, matchingColumns, placedColumn } from '#src/definition/comparison.ts'
import { headedTogether } from '#src/definition/headings.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { EditIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { Select } from '#src/ui/select.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import { shownChart } from './chart-shown.ts'
import { figureOf, figureParameter, readSecond, second } from './comparison-address.ts'
import { ComparisonCriteria } from './comparison-criteria.tsx'
import { MatchMenu } from './match-menu.tsx'
import { ResultActions } from './result-actions.tsx'
import { criteriaWords, readCriteria, writeCriteria, type Criteria } from './result-criteria.ts'
import type { Question } from './result-records.ts'
import { ResultView } from './result-view.tsx'
import { useResult } from './use-result.ts'

/** Two runs of one report side by side, matched by the columns that tell their rows apart. */
export function ComparisonPage({ screen: whole }: { readonly screen: Screen }) {
  const own = whole.result!
  const [parameters, setParameters] = useSearchParams()
  const [editing, setEditing] = useState(false)
  const a = useMemo(() => readCriteria(parameters, own.parameters), [parameters, own.parameters])
  const b = useMemo(() => readSecond(parameters, own.parameters), [parameters, own.parameters])
  const screen = useMemo(() => ({ ...whole, fields: headedTogether(whole.fields, own, a, b) }), [whole, own, a, b])
  const locale = userLocale()
  const figures = comparedFigures(own, screen.fields)
  const columns = matchingColumns(own, screen.fields)
  const wanted = figureOf(parameters, own.parameters) ?? own.chart?.y[0]
  const measure = figures.find(({ name }) => name === wanted) ?? figures[0]!
  const asked = parameters.get('match')?.split(',') ?? own.key
  const match = columns.filter(({ name }) => asked.includes(name)).map(({ name }) => name)
  const placed = placedColumn(own, screen.fields, match)
  const place = parameters.get('by') === 'place' ? placed?.name : undefined
  const set = (name: string, value: string | null): void =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current)
        if (value === null) next.delete(name)
        else next.set(name, value)
        for (const stale of ['page', 'sort', 'group', 'chart']) next.delete(stale)
        return next
      },
      { replace: true },
    )
  const keep = (criteria: Criteria): void => {
    setParameters((current) => {
      const next = new URLSearchParams([...current].filter(([name]) => !name.startsWith(second)))
      for (const [name, value] of writeCriteria(criteria)) next.append(second + name, value)
      return next
    })
    setEditing(false)
  }
  const ready = Object.keys(b).length > 0 && match.length > 0
  const back = `${own.path}?${writeCriteria(a).toString()}`
  return (
    <div data-result="" className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto print:block print:overflow-visible">
      <PageHeader title={`${screen.plural}: comparison`} />
      <div className="grid shrink-0 gap-3 md:grid-cols-2">
        <Side name="A" criteria={a} fields={own.parameters} locale={locale}>
          <Link to={back} className={buttonClass('ghost', 'sm', 'print:hidden')}>
            Only A
          </Link>
        </Side>
        <Side name="B" criteria={b} fields={own.parameters} locale={locale}>
          <Button variant="ghost" size="sm" icon={EditIcon} className="print:hidden" onClick={() => setEditing(true)}>
            {ready ? 'Change' : 'Choose'}
          </Button>
        </Side>
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 print:hidden">
        <label className="flex items-center gap-2 text-sm text-ink-2">
          Figure
          <Select
            className="w-44"
            value={measure.name}
            options={figures.map(({ name, label }) => ({ value: name, label }))}
            onChange={(event) => set(figureParameter, event.target.value)}
          />
        </label>
        <MatchMenu columns={columns} match={match} onMatch={(names) => set('match', names.join(','))} />
        {placed ? (
          <Checkbox
            label={`${placed.label} by place: the first beside the first`}
            checked={place !== undefined}
            onChange={(event) => set('by', event.target.checked ? 'place' : null)}
          />
        ) : null}
      </div>
      {ready ? (
        <Compared
          {...{ screen, a, b, locale, match, place }}
          measure={measure.name}
          onChange={() => setEditing(true)}
        />
      ) : (
        <EmptyState
          title="Choose what to compare with"
          actions={
            <Button variant="primary" onClick={() => setEditing(true)}>
              Choose the criteria of B
            </Button>
          }
        >
          The same report with other criteria: another period, another country. Rows are matched by{' '}
          {columns
            .filter(({ name }) => match.includes(name))
            .map(({ label }) => label.toLowerCase())
            .join(' and ') || 'no column yet'}
          .
        </EmptyState>
      )}
      <ComparisonCriteria
        open={editing}
        fields={own.parameters}
        first={a}
        initial={Object.keys(b).length > 0 ? b : a}
        locale={locale}
        onClose={() => setEditing(false)}
        onCompare={keep}
      />
    </div>
  )
}

interface SideProps {
  readonly name: string
  readonly criteria: Criteria
  readonly fields: readonly Field[]
  readonly locale: string
  readonly children: ReactNode
}

function Side({ name, criteria, fields, locale, children }: SideProps) {
  const words = criteriaWords(criteria, fields, locale)
  return (
    <section
      aria-label={`Criteria of ${name}`}
      className="flex items-center gap-3 rounded-lg border border-line bg-panel px-3 py-2"
    >
      <span className="inline-flex size-6 shrink-0 items-center justify-center rounded bg-accent-soft font-semibold text-accent-ink">
        {name}
      </span>
      {words.length === 0 ? (
        <p className="min-w-0 flex-1 text-ink-3">Nothing chosen yet</p>
      ) : (
        <dl className="flex min-w-0 flex-1 flex-wrap gap-x-4 gap-y-1">
          {words.map(({ label, value }) => (
            <div key={label} className="flex min-w-0 gap-1.5">
              <dt className="shrink-0 text-ink-3">{label}</dt>
              <dd className="min-w-0 truncate font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </section>
  )
}

interface ComparedProps {
  readonly screen: Screen
  readonly a: Criteria
  readonly b: Criteria
  readonly measure: string
  readonly match: readonly string[]
  /** The column that goes by place. */
  readonly place: string | undefined
  readonly locale: string
  readonly onChange: () => void
}

function Compared({ screen, a, b, measure, match, place, locale, onChange }: ComparedProps) {
  const [parameters] = useSearchParams()
  const matched = match.join(',')
  const question = useMemo<Question>(() => {
    const names = matched.split(',')
    const path = screen.endpoint ?? screen.name
    const body = {
      first: stripEmpty(a),
      second: stripEmpty(b),
      measure,
      match: matched,
      ...(place ? { by: 'place' } : {}),
    }
    return {
      screen: comparisonScreen(screen, { measure, match: names, place }),
      path,
      body,
      key: `${path} ${JSON.stringify(body)}`,
    }
  }, [screen, a, b, measure, matched, place])
  const result = useResult(question, `${screen.result!.path}?${parameters.toString()}`)
  const change = <Button onClick={onChange}>Change the criteria</Button>
  return (
    <>
      <div className="-mt-11 flex self-end max-lg:mt-0 print:hidden">
        <ResultActions
          requestId={result.requestId}
          question={question}
          fields={question.screen.fields}
          sort={parameters.get('sort') ?? ''}
          by={parameters.get('group') ?? undefined}
          grid={undefined}
          compare={undefined}
          disabled={!result.first?.total_record}
          total={result.first?.total_record ?? null}
          picture={shownChart}
        />
      </div>
      <ResultView {...{ question, result, locale, change }} drill={undefined} />
    </>
  )
}
