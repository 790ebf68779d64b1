import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { evaluate, type Screen } from '#src/definition'
import { readersCalendar } from '#src/definition/dates.ts'
import { shownFor } from '#src/definition/shown-variant.ts'
import { recordQuery } from '#src/data/records.ts'
import { Refused } from '#src/widgets/refused.tsx'
import { useAllowed } from '#src/widgets/use-allowed.ts'
import type { Values } from './changes.ts'
import { defaultsOf } from './layout.ts'
import { EditedRecord } from './edited-record.tsx'
import { RecordEditor } from './record-editor.tsx'
import { keyOf, titleOf } from './record-title.ts'
import { FormSkeleton, RecordProblem } from './record-states.tsx'
import { RecordView } from './record-view.tsx'
import { startingValues } from './starting-values.ts'

export interface FormScreenProps {
  readonly screen: Screen
  readonly mode: 'new' | 'view' | 'edit'
  /** The record's id; none for a new one. */
  readonly id?: string
}

/** Values that another page hands over: a version to go back to, or a record that was deleted while it was edited. */
function useHandedOver(): Values | undefined {
  const state: unknown = useLocation().state
  return typeof state === 'object' && state !== null && 'values' in state ? (state.values as Values) : undefined
}

/** One record of any screen: new, read or edited. */
export function FormScreen({ screen, mode, id }: FormScreenProps) {
  const handedOver = useHandedOver()
  const allowed = useAllowed()
  if (mode === 'new' || id === undefined) return <NewRecord key={screen.name} screen={screen} handedOver={handedOver} />
  const key = `${screen.name} ${id} ${mode}`
  // Who may not change a record reads it at the address of its form too.
  return mode === 'edit' && allowed(screen.access.update) ? (
    <EditedRecord key={key} screen={screen} id={id} handedOver={handedOver} />
  ) : (
    <StoredRecord key={key} screen={screen} id={id} />
  )
}

interface NewRecordProps {
  readonly screen: Screen
  readonly handedOver: Values | undefined
}

/** A form to fill in, for those whose record the server will take. */
function NewRecord(props: NewRecordProps) {
  const { screen } = props
  const allowed = useAllowed()
  if (allowed(screen.access.create)) return <EmptyRecord {...props} />
  return <Refused screen={screen} act="add" />
}

function EmptyRecord({ screen, handedOver }: NewRecordProps) {
  const [parameters] = useSearchParams()
  const copy = parameters.get('copy')
  const source = useQuery({
    ...recordQuery(screen.endpoint ?? screen.name, copy ?? ''),
    enabled: copy !== null,
    meta: { quiet: true },
  })
  if (copy !== null && source.isPending) return <FormSkeleton screen={screen} />
  if (source.isError)
    return <RecordProblem screen={screen} error={source.error} onRetry={() => void source.refetch()} />
  return (
    <RecordEditor
      screen={screen}
      id={null}
      base={defaultsOf(screen.fields)}
      initial={{ ...startingValues(screen, parameters, source.data), ...handedOver }}
      labels={source.data?.labels}
      copyOf={source.data && (keyOf(screen, source.data) || titleOf(screen, source.data, source.data.labels))}
    />
  )
}

function StoredRecord({ screen, id }: { screen: Screen; id: string }) {
  const live = screen.form?.live
  const record = useQuery({
    ...recordQuery(screen.endpoint ?? screen.name, id),
    meta: { quiet: true },
    refetchInterval: ({ state: { data } }) =>
      live && data && evaluate(live, data, { fields: screen.fields, ...readersCalendar() }) ? 1000 : false,
  })
  const shown = useMemo(() => (record.data ? shownFor(screen, record.data) : screen), [screen, record.data])
  if (record.isError && !record.data)
    return <RecordProblem screen={screen} error={record.error} onRetry={() => void record.refetch()} />
  if (!record.data) return <FormSkeleton screen={screen} isRead />
  return <RecordView screen={shown} id={id} record={record.data} labels={record.data.labels} />
}
