import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** A view with records in it; counted up to 1,000. */
export interface CountedView {
  readonly screen: string
  readonly label: string
  readonly view: string
  readonly count: number
  readonly path: string
}

/** What the start page tells whoever opens it. */
export interface HomeFacts {
  /** Views with records that wait for somebody. */
  readonly attention: readonly CountedView[]
  /** Views with records that end or come due soon. */
  readonly due: readonly CountedView[]
  /** What ran within a day, each job once; null for whoever may not read runs. */
  readonly ran:
    | readonly {
        readonly id: number
        readonly name: string
        readonly state: string
        readonly tone: 'neutral' | 'ok' | 'warn' | 'bad' | 'accent'
        readonly at: string
        readonly times: number
        readonly path: string
      }[]
    | null
  /** Records one changed oneself, the latest first. */
  readonly changed: readonly {
    readonly screen: string
    readonly record_id: number
    readonly label: string
    readonly title: string
    readonly operation: 'insert' | 'update'
    readonly at: string
    /** How many records of the screen were written by the same act; the record stands for all of them. */
    readonly together: number
    readonly path: string
  }[]
  readonly uploads: readonly {
    readonly id: number
    readonly file_name: string
    readonly label: string
    readonly state: string
    readonly at: string
    readonly path: string
  }[]
}

/** A figure that the start page names before it is counted. */
export interface NamedFigure {
  readonly screen: string
  readonly label: string
  readonly path: string
}

export interface HomeFigure extends NamedFigure {
  /** null: counting takes too long there. */
  readonly count: number | null
  /** By currency, that of the most records first; null for a figure that only counts. */
  readonly amounts: readonly { readonly currency: string | null; readonly amount: string }[] | null
}

/** Where the numbers stand; they come behind the page, in the room that the names of the figures keep. */
export const figuresQuery = (application: string | null) =>
  queryOptions({
    queryKey: ['home', 'figures', application],
    queryFn: ({ signal }) =>
      api.get<{ readonly records: readonly HomeFigure[] }>('home/figures', {
        query: application === null ? {} : { application },
        signal,
        background: true,
      }),
    staleTime: 10_000,
    meta: { quiet: true },
  })

/** Asked anew whenever the start page opens: what waits there changes all the time. */
export const homeQuery = (application: string | null) =>
  queryOptions({
    queryKey: ['home', application],
    queryFn: ({ signal }) =>
      api.get<HomeFacts>('home', { query: application === null ? {} : { application }, signal, background: true }),
    staleTime: 10_000,
    meta: { quiet: true },
  })
