// `cobro doctor URL --secret whsec_...`: prints the findings; refused when one of them is bad.
import { randomUUID } from 'node:crypto'
import { type Command, EXIT, UsageError, wanted } from './command.ts'
import { examine, type Finding } from './doctor.ts'
import { receiverAddress } from './receiver-address.ts'
import { say, terminalLanguage } from './speech.ts'

const TONES = { good: 'good', warning: 'warning', bad: 'bad' } as const

export function doctorCommand(nowMs: () => number): Command {
  return {
    synopsis: 'URL --secret whsec_...',
    summary: 'check a webhook receiver: signatures, duplicates, order, slow answers',
    run: async ({ positionals, options, output }) => {
      const url = receiverAddress(wanted(positionals[0], 'the URL of the receiver'), 'the receiver')
      const secret = wanted(options.secret, "--secret, the receiver's own whsec_...,")
      if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)) throw new UsageError('--secret is whsec_ and base64')
      const findings: Finding[] = []
      for await (const finding of examine({ url, secret, nowMs, newId: () => `evt_doctor_${randomUUID()}` })) {
        findings.push(finding)
        const { check, verdict, found, remedy } = finding
        const [what, answer, todo] = [check, found, remedy].map((one) => doctorText(one))
        output.say(TONES[verdict], `${what} (${answer})${todo === '' ? '' : `\n    → ${todo}`}`, { ...finding })
      }
      const bad = findings.filter(({ verdict }) => verdict === 'bad').length
      output.note(
        bad === 0
          ? say(['El receptor está bien.', 'The receiver is fine.'])
          : say(['Fallan {bad} de {all} revisiones.', '{bad} of {all} checks failed.'], { bad, all: findings.length }),
      )
      return bad === 0 ? EXIT.done : EXIT.refused
    },
  }
}

/** The findings of `cobro doctor` in Spanish, by the English that programs read. */
const SPANISH: Record<string, string> = {
  'a genuine event is accepted': 'un evento genuino se acepta',
  'a wrong signature is refused': 'una firma falsa se rechaza',
  'a changed body is refused': 'un cuerpo cambiado se rechaza',
  'an unsigned event is refused': 'un evento sin firma se rechaza',
  'a signature ten minutes old is refused': 'una firma de hace diez minutos se rechaza',
  'one right signature of two is enough': 'basta una firma buena de dos',
  'an event that comes twice is accepted twice': 'un evento que llega dos veces se acepta dos veces',
  'an older event after a newer one is accepted': 'un evento anterior que llega después se acepta',
  'an event of an unknown type is accepted': 'un evento de tipo desconocido se acepta',
  'ñ, € and emoji do no harm': 'ñ, € y emojis no hacen daño',
  '10 events at once are answered soon': '10 eventos a la vez se responden pronto',
  'start the receiver, or correct its address': 'enciende el receptor, o corrige su dirección',
  'answer 2xx; check the secret': 'responde 2xx; revisa el secreto',
  'verify webhook-signature before anything else': 'verifica webhook-signature antes que nada',
  'verify the bytes as they came, before parsing': 'verifica los bytes como llegaron, antes de interpretarlos',
  'refuse what has no webhook-signature': 'rechaza lo que no trae webhook-signature',
  'refuse a webhook-timestamp over 5 minutes away': 'rechaza un webhook-timestamp a más de 5 minutos',
  'webhook-signature is a list: while a secret is changed it has two':
    'webhook-signature es una lista: mientras se cambia un secreto tiene dos',
  'answer 2xx to a webhook-id you know, and do nothing': 'responde 2xx a un webhook-id que ya conoces, y no hagas nada',
  'answer 2xx; let a final status never go back to P': 'responde 2xx; un estado final nunca vuelve a P',
  'answer 2xx to types you do not handle: new ones are added':
    'responde 2xx a los tipos que no atiendes: se agregan nuevos',
  'verify and store the body as UTF-8': 'verifica y guarda el cuerpo como UTF-8',
  'answer 2xx first, work afterwards': 'responde 2xx primero, trabaja después',
  'answer 2xx first, work afterwards: slow answers time out and come again':
    'responde 2xx primero, trabaja después: lo que tarda vence y llega otra vez',
  'refuse with a 4xx': 'rechaza con un 4xx',
}

/** The texts that `cobro doctor` may show; a test compares them with what it says. */
export const doctorTexts = Object.keys(SPANISH)

export function doctorText(text: string, language = terminalLanguage()): string {
  if (language === 'en') return text
  return (
    SPANISH[text] ??
    text
      .replace(/^answered (\d+)/, 'respondió $1')
      .replace(/^no answer/, 'sin respuesta')
      .replace(/ in (\d+ ms)$/, ' en $1')
  )
}
