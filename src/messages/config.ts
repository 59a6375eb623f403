// The settings of e-mails and SMS.
import { isAddress } from '../config/addresses.ts'
import type { Reading } from '../config/reading.ts'
import type { Mode, SettingPages } from '../config/setting.ts'
import { isEmail } from '../core/text.ts'

export const messageSettings = {
  SMTP_URL: {
    fallback: '',
    en: '`smtp(s)://user:password@host:port` for e-mails, with a password only over TLS (STARTTLS for `smtp`) unless the server is this machine; without it the sandbox keeps them in its mailbox',
    es: '`smtp(s)://user:password@host:port` para los correos, con contraseña solo por TLS (STARTTLS con `smtp`) salvo que el servidor sea esta máquina; sin él, el sandbox los deja en su buzón',
  },
  MAIL_FROM: {
    fallback: 'Cobro <recibos@cobro.local>',
    en: 'sender of e-mails',
    es: 'remitente de los correos',
  },
  BOOKS_HEADS_TO: {
    fallback: '',
    en: 'e-mail address that gets the checkpoint of the books each day, to be kept apart from the database; needs SMTP_URL',
    es: 'correo al que se manda cada día el sello de los libros, para guardarlo aparte de la base de datos; necesita SMTP_URL',
  },
  SMS_URL: {
    fallback: '',
    en: 'address of an HTTP gateway for SMS (Twilio-compatible form); without it the sandbox keeps them in its mailbox',
    es: 'dirección de una pasarela HTTP de SMS (con el formato de Twilio); sin ella, el sandbox los deja en su buzón',
  },
  SMS_ACCOUNT: {
    fallback: '',
    en: 'user of the SMS gateway',
    es: 'usuario de la pasarela de SMS',
  },
  SMS_TOKEN: {
    fallback: '',
    en: 'password of the SMS gateway',
    es: 'contraseña de la pasarela de SMS',
  },
  SMS_FROM: {
    fallback: 'Cobro',
    en: 'sender of SMS',
    es: 'remitente de los SMS',
  },
  RECIPIENT_LIMIT: {
    fallback: '',
    en: 'e-mails that an account sends to one address in an hour, and three times as many in a day; of SMS to one telephone two fifths of it in an hour, and as many in a day; default 100 in production, none in the sandbox',
    es: 'correos que una cuenta manda a una dirección en una hora, y el triple en un día; de SMS a un teléfono, dos quintas partes en una hora y ese número en un día; si falta, 100 en producción y sin límite en el sandbox',
  },
} as const satisfies SettingPages

export interface MessageConfig {
  smtpUrl: string
  mailFrom: string
  /** Empty: the heads of the books are not mailed. */
  booksCheckpointsTo: string
  sms: { url: string; account: string; token: string; from: string } | undefined
  /** E-mails of an account to one recipient in an hour; undefined means no limit. */
  recipientLimit: number | undefined
}

export function readMessageSettings(
  { faults, text, whole, fault }: Reading<keyof typeof messageSettings>,
  mode: Mode,
): MessageConfig {
  if (text('SMTP_URL') !== '' && !isAddress(text('SMTP_URL'), 'smtp', 'smtps'))
    faults.push('SMTP_URL: an address such as smtps://user:password@mail.example.mx:465')
  if (text('SMS_URL') !== '' && !isAddress(text('SMS_URL'), 'http', 'https'))
    fault('SMS_URL', 'an address such as https://sms.example.mx/messages')
  if (!isEmail((/<([^<>]*)>$/.exec(text('MAIL_FROM'))?.[1] ?? text('MAIL_FROM')).trim()))
    fault('MAIL_FROM', 'an e-mail address, or a name and the address in <>')
  if (text('BOOKS_HEADS_TO') !== '' && !isEmail(text('BOOKS_HEADS_TO'))) fault('BOOKS_HEADS_TO', 'an e-mail address')
  if (mode === 'production' && text('BOOKS_HEADS_TO') !== '' && text('SMTP_URL') === '')
    faults.push('BOOKS_HEADS_TO needs SMTP_URL: without it no e-mail is sent')
  const limit = text('RECIPIENT_LIMIT')
  if (limit !== '') whole('RECIPIENT_LIMIT', 1, 1_000_000)
  return {
    smtpUrl: text('SMTP_URL'),
    mailFrom: text('MAIL_FROM'),
    booksCheckpointsTo: text('BOOKS_HEADS_TO'),
    sms:
      text('SMS_URL') === ''
        ? undefined
        : { url: text('SMS_URL'), account: text('SMS_ACCOUNT'), token: text('SMS_TOKEN'), from: text('SMS_FROM') },
    recipientLimit: limit === '' ? (mode === 'production' ? 100 : undefined) : Number(limit),
  }
}
