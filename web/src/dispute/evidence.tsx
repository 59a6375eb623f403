// The evidence against a dispute: a text of each kind, and files; stored until it is submitted.
import type { FormEvent } from 'react'
import type { DisputeWithEvidence, EvidenceFile } from '../../../client/src/types.ts'
import { at } from '../base.ts'
import { count } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { DraftForm, useDrafts } from '../parts/draft-form.tsx'
import { Facts } from '../parts/facts.tsx'
import { useFault } from '../parts/fault.tsx'
import { List } from '../parts/list.tsx'
import { Press } from '../parts/press.tsx'
import { Alert } from '../parts/states.tsx'
import { textIn } from '../parts/text-in.ts'
import { useChange } from '../read.ts'
import { useSession } from '../session.tsx'
import { isOpen } from './deadline.tsx'
import { HELPS, KINDS, type Kind, kindWords, textsOf } from './kinds.ts'
import { BankReads } from './preview.tsx'
import { Upload } from './upload.tsx'

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
      {open && <BankReads dispute={dispute} />}
    </>
  )
}

function Texts({ dispute }: { dispute: DisputeWithEvidence }) {
  const { say } = useLanguage()
  const fault = useFault(kindWords)
  const drafts = useDrafts()
  const changing = useChange()
  const { texts } = dispute.evidence
  const helps = HELPS[dispute.reason.category] ?? []
  const shown = (kind: Kind) => helps.includes(kind) || kind === 'explanation' || (texts[kind] ?? '') !== ''
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const changed = Object.fromEntries(
      KINDS.map(([kind]) => [kind, textIn(form, kind), texts[kind] ?? ''] as const)
        .filter(([, text, before]) => text !== before)
        .map(([kind, text]) => [kind, text]),
    )
    const path = textsOf(dispute.id)
    changing.mutate({ method: 'POST', path, body: { texts: changed } }, { onSuccess: () => drafts.forget(path) })
  }
  const field = ([kind, words]: [Kind, Words]) => (
    <label key={kind} className="field">
      <span>
        {say(words)}
        {helps.includes(kind) && <strong>{say([' · útil para este motivo', ' · useful for this reason'])}</strong>}
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
        <Alert>{fault(changing.error)}</Alert>
        <div className="row">
          <Press className="main" isUnderWay={changing.isPending}>
            {say(['Guardar', 'Save'])}
          </Press>
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
