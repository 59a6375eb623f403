// The evidence against a dispute: a text of each kind, and files; stored until it is submitted.

import { type FormEvent, useState } from 'react'
import type { DisputeEvidenceTexts, DisputeWithEvidence, EvidenceFile } from '../../../client/src/types.ts'
import { at } from '../base.ts'
import { count } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { DraftForm, useDrafts } from '../parts/draft-form.tsx'
import { Facts } from '../parts/facts.tsx'
import { useFault } from '../parts/fault.tsx'
import { List } from '../parts/list.tsx'
import { useChange } from '../read.ts'
import { useSession } from '../session.tsx'
import { isOpen } from './deadline.tsx'

type Kind = keyof DisputeEvidenceTexts

const KINDS: [kind: Kind, words: Words][] = [
  ['explanation', ['Lo que pasó, en pocas palabras', 'What happened, in a few words']],
  ['receipt', ['Recibo, factura o nota de venta', 'Receipt, invoice or sales slip']],
  ['customer', ['Nombre, correo y domicilio del cliente', 'Name, e-mail and address of the customer']],
  ['communication', ['Mensajes con el cliente', 'Messages with the customer']],
  ['shipping', ['Guía y comprobante de entrega', 'Tracking number and proof of delivery']],
  ['service', ['Prueba de que el servicio se prestó o se usó', 'Proof that the service was given or used']],
  ['refund_policy', ['Política de devoluciones que el cliente aceptó', 'Refund policy that the customer accepted']],
  [
    'cancellation_policy',
    ['Política de cancelación que el cliente aceptó', 'Cancellation policy that the customer accepted'],
  ],
  ['duplicate', ['Por qué los dos cargos son distintos', 'Why the two charges are different']],
  ['other', ['Cualquier otra prueba', 'Any other proof']],
]

/** The most useful evidence for the bank's reason, first. */
const HELPS: Record<string, Kind[]> = {
  fraud: ['customer', 'communication', 'receipt', 'shipping'],
  'not-received': ['shipping', 'service'],
  'not-as-described': ['receipt', 'communication', 'refund_policy'],
  cancelled: ['cancellation_policy', 'service'],
  duplicate: ['duplicate', 'receipt'],
  'credit-not-processed': ['refund_policy'],
  processing: ['receipt'],
  authorization: ['receipt'],
  information: ['receipt', 'explanation'],
}

const kindWords: Record<string, Words> = Object.fromEntries(KINDS)

export function Evidence({ dispute }: { dispute: DisputeWithEvidence }) {
  const { say } = useLanguage()
  const { can } = useSession()
  const open = can('refund') && isOpen(dispute)
  const { files } = dispute.evidence
  return (
    <>
      {open ? <Texts dispute={dispute} /> : <TextsAsTheyAre dispute={dispute} />}
      <section className="card">
        <h2>{say(['Archivos', 'Files'])}</h2>
        {files.length === 0 ? (
          <p className="quiet">{say(['Todavía no hay ninguno.', 'There are none yet.'])}</p>
        ) : (
          <List<EvidenceFile>
            caption={say(['Se guardan cifrados', 'Kept sealed'])}
            rows={files}
            idOf={({ id }) => id}
            columns={[
              {
                head: ['Nombre', 'Name'],
                long: true,
                cell: ({ id, name }) => (
                  <a href={at(`/v1/disputes/${dispute.id}/files/${id}`)} download>
                    {name}
                  </a>
                ),
              },
              { head: ['Qué muestra', 'What it shows'], cell: ({ kind }) => say(kindWords[kind] ?? [kind, kind]) },
              {
                head: ['Tamaño', 'Size'],
                right: true,
                cell: ({ bytes }) => `${count(Math.max(1, Math.round(bytes / 1024)))} kB`,
              },
            ]}
          />
        )}
        {open && <Upload dispute={dispute} />}
      </section>
    </>
  )
}

/** The name of the form of a dispute's texts. */
export const textsOf = (id: string) => `/v1/disputes/${id}/evidence`

