export { applications, applicationTypes, subApplications } from './applications.ts'
export type { Application, ApplicationType, SubApplication } from './applications.ts'
export { commandNames } from './commands.ts'
export type { CommandName } from './commands.ts'
export { fieldsOf, isAbsent, when } from './conditions.ts'
export { evaluate } from './evaluate.ts'
export type { Condition, Operator } from './conditions.ts'
export { applyDeltas, attributeTypes, deltaLayers } from './deltas.ts'
export type { DeltaLayer, FieldDelta, LayeredDelta } from './deltas.ts'
export { defineScreen } from './define.ts'
export type { ScreenDefinition } from './define.ts'
export { isEmptyValue, stripEmpty } from './empty.ts'
export { f } from './f.ts'
export { decimalTypes, fieldTypeNames, numberTypes } from './field.ts'
export type { Choice, Field, FieldSpec, FieldTypeName, Json, Tone } from './field.ts'
export { plainText } from './field-types/field-type.ts'
export type { FieldDisplay, FieldType, TextFormat } from './field-types/field-type.ts'
export { fieldDisplays } from './field-types/display-registry.ts'
export { fieldTypes } from './field-types/registry.ts'
export { fieldSchemas } from './field-types/schemas.ts'
export {
  filterCondition,
  filterOperators,
  parseFilter,
  parseListQuery,
  printFilter,
  printListQuery,
} from './list-query.ts'
export type { Filter, FilterOperator, ListQuery, QueryIssue } from './list-query.ts'
export type { Drill } from './drill.ts'
export { headedFields } from './headings.ts'
export { labelOf } from './label-of.ts'
export { normalizeField } from './normalize-field.ts'
export { normalizeScreen } from './normalize.ts'
export { parseSortKey } from './sort-key.ts'
export { fillPath } from './fill-path.ts'
export { screenRoutes } from './routes.ts'
export type { RouteKind, ScreenRoute } from './routes.ts'
export type { Access } from './access.ts'
export type {
  Action,
  Aggregate,
  ChartType,
  FormView,
  ListView,
  Messages,
  ResultView,
  Screen,
  SortKey,
  Table,
  UploadView,
  View,
} from './screen.ts'
export { fixedBy, whyFixed, whyKept } from './standing.ts'
export { validateRecord } from './validate.ts'
export type { Issue, Validated } from './validate.ts'
export { fieldNamed, walkFields } from './walk-fields.ts'
