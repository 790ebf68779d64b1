/** Fills the parameters of a path pattern: `fillPath('/x/view/:id', { id: 7 })` is '/x/view/7'. */
export const fillPath = (pattern: string, parameters: Readonly<Record<string, string | number>>): string =>
  pattern.replaceAll(/:([A-Za-z_]+)/g, (_, name: string) => encodeURIComponent(String(parameters[name] ?? '')))
