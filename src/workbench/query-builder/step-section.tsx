import { type ReactNode, useId } from 'react'

interface StepSectionProps {
  readonly title: string
  readonly help?: ReactNode
  readonly children: ReactNode
}

/** One thing that can be said of a query. */
export function StepSection({ title, help, children }: StepSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-panel p-4">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {help ? <p className="mt-0.5 text-sm text-ink-2">{help}</p> : null}
      <div className="mt-3 flex flex-col gap-2">{children}</div>
    </section>
  )
}
