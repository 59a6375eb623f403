// The changes that a second person approves, in words: what each does, and what follows from it. For the console and for the e-mails about them.
import type { Bilingual } from '../../core/language/bilingual.ts'

interface ChangeWords {
  title: Bilingual
  effect?: Bilingual
}

/** By method and route of the call. */
export const changeWords: Readonly<Record<string, ChangeWords>> = {
  'DELETE /v1/credentials/:id': {
    title: ['Revocar una llave', 'Revoke a key'],
    effect: ['Deja de servir en cuanto se aprueba.', 'It stops working once this is approved.'],
  },
  'PUT /v1/webhook/:id': { title: ['Cambiar un webhook', 'Change a webhook'] },
  'DELETE /v1/webhook/:id': {
    title: ['Quitar un webhook', 'Remove a webhook'],
    effect: ['Ya no recibe eventos.', 'It gets no more events.'],
  },
  'POST /v1/webhook/:id/pause': {
    title: ['Pausar un webhook', 'Pause a webhook'],
    effect: [
      'No recibe nada hasta que se reanude; sus eventos lo esperan.',
      'It gets nothing until it is resumed; its events wait.',
    ],
  },
  'POST /v1/webhook/:id/rotate-secret': {
    title: ['Dar un secreto nuevo a un webhook', 'Give a webhook a new secret'],
    effect: [
      'Durante un día firman los dos secretos; después, solo el nuevo.',
      'For a day both secrets sign; after that only the new one.',
    ],
  },
  'POST /v1/disputes/:dispute/accept': {
    title: ['Aceptar una aclaración', 'Accept a dispute'],
    effect: ['El banco se queda con el dinero, sin ver pruebas.', 'The bank keeps the money, and sees no evidence.'],
  },
  'PUT /v1/risk/rules': {
    title: ['Cambiar las reglas de riesgo', 'Change the rules of risk'],
    effect: ['Valen para los cobros desde ahora.', 'They hold for charges from now on.'],
  },
  'PUT /v1/payment-rules': {
    title: ['Cambiar la regla de cobro', 'Change the rule of charges'],
    effect: ['Vale para los cobros desde ahora.', 'It holds for charges from now on.'],
  },
  'PUT /v1/refund-rules': {
    title: ['Cambiar las reglas de devolución', 'Change the rules of refunds'],
    effect: ['Valen para las devoluciones desde ahora.', 'They hold for refunds from now on.'],
  },
  'PUT /v1/settlement/rules': {
    title: ['Cambiar las reglas de las liquidaciones', 'Change the rules of payouts'],
    effect: ['Valen para las liquidaciones desde ahora.', 'They hold for payouts from now on.'],
  },
  'PUT /v1/affiliates/rules': {
    title: ['Cambiar quién devuelve la parte del afiliado', 'Change who gives back an affiliate’s share'],
    effect: ['Vale para los pagos desde ahora.', 'It holds for payments from now on.'],
  },
  'PUT /v1/console/second-factor/roles': {
    title: ['Cambiar quién necesita un segundo factor', 'Change who needs a second factor'],
  },
}

/** The route of a call, by which its words are found. Sample: of `POST` and `/v1/webhook/whk_1/pause`, `POST /v1/webhook/:id/pause`. */
export function routeOfChange(method: string, path: string): string | undefined {
  const parts = path.split('/')
  return Object.keys(changeWords).find((route) => {
    const [its, url = ''] = route.split(' ')
    const own = url.split('/')
    return (
      its === method &&
      own.length === parts.length &&
      own.every((part, at) => part.startsWith(':') || part === parts[at])
    )
  })
}
