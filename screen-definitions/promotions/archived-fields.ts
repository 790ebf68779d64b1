import { f, when } from '#src/definition'

/** Out of use, and kept: what refers to it stays as it is, and nothing new can. */
export const archivedFields = {
  archived: f.flag({ readOnly: true, index: true, default: false, width: 95 }),
  archived_at: f.dateTime({ readOnly: true, label: 'Archived at', hidden: true, width: 150 }),
}

export const isArchived = when.eq('archived', true)
export const inUse = when.ne('archived', true)

/** Archiving and its taking back, as stickers and custom groups have them. */
export const archiveActions = [
  {
    name: 'archive',
    label: 'Archive',
    command: 'archive-records',
    on: ['row', 'selection'],
    when: inUse,
    confirm: 'Archived records stay readable; nothing new can refer to them.',
    message: 'Successfully archived',
  },
  {
    name: 'restore',
    label: 'Take out of the archive',
    command: 'archive-records',
    values: { restore: true },
    on: ['row', 'selection'],
    when: isArchived,
    message: 'Successfully restored',
  },
] as const
