// The search over any view: it finds views, payments, customers, payouts, requests and guides. The arrow keys choose, Enter opens.
import { useQuery } from '@tanstack/react-query'
import { BookOpen, Search as Glass, Landmark, type LucideIcon, ReceiptText, ScrollText, Users } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Customer, Operation, Payout } from '../../client/src/types.ts'
import { shopReference } from '../../src/core/shop-reference.ts'
import { operationStateWords } from '../../src/operations/code-words.ts'
import { payoutStateWords } from '../../src/payouts/code-words.ts'
import { at } from './base.ts'
import { day, moment, money } from './format.ts'
import { useLanguage, type Words } from './language.tsx'
import { State, Status } from './parts/badge.tsx'
import { Sheet } from './parts/sheet.tsx'
import { rails } from './parts/words.tsx'
import { useRead } from './read.ts'
import { useSession } from './session.tsx'
import type { NamedView } from './view.ts'
import type { Calls, RequestShown } from './wire.ts'

interface Hit {
  /** Below /console; of a guide, below the service. */
  path: string
  isOutside?: boolean
  icon: LucideIcon
  title: string
  note?: ReactNode
}

interface Group {
  title: Words
  hits: Hit[]
}

const EACH = 5

/** Without accents and capitals. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

/** Whether each word of `wanted` begins a word of the text. */
function has(text: string, wanted: string): boolean {
  const inText = ` ${plain(text)}`
  return wanted.split(/\s+/).every((word) => inText.includes(` ${word}`))
}

