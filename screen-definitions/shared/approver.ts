import { f, when } from '#src/definition'

/** Who approves: a user, whoever has a role, or a group; spread into limits and steps. */
export const approverFields = {
  approver_type: f.choice(
    [
      { value: 'user', label: 'User' },
      { value: 'role', label: 'Role' },
      { value: 'group', label: 'Approval group' },
    ],
    { default: 'group', required: true, label: 'Approved by' },
  ),
  approver_user: f.reference('user', {
    visible: when.eq('approver_type', 'user'),
    required: 'whenVisible',
    label: 'User',
  }),
  approver_role: f.reference('user-role', {
    visible: when.eq('approver_type', 'role'),
    required: 'whenVisible',
    label: 'Role',
  }),
  approver_group: f.reference('approval-group', {
    visible: when.eq('approver_type', 'group'),
    required: 'whenVisible',
    label: 'Group',
  }),
}
