import type { Condition } from './conditions.ts'
import type { Standings } from './standings.ts'

export interface SectionInput<N extends string> {
  readonly title: string
  readonly rows: readonly (readonly N[])[]
}

export interface FormInput<N extends string> extends Standings {
  readonly view?: string
  /** Further paths of the view, known to bookmarks and other systems. */
  readonly viewAliases?: readonly string[]
  readonly edit?: string
  readonly create?: string
  /** Rows of names, or titled sections of rows. */
  readonly layout?: readonly (readonly N[])[] | readonly SectionInput<N>[]
  /** As long as it holds, the record is read again every second: something works on it. */
  readonly live?: Condition
  /** The records of `from` say which sections and fields the form shows, by the value of this field. */
  readonly shapes?: { readonly by: N; readonly from: string }
  /** Lists of other screens whose field `by` names this record's key, and results whose parameter `by` takes it; `path`, with :id, opens the record there. */
  readonly related?: readonly { readonly screen: string; readonly by: string; readonly path?: string }[]
  /** Pages about one record that no definition makes; the path holds :id or the names of other fields, `access` who may open it. */
  readonly pages?: readonly FormPage[]
}

/** A page about one record: what its link says, its address and the permission to open it; everybody without one. */
export interface FormPage {
  readonly label: string
  readonly path: string
  readonly access?: string
}

export interface Section {
  readonly title: string
  readonly rows: readonly (readonly string[])[]
}

export interface FormView extends Standings {
  readonly live?: Condition
  readonly view: string
  readonly viewAliases?: readonly string[]
  readonly edit: string
  readonly create: string
  readonly sections: readonly Section[]
  readonly shapes?: { readonly by: string; readonly from: string }
  readonly related: readonly { readonly screen: string; readonly by: string; readonly path?: string }[]
  readonly pages?: readonly FormPage[]
}
