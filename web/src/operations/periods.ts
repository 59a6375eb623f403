// Days by a name, counted from the service's day.
type Words = readonly [es: string, en: string]

interface Period {
  name: string
  words: Words
  /** The first and the last day, both included. */
  from: string
  to: string
}

/** Sample: on `2026-03-02`, `last-month` is from `2026-02-01` to `2026-02-28`. */
export function periods(today: string): Period[] {
  const month = today.slice(0, 7)
  const lastOfBefore = shifted(`${month}-01`, -1)
  const yesterday = shifted(today, -1)
  return [
    { name: 'today', words: ['Hoy', 'Today'], from: today, to: today },
    { name: 'yesterday', words: ['Ayer', 'Yesterday'], from: yesterday, to: yesterday },
    { name: 'this-month', words: ['Este mes', 'This month'], from: `${month}-01`, to: today },
    {
      name: 'last-month',
      words: ['El mes pasado', 'Last month'],
      from: `${lastOfBefore.slice(0, 7)}-01`,
      to: lastOfBefore,
    },
  ]
}

/** A day has no zone. */
function shifted(day: string, days: number): string {
  const time = new Date(`${day}T00:00:00Z`)
  time.setUTCDate(time.getUTCDate() + days)
  return time.toISOString().slice(0, 10)
}
