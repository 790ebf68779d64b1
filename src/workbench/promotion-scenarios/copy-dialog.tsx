import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input } from '#src/ui/input.tsx'
import { afterChange, copyScenario, type Scenario } from './scenario-api.ts'

export type CopyKind = 'clone' | 'extended_scenario' | 'premature_scenario'

const words: Readonly<Record<CopyKind, readonly [title: string, verb: string, help: string]>> = {
  clone: ['Clone the scenario', 'Clone', 'A draft that plans the same, in the same days.'],
  extended_scenario: [
    'Extend the scenario',
    'Extend',
    'A draft that ends later; units grow with the days. Once every market approves it, it takes the place of this one.',
  ],
  premature_scenario: [
    'Close the scenario early',
    'Make it',
    'A draft that ends earlier; units shrink with the days. Once every market approves it, it takes the place of this one, and what was accrued too much is taken back.',
  ],
}

interface CopyDialogProps {
  readonly kind: CopyKind
  readonly scenario: Scenario
  readonly onClose: () => void
  readonly onMade: (id: number) => void
}

/** Asks for what a copy needs, and opens it. */
export function CopyDialog({ kind, scenario, onClose, onMade }: CopyDialogProps) {
  const client = useQueryClient()
  const [title, verb, help] = words[kind]
  const [description, setDescription] = useState(scenario.description)
  const [last, setLast] = useState(scenario.valid_to)
  const work = useMutation({
    meta: { quiet: true },
    mutationFn: () =>
      copyScenario(kind, {
        id: scenario.id,
        description: description.trim() || scenario.description,
        ...(kind === 'clone' ? {} : { valid_to: last }),
      }),
    onSuccess: async ({ id }) => {
      await afterChange(client)
      onMade(id)
    },
  })
  const issue =
    work.error instanceof ApiError
      ? work.error.issues.find(({ path }) => path.includes('valid_to'))?.message
      : undefined
  return (
    <Dialog
      open
      size="sm"
      title={title}
      description={help}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={work.isPending} onClick={() => work.mutate()}>
            {verb}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <FieldFrame label="Description">
          {(wiring) => (
            <Input
              {...wiring}
              maxLength={160}
              value={description}
              onChange={(event) => setDescription(event.currentTarget.value)}
            />
          )}
        </FieldFrame>
        {kind === 'clone' ? null : (
          <FieldFrame
            label="New last day"
            required
            error={issue ?? (work.error ? errorMessage(work.error) : undefined)}
          >
            {(wiring) => (
              <Input {...wiring} type="date" value={last} onChange={(event) => setLast(event.currentTarget.value)} />
            )}
          </FieldFrame>
        )}
        {kind === 'clone' && work.error ? (
          <p role="alert" className="text-bad">
            {errorMessage(work.error)}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}
