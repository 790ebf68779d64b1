import { useState, type FormEvent, type ReactNode } from 'react'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ChevronLeftIcon, ChevronRightIcon, FirstIcon, LastIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { formatDecimal } from '#src/definition/field-types/numbers.ts'
import { pageSizes } from './list-state.ts'

interface PagerProps {
  readonly page: number
  readonly limit: number
  /** Rows of the page that is shown; null while they load. */
  readonly shown: number | null
  /** null until the count has arrived. */
  readonly total: number | null
  readonly estimated: boolean
  /** The count could not be read. */
  readonly uncounted?: boolean
  /** What is counted, where that is not the records. */
  readonly what?: string
  readonly locale: string
  readonly onPage: (page: number) => void
  /** Goes to the last page where that has to be found out first. */
  readonly onLast?: (() => void) | undefined
  readonly onLimit: (limit: number) => void
  /** What else can be done with what is in sight. */
  readonly children?: ReactNode
  /** The next page is likely to be asked for. */
  readonly onNear?: () => void
}

/** Range, page size, page jump and neighbouring pages, for the foot of a list. */
export function Pager({
  page,
  limit,
  shown,
  total,
  estimated,
  uncounted,
  what,
  locale,
  onPage,
  onLast,
  onLimit,
  onNear,
  children,
}: PagerProps) {
  const figure = (count: number): string => formatDecimal(count, locale, 0, 0)
  const last = total === null ? null : Math.max(1, Math.ceil(total / limit))
  const start = (page - 1) * limit + 1
  const isLast = last === null || estimated ? shown !== null && shown < limit : page >= last
  // While the rows of a shorter last page are on their way, those of the page before are still counted.
  const end = start + (shown ?? 0) - 1
  const range = shown
    ? `${figure(start)}–${figure(total === null || estimated ? end : Math.max(start, Math.min(end, total)))}`
    : '0'
  // An estimate that has been passed is none any more.
  const aboutOf = (count: number, seen: number, ends: boolean): string =>
    seen < count ? `about ${figure(count)}` : ends ? figure(seen) : `more than ${figure(seen)}`
  const sizes = [...new Set([...pageSizes, limit])].toSorted((a, b) => a - b)
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-panel px-3 py-1.5 text-sm text-ink-2 print:hidden"
    >
      <p aria-live="polite" className="min-w-28 sm:min-w-44">
        {shown === null
          ? ' '
          : total === null
            ? `${range}${uncounted ? ', not counted' : ''}`
            : `${range} of ${estimated ? aboutOf(total, end, isLast) : figure(total)}${what ? ` ${what}` : ''}`}
      </p>
      <label className="hidden items-center gap-2 whitespace-nowrap sm:flex">
        {what ? 'Groups' : 'Rows'} per page
        <span className="w-20">
          <Select
            value={String(limit)}
            onChange={(event) => onLimit(Number(event.target.value))}
            options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
          />
        </span>
      </label>
      {children}
      <div className="ms-auto flex items-center gap-1">
        <IconButton icon={FirstIcon} label="First page" disabled={page <= 1} onClick={() => onPage(1)} />
        <IconButton
          icon={ChevronLeftIcon}
          label="Previous page"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <PageJump key={page} page={page} last={last} isExact={!estimated} figure={figure} onPage={onPage} />
        <IconButton
          icon={ChevronRightIcon}
          label="Next page"
          disabled={isLast}
          onPointerEnter={onNear}
          onFocus={onNear}
          onClick={() => onPage(page + 1)}
        />
        <IconButton
          icon={LastIcon}
          label="Last page"
          disabled={last === null || (estimated ? isLast : page >= last)}
          onClick={() => (onLast ? onLast() : last !== null && onPage(last))}
        />
      </div>
    </nav>
  )
}

interface PageJumpProps {
  readonly page: number
  readonly last: number | null
  readonly isExact: boolean
  readonly figure: (count: number) => string
  readonly onPage: (page: number) => void
}

function PageJump({ page, last, isExact, figure, onPage }: PageJumpProps) {
  const [text, setText] = useState(String(page))
  const wanted = Number(text.replaceAll(/[\s.,']/g, ''))
  const jump = (event?: FormEvent): void => {
    event?.preventDefault()
    if (!Number.isInteger(wanted) || wanted < 1) return setText(String(page))
    const target = last === null || !isExact ? wanted : Math.min(wanted, last)
    if (target === page) setText(String(page))
    else onPage(target)
  }
  return (
    <form onSubmit={jump} className="flex items-center gap-2 px-1">
      <span>Page</span>
      <span className="w-16">
        <Input
          aria-label="Go to page"
          className="text-center"
          inputMode="numeric"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => jump()}
          onFocus={(event) => event.target.select()}
        />
      </span>
      <span className="min-w-16 whitespace-nowrap">{last === null || last < page ? '' : `of ${figure(last)}`}</span>
    </form>
  )
}
