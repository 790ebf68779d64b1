import type { ReactNode } from 'react'
import { labelOf } from '#src/definition'
import { Link } from '#src/ui/link.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import type { Portrait } from './studio-api.ts'

const layerWords: Readonly<Record<string, string>> = {
  organization: 'for everybody',
  role: 'for a role',
  user: 'for a user',
}
const howWords: Readonly<Record<string, string>> = {
  reference: 'refers to it',
  related: 'is shown beside its records',
  drill: 'leads to its lines',
  summary: 'adds up its records in',
}
const mayWords: Readonly<Record<string, string>> = {
  read: 'see',
  create: 'add',
  update: 'change',
  delete: 'delete',
  upload: 'upload',
  export: 'export',
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-panel p-4">
      <h2 className="mb-2 text-md font-semibold">{title}</h2>
      {children}
    </section>
  )
}

const None = ({ children }: { children: ReactNode }) => <p className="text-ink-3">{children}</p>

/** What stands around a definition: who may what, what refers to it, its addresses, what is kept for it. */
export function PortraitPanel({ portrait }: { portrait: Portrait }) {
  const { roles, used_by: uses, addresses, kept, definition } = portrait
  const called = (names: readonly string[]): string =>
    names.map((name) => definition.fields[name]?.label ?? labelOf(name)).join(', ')
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title="Who may do what">
        {roles.length === 0 ? <None>There are no roles yet.</None> : null}
        <ul className="flex flex-col gap-2.5">
          {roles.map((role) => (
            <li key={role.role}>
              <p className="font-medium">{role.name}</p>
              <p className="text-ink-2">
                {role.may.length === 0 ? 'Nothing' : `May ${role.may.map((one) => mayWords[one] ?? one).join(', ')}`}
              </p>
              {role.hidden.length > 0 ? <p className="text-sm text-ink-3">Does not see {called(role.hidden)}</p> : null}
              {role.read_only.length > 0 ? (
                <p className="text-sm text-ink-3">Does not change {called(role.read_only)}</p>
              ) : null}
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Where it is used">
        {uses.length === 0 ? <None>No other screen names it.</None> : null}
        <ul className="flex flex-col gap-1.5">
          {uses.map((use) => (
            <li key={`${use.screen} ${use.how} ${use.field}`}>
              <Link className="text-accent-ink hover:underline" to={`/studio/${use.screen}`}>
                {use.label}
              </Link>{' '}
              <span className="text-ink-2">
                {howWords[use.how] ?? use.how} <code className="text-sm">{use.field}</code>
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Addresses">
        {addresses === null ? <None>It has none until it can be read.</None> : null}
        <ul className="flex flex-col gap-1 font-mono text-sm">
          {addresses?.calls.map((call) => (
            <li key={call} className="break-all">
              {/* A page of the server, outside of the program. */}
              <a
                className="text-accent-ink hover:underline"
                href={`/api/docs?q=${encodeURIComponent(call.replace(/^\/api/, ''))}`}
                data-tip="What can be called there, with examples"
              >
                {call}
              </a>
            </li>
          ))}
          {addresses?.pages.map(({ path, kind }) => (
            <li key={path} className="flex flex-wrap items-center gap-2 break-all text-ink-2">
              {path} <Tag>{kind}</Tag>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="What is kept for it">
        {kept === null ? (
          <None>Nothing yet.</None>
        ) : (
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            <dt className="text-ink-2">Records</dt>
            <dd>
              {kept.records === null
                ? 'No table yet'
                : kept.records > 100_000
                  ? 'More than 100,000'
                  : kept.records.toLocaleString(userLocale())}
            </dd>
            <dt className="text-ink-2">Saved views</dt>
            <dd>{kept.views}</dd>
            <dt className="text-ink-2">Upload formats</dt>
            <dd>{kept.formats}</dd>
            <dt className="text-ink-2">Changed fields</dt>
            <dd>
              {kept.layers.length === 0
                ? 'None'
                : kept.layers.map(({ layer, field_id }) => `${field_id} (${layerWords[layer] ?? layer})`).join(', ')}
            </dd>
          </dl>
        )}
      </Card>
    </div>
  )
}
