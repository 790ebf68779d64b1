import { CheckIcon } from '#src/ui/icons.tsx'
import { cx } from '#src/ui/cx.ts'

export const steps = ['file', 'columns', 'check', 'result'] as const
export type Step = (typeof steps)[number]

const titles: Record<Step, string> = { file: 'File', columns: 'Columns', check: 'Check', result: 'Result' }

interface StepperProps {
  readonly current: Step
  /** How far one may go. */
  readonly reached: Step
  /** Everything is decided: there is no way back. */
  readonly isOver: boolean
  readonly onStep: (step: Step) => void
}

/** The four steps of an upload; until it is over, every one that was reached can be gone back to. */
export function Stepper({ current, reached, isOver, onStep }: StepperProps) {
  const last = steps.indexOf(reached)
  const here = steps.indexOf(current)
  return (
    <nav aria-label="Steps of the upload" className="mb-5">
      <ol className="flex flex-wrap items-center gap-y-2">
        {steps.map((step, index) => {
          const done = index < here
          const active = index === here
          return (
            <li key={step} className="flex items-center">
              {index > 0 ? (
                <span
                  aria-hidden
                  className={cx('mx-1 h-px w-2 sm:mx-2 sm:w-12', index <= here ? 'bg-accent-ink' : 'bg-line-strong')}
                />
              ) : null}
              <button
                type="button"
                disabled={index > last || (isOver && !active)}
                aria-current={active ? 'step' : undefined}
                onClick={() => active || onStep(step)}
                className={cx(
                  'flex items-center gap-1.5 rounded px-1 py-1 sm:gap-2 sm:px-1.5 disabled:cursor-not-allowed',
                  active ? 'font-semibold text-ink-1' : 'text-ink-2 enabled:hover:text-ink-1',
                )}
              >
                <span
                  className={cx(
                    'inline-flex size-6 items-center justify-center rounded-full border text-sm',
                    active
                      ? 'border-transparent bg-accent text-on-accent'
                      : done
                        ? 'border-accent-ink text-accent-ink'
                        : 'border-line-strong text-ink-3',
                  )}
                >
                  {done ? <CheckIcon size={12} /> : index + 1}
                </span>
                {titles[step]}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
