// The texts of the reference's pages, in both languages.
import type { Language } from '../core/failure.ts'

const es = {
  title: 'Todas las llamadas',
  guides: 'Guías',
  search: 'Buscar una llamada',
  found: 'Llamadas: {count}',
  lead: 'Una API HTTP/JSON para cobrar en México: tarjeta, efectivo en tiendas y SPEI. Elige una llamada: en su página puedes probarla.',
  conventions: 'Lo que vale para todas',
  needs: 'Credencial',
  noCredential: 'Esta llamada no pide credencial.',
  parameters: 'Parámetros',
  body: 'Cuerpo',
  answers: 'Respuestas',
  required: 'obligatorio',
  example: 'Ejemplo',
  fields: 'Campos',
  tryTitle: 'Pruébala',
  tryText: 'Se envía de verdad a este servicio.',
  ownKey: 'Ya está puesta la credencial de tu sandbox.',
  orToken: 'Con un token de sesión',
  tokenText:
    'El que responde POST /v1/auth/login/application. Se envía como Bearer, en lugar de la llave y el secreto.',
  send: 'Enviar',
  sending: 'Enviando…',
  answer: 'Respuesta',
  noAnswer: 'El servicio no respondió.',
  file: 'Archivo',
  command: 'La misma llamada en tu programa',
  sealTitle: 'Sella una tarjeta de prueba',
  sealText:
    'Esta llamada lleva un mensaje sellado. Elige una tarjeta de prueba: se cifra aquí, en tu navegador, con la llave pública, y el cuerpo queda listo para enviar.',
  card: 'Tarjeta de prueba',
  approved: 'aprobada',
  declined: 'rechazada',
  holder: 'Nombre en la tarjeta',
  amount: 'Importe en pesos',
  concept: 'Concepto que lee quien paga',
  seal: 'Sellar la tarjeta',
  sealed: 'Listo: el cuerpo está sellado. Ya puedes enviarlo.',
  sealFault: 'No se pudo sellar: {reason}',
}

const en: Record<keyof typeof es, string> = {
  title: 'Every call',
  guides: 'Guides',
  search: 'Find a call',
  found: 'Calls: {count}',
  lead: 'One HTTP/JSON API to be paid in Mexico: cards, cash at stores and SPEI. Choose a call: you can try it on its page.',
  conventions: 'What holds for all of them',
  needs: 'Credential',
  noCredential: 'This call needs no credential.',
  parameters: 'Parameters',
  body: 'Body',
  answers: 'Answers',
  required: 'required',
  example: 'Example',
  fields: 'Fields',
  tryTitle: 'Try it',
  tryText: 'It is really sent to this service.',
  ownKey: 'The credential of your sandbox is filled in.',
  orToken: 'With a token of a session',
  tokenText:
    'The one that POST /v1/auth/login/application answers. It is sent as Bearer, instead of the key and the secret.',
  send: 'Send',
  sending: 'Sending…',
  answer: 'Answer',
  noAnswer: 'The service did not answer.',
  file: 'File',
  command: 'The same call in your program',
  sealTitle: 'Seal a test card',
  sealText:
    'This call takes a sealed message. Choose a test card: it is encrypted here, in your browser, under the public key, and the body is ready to send.',
  card: 'Test card',
  approved: 'approved',
  declined: 'declined',
  holder: 'Name on the card',
  amount: 'Amount in pesos',
  concept: 'What the payer reads',
  seal: 'Seal the card',
  sealed: 'Done: the body is sealed. You can send it now.',
  sealFault: 'It could not be sealed: {reason}',
}

export const referenceTexts: Record<Language, Record<keyof typeof es, string>> = { es, en }

const GROUPS: Record<string, string> = {
  Payments: 'Pagos',
  Operations: 'Operaciones',
  Refunds: 'Devoluciones',
  Disputes: 'Aclaraciones',
  Customers: 'Clientes',
  Cards: 'Tarjetas',
  Plans: 'Planes',
  Webhooks: 'Webhooks',
  Events: 'Eventos',
  Settlement: 'Liquidación',
  Affiliates: 'Afiliados',
  Fees: 'Comisiones',
  Exports: 'Exportaciones',
  Profile: 'Perfil',
  Ledger: 'Libro contable',
  Credentials: 'Credenciales',
  Sessions: 'Sesiones',
  Risk: 'Riesgo',
  Sandbox: 'Sandbox',
  Service: 'Servicio',
}

/** The name of a group of calls; the English name is the tag of the description. */
export function groupName(tag: string, language: Language): string {
  return language === 'es' ? (GROUPS[tag] ?? tag) : tag
}
