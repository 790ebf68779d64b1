import { reserved } from './list-query.ts'

/** Columns that every table has. */
export const systemColumns: ReadonlySet<string> = new Set([
  'organization_id',
  'id',
  'row_version',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'upload_id',
])

/** What addresses of pages and single calls say beside the fields of a list. */
const parameters = [
  'view',
  'pinned',
  'chart',
  'modified',
  'base',
  'copy',
  'tab',
  'field',
  'for',
  'decimal',
  'force',
  'root',
  'depth',
  'under',
  'shown_as',
]

/** What answers tell of a record beside its fields. */
const told = ['labels', 'matched', 'found', 'level', 'children', 'admitted']

/** Names under which every object answers something, whether it was given it or not. */
export const isInherited = (name: string): boolean => name in Object.prototype

/** Whether values of a field of that name could not be told from what every record has by itself. */
export const isSystemName = (name: string): boolean => systemColumns.has(name) || name === 'labels' || isInherited(name)

const taken: ReadonlySet<string> = new Set([...reserved, ...parameters, ...told])

/** Why no attribute can have a name, in words; null when one can. */
export const reservedName = (name: string): string | null =>
  isSystemName(name) || taken.has(name)
    ? `${name} is a name that the product uses itself; choose another, such as own_${name}`
    : null
