import type { Application } from '#src/definition/applications.ts'

/** The areas of the side navigation in their order; a screen names its area, `menu.order` its place within. */
export const areas: readonly { readonly name: string; readonly label: string }[] = [
  { name: 'dashboards', label: 'Dashboards' },
  { name: 'masters', label: 'Master data' },
  { name: 'attributes', label: 'Attributes' },
  { name: 'membership', label: 'Membership' },
  { name: 'transactions', label: 'Transactions' },
  { name: 'contracts', label: 'Contracts' },
  { name: 'claims', label: 'Claims' },
  { name: 'pricing', label: 'Pricing' },
  { name: 'profit', label: 'Profit optimization' },
  { name: 'promotions', label: 'Promotions' },
  { name: 'forecasting', label: 'Forecasting' },
  { name: 'performance', label: 'Quotas and performance' },
  { name: 'results', label: 'Results' },
  { name: 'data', label: 'Data' },
  { name: 'queries', label: 'Queries' },
  { name: 'documents', label: 'Documents' },
  { name: 'integration', label: 'Integration' },
  { name: 'configuration', label: 'Configuration' },
]

/** Whose work is mainly in some areas: there these come first, behind the dashboards. */
export const leading: Partial<Record<Application, readonly string[]>> = {
  Pricing: ['pricing', 'profit'],
  'Profit Optimization': ['profit', 'pricing'],
  Promotions: ['promotions'],
}

/** Pages without a definition that the side navigation offers, behind the screens of their area. */
export const pages: readonly {
  readonly area: string
  readonly label: string
  readonly path: string
  /** 'upload': whoever may upload anything; else a permission. */
  readonly access: string
}[] = [
  { area: 'data', label: 'Uploads', path: '/uploads', access: 'upload' },
  { area: 'data', label: 'Upload formats', path: '/upload-formats', access: 'upload' },
  { area: 'queries', label: 'Dynamic queries', path: '/dynamic-query', access: 'queries.read' },
  { area: 'queries', label: 'On-demand analytics', path: '/on-demand-analytics', access: 'queries.read' },
  { area: 'queries', label: 'Predefined queries', path: '/predefined-query', access: 'queries.read' },
  { area: 'queries', label: 'Collaboration portal', path: '/collaboration-portal', access: 'queries.read' },
  { area: 'documents', label: 'Community chat', path: '/community-chat', access: 'any' },
  { area: 'queries', label: 'SQL workbench', path: '/sql-workbench', access: 'workbench.sql' },
  {
    area: 'configuration',
    label: 'Design fields',
    path: '/form-fields/designer',
    access: 'administration.form_fields',
  },
  {
    area: 'configuration',
    label: 'Migration',
    path: '/migration-management',
    access: 'administration.configuration',
  },
  { area: 'configuration', label: 'Designer Studio', path: '/studio', access: 'designer.read' },
]
