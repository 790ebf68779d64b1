import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router-dom'
import type { Screen } from '#src/definition'
import { recordQuery } from '#src/data/records.ts'
import type { Values } from './changes.ts'
import { defaultsOf } from './layout.ts'
import { RecordEditor } from './record-editor.tsx'
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
  if (mode === 'new' || id === undefined) return <NewRecord key={screen.name} screen={screen} />
  return <StoredRecord key={`${screen.name} ${id} ${mode}`} screen={screen} id={id} mode={mode} />
}

function NewRecord({ screen }: { screen: Screen }) {
  const [parameters] = useSearchParams()
  const copy = parameters.get('copy')
  const handedOver = useHandedOver()
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
    />
  )
}

function StoredRecord({ screen, id, mode }: { screen: Screen; id: string; mode: 'view' | 'edit' }) {
  const handedOver = useHandedOver()
  const record = useQuery({
    ...recordQuery(screen.endpoint ?? screen.name, id),
    meta: { quiet: true },
    ...(mode === 'edit' ? { staleTime: 0, refetchOnReconnect: false } : {}),
  })
  // An open editor keeps the version it began with; what others save meanwhile is merged when it is saved.
  const waiting = record.isPending || (mode === 'edit' && record.isFetching && !record.isFetchedAfterMount)
  if (record.isError && !record.data)
    return <RecordProblem screen={screen} error={record.error} onRetry={() => void record.refetch()} />
  if (waiting || !record.data) return <FormSkeleton screen={screen} />
  if (mode === 'edit')
    return <RecordEditor screen={screen} id={id} base={record.data} initial={handedOver} labels={record.data.labels} />
  return <RecordView screen={screen} id={id} record={record.data} labels={record.data.labels} />
}
