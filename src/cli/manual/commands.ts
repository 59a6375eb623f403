// Every command of `cobro`: its words, its description, and examples. Help, completion and the check of arguments read this table.
import { accountPages } from './accounts.ts'
import { bookPages } from './books.ts'
import { networkPages } from './networks.ts'
import type { OptionName } from './options.ts'
import type { Page } from './page.ts'

const OF_A_SERVICE = ['url', 'credential', 'json'] as const

export const manual: Readonly<Record<string, Page>> = {
  serve: {
    words: 0,
    summary: 'serve; this is what cobro does without a command',
    es: 'da servicio; es lo que hace cobro sin un comando',
    examples: ['cobro', 'PORT=9000 cobro serve'],
  },
  migrate: {
    words: 0,
    options: ['service-role', 'json'],
    summary: 'bring the database’s schema up to date',
    es: 'pone al día el esquema de la base de datos',
    examples: ['cobro migrate', 'cobro migrate --service-role cobro_service'],
  },
  status: {
    words: 0,
    options: ['json'],
    summary:
      'what waits, since when; ages of keys; webhooks that fail; work that was set aside; the processes that run and their clocks; the database, and whether PostgreSQL is read only. Ends with 1 when it is, work is overdue or set aside, a webhook fails, the log of events is not read or a clock is wrong',
    es: 'qué espera y desde cuándo; qué edad tienen las llaves; qué webhooks fallan; qué trabajo quedó apartado; qué procesos corren y qué hora tienen; la base de datos, y si PostgreSQL es de solo lectura. Termina con 1 cuando lo es, hay trabajo atrasado o apartado, un webhook falla, el registro de eventos no se lee o un reloj está mal',
    examples: ['cobro status', 'cobro status --json'],
  },
  logs: {
    words: 1,
    synopsis: '[FILE]',
    options: ['failed', 'account', 'follow', 'json'],
    summary:
      'the requests in a log of the service, a line each, with the reason of each refusal; without FILE from standard input',
    es: 'las solicitudes de un log del servicio, una línea cada una, con el motivo de cada rechazo; sin FILE, las de la entrada estándar',
    examples: [
      'cobro logs /var/log/cobro.log --failed',
      'journalctl -u cobro -o cat -f | cobro logs',
      'cobro logs cobro.log --follow --account acc_…',
    ],
  },
  ...accountPages,
  audit: {
    words: 0,
    options: ['account', 'json', 'heads', 'rows', 'against'],
    summary: 'check the books, also while the service runs, and against checkpoints kept elsewhere',
    es: 'revisa los libros mientras el servicio sigue trabajando, también contra sellos guardados en otro lado',
    examples: ['cobro audit', 'cobro audit --heads > heads.json', 'cobro audit --against heads.json'],
  },
  held: {
    words: 0,
    options: ['json'],
    summary:
      'list what waits for a person, of all accounts: payments in suspense, withheld transfers, failed returns of payments of no account, charges that are not undone, cancellations that were refused later, reports that could not be processed',
    es: 'lista lo que espera a una persona, de todas las cuentas: pagos en suspenso, transferencias retenidas, regresos fallidos de pagos de ninguna cuenta, cobros sin deshacer, cancelaciones que se rechazaron después, avisos que no se pudieron procesar',
    examples: ['cobro held'],
  },
  'held show': {
    words: 1,
    synopsis: 'ID',
    options: ['json'],
    summary: 'show a network’s report that could not be processed',
    es: 'muestra el aviso de una red que no se pudo procesar',
    examples: ['cobro held show unr_…'],
  },
  'held release': {
    words: 1,
    synopsis: 'ID',
    options: ['clabe', 'beneficiary', 'json'],
    summary:
      'return a payment in suspense that belongs to no account; send a withheld transfer that agrees with its cause again',
    es: 'regresa un pago en suspenso que no es de ninguna cuenta; manda una transferencia retenida que ya coincide otra vez con su causa',
    examples: [
      'cobro held release pay_… --clabe 032180000118359719 --beneficiary "Ana Núñez"',
      'cobro held release trf_…',
    ],
  },
  'held retry': {
    words: 1,
    synopsis: 'ID',
    options: ['clabe', 'beneficiary', 'json'],
    summary:
      'send a failed return of a payment of no account again, to the same CLABE or another; also cash that a store did not give back; or background work that was set aside',
    es: 'manda otra vez un regreso fallido de un pago de ninguna cuenta, a la misma CLABE o a otra; también el efectivo que una tienda no devolvió; o un trabajo de fondo que quedó apartado',
    examples: ['cobro held retry trf_… --clabe 032180000118359719 --beneficiary "Ana Núñez"'],
  },
  'held close': {
    words: 1,
    synopsis: 'ID',
    options: ['because', 'reversed', 'captured', 'refunded', 'json'],
    summary:
      'close what a person has settled: a refused advice or cancellation, a report, a withheld transfer (its amount is written off), a payment in suspense that never came, a charge (undone by an advice), a reversal, capture or card refund that the acquirer never answers',
    es: 'termina lo que una persona ya resolvió: un aviso de reverso o una cancelación que se rechazaron, un aviso de una red, una transferencia retenida (su monto se da por perdido), un pago en suspenso que nunca llegó, un cobro (lo deshace un aviso de reverso), un reverso, una captura o una devolución a tarjeta que el adquirente nunca contesta',
    examples: [
      'cobro held close adv_… --because "undone by phone, folio 4711"',
      'cobro held close pay_… --because "the chain says that the ticket was annulled"',
      'cobro held close 0196… --because "the bank reversed it, says its portal" --reversed',
      'cobro held close cap_… --because "captured, says its portal" --captured',
      'cobro held close ref_… --because "on the acquirer’s statement of the 12th" --refunded',
    ],
  },
  'held open': {
    words: 1,
    synopsis: 'ID',
    options: ['because', 'json'],
    summary:
      'open the dispute of a report that demands more than is left of its payment, for what is left: the merchant can answer it then',
    es: 'abre la aclaración de un aviso que pide más de lo que queda de su pago, por lo que queda: así el comercio puede contestarla',
    examples: ['cobro held open unr_… --because "a part was refunded; the acquirer knows"'],
  },
  ...networkPages,
  users: {
    words: 0,
    options: ['json'],
    summary: 'list who signs in at the console, by account',
    es: 'lista quién entra a la consola, por cuenta',
    examples: ['cobro users'],
  },
  'users list': { words: 0, options: ['json'], summary: 'the same', es: 'lo mismo', examples: ['cobro users list'] },
  'users invite': {
    words: 3,
    synopsis: 'ACCOUNT EMAIL NAME',
    options: ['role', 'json'],
    summary: 'invite a person to the console; prints the link and sends it',
    es: 'invita a una persona a la consola; imprime el enlace y se lo manda',
    examples: ['cobro users invite acc_… ana@mitienda.mx "Ana Núñez" --role finance'],
  },
  'users reset': {
    words: 1,
    synopsis: 'EMAIL',
    options: ['json'],
    summary: 'remove a person’s password, authenticator and passkeys; then invite the person again',
    es: 'le quita a una persona su contraseña, su autenticador y sus llaves de acceso; después, invítala otra vez',
    examples: ['cobro users reset ana@mitienda.mx'],
  },
  trail: {
    words: 0,
    options: ['account', 'json'],
    summary: 'list who changed what, from where, newest first, of all accounts',
    es: 'lista quién cambió qué y desde dónde, de todas las cuentas, empezando por lo más nuevo',
    examples: ['cobro trail --account acc_…'],
  },
  ...bookPages,
  open: {
    words: 0,
    options: ['json'],
    summary: 'list everything that is not done yet, and since when',
    es: 'lista todo lo que aún no termina, y desde cuándo',
    examples: ['cobro open'],
  },
  keys: {
    words: 0,
    options: ['json'],
    summary: 'list the RSA keys that clients seal card data with',
    es: 'lista las llaves RSA con que los clientes sellan los datos de tarjeta',
    examples: ['cobro keys'],
  },
  'keys list': { words: 0, options: ['json'], summary: 'the same', es: 'lo mismo', examples: ['cobro keys list'] },
  'keys rotate': {
    words: 0,
    options: ['json'],
    summary: 'publish a new one; the previous one stays readable for RSA_ROTATION_HOURS',
    es: 'publica una nueva; la anterior se puede leer durante RSA_ROTATION_HOURS',
    examples: ['cobro keys rotate'],
  },
  'keys reseal': {
    words: 0,
    options: ['json'],
    summary:
      'seal everything under AT_REST_KEY again, so that AT_REST_KEY_PREVIOUS can be removed. Ends with 1 while a process still seals under another key',
    es: 'sella todo con AT_REST_KEY, para que puedas quitar AT_REST_KEY_PREVIOUS. Termina con 1 mientras un proceso siga sellando con otra llave',
    examples: ['cobro keys reseal'],
  },
  listen: {
    words: 0,
    options: [...OF_A_SERVICE, 'forward-to', 'secret', 'cursor', 'from', 'events'],
    summary: 'bring events to a local webhook receiver, signed, resuming where it stopped',
    es: 'lleva los eventos, firmados, a un receptor de webhooks en tu máquina, y sigue donde se quedó',
    examples: ['cobro listen --forward-to http://127.0.0.1:3000/hooks'],
  },
  trigger: {
    words: 1,
    synopsis: 'EVENT',
    options: [...OF_A_SERVICE, 'with'],
    summary: 'make an event really happen in the sandbox',
    es: 'hace que un evento ocurra de verdad en el sandbox',
    examples: ['cobro trigger operation.paid --with method=spei'],
  },
  pay: {
    words: 2,
    synopsis: 'CARD AMOUNT',
    options: [...OF_A_SERVICE, 'with'],
    summary: 'pay by card in the sandbox, from end to end',
    es: 'paga con tarjeta en el sandbox, de principio a fin',
    examples: ['cobro pay 4242424242424242 150'],
  },
  seed: {
    words: 0,
    options: [...OF_A_SERVICE, 'days'],
    summary: 'fill the sandbox with the history of a shop; the clock moves on by so many days',
    es: 'llena el sandbox con la historia de una tienda; el reloj se adelanta esos días',
    examples: ['cobro seed', 'cobro seed --days 7'],
  },
  doctor: {
    words: 1,
    synopsis: 'URL',
    options: [...OF_A_SERVICE, 'secret'],
    summary: 'try a webhook receiver with wrong signatures, duplicates, old events and many at once',
    es: 'prueba un receptor de webhooks con firmas falsas, duplicados, eventos viejos y muchos a la vez',
    examples: ['cobro doctor http://127.0.0.1:3000/hooks --secret whsec_…'],
  },
  help: {
    words: 2,
    synopsis: '[COMMAND]',
    options: ['json'],
    summary: 'show all commands, or one',
    es: 'muestra todos los comandos, o uno',
    examples: ['cobro help', 'cobro help accounts key'],
  },
  completion: {
    words: 1,
    synopsis: 'bash|zsh|fish',
    summary: 'print what makes a shell complete commands and options',
    es: 'imprime lo que hace que la shell complete comandos y opciones',
    examples: ['eval "$(cobro completion bash)"', 'cobro completion fish > ~/.config/fish/completions/cobro.fish'],
  },
}

/** A command by the typed words: `accounts key` before `accounts`. Undefined for an unknown one. */
export function pageNamed(words: readonly string[]): string | undefined {
  const [first = '', second] = words
  const long = `${first} ${second}`
  if (second !== undefined && Object.hasOwn(manual, long)) return long
  return Object.hasOwn(manual, first) ? first : undefined
}

/** Every option of a command, with `--lang` and `--help`, which all have. */
export function optionsOf(name: string): OptionName[] {
  return [...(manual[name]?.options ?? []), 'lang', 'help']
}