export function Palette({ seen, onClose }: { seen: NamedView[]; onClose: () => void }) {
  const { say } = useLanguage()
  const [, go] = useLocation()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const groups = useHits(seen, text.trim())
  const hits = groups.flatMap((group) => group.hits)
  const here = Math.min(chosen, hits.length - 1)
  const open = (hit: Hit | undefined) => {
    if (hit === undefined) return
    onClose()
    if (hit.isOutside) location.assign(at(hit.path))
    else go(hit.path)
  }
  useEffect(() => {
    list.current?.querySelector(`#hit-${here}`)?.scrollIntoView({ block: 'nearest' })
  }, [here])
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || hits.length === 0) return
    event.preventDefault()
    setChosen((here + step + hits.length) % hits.length)
  }
  let place = -1
  return (
    <Sheet label={say(['Buscar en todo', 'Look through everything'])} onClose={onClose}>
      <form
        className="palette"
        onSubmit={(event) => {
          event.preventDefault()
          open(hits[here])
        }}
      >
        <label className="palette-field">
          <Glass aria-hidden="true" size={18} />
          <span className="hidden">{say(['Buscar en todo', 'Look through everything'])}</span>
          <input
            data-first
            name="q"
            type="search"
            maxLength={200}
            autoComplete="off"
            value={text}
            placeholder={say([
              'Pago, cliente, liquidación, solicitud, ajuste, guía …',
              'Payment, customer, payout, request, setting, guide …',
            ])}
            aria-controls="hits"
            aria-activedescendant={hits.length > 0 ? `hit-${here}` : undefined}
            onChange={(event) => {
              setText(event.target.value)
              setChosen(0)
            }}
            onKeyDown={move}
          />
          <kbd>Esc</kbd>
        </label>
        <div
          id="hits"
          ref={list}
          role="listbox"
          tabIndex={-1}
          aria-label={say(['Lo que se encontró', 'What was found'])}
        >
          {groups.map(({ title, hits: some }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields.
            <div key={title[1]} role="group" aria-label={say(title)}>
              <p aria-hidden="true">{say(title)}</p>
              {some.map((hit) => {
                place += 1
                const own = place
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has its keys.
                  <div
                    key={hit.path}
                    id={`hit-${own}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={own === here}
                    className="hit"
                    onPointerMove={() => own !== here && setChosen(own)}
                    onClick={() => open(hit)}
                  >
                    <hit.icon aria-hidden="true" size={17} strokeWidth={1.75} />
                    <span className="hit-title">{hit.title}</span>
                    <span className="quiet">{hit.note}</span>
                  </div>
                )
              })}
            </div>
          ))}
        </div>
        <p className="palette-foot quiet">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {say(['elegir', 'choose'])}
          </span>
          <span>
            <kbd>Enter</kbd> {say(['abrir', 'open'])}
          </span>
        </p>
      </form>
    </Sheet>
  )
}

/** In order: what the text most likely means comes first. */
function useHits(seen: NamedView[], typed: string): Group[] {
  const { say, language } = useLanguage()
  const { can } = useSession()
  const settled = useSettled(typed)
  const wanted = plain(typed)
  const asked = settled.length >= 2 ? encodeURIComponent(settled) : undefined
  const reads = can('read')
  const operations = useRead<{ operations: Operation[] }>(
    reads && asked ? `/v1/operations?status=ALL&limit=${EACH}&q=${asked}` : undefined,
    0,
  )
  const customers = useRead<{ customers: Customer[] }>(
    reads && asked ? `/v1/customer?limit=${EACH}&q=${asked}` : undefined,
    0,
  )
  const payouts = useRead<{ payouts: Payout[] }>(reads && can('spei') && asked ? '/v1/payouts?limit=50' : undefined, 0)
  const requests = useRead<Calls['GET /v1/console/requests']['result']>(
    can('admin') && asked ? '/v1/console/requests?limit=100' : undefined,
    0,
  )
  const { data: guides = [] } = useQuery({
    queryKey: ['guides'],
    queryFn: async () => (await import('cobro:guides')).guides,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const views = seen
    .filter(({ title }) => wanted === '' || title.some((one) => has(one, wanted)))
    .map((view): Hit => ({ path: view.path, icon: view.icon, title: say(view.title) }))
  if (wanted === '') return [{ title: ['Ir a', 'Go to'], hits: views }]
  const search: Hit = {
    path: `/operations?q=${encodeURIComponent(typed)}`,
    icon: Glass,
    title: say(['Buscar «{text}» en operaciones', 'Search operations for “{text}”'], { text: typed }),
  }
  const isView = seen.some(({ title }) => title.some((one) => plain(one).startsWith(wanted)))
  const groups: Group[] = [
    { title: ['Ir a', 'Go to'], hits: views.slice(0, EACH) },
    { title: ['Buscar', 'Search'], hits: reads ? [search] : [] },
    { title: ['Operaciones', 'Operations'], hits: useful(operations.data?.operations, asked).map(operationHit) },
    { title: ['Clientes', 'Customers'], hits: useful(customers.data?.customers, asked).map(customerHit) },
    {
      title: ['Liquidaciones', 'Payouts'],
      hits: useful(payouts.data?.payouts, asked).filter(isPayout).slice(0, EACH).map(payoutHit),
    },
    {
      title: ['Solicitudes', 'Requests'],
      hits: useful(requests.data?.requests, asked).filter(isRequest).slice(0, EACH).map(requestHit),
    },
    {
      title: ['Guías', 'Guides'],
      hits: guides
        .filter(({ title }) => title.some((one) => has(one, wanted)))
        .slice(0, EACH)
        .map((guide) => ({ path: guide.path, isOutside: true, icon: BookOpen, title: say(guide.title) })),
    },
  ]
  const [first, second, ...rest] = groups as [Group, Group, ...Group[]]
  return (isView ? [first, second, ...rest] : [second, ...rest, first]).filter(({ hits }) => hits.length > 0)

  function operationHit({ transaction, total, payment_method, reference, status, timestamp }: Operation): Hit {
    return {
      path: `/operations/${transaction}`,
      icon: ReceiptText,
      title: [money(total.amount), say(rails[payment_method]), reference.description].filter(Boolean).join(' · '),
      note: (
        <>
          {[shopReference(reference.number), day(timestamp.slice(0, 10), language)].filter(Boolean).join(' · ')}{' '}
          <State of={status} words={operationStateWords} />
        </>
      ),
    }
  }
  function customerHit({ id, name, email }: Customer): Hit {
    return { path: `/customers/${id}`, icon: Users, title: name, note: email }
  }
  function isPayout({ date, amount, tracking_key, clabe }: Payout): boolean {
    const digits = wanted.replace(/[$,\s]/g, '')
    return [date, amount.amount, tracking_key.toLowerCase(), clabe].some((one) => one.startsWith(digits))
  }
  function payoutHit({ date, amount, status, tracking_key }: Payout): Hit {
    return {
      path: `/payouts/${date}`,
      icon: Landmark,
      title: `${money(amount.amount)} · ${day(date, language, 'dated')}`,
      note: (
        <>
          <code>{tracking_key}</code> <State of={status} words={payoutStateWords} />
        </>
      ),
    }
  }
  function isRequest({ id, path, code, status }: RequestShown): boolean {
    return [id, path, code, String(status)].some((one) => one.toLowerCase().includes(wanted))
  }
  function requestHit({ id, method, path, status, timestamp }: RequestShown): Hit {
    return {
      path: `/requests/${id}`,
      icon: ScrollText,
      title: `${method} ${path}`,
      note: (
        <>
          {moment(timestamp, language)} <Status of={status} />
        </>
      ),
    }
  }
}

/** The rows for what is typed. The hook keeps the rows of the last text for a moment: with no text they are not shown. */
function useful<T>(rows: T[] | undefined, asked: string | undefined): T[] {
  return asked === undefined ? [] : (rows ?? [])
}

/** The text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 200)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
