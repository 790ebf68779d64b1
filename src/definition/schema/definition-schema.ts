import type { AccessInput, RowAccessInput } from '../access.ts'
import * as z from 'zod/mini'
import { applications } from '../applications.ts'
import type { ApprovalInput } from '../approval.ts'
import { commandNames } from '../commands.ts'
import type { FieldSpec } from '../field.ts'
import type { ActionInput } from '../screen-action.ts'
import type { CallPaths, Messages, ScreenInput, ValidityInput } from '../screen.ts'
import type { DisplayInput, ListInput } from '../screen-list.ts'
import type { FormInput, FormPage, SectionInput } from '../screen-form.ts'
import type { ResultInput } from '../screen-result.ts'
import type { UploadInput } from '../screen-upload.ts'
import type { SummaryInput } from '../summary.ts'
import type { DesignerInput, FollowsInput, VariantInput } from '../variant.ts'
import { dashboard } from './dashboard-schema.ts'
import { conditionSchema } from './condition-schema.ts'
import { byApplication } from './by-application-schema.ts'
import { below, byName, exactly, maybe, name, needed, path, type Shape, text, texts, whole } from './described.ts'
import { figure, tree } from './list-parts-schema.ts'
import { fieldSchema } from './field-schema.ts'

type Given<K extends keyof ScreenInput<Record<string, FieldSpec>>> = NonNullable<
  ScreenInput<Record<string, FieldSpec>>[K]
>

const aggregate = z.enum(['sum', 'avg', 'min', 'max', 'count'])
const fieldsByName = () => byName(fieldSchema)
const permission = "'any' (any signed-in user), 'never', or a permission such as masters.write"

const menu = {
  hidden: maybe(z.boolean(), 'Reached from other screens only'),
  order: maybe(z.number(), 'Smaller numbers stand further up; 100 unless given'),
  label: maybe(text(), "The menu's word for the screen"),
  search: maybe(z.boolean(), 'false: its records are found in its own list only, not by the search over everything'),
} satisfies Shape<Given<'menu'>>

const table = {
  name: maybe(text(), "The table's name; made of the screen's name otherwise"),
  key: maybe(texts(), 'The fields by which people know a record; no two records have the same'),
  history: maybe(z.boolean(), 'Whether every change is kept; true unless given'),
  scope: maybe(
    z.enum(['organization', 'platform']),
    "Whose rows these are: the caller's organisation's, or everybody's",
  ),
  validity: maybe(
    exactly({
      from: needed(text(), 'The date field of its first day; empty: from the beginning'),
      to: needed(text(), 'The date field of its last day, which is included; empty: without an end'),
      within: needed(texts(), 'The fields whose values together may hold once at a time'),
      only: maybe(
        exactly({
          flag: needed(text(), 'The flag that marks them'),
          within: needed(texts(), 'The fields whose values together may hold once at a time'),
        } satisfies Shape<NonNullable<ValidityInput<string>['only']>>),
        'Records with a flag that are kept apart by other fields as well',
      ),
    } satisfies Shape<ValidityInput<string>>),
    'From when to when a record holds; two records that are the same in the fields named may not overlap',
  ),
} satisfies Shape<Given<'table'>>

const display = {
  label: needed(text(), "The menu's word for it"),
  path: needed(path(), 'Its address'),
  grid: maybe(path(), 'The address of the -sf variant: the whole result in the grid of the browser'),
  columns: maybe(texts(), "Its columns; the list's unless given"),
  filters: maybe(byName(text()), 'Filters it opens with; it is the list itself then and can be changed'),
  variant: maybe(name(), 'The variant that all its records are: its columns are as the form of that one is designed'),
} satisfies Shape<DisplayInput<string>>

