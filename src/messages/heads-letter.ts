// The e-mail to whoever operates the service: the head of a closed day of all accounts, to be kept where no database is.
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { html } from '../pages/html.ts'
import { insert, type Write } from '../store/write.ts'
import type { EmailContent } from './content.ts'

/** The head of a day: 64 digits that stand for everything of that day and before. */
export interface HeadsLetter {
  step: 'books'
  day: string
  head: string
  /** Accounts that have records of the day. */
  accounts: number
}

/** Of no account: the mailbox of the sandbox shows it to nobody. */
const NOBODY = ''

/** The write that queues it, for the batch that closes the day. */
export function headsLetterWriter({ clock }: { clock: Clock }, to: string) {
  return (closed: Omit<HeadsLetter, 'step'>): Write => {
    const now = clock.now()
    return insert('messages', {
      id: newId(clock, 'msg'),
      account_id: NOBODY,
      operation_id: '',
      letter: JSON.stringify({ step: 'books', ...closed } satisfies HeadsLetter),
      sealed_code: null,
      is_reminder: 0,
      short_code: null,
      channel: 'email',
      recipient: to,
      language: 'es',
      state: 'pending',
      attempts: 0,
      due_at: now,
      leased_until: 0,
      last_error: null,
      created_at: now,
      sent_at: null,
    })
  }
}

/** In both languages: nobody has said which one the operator reads. */
export function headsContent({ day, head, accounts }: HeadsLetter): EmailContent {
  const lines = [
    `${day}  ${head}`,
    `Libros cerrados del ${day}; cuentas con registros: ${accounts}. Guarda este mensaje donde nadie que escriba en la base de datos pueda cambiarlo: esa línea responde por ese día y por todos los anteriores. Compárala con lo que imprime cobro audit --heads.`,
    `The books of ${day} are closed; accounts with records: ${accounts}. Keep this message where nobody who writes to the database can change it: that line stands for the day and all before it. Compare it with what cobro audit --heads prints.`,
  ]
  const subject = `Cobro: libros del ${day} · ${head.slice(0, 16)}`
  return {
    subject,
    text: lines.join('\n\n'),
    html: html`<!doctype html>
<html lang="es"><head><meta charset="utf-8"><title>${subject}</title></head>
<body><p><code>${lines[0]}</code></p><p>${lines[1]}</p><p lang="en">${lines[2]}</p></body></html>
`.text,
  }
}
