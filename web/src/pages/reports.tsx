// Reports: the parts of a day's payout, the fees of a month with their IVA and invoice, and the months of the books.
import { useState } from 'react'
import type { FeeConceptName, FeeStatement } from '../../../client/src/types.ts'
import { feeMonthWords } from '../../../src/payouts/invoices/code-words.ts'
import { at } from '../base.ts'
import { count, moment, money, month } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { State } from '../parts/badge.tsx'
import { List } from '../parts/list.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { ReportOf } from '../payout/report.tsx'
import { useQuery } from '../query.ts'
import { useRead } from '../read.ts'
import { Months } from '../report/months.tsx'
import { Receptor } from '../report/receptor.tsx'
import type { Calls } from '../wire.ts'

export function Page() {
  const { say } = useLanguage()
  const [query, set] = useQuery()
  // The service's day, because its clock is not the browser's.
  const today = useRead<Calls['GET /v1/console/today']['result']>('/v1/console/today', 0)
  const date = query.get('date') || today.data?.date
  const period = query.get('month') || today.data?.date.slice(0, 7)
  return (
    <>
      <h1>{say(['Reportes', 'Reports'])}</h1>
      <section className="part">
        <div className="head">
          <h2>{say(['Comisiones de un mes', 'Fees of a month'])}</h2>
          <label className="field">
            <span>{say(['Mes', 'Month'])}</span>
            <input
              type="month"
              value={period ?? ''}
              placeholder="2026-11"
              onChange={(event) => set('month', event.target.value)}
            />
          </label>
        </div>
        {period && /^\d{4}-\d{2}$/.test(period) && <Fees key={period} period={period} />}
        <Receptor />
      </section>
      <Months />
      <section className="part">
        <div className="head">
          <h2>{say(['Liquidación de un día', 'Payout of a day'])}</h2>
          <label className="field">
            <span>{say(['Día', 'Day'])}</span>
            <input type="date" value={date ?? ''} onChange={(event) => set('date', event.target.value)} />
          </label>
        </div>
        {date && <ReportOf date={date} />}
      </section>
    </>
  )
}

const CONCEPTS: Record<FeeConceptName, Words> = {
  card: ['Cobros con tarjeta', 'Card payments'],
  store: ['Cobros en efectivo', 'Cash payments'],
  spei: ['Cobros por SPEI', 'SPEI payments'],
  monthly_installments: ['Meses sin intereses', 'Months without interest'],
  disputes: ['Aclaraciones perdidas', 'Lost disputes'],
  other: ['Otros', 'Other'],
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The document of a closed month. A credit note is made for the invoice that it belongs to. */
function Cfdi({ path, base, isStamped }: { path: string; base: string; isStamped: boolean }) {
  const { say } = useLanguage()
  const isCreditNote = Number(base) < 0
  const [related, setRelated] = useState('')
  if (isCreditNote && !isStamped)
    return (
      <div className="row">
        <label className="field">
          <span>{say(['Folio fiscal de la factura', 'Folio fiscal of the invoice'])}</span>
          <input maxLength={36} value={related} onChange={({ target }) => setRelated(target.value.trim())} />
        </label>
        {UUID.test(related) && (
          <a className="button" href={at(`${path}?related=${related}`)} download>
            {say(['Nota de crédito sin timbrar (XML)', 'Unstamped credit note (XML)'])}
          </a>
        )}
      </div>
    )
  if (Number(base) === 0) return null
  const stamped = isCreditNote
    ? say(['Nota de crédito (XML)', 'Credit note (XML)'])
    : say(['Factura (XML)', 'Invoice (XML)'])
  return (
    <a className="button" href={at(path)} download>
      {isStamped ? stamped : say(['CFDI sin timbrar (XML)', 'Unstamped CFDI (XML)'])}
    </a>
  )
}

function Fees({ period }: { period: string }) {
  const { say, language } = useLanguage()
  const read = useRead<FeeStatement>(`/v1/fees/statements/${period}`)
  if (read.error?.status === 404)
    return (
      <section className="card">
        <Empty
          title={say(['Sin comisiones', 'No fees'])}
          text={say(['Este mes no se ha cobrado ninguna.', 'None were charged in this month.'])}
        />
      </section>
    )
  return (
    <Read of={read}>
      {({ status, base, rate, iva, total, rounding, concepts, issuer, receptor, cfdi, timestamp }) => (
        <section className="card">
          <div className="head">
            <h3 className="capital">
              {month(period, language)} <State of={status} words={feeMonthWords} />
            </h3>
            {status === 'closed' && issuer !== null && receptor !== null && (
              <Cfdi path={`/v1/fees/statements/${period}/cfdi.xml`} base={base} isStamped={cfdi.status === 'stamped'} />
            )}
          </div>
          <table className="sum">
            <caption>
              {status === 'open'
                ? say([
                    'Lo que va del mes; cambia hasta que se cierra',
                    'The month so far; it changes until it is closed',
                  ])
                : say(['Cerrado el {when}', 'Closed on {when}'], {
                    when: timestamp === null ? '' : moment(timestamp, language),
                  })}
            </caption>
            <tbody>
              <tr>
                <th scope="row">{say(['Comisiones', 'Fees'])}</th>
                <td className="right" data-figure="base">
                  {money(base)}
                </td>
              </tr>
              <tr>
                <th scope="row">
                  {say(['IVA ({rate} %)', 'IVA ({rate} %)'], { rate: Math.round(Number(rate) * 10_000) / 100 })}
                </th>
                <td className="right" data-figure="iva-month">
                  {money(iva)}
                </td>
              </tr>
              <tr className="sum">
                <th scope="row">{say(['Total', 'Total'])}</th>
                <td className="right" data-figure="total-month">
                  {money(total)}
                </td>
              </tr>
            </tbody>
          </table>
          {Number(rounding) !== 0 && (
            <p className="quiet">
              {say(
                [
                  'El IVA se redondea una vez sobre la suma; la diferencia con lo cobrado operación por operación es {rounding} y se liquida al cerrar.',
                  'IVA is rounded once on the sum; the difference from the IVA charged by operation is {rounding}, settled when the month is closed.',
                ],
                { rounding: money(rounding) },
              )}
            </p>
          )}
          {concepts.length > 0 && (
            <List<FeeStatement['concepts'][number]>
              caption={say(['Por concepto', 'By concept'])}
              rows={concepts}
              idOf={({ concept }) => concept}
              columns={[
                {
                  head: ['Concepto', 'Concept'],
                  cell: ({ concept, description }) => say(CONCEPTS[concept] ?? [description, description]),
                },
                { head: ['Operaciones', 'Operations'], right: true, cell: ({ operations }) => count(operations) },
                { head: ['Comisión', 'Fee'], right: true, cell: ({ base: one }) => money(one) },
              ]}
            />
          )}
          <p className="quiet">
            {cfdi.status === 'stamped'
              ? say(['Folio fiscal {uuid}', 'Folio fiscal {uuid}'], { uuid: cfdi.uuid ?? '' })
              : cfdi.status === 'refused'
                ? say(
                    ['El proveedor no timbró y dice: «{reason}»', 'The provider did not stamp it and says: “{reason}”'],
                    { reason: cfdi.reason },
                  )
                : receptor === null
                  ? say([
                      'Faltan los datos fiscales de quien recibe la factura.',
                      'The tax data of whoever gets the invoice are missing.',
                    ])
                  : say(['Factura a {name}, {rfc}', 'Invoiced to {name}, {rfc}'], {
                      name: receptor.name,
                      rfc: receptor.rfc,
                    })}
          </p>
        </section>
      )}
    </Read>
  )
}
