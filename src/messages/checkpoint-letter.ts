// The e-mail to the operator with the checkpoint of a closed day of all accounts, to be kept apart from the database.
import type { Clock } from '../core/clock.ts'
import { html } from '../pages/html.ts'
import { NO_ACCOUNT } from '../store/no-account.ts'
import { insert, type Write } from '../store/write.ts'
import type { EmailContent } from './content.ts'
import { queuedLetter } from './queued-letter.ts'
import { emailStyles, sheet } from './sheet.ts'

/** The checkpoint of a day: 64 digits that cover everything up to the end of the day. */
export interface CheckpointLetter {
  step: 'books'
  day: string
  head: string
  /** Accounts that have records of the day. */
  accounts: number
}

/** The write that queues it, for the batch that closes the day. */
export function checkpointLetterWriter({ clock }: { clock: Clock }, to: string) {
  return (closed: Omit<CheckpointLetter, 'step'>): Write => {
    // The sandbox's mailbox does not show it.
    const letter: CheckpointLetter = { step: 'books', ...closed }
    return insert(
      'messages',
      queuedLetter(clock, { accountId: NO_ACCOUNT, to, language: 'es', letter, now: clock.now() }),
    )
  }
}

/** In both languages, because the operator's language is not known. */
export function checkpointContent({ day, head, accounts }: CheckpointLetter): EmailContent {
  const line = `${day}  ${head}`
  const [es, en] = [
    `Libros cerrados del ${day}; cuentas con registros: ${accounts}. Guarda este mensaje donde nadie que escriba en la base de datos pueda cambiarlo: esa línea responde por ese día y por todos los anteriores. Compárala con lo que imprime cobro audit --heads.`,
    `The books of ${day} are closed; accounts with records: ${accounts}. Keep this message where nobody who writes to the database can change it: that line stands for the day and all before it. Compare it with what cobro audit --heads prints.`,
  ]
  const subject = `Cobro: libros del ${day} · ${head.slice(0, 16)}`
  return {
    subject,
    text: [line, es, en].join('\n\n'),
    html: sheet(
      { language: 'es', title: subject },
      html`<h1 style="${emailStyles.heading}">${`Libros cerrados · ${day}`}</h1>
<p style="${emailStyles.text}"><code>${line}</code></p><p style="${emailStyles.text}">${es}</p><p lang="en" class="line" style="${emailStyles.ask}">${en}</p>`,
    ),
  }
}
