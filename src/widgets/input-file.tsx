import { useRef, useState } from 'react'
import { api } from '#src/data/api.ts'
import { Button } from '#src/ui/button.tsx'
import { FileIcon, UploadIcon } from '#src/ui/icons.tsx'
import type { InputProps } from './input.ts'

interface StoredFile {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
}

const isFile = (value: unknown): value is StoredFile =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value

const sizeText = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} bytes`
    : bytes < 1_048_576
      ? `${Math.round(bytes / 1024)} kB`
      : `${(bytes / 1_048_576).toFixed(1)} MB`

/** One document, sent to the file store when it is chosen; the record keeps its description. */
export function FileInput(props: InputProps) {
  const { field, value, onChange, disabled } = props
  const chooser = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<{ busy: boolean; problem: string | null }>({ busy: false, problem: null })
  const send = async (file: File) => {
    if (field.maxBytes !== undefined && file.size > field.maxBytes) {
      return setState({ busy: false, problem: `${file.name} is larger than ${sizeText(field.maxBytes)}` })
    }
    setState({ busy: true, problem: null })
    const body = new FormData()
    body.append('file', file)
    try {
      onChange(await api.post<StoredFile>('files', { body }))
      setState({ busy: false, problem: null })
    } catch (error) {
      setState({ busy: false, problem: error instanceof Error ? error.message : 'The file could not be stored.' })
    }
  }
  return (
    <div className="flex min-h-control flex-wrap items-center gap-2">
      {isFile(value) ? (
        <span className="flex min-w-0 items-center gap-1.5">
          <FileIcon className="shrink-0 text-ink-3" />
          <a className="truncate text-accent-ink hover:underline" href={`/api/files/${encodeURIComponent(value.id)}`}>
            {value.name}
          </a>
          <span className="text-sm text-ink-3">{sizeText(value.size)}</span>
        </span>
      ) : null}
      {disabled ? null : (
        <>
          <Button
            id={props.id}
            aria-describedby={props.describedBy}
            size="sm"
            icon={UploadIcon}
            busy={state.busy}
            onClick={() => chooser.current?.click()}
          >
            {isFile(value) ? 'Replace' : 'Choose a file'}
          </Button>
          {isFile(value) ? (
            <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
              Remove
            </Button>
          ) : null}
          <input
            ref={chooser}
            type="file"
            hidden
            aria-label={field.label}
            accept={field.accept?.join(',')}
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file) void send(file)
            }}
          />
        </>
      )}
      {state.problem ? (
        <span role="alert" className="text-sm text-bad">
          {state.problem}
        </span>
      ) : null}
    </div>
  )
}
