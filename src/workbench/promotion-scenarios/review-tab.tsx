import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Textarea } from '#src/ui/input.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { BrokenRules } from './broken-rules.tsx'
import { CompareScenarios } from './compare-scenarios.tsx'
import { decisionWords, exact, momentWords, plain, round } from './plan-words.ts'
import { afterChange, decide, stickersQuery, type Decision, type Review, type ScenarioGrid } from './scenario-api.ts'

interface ReviewTabProps {
  readonly grid: ScenarioGrid
  readonly locale: string
}

interface Asked {
  readonly review: Review
  readonly status: Decision
}

/** What every market says, and the scenario beside others. */
export function ReviewTab({ grid, locale }: ReviewTabProps) {
  const { scenario, reviews, refused_review: refused } = grid
  const [asked, setAsked] = useState<Asked | null>(null)
  const markets = useRef<HTMLUListElement>(null)
  const mayDecide = refused === null && scenario.status === 'in_review'
  const isAsked = scenario.status === 'in_review' || scenario.status === 'approved'
  const reason =
    scenario.status === 'draft'
      ? 'Markets review it once it is submitted.'
      : scenario.status === 'in_review'
        ? refused
        : null
  return (
    <div className="grid gap-5">
      {reason ? <p className="text-ink-2">{reason}</p> : null}
      <ul ref={markets} className="grid gap-3" aria-label="Markets">
        {grid.markets.map((market) => {
          const own = reviews.filter(({ country }) => country === market.country)
          const review = own.find(({ territory }) => territory === null)
          return (
            <li key={market.country} className="rounded-lg border border-line bg-panel px-4 py-3">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <h2 className="font-semibold">{market.country}</h2>
                {review ? <Status status={review.status} /> : null}
                <span className="text-ink-2 tabular-nums">
                  {plain(market.volume, locale)} units, {round(market.cost, locale)} {grid.currency}
                  {market.budget === null
                    ? ''
                    : `, ${round(market.counted, locale)} of a budget of ${round(market.budget, locale)}`}
                </span>
                {review && mayDecide ? <Buttons review={review} onAsk={setAsked} /> : null}
                {!review && isAsked ? <span className="text-ink-3">Not asked: its rules want no review</span> : null}
              </div>
              {review ? <Told review={review} locale={locale} /> : null}
              <Territories
                reviews={own.filter(({ territory }) => territory !== null)}
                mayDecide={mayDecide}
                locale={locale}
                onAsk={setAsked}
              />
              <Stickers id={scenario.id} country={market.country} currency={grid.currency} locale={locale} />
            </li>
          )
        })}
      </ul>
      <BrokenRules grid={grid} />
      <CompareScenarios grid={grid} locale={locale} />
      {asked ? (
        <DecisionDialog
          id={scenario.id}
          asked={asked}
          onClose={() => setAsked(null)}
          onDecided={() =>
            // The button that was pressed is gone: the one in its place goes on.
            requestAnimationFrame(() =>
              markets.current
                ?.querySelector<HTMLElement>(`[data-place="${CSS.escape(placeOf(asked.review))}"]`)
                ?.focus(),
            )
          }
        />
      ) : null}
    </div>
  )
}

const Status = ({ status }: { status: Decision }) => {
  const [label, tone] = decisionWords[status]
  return <Tag tone={tone}>{label}</Tag>
}

const placeOf = ({ country, territory }: Review): string => territory ?? country

function Buttons({ review, onAsk }: { review: Review; onAsk: (asked: Asked) => void }) {
  const place = placeOf(review)
  if (review.refused !== null) return <span className="text-ink-3">{review.refused}</span>
  return (
    <span className="ms-auto flex gap-2">
      {review.status === 'open' ? (
        <>
          <Button
            size="sm"
            data-place={place}
            aria-label={`Approve for ${place}`}
            onClick={() => onAsk({ review, status: 'approved' })}
          >
            Approve
          </Button>
          <Button size="sm" aria-label={`Reject for ${place}`} onClick={() => onAsk({ review, status: 'rejected' })}>
            Reject
          </Button>
        </>
      ) : (
        <Button
          size="sm"
          variant="ghost"
          data-place={place}
          aria-label={`Open ${place} again`}
          onClick={() => onAsk({ review, status: 'open' })}
        >
          Open again
        </Button>
      )}
    </span>
  )
}