const list = {
  path: needed(path(), 'Its address'),
  aliases: maybe(z.array(path()), 'More addresses of the same list'),
  columns: maybe(texts(), 'The first ten fields unless given'),
  sort: maybe(texts(), "Sort keys, '-' in front for descending; the key unless given"),
  filters: maybe(texts(), 'The filters offered first; the first three columns unless given'),
  totals: maybe(byName(aggregate), 'What stands below a column, over the whole filtered list'),
  views: maybe(byName(conditionSchema), 'Views everybody has: a name and a condition'),
  attention: maybe(texts(), 'Those of the views whose records wait for somebody: the start page counts them'),
  due: maybe(texts(), 'Those of the views whose records end or come due soon: the start page counts them'),
  figures: maybe(z.array(exactly(figure)), 'Where its numbers stand, on the start page of whoever may read it'),
  pageSize: maybe(whole(), 'Rows on a page; 10 unless given'),
  tree: maybe(exactly(tree), 'The records below one another: the list is offered as a tree too'),
  displays: maybe(z.array(exactly(display)), 'Presentations of the same rows, read only unless they have filters'),
} satisfies Shape<ListInput<string>>

const designer = {
  path: needed(path(), 'Its address'),
  aliases: maybe(z.array(path()), 'More addresses of the same page'),
  label: maybe(text(), "The menu's word for it"),
} satisfies Shape<DesignerInput>

const variant = {
  name: needed(name(), 'What displays call it'),
  label: needed(z.tuple([text(), text()]), 'Singular and plural'),
  formId: needed(text(), 'The name under which form_fields settings of these records are kept'),
  when: needed(conditionSchema, 'Which records these are; of several variants the first whose condition holds'),
  designer: maybe(exactly(designer), 'A page to design their form on, for administrators'),
} satisfies Shape<VariantInput>

const follows = {
  formId: needed(text(), 'The form id of the screen whose design it shares'),
  order: needed(texts(), 'The fields of that form as they stand there; moved there, they stand in that order here'),
} satisfies Shape<FollowsInput>

const section = {
  title: needed(text(), 'Its heading'),
  rows: needed(z.array(texts()), 'Its lines, each of up to four fields side by side'),
} satisfies Shape<SectionInput<string>>

const form = {
  view: maybe(path(), 'The address of a record, with :id'),
  viewAliases: maybe(z.array(path()), 'Further addresses of a record, with :id'),
  edit: maybe(path(), 'The address at which it is edited, with :id'),
  create: maybe(path(), 'The address at which one is made'),
  layout: maybe(
    z.union([z.array(texts()), z.array(exactly(section))]),
    'Lines of fields, or titled sections of lines; two fields a line unless given, wide ones alone',
  ),
  live: maybe(conditionSchema, 'As long as it holds the record is read again every second: something works on it'),
  editable: maybe(
    exactly({
      when: needed(conditionSchema, 'Where it holds the record can be edited'),
      otherwise: needed(text(), 'Why it cannot, in words'),
      except: maybe(texts(), 'Fields that may be changed all the same'),
    } satisfies Shape<NonNullable<FormInput<string>['editable']>>),
    'Records that are only read, although the user may change records of the screen',
  ),
  deletable: maybe(
    exactly({
      when: needed(conditionSchema, 'Where it holds the record can be deleted'),
      otherwise: needed(text(), 'Why it cannot, in words'),
    } satisfies Shape<NonNullable<FormInput<string>['deletable']>>),
    'Records that stay, although the user may delete records of the screen',
  ),
  shapes: maybe(
    exactly({
      by: needed(text(), 'The field by whose value they differ'),
      from: needed(name(), 'The screen whose records have applies_to, views and attributes'),
    } satisfies Shape<NonNullable<FormInput<string>['shapes']>>),
    'The records of another screen say which sections and fields the form shows',
  ),
  related: maybe(
    z.array(
      exactly({
        screen: needed(name(), 'The other screen'),
        by: needed(text(), "The field there that names this record's key, or the parameter of a result that takes it"),
        path: maybe(path(), 'An address, with :id, that opens the record there'),
      } satisfies Shape<NonNullable<FormInput<string>['related']>[number]>),
    ),
    'Lists and results of other screens shown beside the record',
  ),
  pages: maybe(
    z.array(
      exactly({
        label: needed(text(), 'What the link says'),
        path: needed(path(), 'The address of the page, with :id or other fields of the record'),
        access: maybe(text(), 'The permission to open it; everybody without one'),
      } satisfies Shape<FormPage>),
    ),
    'Pages about one record that no definition makes',
  ),
} satisfies Shape<FormInput<string>>

