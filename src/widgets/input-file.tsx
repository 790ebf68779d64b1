import { useEffect, useRef, useState, type DragEvent } from 'react'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { UploadIcon } from '#src/ui/icons.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { takeFile } from './files/dropped-files.ts'
import { FileLine } from './files/file-line.tsx'
import { isStoredFile, sizeText } from './files/stored-file.ts'
import { useSendFile } from './files/use-send-file.ts'
import type { InputProps } from './input.ts'

/** One document or picture: chosen, dropped or pasted; sent at once, kept with the record when that is saved. */
export function FileInput(props: InputProps) {
  const { field, value, onChange, disabled, compact } = props
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const { send, sending, problem, refuse } = useSendFile(field, onChange)
  const take = (files: FileList | null) => {
    const [first, ...more] = [...(files ?? [])]
    if (!first) return
    if (more.length > 0) refuse('Only one file is kept here. Drop a single one.')
    else void send(first)
  }
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  useEffect(() => {
    const given = takeFile(props.id)
    if (given) void latest.current(given)
  }, [props.id])
  const dropping = {
    onDragOver: (event: DragEvent) => {
      if (disabled || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (disabled) return
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files)
    },
  }
  const held = isStoredFile(value)
  return (
    <div
      {...dropping}
      className={cx(
        'flex min-w-0 flex-col gap-1.5',
        !compact && 'rounded border border-dashed px-2.5 py-2',
        over ? 'border-accent-ink bg-accent-soft' : props.invalid ? 'border-bad' : 'border-control-line',
      )}
      onPaste={(event) => {
        if (disabled || event.clipboardData.files.length === 0) return
        event.preventDefault()
        event.stopPropagation()
        take(event.clipboardData.files)
      }}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1.5">
        {held && !sending ? (
          <span className="min-w-0 flex-1">
            <FileLine file={value} plain={compact} />
          </span>
        ) : null}
        {sending ? (
          <Sending name={sending.name} sent={sending.sent} total={sending.total} onCancel={sending.cancel} />
        ) : disabled ? (
          held || compact ? null : (
            <span className="text-sm text-ink-3">No file</span>
          )
        ) : (
          <>
            <Button
              id={props.id}
              aria-describedby={props.describedBy}
              aria-invalid={props.invalid || undefined}
              aria-label={`${held ? 'Replace' : 'Choose a file for'} ${props.ariaLabel ?? field.label}`}
              size="sm"
              variant={compact ? 'ghost' : 'secondary'}
              icon={compact ? undefined : UploadIcon}
              onClick={() => chooser.current?.click()}
            >
              {held ? 'Replace' : 'Choose a file'}
            </Button>
            {held ? (
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Remove ${value.name}`}
                onClick={() => {
                  onChange(null)
                  document.getElementById(props.id)?.focus()
                }}
              >
                Remove
              </Button>
            ) : compact ? null : (
              <span className="text-sm text-ink-3">or drop or paste it here</span>
            )}
          </>
        )}
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label={field.label}
          accept={field.accept?.join(',')}
          onChange={(event) => {
            take(event.target.files)
            event.target.value = ''
          }}
        />
      </div>
      {problem ? (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      ) : null}
    </div>
  )
}

interface SendingProps {
  readonly name: string
  readonly sent: number
  readonly total: number
  readonly onCancel: () => void
}

function Sending({ name, sent, total, onCancel }: SendingProps) {
  return (
    <>
      <div className="min-w-40 flex-1">
        <p className="mb-1 flex justify-between gap-3 text-sm text-ink-2">
          <span className="min-w-0 truncate">{name}</span>
          <span className="shrink-0 tabular-nums">
            {sizeText(sent)} of {sizeText(total)}
          </span>
        </p>
        <Progress label={`Sending ${name}`} value={sent} max={total} />
      </div>
      <Button size="sm" variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </>
  )
}