function Texts({ dispute }: { dispute: DisputeWithEvidence }) {
  const { say } = useLanguage()
  const told = useFault(kindWords)
  const drafts = useDrafts()
  const changing = useChange()
  const { texts } = dispute.evidence
  const helps = HELPS[dispute.reason.category] ?? []
  const shown = (kind: Kind) => helps.includes(kind) || kind === 'explanation' || (texts[kind] ?? '') !== ''
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const said = Object.fromEntries(
      KINDS.map(([kind]) => [kind, String(form.get(kind) ?? '').trim(), texts[kind] ?? ''] as const)
        .filter(([, text, before]) => text !== before)
        .map(([kind, text]) => [kind, text]),
    )
    const path = textsOf(dispute.id)
    changing.mutate({ method: 'POST', path, body: { texts: said } }, { onSuccess: () => drafts.forget(path) })
  }
  const field = ([kind, words]: [Kind, Words]) => (
    <label key={kind} className="field">
      <span>
        {say(words)}
        {helps.includes(kind) && <strong>{say([' · ayuda aquí', ' · helps here'])}</strong>}
      </span>
      <textarea name={kind} rows={3} maxLength={5_000} defaultValue={texts[kind] ?? ''} />
    </label>
  )
  return (
    <section className="card">
      <h2>{say(['Tu respuesta', 'Your answer'])}</h2>
      <DraftForm name={textsOf(dispute.id)} onSubmit={submit}>
        {KINDS.filter(([kind]) => shown(kind)).map(field)}
        <details>
          <summary>{say(['Otras pruebas', 'Other evidence'])}</summary>
          <div className="stack">{KINDS.filter(([kind]) => !shown(kind)).map(field)}</div>
        </details>
        {changing.error && (
          <p className="notice bad" role="alert">
            {told(changing.error)}
          </p>
        )}
        <div className="row">
          <button type="submit" className="main" disabled={changing.isPending}>
            {say(['Guardar', 'Save'])}
          </button>
          {changing.isSuccess && (
            <span role="status" className="quiet">
              {say(['Guardado; falta enviarlo.', 'Saved, not submitted yet.'])}
            </span>
          )}
        </div>
      </DraftForm>
    </section>
  )
}

function TextsAsTheyAre({ dispute }: { dispute: DisputeWithEvidence }) {
  const { say } = useLanguage()
  const written = KINDS.filter(([kind]) => dispute.evidence.texts[kind])
  return (
    <section className="card">
      <h2>{say(['Respuesta', 'Answer'])}</h2>
      {written.length === 0 ? (
        <p className="quiet">{say(['Sin textos.', 'No texts.'])}</p>
      ) : (
        <Facts
          facts={written.map(([kind, words]) => [
            words,
            <span key={kind} className="written">
              {dispute.evidence.texts[kind]}
            </span>,
          ])}
        />
      )}
    </section>
  )
}

function Upload({ dispute }: { dispute: DisputeWithEvidence }) {
  const { say } = useLanguage()
  const changing = useChange()
  const [round, setRound] = useState(0)
  const [first = 'other'] = HELPS[dispute.reason.category] ?? []
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const file = form.get('file')
    if (!(file instanceof File) || file.size === 0) return
    const query = new URLSearchParams({ kind: String(form.get('kind')), name: file.name.slice(0, 100) })
    const body = file.type === '' ? new Blob([file], { type: 'application/octet-stream' }) : file
    try {
      await changing.mutateAsync({ method: 'POST', path: `/v1/disputes/${dispute.id}/files?${query}`, body })
      setRound(round + 1)
    } catch {
      // The refusal is shown below.
    }
  }
  const told = useFault(kindWords)
  return (
    <form key={round} className="stack" onSubmit={(event) => void submit(event)}>
      <div className="row">
        <label className="field">
          <span>{say(['Archivo: PDF, PNG o JPEG, hasta 5 MB', 'File: PDF, PNG or JPEG, up to 5 MB'])}</span>
          <input type="file" name="file" accept="application/pdf,image/png,image/jpeg" required />
        </label>
        <label className="field">
          <span>{say(['Qué muestra', 'What it shows'])}</span>
          <select name="kind" defaultValue={first}>
            {KINDS.map(([kind, words]) => (
              <option key={kind} value={kind}>
                {say(words)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" disabled={changing.isPending}>
          {changing.isPending ? say(['Subiendo …', 'Uploading …']) : say(['Subir', 'Upload'])}
        </button>
      </div>
      {changing.error && (
        <p className="notice bad" role="alert">
          {told(changing.error)}
        </p>
      )}
    </form>
  )
}
