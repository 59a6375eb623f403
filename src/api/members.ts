// Reads a header that lists members. Sample: `delay_seconds=2, reorder` is `{ delay_seconds: 2, reorder: true }`.

/** The members by name: a number of up to 6 digits, true or false (`?1`, `?0`), another text, or true without a value. */
export function membersOf(header: string): Record<string, string | number | boolean> {
  const members = header.split(',').map((member) => {
    const [name = '', value] = member.trim().split('=')
    return [name, memberValue(value)] as const
  })
  return Object.fromEntries(members)
}

function memberValue(text: string | undefined): string | number | boolean {
  if (text === undefined || text === '?1') return true
  if (text === '?0') return false
  return /^\d{1,6}$/.test(text) ? Number(text) : text
}
