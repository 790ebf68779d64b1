import { useRef, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { UploadIcon } from '#src/ui/icons.tsx'

export const acceptedFiles = ['.csv', '.txt', '.tsv', '.xlsx', '.edi', '.x12', '.844', '.849', '.867']

const isAccepted = (name: string): boolean => acceptedFiles.some((ending) => name.toLowerCase().endsWith(ending))

interface DropZoneProps {
  readonly disabled?: boolean
  readonly onFile: (file: File) => void
}

/** Takes a file by dropping it, by clicking or with the keyboard. */
export function DropZone({ disabled, onFile }: DropZoneProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const take = (files: FileList | null) => {
    const [file, another] = files ?? []
    if (!file || disabled) return
    if (another) return setProblem('One file at a time. Drop the first one again, on its own.')
    if (!isAccepted(file.name))
      return setProblem(`${file.name} cannot be read here. CSV, tab-separated text and XLSX can.`)
    setProblem(null)
    onFile(file)
  }
  return (
    <div
      className={cx(
        'flex flex-col items-center rounded-lg border-2 border-dashed px-6 py-10 text-center transition-colors',
        over ? 'border-accent-ink bg-accent-soft' : 'border-line-strong bg-panel',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <span className="mb-3 inline-flex size-11 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <UploadIcon size={20} />
      </span>
      <p className="text-lg font-semibold text-ink-1">Drop a file here</p>
      <p className="mt-1 mb-4 text-ink-2">
        CSV, XLSX or EDI X12, as it comes out of your system. Nothing is saved before you have seen what would change.
      </p>
      <Button variant="primary" disabled={disabled} onClick={() => chooser.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={chooser}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label="File to upload"
        accept={acceptedFiles.join(',')}
        onChange={(event) => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
      {problem ? (
        <p role="alert" className="mt-3 text-bad">
          {problem}
        </p>
      ) : null}
    </div>
  )
}
