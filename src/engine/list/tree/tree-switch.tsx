import { GroupIcon, TableIcon } from '#src/ui/icons.tsx'
import { Segmented } from '#src/ui/segmented.tsx'

interface TreeSwitchProps {
  readonly tree: boolean
  readonly onTree: (tree: boolean) => void
}

const options = [
  { value: 'table', label: 'Table', icon: TableIcon },
  { value: 'tree', label: 'Tree', icon: GroupIcon },
] as const

/** Shows the records of a list one after the other or below one another. */
export const TreeSwitch = ({ tree, onTree }: TreeSwitchProps) => (
  <Segmented
    label="Show as"
    options={options}
    value={tree ? 'tree' : 'table'}
    onChange={(value) => onTree(value === 'tree')}
  />
)
