/** Adds session settings to a connection address and keeps those it already has. */
export function withSettings(url: string, settings: Record<string, string>): string {
  const parsed = parseUrl(url)
  const own = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const given = parsed.searchParams.get('options')
  parsed.searchParams.set('options', [given, ...own].filter(Boolean).join(' '))
  return parsed.href
}

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const parsed = parseUrl(url)
  parsed.pathname = `/${encodeURIComponent(name)}`
  return parsed.href
}

/** The same database, for another user. */
export function withUser(url: string, user: string, password: string): string {
  const parsed = parseUrl(url)
  // libpq's form without a host keeps the user in the query.
  parsed.searchParams.delete('user')
  parsed.searchParams.delete('password')
  parsed.username = encodeURIComponent(user)
  parsed.password = encodeURIComponent(password)
  return parsed.href
}

/** The address without its password, fit for a log. */
export function describeUrl(url: string): string {
  const { hostname, port, pathname, searchParams } = parseUrl(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return `${pathname.slice(1) || 'the default database'} on ${host || 'localhost'}${port ? `:${port}` : ''}`
}

/** Refuses what is no address at all, in words; libpq's form without a host (`@/name?host=/folder`) is understood. */
export function parseUrl(url: string): URL {
  try {
    return new URL(/^\w+:\/\/([^/@]*@)?\//.test(url) ? url.replace(/^(\w+:\/\/(?:[^/@]*@)?)\//, '$1localhost/') : url)
  } catch {
    throw new Error('The address of the database is not of the form postgresql://user:password@host:5432/name')
  }
}
