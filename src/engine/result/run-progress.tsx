import { useEffect, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Progress } from '#src/ui/progress.tsx'
import type { ResultRun } from './result-run.ts'

interface RunProgressProps {
  readonly run: ResultRun
  readonly locale: string
  readonly onCancel: () => Promise<void>
}

function phaseOf({ state, phase, rows }: ResultRun, locale: string): string {
  if (state === 'waiting') return 'Waiting for results asked for earlier'
  if (phase === 'rows') return `Reading rows: ${new Intl.NumberFormat(locale).format(rows)} so far`
  return phase === 'totals' ? 'Adding up the totals' : 'Working out the figures'
}

const clock = (seconds: number): string => {
  const whole = Math.floor(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** What a run is doing and for how long, with the way to stop it; one may leave and come back. */
export function RunProgress({ run, locale, onCancel }: RunProgressProps) {
  const [now, setNow] = useState(0)
  const [stopping, setStopping] = useState(false)
  useEffect(() => {
    const started = performance.now() - run.seconds * 1000
    const tick = () => setNow((performance.now() - started) / 1000)
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [run.request_id, run.seconds])
  return (
    <section
      aria-label="Progress"
      className="mx-auto my-10 grid w-full max-w-md gap-3 rounded-lg border border-line bg-panel p-5"
    >
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="font-semibold">
          {stopping ? 'Cancelling' : phaseOf(run, locale)}
        </p>
        <span className="text-sm text-ink-2 tabular-nums">{clock(now)}</span>
      </div>
      <Progress label="Working out the result" value={null} />
      <div className="flex items-end justify-between gap-4">
        <p className="text-sm text-ink-2">
          You can leave this page: you are told when the result is ready, and it is kept for you.
        </p>
        <Button
          busy={stopping}
          onClick={() => {
            setStopping(true)
            void onCancel().finally(() => setStopping(false))
          }}
        >
          Cancel
        </Button>
      </div>
    </section>
  )
}
