// What the bank will read: everything that is saved, in the order in which it goes to the acquirer.
import type { DisputeWithEvidence } from '../../../client/src/types.ts'
import { money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { useHasDraft } from '../parts/draft-form.tsx'
import { KINDS, kindWords, textsOf } from './kinds.ts'

export function BankReads({ dispute }: { dispute: DisputeWithEvidence }) {
  const { say } = useLanguage()
  const isUnsaved = useHasDraft(textsOf(dispute.id))
  const { texts, files } = dispute.evidence
  const written = KINDS.filter(([kind]) => texts[kind])
  const isEmpty = written.length === 0 && files.length === 0
  return (
    <section className="card" aria-labelledby="bank-reads">
      <h2 id="bank-reads">{say(['Lo que va a leer el banco', 'What the bank will read'])}</h2>
      {isUnsaved && (
        <p className="notice">
          {say(['Hay texto sin guardar, que aquí no está.', 'Some text is not saved, and is not here.'])}
        </p>
      )}
      {isEmpty ? (
        <p className="quiet">
          {say(['Nada todavía: guarda un texto o sube un archivo.', 'Nothing yet: save a text or upload a file.'])}
        </p>
      ) : (
        <article className="bank-paper">
          <header>
            <strong>{dispute.network_dispute || dispute.id}</strong>
            <span>
              {money(dispute.amount.amount)} · {dispute.reason.code}
            </span>
          </header>
          {written.map(([kind, words]) => (
            <section key={kind}>
              <h3>{say(words)}</h3>
              <p className="written">{texts[kind]}</p>
            </section>
          ))}
          {files.length > 0 && (
            <section>
              <h3>{say(['Archivos adjuntos', 'Attached files'])}</h3>
              <ul>
                {files.map(({ id, name, kind }) => (
                  <li key={id}>
                    {name} <span className="quiet">· {say(kindWords[kind] ?? [kind, kind])}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </article>
      )}
    </section>
  )
}
