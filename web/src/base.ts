// The path that the service is under, behind a proxy: `/pagos`; mostly empty.
export const base = document.documentElement.dataset.base ?? ''

/** The address of a path of the service. */
export function at(path: string): string {
  return `${base}${path}`
}
