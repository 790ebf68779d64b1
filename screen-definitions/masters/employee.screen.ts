import { defineScreen, f, when } from '#src/definition'
import { addressFields, addressRows } from '../shared/address.ts'

export const employee = defineScreen({
  name: 'employee',
  label: ['Employee', 'Employees'],
  area: 'masters',
  menu: { order: 40 },
  formId: 'IMA_CONFIG_EMPLOYEE',
  endpoint: 'employee',
  table: { key: ['employee_number'] },
  title: 'full_name',
  fields: {
    employee_number: f.text({ max: 20, required: true, immutable: true, upper: true, search: true, label: 'Employee', width: 110 }),
    full_name: f.text({ max: 120, required: true, search: true, label: 'Name', width: 200 }),
    first_name: f.text({ max: 60 }),
    last_name: f.text({ max: 60 }),
    job_title: f.text({ max: 80 }),
    department: f.text({ max: 60, index: true }),
    sales_role: f.choice(
      [
        { value: 'representative', label: 'Sales representative' },
        { value: 'key_account', label: 'Key account manager' },
        { value: 'manager', label: 'Sales manager' },
        { value: 'overlay', label: 'Overlay specialist' },
        { value: 'none', label: 'None' },
      ],
      { default: 'none', index: true },
    ),
    commission_eligible: f.flag({ default: false }),
    commission_plan: f.text({ max: 40, visible: when.eq('commission_eligible', true) }),
    manager: f.reference('employee', { acyclic: true }),
    territory: f.text({ max: 40, index: true }),
    cost_center: f.text({ max: 20, label: 'Cost centre' }),
    email: f.text({ max: 120, format: 'email', search: true, label: 'E-mail' }),
    phone: f.text({ max: 40, format: 'phone' }),
    ...addressFields,
    hire_date: f.date(),
    leave_date: f.date({ after: 'hire_date' }),
    status: f.choice(
      [
        { value: 'active', label: 'Active', tone: 'ok' },
        { value: 'leave', label: 'On leave', tone: 'warn' },
        { value: 'left', label: 'Left', tone: 'neutral' },
      ],
      { default: 'active', required: true, index: true, width: 100 },
    ),
    attributes: f.attributes(),
  },
  list: {
    path: '/employee',
    columns: ['employee_number', 'full_name', 'job_title', 'department', 'sales_role', 'manager', 'territory', 'hire_date', 'status'],
    sort: ['employee_number'],
    filters: ['department', 'sales_role', 'status'],
    views: { Active: when.eq('status', 'active'), 'Earning commission': when.eq('commission_eligible', true) },
    pageSize: 50,
  },
  form: {
    view: '/employee/view-employee/:id',
    edit: '/employee/edit-employee/:id',
    layout: [
      {
        title: 'Person',
        rows: [
          ['employee_number', 'full_name'],
          ['first_name', 'last_name'],
          ['email', 'phone'],
          ['status', 'hire_date'],
          ['leave_date'],
        ],
      },
      {
        title: 'Role',
        rows: [
          ['job_title', 'department'],
          ['manager', 'territory'],
          ['sales_role', 'cost_center'],
          ['commission_eligible', 'commission_plan'],
        ],
      },
      { title: 'Address', rows: addressRows },
    ],
  },
  upload: {
    path: '/employee/employee-excel-upload',
    functionality: 'EmployeeFormats',
    endpoints: ['employee-data-upload'],
    aliases: { employee_number: ['EmployeeKey', 'EmployeeID', 'Personnel number'], full_name: ['Name', 'Employee name'], territory: ['SalesTerritoryKey'] },
  },
  access: { write: 'masters.write', delete: 'masters.delete' },
  tests: [
    { accept: { employee_number: '272', full_name: 'Ana Ortega' } },
    { reject: { employee_number: '272', full_name: 'X', hire_date: '2026-02-01', leave_date: '2026-01-01' }, at: 'leave_date' },
  ],
})
