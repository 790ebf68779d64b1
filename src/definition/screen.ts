import type { Access, AccessInput } from './access.ts'
import type { Application } from './applications.ts'
import type { Approval, ApprovalInput } from './approval.ts'
import type { ByApplication, ByApplicationInput } from './by-application.ts'
import type { DashboardInput, DashboardView } from './dashboard.ts'
import type { Field, FieldSpec, Json } from './field.ts'
import type { Action, ActionInput } from './screen-action.ts'
import type { FormInput, FormView } from './screen-form.ts'
import type { ListInput, ListView } from './screen-list.ts'
import type { ResultInput, ResultView } from './screen-result.ts'
import type { UploadInput, UploadView } from './screen-upload.ts'
import type { DesignerInput, FollowsInput, FormTies, VariantInput } from './variant.ts'

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