const upload = {
  path: maybe(path(), 'Its address'),
  pathAliases: maybe(z.array(path()), 'More addresses of the same page'),
  functionality: needed(text(), 'The name under which upload formats are kept'),
  functionalityAliases: maybe(texts(), 'More names under which formats for it are kept and asked for'),
  upsertOn: maybe(texts(), "The fields that find the row to change; the table's key unless given"),
  fields: maybe(texts(), 'The fields a file may fill; all that users write unless given'),
  aliases: maybe(byName(texts()), 'Other names of columns under which a field is recognised'),
  endpoints: maybe(texts(), 'Calls below /api that import a file at once'),
  formats: maybe(path(), 'The address of a page with the upload formats of its functionality'),
  refusal: maybe(z.literal(422), 'The status of those calls when nothing was written; 200 unless given'),
} satisfies Shape<UploadInput<string>>

const callPaths = {
  update: maybe(below(), 'Changes a record, as PUT <this>/:id'),
  delete: maybe(below(), 'Deletes a record, as DELETE <this>/:id'),
} satisfies Shape<CallPaths>

const chart = {
  type: needed(z.enum(['bar', 'line', 'stacked', 'scatter', 'waterfall']), 'The kind of chart'),
  x: needed(text(), 'The column along the axis'),
  y: needed(texts(), 'The columns that are drawn'),
  split: maybe(name(), 'The column each value of which is a series of its own'),
  between: maybe(
    z.tuple([text(), text()]),
    'A waterfall: the two columns whose totals it leads from and to; from nothing to its total unless given',
  ),
  title: maybe(text(), 'Its heading'),
} satisfies Shape<NonNullable<ResultInput<string>['chart']>>

const drill = {
  screen: needed(name(), 'The screen whose list is opened'),
  filters: needed(
    byName(z.union([text(), texts()])),
    'Filter there: the columns and parameters here, the first of which with a value gives it',
  ),
  absent: maybe(texts(), 'Columns here that name fields there without any value'),
  fixed: maybe(byName(text()), "Filter there: its value whatever the row, as in an address: 'status.ne' is 'rejected'"),
  needs: maybe(texts(), 'Columns here without whose value a row leads nowhere'),
} satisfies Shape<NonNullable<ResultInput<string>['drill']>>

const summary = {
  of: needed(name(), 'The screen whose records are added up'),
  groups: needed(
    byName(text()),
    "Column: the field it is grouped by; 'billing_date.month' (day, week, month, quarter, year, period, fiscal_quarter) by spans of time, 'customer_number.title' is the name of the record referred to",
  ),
  figures: needed(
    byName(text()),
    "Column: 'count' of records, or what is worked out of a field: 'net_value.sum', avg, min, max, distinct",
  ),
  filters: maybe(
    byName(text()),
    "Parameter: the field it filters by and the operator, such as 'billing_date.gte'; the field of its own name unless given",
  ),
  application: maybe(
    name(),
    "The field that names the application whose fiscal calendar cuts the periods of a group such as 'period_from.period'",
  ),
  where: maybe(conditionSchema, 'Which records count at all'),
} satisfies Shape<SummaryInput<string>>

