import type { FigureInput } from './figure.ts'
import type { BuiltQuery } from './query/query.ts'
import type { TreeInput, TreeView } from './tree.ts'
import type { Access, AccessInput } from './access.ts'
import type { Application } from './applications.ts'
import type { ByApplication, ByApplicationInput } from './by-application.ts'
import type { Approval, ApprovalInput } from './approval.ts'
import type { CommandName } from './commands.ts'
import type { Condition } from './conditions.ts'
import type { DashboardInput, DashboardView } from './dashboard.ts'
import type { Drill, DrillInput } from './drill.ts'
import type { Field, FieldSpec, Json } from './field.ts'
import type { Standings } from './standings.ts'
import type { SummaryInput, SummaryView } from './summary.ts'
import type { DesignerInput, FollowsInput, FormTies, ShownVariant, VariantInput } from './variant.ts'

export type Aggregate = 'sum' | 'avg' | 'min' | 'max' | 'count'
export type ChartType = 'bar' | 'line' | 'stacked' | 'scatter' | 'waterfall'

export interface DisplayInput<N extends string> {
  readonly label: string
  readonly path: string
  /** Path of the -sf variant: the whole result in the browser's grid. */
  readonly grid?: string
  readonly columns?: readonly N[]
  /** The list itself, which can be changed here as well, opened with these filters in its address. */
  /** Filters by field, or by field and operator, such as 'status.in'. */
  readonly filters?: Partial<Record<N | `${N}.${string}`, string>>
  /** The variant that all its records are: columns are headed and hidden as its form is designed. */
  readonly variant?: string
}

export interface ListInput<N extends string> {
  readonly path: string
  readonly aliases?: readonly string[]
  readonly columns?: readonly N[]
  /** Sort keys, '-' in front for descending. */
  readonly sort?: readonly (N | `-${N}`)[]
  readonly filters?: readonly N[]
  readonly totals?: Partial<Record<N, Aggregate>>
  readonly views?: Readonly<Record<string, Condition>>
  /** Those of the views whose records wait for somebody: the start page counts them for whoever may change them. */
  readonly attention?: readonly string[]
  /** Those of the views whose records end or come due soon: the start page counts them for whoever may read them. */
  readonly due?: readonly string[]
  /** Where its numbers stand, on the start page of whoever may read it. */
  readonly figures?: readonly FigureInput<N>[]
  readonly pageSize?: number
  /** Presentations of the same rows under paths of their own; read only, but for those that are the list with filters. */
  readonly displays?: readonly DisplayInput<N>[]
  /** Offers the list as a tree too. */
  readonly tree?: TreeInput<N>
}

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

export interface UploadInput<N extends string> {
  readonly path?: string
  /** Further addresses of the same page. */
  readonly pathAliases?: readonly string[]
  readonly functionality: string
  /** Further names under which other systems keep formats for it. */
  readonly functionalityAliases?: readonly string[]
  /** Fields that find the row to update; the table's key unless given. */
  readonly upsertOn?: readonly N[]
  readonly fields?: readonly N[]
  /** Other column names under which a field is recognised. */
  readonly aliases?: Partial<Record<N, readonly string[]>>
  /** One-call endpoints of the specification (below /api), e.g. 'sales_data_upload'. */
  readonly endpoints?: readonly string[]
  /** Path of a page of its own with the upload formats of the functionality. */
  readonly formats?: string
  /** The status with which those endpoints answer when nothing was written; 200 unless given. */
  readonly refusal?: 422
}

