import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { fillPath, fixedBy, whyFixed, type Screen } from '#src/definition'
import { shownFor } from '#src/definition/shown-variant.ts'
import { recordQuery } from '#src/data/records.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { Link } from '#src/ui/link.tsx'
import { notify } from '#src/ui/notify.ts'
import { DeniedState } from '#src/ui/states.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import type { Values } from './changes.ts'
import { LockNotice } from './lock-notice.tsx'
import { RecordDetails } from './record-details.tsx'
import { RecordEditor } from './record-editor.tsx'
import { RecordHeader } from './record-header.tsx'
import { FormSkeleton, RecordProblem } from './record-states.tsx'
import { RecordView } from './record-view.tsx'
import { useFormKeys } from './use-form-keys.ts'
import { useRecordLock } from './use-record-lock.ts'

interface EditedRecordProps {
  readonly screen: Screen
  readonly id: string
  readonly handedOver: Values | undefined
}

/** A stored record that is to be edited: its lock first, then its newest version; to be read while somebody else has it. */
export function EditedRecord({ screen: given, id, handedOver }: EditedRecordProps) {
  const navigate = useNavigate()
  const locale = userLocale()
  const label = given.label.toLowerCase()
  const view = fillPath(given.form?.view ?? '', { id })
  const [round, setRound] = useState(0)
  const [isCatchingUp, setCatchingUp] = useState(false)
  const record = useQuery({
    ...recordQuery(given.endpoint ?? given.name, id),
    meta: { quiet: true },
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const screen = useMemo(() => (record.data ? shownFor(given, record.data) : given), [given, record.data])
  const { lock, takeOver } = useRecordLock(screen.name, id, () => {
    // What was saved while one waited is what one begins with: nothing can be typed before it is there.
    setCatchingUp(true)
    void record.refetch().then(() => {
      setRound((before) => before + 1)
      setCatchingUp(false)
      notify.info(`This ${label} is yours to edit now.`)
    })
  })
  const held = lock.state === 'held' || isCatchingUp
  useFormKeys({ onEscape: held ? () => void navigate(view) : undefined })
  if (record.isError && !record.data)
    return <RecordProblem screen={screen} error={record.error} onRetry={() => void record.refetch()} />
  // An open editor keeps the version it began with; what others save meanwhile is merged when it is saved.
  const reading = record.isPending || (record.isFetching && !record.isFetchedAfterMount)
  if (reading || !record.data || lock.state === 'asking') return <FormSkeleton screen={screen} />
  const back = (
    <Link to={view} className={buttonClass()}>
      Back to the {label}
    </Link>
  )
  if (lock.state === 'denied') {
    return <DeniedState isPage title={`You may not change this ${label}`} actions={back} />
  }
  const { labels } = record.data
  const fixed = whyFixed(screen, record.data) ?? (lock.state === 'refused' ? lock.why : undefined)
  if (fixed !== undefined)
    return (
      <RecordView
        screen={screen}
        id={id}
        record={record.data}
        labels={labels}
        notice={<StateNotice>{fixed}</StateNotice>}
      />
    )
  // Where only a few fields may be changed, one is told before one looks for the others.
  const partly = fixedBy(screen, record.data)
  const notice =
    lock.state === 'held' || lock.state === 'lost' ? (
      <LockNotice holder={lock.holder} lost={lock.state === 'lost'} label={label} locale={locale} onTakeOver={takeOver}>
        {held ? back : null}
      </LockNotice>
    ) : partly ? (
      <StateNotice>{partly.otherwise}</StateNotice>
    ) : null
  if (held) {
    return (
      <div className="mx-auto w-full max-w-5xl">
        <RecordHeader screen={screen} mode="edit" record={record.data} labels={labels ?? {}} />
        {notice}
        <RecordDetails screen={screen} record={record.data} labels={labels ?? {}} />
      </div>
    )
  }
  return (
    <RecordEditor
      key={round}
      screen={screen}
      id={id}
      base={record.data}
      initial={handedOver}
      labels={labels}
      notice={notice}
    />
  )
}

/** What the state of the record forbids. */
function StateNotice({ children }: { readonly children: string }) {
  return (
    <p role="status" className="mb-4 rounded-lg border border-warn bg-warn-soft px-4 py-3 text-warn">
      {children}
    </p>
  )
}
