import type { Messages } from './screen.ts'

/** What a definition says where it has no words of its own. */
export const defaultMessages: Messages = {
  empty: 'No records found.',
  created: 'Successfully added',
  updated: 'Successfully updated',
  deleted: 'Successfully deleted',
  uploaded: 'File has been successfully uploaded.',
}
