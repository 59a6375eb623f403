// The facts of one item: a name and a value on each line.
import type { ReactNode } from 'react'
import { useLanguage, type Words } from '../language.tsx'

export type Fact = readonly [name: Words, value: ReactNode]

export function Facts({ facts }: { facts: readonly Fact[] }) {
  const { say } = useLanguage()
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name[1]} className="fact">
          <dt>{say(name)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
