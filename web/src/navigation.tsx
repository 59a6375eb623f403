// The navigation: views in groups that fold, each with its icon and the number of what needs a person in it. Rooms that the account does not use yet are at the end.
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { numberOf, useAttention } from './attention.ts'
import { useLanguage } from './language.tsx'
import { useSession } from './session.tsx'
import { type Group, groups, type NamedView } from './view.ts'
import type { AttentionItem } from './wire.ts'

/** The groups that are open for a role at first. */
const OPEN: Record<string, readonly Group[]> = {
  reader: ['money'],
  cashier: ['money'],
  finance: ['money'],
  developer: ['money', 'build'],
  owner: ['money', 'build', 'account'],
  operator: ['money', 'build', 'account', 'service'],
}

const KEPT = 'cobro-folded'

export function ViewLinks({ seen, close }: { seen: NamedView[]; close?: () => void }) {
  const { say } = useLanguage()
  const { session } = useSession()
  const [path] = useLocation()
  const { data } = useAttention()
  const [folds, setFolds] = useState(keptFolds)
  const isHere = (view: NamedView) => path === view.path || path.startsWith(`${view.path}/`)
  const isUsed = (view: NamedView) => view.room === undefined || data?.rooms[view.room] === true || isHere(view)
  const viewLink = (view: NamedView) => (
    <li key={view.path}>
      <Link className="menu-link" href={view.path} onClick={close} aria-current={isHere(view) ? 'page' : undefined}>
        <view.icon aria-hidden="true" size={17} strokeWidth={1.75} />
        {say(view.title)}
        <Waiting of={view} needs={data?.needs ?? []} />
      </Link>
    </li>
  )
  return Object.entries(groups).map(([name, title]) => {
    const group = name as Group
    const all = seen.filter((view) => view.group === group)
    if (all.length === 0) return null
    const [used, unused] = [all.filter(isUsed), all.filter((view) => !isUsed(view))]
    const isOpen = folds[group] ?? ((OPEN[session.role] ?? ['money']).includes(group) || all.some(isHere))
    const fold = () => {
      const next = { ...folds, [group]: !isOpen }
      setFolds(next)
      keepFolds(next)
    }
    return (
      <section key={group}>
        <h2>
          <button type="button" className="fold" aria-expanded={isOpen} onClick={fold}>
            {say(title)}
            <ChevronDown aria-hidden="true" size={14} />
          </button>
        </h2>
        {isOpen && <ul>{used.map(viewLink)}</ul>}
        {isOpen && data !== undefined && unused.length > 0 && (
          <details className="unused">
            <summary className="menu-link">{say(['Más', 'More'])}</summary>
            <ul>{unused.map(viewLink)}</ul>
          </details>
        )}
      </section>
    )
  })
}

function Waiting({ of: { counts = [] }, needs }: { of: NamedView; needs: AttentionItem[] }) {
  const { say } = useLanguage()
  const own = needs.filter(({ kind }) => counts.includes(kind))
  if (own.length === 0) return null
  const sum = { count: own.reduce((all, { count }) => all + count, 0), more: own.some(({ more }) => more) }
  return (
    <span className="number">
      <span className="hidden">{say(['Esperan:', 'Waiting:'])} </span>
      {numberOf(sum)}
    </span>
  )
}

type Folds = Partial<Record<Group, boolean>>

function keptFolds(): Folds {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Folds) : {}
  } catch {
    return {}
  }
}

function keepFolds(folds: Folds): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(folds))
  } catch {
    // A browser that stores nothing folds by role.
  }
}
