import { useRef, useState } from 'react'
import type { Screen } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { FileIcon } from '#src/ui/icons.tsx'
import type { FileColumn, FormatBody, Mapping } from './format-body.ts'
import { readSample } from './read-sample.ts'
import type { Line } from './preview.ts'
import { SourceSample } from './source-sample.tsx'

/** What the head of a file on one's own disk shows; nothing of it is sent. */
export interface Sample {
  readonly name: string
  readonly columns: readonly FileColumn[]
  readonly lines: readonly Line[]
  readonly suggested: readonly Mapping[]
}

interface SampleFileProps {
  readonly screen: Screen
  readonly format: FormatBody
  readonly sample: Sample | null
  /** Integrations can give one as well. */
  readonly fromSources?: boolean
  readonly onSample: (sample: Sample | null) => void
}

/** Takes a file to make a format by: its columns can then be chosen and its first lines are shown. */
export function SampleFile({ screen, format, sample, fromSources, onSample }: SampleFileProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const take = async (file: File) => {
    const read = await readSample(file, format, screen)
    setProblem(read ? null : `${file.name} is no text with columns. A CSV file can serve as a sample.`)
    if (read) onSample(read)
  }
  return (
    <div className="flex flex-wrap items-center gap-3 text-ink-2">
      <FileIcon className="text-ink-3" />
      <p className="min-w-48 flex-1">
        {sample
          ? `Columns and lines of ${sample.name}`
          : 'With a sample file, columns are chosen instead of typed, and you see what its lines become.'}
      </p>
      {fromSources ? <SourceSample onFile={take} /> : null}
      <Button size="sm" onClick={() => chooser.current?.click()}>
        {sample ? 'Another sample' : 'Choose a sample'}
      </Button>
      {sample ? (
        <Button size="sm" variant="ghost" onClick={() => onSample(null)}>
          Without sample
        </Button>
      ) : null}
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="Sample file"
        accept=".csv,.txt,.tsv"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void take(file)
        }}
      />
      {problem ? (
        <p role="alert" className="w-full text-bad">
          {problem}
        </p>
      ) : null}
    </div>
  )
}
