import type { Application } from '#src/definition/applications.ts'
import {
  BuildingIcon,
  ChartIcon,
  EditIcon,
  type Icon,
  LinkIcon,
  PlayIcon,
  RefreshIcon,
  SearchIcon,
  SettingsIcon,
  StarIcon,
  TableIcon,
  UndoIcon,
  UserIcon,
  UsersIcon,
} from '#src/ui/icons.tsx'

interface Facts {
  readonly icon: Icon
  readonly about: string
  /** Where it opens; the home of its screens unless given. */
  readonly start?: string
}

/** What each application is for, in a sentence of the launcher. */
export const applicationFacts: Record<Application, Facts> = {
  'Customer Rebate': { icon: UserIcon, about: 'What customers earn back on what they buy' },
  'Supplier Rebate': { icon: BuildingIcon, about: 'What suppliers owe on what you buy' },
  'Supplier Chargeback': { icon: UndoIcon, about: 'Claims to suppliers for prices granted downstream' },
  'Sales Commission': { icon: UsersIcon, about: 'What sales people earn, by target and tier' },
  Pricing: { icon: TableIcon, about: 'Price lists, requests and approvals' },
  'Profit Optimization': { icon: ChartIcon, about: 'Elasticity, margins and the prices they suggest' },
  'Customer Chargeback': { icon: RefreshIcon, about: 'Claims of distributors, checked and settled' },
  Royalty: { icon: StarIcon, about: 'What licensors are due on what was sold' },
  Promotions: { icon: PlayIcon, about: 'Planned, funded and measured offers' },
  'Audit Lab': { icon: SearchIcon, about: 'Who changed what, and whether it adds up' },
  'Collaboration Portal': { icon: LinkIcon, about: 'Questions and answers with partners' },
  'Integration Studio': { icon: SettingsIcon, about: 'Files, mappings and jobs between systems' },
  'Designer Studio': { icon: EditIcon, about: 'Screens, fields and rules of your organization', start: '/studio' },
}
