// Reads a header that lists members. Sample: `delay_seconds=2, reorder` is `{ delay_seconds: 2, reorder: true }`.

/** The members by name: a number of up to 6 digits, another text, or true without a value. */
export function membersOf(header: string): Record<string, string | number | true> {
  const members = header.split(',').map((member) => {
    const [name = '', value] = member.trim().split('=')
    return [name, value === undefined ? true : /^\d{1,6}$/.test(value) ? Number(value) : value] as const
  })
  return Object.fromEntries(members)
}
