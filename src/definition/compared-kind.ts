import { numberTypes, type FieldTypeName } from './field.ts'

const texts: ReadonlySet<string> = new Set<FieldTypeName>(['text', 'longText', 'choice', 'reference'])

/** As what values of a type are compared with those of another field: numbers by value, texts of every kind as texts, others among themselves. */
export const comparedKind = ({ type }: { readonly type: FieldTypeName }): FieldTypeName | 'number' =>
  numberTypes.has(type) ? 'number' : texts.has(type) ? 'text' : type
