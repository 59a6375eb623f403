// The months of the books: each with its state, closed by people who may, and its package to download.
import { useState } from 'react'
import type { MonthOfBooks, MonthOfTheBooks, MonthOpenKind } from '../../../client/src/types.ts'
import { monthStateWords } from '../../../src/closings/code-words.ts'
import { at } from '../base.ts'
import { money, month as monthName } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { Ask } from '../parts/ask.tsx'
import { State } from '../parts/badge.tsx'
import { Wide } from '../parts/scrolled.tsx'
import { Read } from '../parts/states.tsx'
import { SOON_MS, USUAL_MS, useRead } from '../read.ts'
import { useSession } from '../session.tsx'

const PATH = '/v1/ledger/months'
/** Open items that a dialog names. */
const NAMED = 8

const KINDS: Record<MonthOpenKind, Words> = {
  payout: ['Liquidación sin respuesta', 'Payout without an answer'],
  refund: ['Devolución sin terminar', 'Refund under way'],
  dispute: ['Aclaración sin decidir', 'Undecided dispute'],
  payment: ['Pago en suspenso', 'Payment in suspense'],
  transfer: ['Transferencia sin respuesta', 'Transfer without an answer'],
  invoice: ['Comisiones sin timbrar', 'Fees not invoiced'],
  statement: ['Falta el estado de cuenta de', 'No statement of'],
}

export function Months() {
  const { say, language } = useLanguage()
  const { can } = useSession()
  const [limit, setLimit] = useState(6)
  const read = useRead<{ total: number; months: MonthOfBooks[] }>(`${PATH}?limit=${limit}`, (shown) =>
    shown?.months.some(({ status }) => status === 'closing') ? SOON_MS : USUAL_MS,
  )
  return (
    <section className="part">
      <div className="head">
        <h2>{say(['Meses de los libros', 'Months of the books'])}</h2>
      </div>
      <Read of={read}>
        {({ total, months }) => {
          const isActed = months.some(({ status }) => status === 'closed' || (status === 'open' && can('payouts')))
          return (
            <section className="card">
              <Wide label={say(['Meses de los libros', 'Months of the books'])}>
                <table className="cards">
                  <thead>
                    <tr>
                      <th scope="col">{say(['Mes', 'Month'])}</th>
                      <th scope="col">{say(['Estado', 'State'])}</th>
                      <th scope="col" className="right">
                        {say(['Saldo inicial', 'Opening balance'])}
                      </th>
                      <th scope="col" className="right">
                        {say(['Saldo final', 'Closing balance'])}
                      </th>
                      {isActed && <th scope="col">{say(['Acciones', 'Actions'])}</th>}
                    </tr>
                  </thead>
                  <tbody>
                    {months.map(({ month, status, opening, closing }) => (
                      <tr key={month} data-month={month}>
                        <th scope="row" className="capital">
                          {monthName(month, language)}
                        </th>
                        <td data-label={say(['Estado', 'State'])}>
                          <State of={status} words={monthStateWords} />
                        </td>
                        <td className="right" data-label={say(['Saldo inicial', 'Opening balance'])}>
                          {money(opening)}
                        </td>
                        <td className="right" data-label={say(['Saldo final', 'Closing balance'])}>
                          {money(closing)}
                        </td>
                        {isActed && (
                          <td
                            className={status === 'closed' || status === 'open' ? 'whole' : 'none'}
                            data-label={say(['Acciones', 'Actions'])}
                          >
                            {status === 'closed' && (
                              <a href={at(`${PATH}/${month}/package.zip`)} download>
                                {say(['Descargar (ZIP)', 'Download (ZIP)'])}
                              </a>
                            )}
                            {status === 'open' && can('payouts') && <Close month={month} />}
                          </td>
                        )}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Wide>
              {months.length < total && (
                <button type="button" className="plain" onClick={() => setLimit(limit + 12)}>
                  {say(['Meses anteriores', 'Earlier months'])}
                </button>
              )}
            </section>
          )
        }}
      </Read>
    </section>
  )
}

function Close({ month }: { month: string }) {
  const { say, language } = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const read = useRead<MonthOfTheBooks>(isOpen ? `${PATH}/${month}` : undefined)
  const items = read.data?.open_items ?? []
  return (
    <Ask
      plain
      button={say(['Cerrar', 'Close'])}
      title={say(['Cerrar {month}', 'Close {month}'], { month: monthName(month, language) })}
      text={say([
        'Sus cifras ya no cambian, y su paquete se puede descargar. Lo que llegue después sobre este mes va en el mes en que llega.',
        'Its figures never change again, and its package can be downloaded. What comes later about this month is posted in the month in which it comes.',
      ])}
      confirm={items.length > 0 ? say(['Cerrar así', 'Close it so']) : say(['Cerrar', 'Close'])}
      ready={read.data !== undefined}
      onOpen={() => setIsOpen(true)}
      change={() => ({
        method: 'POST',
        path: `${PATH}/${month}/close`,
        body: items.length > 0 ? { accept_open: true } : {},
      })}
    >
      {items.length > 0 && (
        <>
          <p>{say(['Queda abierto:', 'These stand open:'])}</p>
          <ul className="points">
            {items.slice(0, NAMED).map(({ kind, id, amount }) => (
              <li key={`${kind} ${id}`}>
                {say(KINDS[kind])} <code>{id}</code> {amount !== null && money(amount)}
              </li>
            ))}
            {items.length > NAMED && (
              <li>{say(['… y {count} más', '… and {count} more'], { count: items.length - NAMED })}</li>
            )}
          </ul>
        </>
      )}
    </Ask>
  )
}