export interface ResultInput<N extends string> {
  readonly criteria: string
  readonly path: string
  readonly grid?: string
  /** Further addresses, each with a criterion in its path ('/rebate-trends/chart-page/:contract'); the others are as their defaults. */
  readonly direct?: readonly string[]
  /** Name of the report in the server's map; a result has either that or a summary. */
  readonly report?: string
  /** The records of another screen, added up: a result without code. */
  readonly summary?: SummaryInput<N>
  readonly parameters: Readonly<Record<string, FieldSpec>>
  readonly columns?: readonly N[]
  /** Those of the columns that a result does not open with: one click away in the menu of columns, and in its files. */
  readonly aside?: readonly N[]
  readonly totals?: Partial<Record<N, Aggregate>>
  /** Columns whose total is not a sum but a percentage: the sum of the first of two columns by that of the second. */
  readonly ratios?: Partial<Record<N, readonly [N, N]>>
  /** Columns that are headed by what was chosen for a criterion, a choice: `{ key: 'attribute' }`. */
  readonly headings?: Partial<Record<N, string>>
  /** Order of the rows, '-' in front for descending; by the first column unless given. */
  readonly sort?: readonly (N | `-${N}`)[]
  /** Columns the result starts grouped by. */
  readonly group?: readonly N[]
  /** Columns that tell a row from the others, by which two runs are compared; every column that is no figure unless given. */
  readonly key?: readonly N[]
  readonly chart?: {
    readonly type: ChartType
    readonly x: N
    readonly y: readonly N[]
    /** One series for each value of this column. */
    readonly split?: N
    /** A waterfall of `y`: the figures whose totals it leads from and to; from nothing to its total unless given. */
    readonly between?: readonly [N, N]
    readonly title?: string
  }
  /**
   * Where the lines behind a row are: the list of another screen, or a result with its criteria as the filters; each filter taking its value from the first of these fields
   * of the row and parameters that has one. The fields in `absent` name fields of that list that have no value at all; `fixed` are filters
   * there whatever the row, and a row without a value in one of `needs` leads nowhere.
   */
  readonly drill?: DrillInput
  /** The same for single figures, by column, whose lines are not those of the row. */
  readonly drills?: Partial<Readonly<Record<N, DrillInput>>>
}

export interface ActionInput {
  readonly name: string
  readonly label: string
  readonly icon?: string
  /** Name in the server's map of commands. */
  readonly command: CommandName
  readonly on: readonly ('row' | 'selection' | 'filter' | 'screen')[]
  /** A button of its own on the record, where it can be done. */
  readonly primary?: boolean
  /** Parameters that the definition gives itself; nobody is asked for them. */
  readonly values?: Readonly<Record<string, Json>>
  readonly when?: Condition
  /** What it hands over for a record is a page of the product, which is opened. */
  readonly opens?: boolean
  readonly confirm?: string
  readonly danger?: boolean
  readonly parameters?: Readonly<Record<string, FieldSpec>>
  readonly access?: string
  readonly message?: string
}

export interface CallPaths {
  readonly update?: string
  readonly delete?: string
}

export interface Messages {
  readonly empty: string
  readonly created: string
  readonly updated: string
  readonly deleted: string
  readonly uploaded: string
  readonly failed?: string
  /** A result has come. */
  readonly done?: string
}

export type DefinitionTest<N extends string> =
  | { readonly accept: Partial<Record<N, Json>> }
  | { readonly reject: Partial<Record<N, Json>>; readonly at: N }

/**
 * From when to when a record holds, both days included; a day left out means no beginning or no end. Records that are the
 * same in all fields of `within` do not overlap, which the database itself refuses.
 */
export interface ValidityInput<N extends string> {
  readonly from: N
  readonly to: N
  readonly within: readonly N[]
  /** Of the records with a flag, too, no two that are the same in all of these fields overlap: a member has one primary owner at a time. */
  readonly only?: { readonly flag: N; readonly within: readonly N[] }
}

/** A screen as an implementer writes it; everything but name, label, area and fields has a default. */
export interface ScreenInput<
  F extends Readonly<Record<string, FieldSpec>>,
  N extends string = NoInfer<keyof F & string>,
> {
  readonly name: string
  /** Singular, plural. */
  readonly label: readonly [string, string]
  readonly area: string
  /** Heading under which the menu shows the screen; the area's own title unless given. */
  readonly menu?: {
    readonly hidden?: boolean
    readonly order?: number
    readonly label?: string
    /** false: its records are found in its own list only, not by the search over everything. */
    readonly search?: boolean
  }
  readonly apps?: readonly Application[]
  readonly formId?: string
  /** Path below /api; none for screens without records. */
  readonly endpoint?: string
  readonly endpointAliases?: readonly string[]
  readonly table?: {
    readonly name?: string
    readonly key?: readonly N[]
    readonly history?: boolean
    /** 'organization' (default): rows belong to the caller's organisation. */
    readonly scope?: 'organization' | 'platform'
    readonly validity?: ValidityInput<N>
  }
  /** POST on a record saves it as PUT does, for callers that know no PUT. */
  readonly savesByPost?: boolean
  /** Paths of their own, below /api and with the record's id behind them, that change and delete a record beside the endpoint. */
  readonly callPaths?: CallPaths
  readonly byApplication?: ByApplicationInput<N>
  /** Records are approved before they count. */
  readonly approval?: ApprovalInput<N>
  /** The name of the record hooks in the server's map. */
  readonly hooks?: string
  /** The field that titles a record; the first text field that is searched unless given. */
  readonly title?: N
  readonly fields: F
  readonly list?: ListInput<N>
  readonly form?: FormInput<N>
  readonly designer?: DesignerInput
  /** Records whose form is designed apart from that of the others. */
  readonly variants?: readonly VariantInput[]
  /** A form that a result shares its design with. */
  readonly follows?: FollowsInput
  readonly upload?: UploadInput<N>
  readonly result?: ResultInput<N>
  readonly dashboard?: DashboardInput<N>
  readonly actions?: readonly ActionInput[]
  readonly access?: AccessInput<N>
  readonly messages?: Partial<Messages>
  readonly tests?: readonly DefinitionTest<N>[]
}

