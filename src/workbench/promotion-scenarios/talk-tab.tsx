import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Textarea } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { momentWords } from './plan-words.ts'
import { afterChange, comment, saidQuery, type ScenarioGrid } from './scenario-api.ts'

interface TalkTabProps {
  readonly grid: ScenarioGrid
  readonly locale: string
  readonly draft: string
  readonly onDraft: (words: string) => void
}

/** What people say of the scenario, and what was done with it, the newest first. */
export function TalkTab({ grid, locale, draft, onDraft }: TalkTabProps) {
  const { scenario } = grid
  const client = useQueryClient()
  const said = useQuery(saidQuery(scenario.id))
  const [country, setCountry] = useState('')
  const mayTalk = grid.refused_edit === null || grid.refused_review === null
  const send = useMutation({
    meta: { quiet: true },
    mutationFn: () => comment(scenario.id, draft.trim(), country || null),
    onSuccess: async () => {
      onDraft('')
      await afterChange(client)
    },
  })
  return (
    <div className="grid max-w-3xl gap-4">
      {mayTalk ? (
        <form
          className="grid gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (draft.trim() && !send.isPending) send.mutate()
          }}
        >
          <FieldFrame label="Comment" error={send.error ? errorMessage(send.error) : undefined}>
            {(wiring) => (
              <Textarea
                {...wiring}
                rows={3}
                maxLength={4000}
                value={draft}
                onChange={(event) => onDraft(event.currentTarget.value)}
              />
            )}
          </FieldFrame>
          <div className="flex flex-wrap gap-2">
            <Select
              className="sm:w-48"
              aria-label="About"
              value={country}
              placeholder="The whole scenario"
              options={scenario.countries.map((one) => ({ value: one, label: one }))}
              onChange={(event) => setCountry(event.currentTarget.value)}
            />
            <Button type="submit" keepsFocus variant="primary" busy={send.isPending} disabled={!draft.trim()}>
              Comment
            </Button>
          </div>
        </form>
      ) : null}
      {said.isError ? (
        <LoadFailure
          compact
          title="The comments could not be loaded"
          error={said.error}
          onRetry={() => void said.refetch()}
        />
      ) : said.isPending ? (
        <SkeletonLines lines={6} />
      ) : (
        <ol className="grid gap-2.5" aria-label="Comments and activity">
          {said.data.map((one) => (
            <li
              key={one.id}
              className={cx('border-l-2 ps-3', one.kind === 'comment' ? 'border-accent' : 'border-line')}
            >
              <p className="text-sm text-ink-3">
                <span className="font-medium text-ink-2">{one.said_by_name ?? one.said_by}</span>,{' '}
                {momentWords(one.said_at, locale)}
                {one.country ? `, ${one.country}` : ''}
              </p>
              <p className={one.kind === 'comment' ? 'whitespace-pre-wrap' : 'text-ink-2'}>{one.comment}</p>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