const result = {
  criteria: needed(path(), 'The address at which one says what to look at'),
  path: needed(path(), 'The address of the result'),
  grid: maybe(path(), 'The address of the -sf variant: the whole result in the grid of the browser'),
  direct: maybe(
    z.array(path()),
    "Further addresses, each with a criterion in its path ('/rebate-trends/chart-page/:contract'); the others are as their defaults",
  ),
  report: maybe(name(), "The name of the report in the server's map; a result has a report or a summary"),
  summary: maybe(exactly(summary), 'The records of another screen, added up: a result without code'),
  parameters: needed(fieldsByName(), 'What one may ask for, as fields'),
  columns: maybe(texts(), 'All fields unless given'),
  aside: maybe(texts(), 'Those of the columns that it does not open with: in the menu of columns, and in its files'),
  totals: maybe(byName(aggregate), 'What stands below a column; what can be added up in a summary unless given'),
  group: maybe(texts(), 'The columns by which rows are grouped at first'),
  ratios: maybe(
    byName(z.tuple([text(), text()])),
    'Columns whose total is the sum of the first by that of the second, in percent',
  ),
  headings: maybe(byName(text()), 'Column: the criterion, a choice, whose chosen word heads it'),
  sort: maybe(texts(), "The order of the rows, '-' in front for descending; by the first column unless given"),
  key: maybe(texts(), 'Columns that tell a row from the others; all that are no figures unless given'),
  chart: maybe(exactly(chart), 'The chart beside the table'),
  drill: maybe(exactly(drill), 'Where the lines behind a row are'),
  drills: maybe(
    byName(exactly(drill)),
    'Column: where the lines behind its figures are, if not where those of the row are',
  ),
} satisfies Shape<ResultInput<string>>

const action = {
  name: needed(name(), 'Its name in the address of the call'),
  label: needed(text(), 'The word on the button'),
  icon: maybe(text(), 'The name of its icon'),
  command: needed(z.enum(commandNames), "The name of the command in the server's map"),
  on: needed(z.array(z.enum(['row', 'selection', 'filter', 'screen'])), 'What it is done to'),
  primary: maybe(z.boolean(), 'Whether it is a button of its own on the record, where it can be done'),
  values: maybe(byName(z.json()), 'Parameters that the definition gives itself; nobody is asked for them'),
  when: maybe(conditionSchema, 'For which records'),
  opens: maybe(z.boolean(), 'Whether what it hands over for a record is a page of the product, which is opened'),
  inPieces: maybe(
    z.boolean(),
    'Whether the page runs it over any number of records piece by piece, a thousand in a transaction; it can be stopped between them',
  ),
  confirm: maybe(text(), 'The question that is asked first'),
  danger: maybe(z.boolean(), 'Whether it can do harm'),
  parameters: maybe(fieldsByName(), 'What is asked for first, as fields'),
  access: maybe(text(), permission),
  message: maybe(text(), 'What is said when it is done'),
} satisfies Shape<ActionInput>

const access = {
  read: maybe(text(), permission),
  write: maybe(text(), 'Create, change, delete and upload, where not said apart; <area>.write unless given'),
  create: maybe(text(), permission),
  update: maybe(text(), permission),
  delete: maybe(text(), permission),
  upload: maybe(text(), permission),
  export: maybe(text(), permission),
  fields: maybe(
    byName(exactly({ read: maybe(text(), permission), write: maybe(text(), permission) })),
    'Permissions of single fields; without permission to read, a field is nowhere',
  ),
  rows: maybe(
    exactly({
      when: needed(conditionSchema, "A record is seen where this holds; '@me' is whoever asks"),
      about: maybe(
        text(),
        'The field with the name of the screen a record is about; whoever may read that screen sees the record',
      ),
      all: maybe(text(), 'The permission of those who see every record'),
    } satisfies Shape<RowAccessInput<string>>),
    'Which records somebody sees who may read the screen; all of them unless given',
  ),
} satisfies Shape<AccessInput<string>>

const approval = {
  access: needed(text(), 'The permission of those who decide; approval limits may narrow them further'),
  about: maybe(texts(), 'What tells approvers what a record is about, beside its key and title'),
  submit: maybe(text(), 'The permission of those who submit and withdraw; whoever may write unless given'),
  document: maybe(text(), "What approval limits call these records; the screen's name unless given"),
  amount: maybe(text(), 'The field whose amount chooses who has to approve'),
  currency: maybe(text(), 'The field that holds the currency of the amount, or an ISO code'),
  application: maybe(text(), 'The field that holds the application type limits may be made for'),
  free: maybe(texts(), 'Fields that change without a new approval'),
} satisfies Shape<ApprovalInput<string>>