export interface SortKey {
  readonly field: string
  readonly descending: boolean
}

export interface Section {
  readonly title: string
  readonly rows: readonly (readonly string[])[]
}

export interface View {
  readonly name: string
  readonly condition: Condition
}

export interface ListView {
  readonly path: string
  readonly aliases: readonly string[]
  readonly columns: readonly string[]
  readonly sort: readonly SortKey[]
  readonly filters: readonly string[]
  readonly totals: Readonly<Record<string, Aggregate>>
  readonly views: readonly View[]
  /** Names of views whose records wait for somebody. */
  readonly attention: readonly string[]
  /** Names of views whose records come due soon. */
  readonly due: readonly string[]
  readonly figures: readonly FigureInput<string>[]
  readonly pageSize: number
  readonly displays: readonly {
    readonly label: string
    readonly path: string
    readonly grid?: string
    readonly columns: readonly string[]
    readonly filters?: Readonly<Record<string, string>>
    readonly variant?: string
    readonly shown?: ShownVariant
  }[]
  /** null: its records do not lie below one another. */
  readonly tree: TreeView | null
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

export interface UploadView {
  readonly path: string
  readonly pathAliases?: readonly string[]
  readonly functionality: string
  readonly functionalityAliases?: readonly string[]
  readonly upsertOn: readonly string[]
  readonly fields: readonly string[]
  readonly aliases: Readonly<Record<string, readonly string[]>>
  readonly endpoints: readonly string[]
  readonly formats?: string
  readonly refusal?: 422
}

export interface ResultView {
  readonly criteria: string
  readonly path: string
  readonly grid?: string
  readonly direct?: readonly string[]
  readonly report?: string
  readonly summary?: SummaryView
  /** What somebody built: a result of the records it names. */
  readonly query?: BuiltQuery
  readonly parameters: readonly Field[]
  readonly columns: readonly string[]
  readonly aside: readonly string[]
  readonly totals: Readonly<Record<string, Aggregate>>
  readonly ratios: Readonly<Record<string, readonly [string, string]>>
  readonly headings: Readonly<Record<string, string>>
  readonly sort: readonly SortKey[]
  readonly group: readonly string[]
  readonly key: readonly string[]
  readonly chart?: {
    readonly type: ChartType
    readonly x: string
    readonly y: readonly string[]
    readonly split?: string
    readonly between?: readonly [string, string]
    readonly title?: string
  }
  readonly drill?: Drill
  readonly drills?: Readonly<Record<string, Drill>>
}

export interface Action extends Omit<ActionInput, 'parameters' | 'access'> {
  readonly parameters: readonly Field[]
  readonly access: string
}

export interface Table {
  readonly name: string
  readonly key: readonly string[]
  readonly history: boolean
  readonly scope: 'organization' | 'platform'
  readonly validity: ValidityInput<string> | null
}

/** A normalized screen: plain, frozen JSON with every default filled in; what server and browser work with. */
export interface Screen extends FormTies {
  readonly name: string
  readonly label: string
  readonly plural: string
  readonly area: string
  readonly menu: { readonly hidden: boolean; readonly order: number; readonly label: string; readonly search: boolean }
  /** null: in every application. */
  readonly apps: readonly Application[] | null
  readonly formId: string
  readonly endpoint: string | null
  readonly endpointAliases: readonly string[]
  readonly table: Table | null
  readonly savesByPost: boolean
  readonly callPaths?: CallPaths
  /** Lists show the records of the application they are opened in, where the field may hold it. */
  readonly byApplication?: ByApplication
  readonly approval: Approval | null
  readonly hooks: string | null
  readonly title: string | null
  readonly fields: readonly Field[]
  readonly list: ListView | null
  readonly form: FormView | null
  readonly designer: Required<DesignerInput> | null
  readonly upload: UploadView | null
  readonly result: ResultView | null
  readonly dashboard: DashboardView | null
  readonly actions: readonly Action[]
  readonly access: Access
  readonly messages: Messages
  readonly tests: readonly DefinitionTest<string>[]
}
