// What a person typed into a field of a form.

/** Without the spaces around it; nothing where the form has no such field. */
export function textIn(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim()
}