const messages = {
  empty: maybe(text(), 'A list without rows'),
  created: maybe(text(), 'A record was made'),
  updated: maybe(text(), 'A record was changed'),
  deleted: maybe(text(), 'A record was deleted'),
  uploaded: maybe(text(), 'A file was imported'),
  failed: maybe(text(), 'Something did not work'),
  done: maybe(text(), 'A result was worked out; nothing is said of it unless given'),
} satisfies Shape<Messages>

const record = () => byName(z.json())

const example = z.union([
  z.strictObject({ accept: needed(record(), 'A record that is accepted') }),
  z.strictObject({
    reject: needed(record(), 'A record that is refused'),
    at: needed(text(), 'The field at which it is'),
  }),
])

/** Each part of a definition with the sentence the reference has for it. */
export const definitionParts = {
  name: needed(name(), 'What other definitions, permissions and settings call the screen'),
  label: needed(z.tuple([text(), text()]), 'Singular and plural'),
  area: needed(name(), 'The part of the menu, one of screen-definitions/navigation.ts'),
  menu: maybe(exactly(menu), 'Its place in the menu'),
  apps: maybe(z.array(z.enum(applications)), 'The applications that have the screen; all unless given'),
  formId: maybe(text(), 'The name under which form_fields settings are kept'),
  endpoint: maybe(below(), 'The path of its calls below /api; none for screens without records'),
  endpointAliases: maybe(texts(), 'More paths of the same calls'),
  table: maybe(exactly(table), 'Its table'),
  savesByPost: maybe(z.boolean(), 'Whether POST on a record saves it as PUT does, for callers that know no PUT'),
  callPaths: maybe(exactly(callPaths), 'Calls of their own that change and delete a record, beside its endpoint'),
  byApplication: maybe(
    exactly(byApplication),
    'Lists show the records of the application they are opened in, and new ones belong to it',
  ),
  approval: maybe(
    exactly(approval),
    'Records are approved before they count: states, actions and views come by themselves',
  ),
  hooks: maybe(text(), "The name of its hooks in the server's map: what else happens when a record is written"),
  title: maybe(text(), 'The field that titles a record; the first text that is searched unless given'),
  fields: needed(fieldsByName(), 'Its fields, by name'),
  list: maybe(exactly(list), 'The list'),
  form: maybe(exactly(form), 'The form'),
  designer: maybe(exactly(designer), 'A page to design its form on, for administrators'),
  variants: maybe(
    z.array(exactly(variant)),
    'Records whose form is designed apart: what is said of them is laid over what is said of the screen, for forms that are read and edited and for displays',
  ),
  follows: maybe(
    exactly(follows),
    'The form of a screen without records whose design a result shares: labels, help, order and what is hidden hold here too, beneath what is said of the result itself',
  ),
  upload: maybe(exactly(upload), 'The upload of files'),
  result: maybe(exactly(result), 'A result: parameters, a report or a summary, its columns and chart'),
  dashboard: maybe(exactly(dashboard), 'A page of figures, charts and rows under common filters'),
  actions: maybe(z.array(exactly(action)), 'What can be done beside reading and writing'),
  access: maybe(exactly(access), 'Who may do what'),
  messages: maybe(exactly(messages), 'The texts people read'),
  tests: maybe(z.array(example), 'Records that have to be accepted and refused'),
} satisfies Shape<ScreenInput<Record<string, FieldSpec>>>

/** A definition as data, whole; what names lead to is the linter's. */
export const definitionSchema = z.strictObject({
  ...definitionParts,
  $schema: maybe(text(), 'The address of this schema'),
})
definitionSchema.register(z.globalRegistry, {
  title: 'A screen of Tierline',
  description: 'A screen: its fields and how they are listed, edited, imported and asked about',
})

/** The JSON Schema (2020-12) that editors complete and check JSON definitions with. */
export const definitionJsonSchema = (): Record<string, unknown> =>
  z.toJSONSchema(definitionSchema, { io: 'input', target: 'draft-2020-12' }) as Record<string, unknown>