const Told = ({
  review: { comment, decided_by: by, decided_by_name: name, decided_at: at },
  locale,
}: {
  review: Review
  locale: string
}) =>
  by && at ? (
    <p className="mt-1 text-ink-2">
      {comment ? <q>{comment}</q> : null}{' '}
      <span className="text-sm text-ink-3">
        {name ?? by}, {momentWords(at, locale)}
      </span>
    </p>
  ) : null

interface TerritoriesProps {
  readonly reviews: readonly Review[]
  readonly mayDecide: boolean
  readonly locale: string
  readonly onAsk: (asked: Asked) => void
}

const Territories = ({ reviews, mayDecide, locale, onAsk }: TerritoriesProps) =>
  reviews.length === 0 ? null : (
    <ul aria-label="Territories" className="mt-2 divide-y divide-line border-t border-line">
      {reviews.map((review) => (
        <li key={review.territory} className="py-1.5">
          <div className="flex flex-wrap items-center gap-3">
            <span>{review.territory}</span>
            <Status status={review.status} />
            {mayDecide ? <Buttons review={review} onAsk={onAsk} /> : null}
          </div>
          <Told review={review} locale={locale} />
        </li>
      ))}
    </ul>
  )

function Stickers({
  id,
  country,
  currency,
  locale,
}: {
  id: number
  country: string
  currency: string
  locale: string
}) {
  const [open, setOpen] = useState(false)
  const stickers = useQuery({ ...stickersQuery(id, country), enabled: open })
  return (
    <details className="mt-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-accent-ink">What is offered in {country}</summary>
      {stickers.isError ? (
        <p role="alert" className="text-bad">
          {errorMessage(stickers.error)}
        </p>
      ) : stickers.isPending ? (
        <SkeletonLines lines={3} />
      ) : stickers.data.length === 0 ? (
        <p className="text-ink-2">Nothing is planned here.</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {stickers.data.map((one) => (
            <li key={one.sticker_code} className="flex flex-wrap gap-x-4 py-1">
              <span className="min-w-0 flex-1">
                {one.sticker_code} <span className="text-ink-2">{one.sticker_name}</span>
              </span>
              <span className="text-ink-2 tabular-nums">
                {one.lines} lines, {plain(one.volume, locale)} units
              </span>
              <span className="tabular-nums">
                {exact(one.cost, locale)} {currency}
              </span>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

const verbs: Readonly<Record<Decision, string>> = { approved: 'Approve', rejected: 'Reject', open: 'Open again' }

interface DecisionDialogProps {
  readonly id: number
  readonly asked: Asked
  readonly onClose: () => void
  /** Called once the decision stands on the page. */
  readonly onDecided: () => void
}

function DecisionDialog({ id, asked: { review, status }, onClose, onDecided }: DecisionDialogProps) {
  const client = useQueryClient()
  const [words, setWords] = useState('')
  const place = placeOf(review)
  const work = useMutation({
    meta: { quiet: true },
    mutationFn: () => decide(id, review, { status, comment: words.trim() || null }),
    onSuccess: async () => {
      onClose()
      await afterChange(client)
      onDecided()
    },
    // Somebody else may have decided: it is seen behind the dialog.
    onError: () => afterChange(client),
  })
  return (
    <Dialog
      open
      size="sm"
      title={`${verbs[status]} for ${place}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            keepsFocus
            variant={status === 'rejected' ? 'danger' : 'primary'}
            busy={work.isPending}
            onClick={() => work.mutate()}
          >
            {verbs[status]}
          </Button>
        </>
      }
    >
      <FieldFrame
        label="Comment"
        required={status === 'rejected'}
        error={work.error ? errorMessage(work.error) : undefined}
        help={status === 'rejected' ? 'What would have to be different' : 'May stay empty'}
      >
        {(wiring) => (
          <Textarea
            {...wiring}
            rows={3}
            maxLength={2000}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        )}
      </FieldFrame>
    </Dialog>
  )
}
