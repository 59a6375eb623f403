// Recognises passwords that are guessed first: too little is left of them without common words, sequences, repetitions, years and the person's own names.

/**
 * Words that lists of leaked passwords begin with, in both languages, and those of this place. Sorted by nothing: the longest is taken first. A
 * password of several ordinary words has none of them.
 */
const COMMON = [
  ...[
    'password',
    'passwort',
    'passphrase',
    'contrasena',
    'contrasenia',
    'clave',
    'secreto',
    'secret',
    'acceso',
    'access',
  ],
  ...[
    'admin',
    'administrador',
    'administrator',
    'usuario',
    'user',
    'root',
    'invitado',
    'guest',
    'login',
    'entrar',
    'master',
  ],
  ...[
    'welcome',
    'bienvenido',
    'bienvenida',
    'hello',
    'hola',
    'letmein',
    'changeme',
    'cambiame',
    'default',
    'temporal',
    'temp',
  ],
  ...[
    'iloveyou',
    'teamo',
    'tequiero',
    'amor',
    'love',
    'princess',
    'princesa',
    'sunshine',
    'dragon',
    'monkey',
    'football',
  ],
  ...[
    'futbol',
    'baseball',
    'america',
    'chivas',
    'pumas',
    'cruzazul',
    'tigres',
    'mexico',
    'guadalajara',
    'monterrey',
    'cdmx',
  ],
  ...[
    'superman',
    'batman',
    'starwars',
    'pokemon',
    'michael',
    'jordan',
    'jesus',
    'maria',
    'guadalupe',
    'carlos',
    'daniel',
  ],
  ...[
    'empresa',
    'company',
    'negocio',
    'tienda',
    'shop',
    'store',
    'pagos',
    'payment',
    'payments',
    'cobro',
    'consola',
    'console',
  ],
  ...[
    'correcthorsebatterystaple',
    'trustno',
    'abcdef',
    'prueba',
    'test',
    'testing',
    'sandbox',
    'internet',
    'computer',
    'computadora',
  ],
  ...[
    'enero',
    'febrero',
    'marzo',
    'abril',
    'mayo',
    'junio',
    'julio',
    'agosto',
    'septiembre',
    'octubre',
    'noviembre',
    'diciembre',
  ],
  ...[
    'january',
    'february',
    'march',
    'april',
    'june',
    'july',
    'august',
    'september',
    'october',
    'november',
    'december',
  ],
  ...[
    'primavera',
    'verano',
    'otono',
    'invierno',
    'spring',
    'summer',
    'autumn',
    'winter',
    'mono',
    'qwerty',
    'asdf',
    'zxcv',
  ],
].sort((one, other) => other.length - one.length)

/** Rows of keyboards and of what is counted: four of them one after another, in either direction, are a sequence. */
const ROWS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgb',
]
const SEQUENCE = 3

/** Letters that people write as signs and digits. */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Fewer characters than this have to be guessed: the rest is known. */
const LEAST_LEFT = 6

/**
 * Whether a password is among those that are tried first. `own`: names of the person, the e-mail and the account. Sample: `password1234`,
 * `123456789012`, `Pa$$w0rd!2026` and `ana.lopez.2026` of Ana López are; `caballo correcto pila grapa` is not.
 */
export function isEasilyGuessed(password: string, own: readonly string[]): boolean {
  const text = bare(password)
  if (text.length > 0 && isRepeated(text)) return true
  const names = own.flatMap((one) => bare(one).split(/[^a-z0-9]+/)).filter((one) => one.length >= 3)
  const words = [...new Set([...names, ...COMMON])].sort((one, other) => other.length - one.length)
  return [text, asLetters(text)].some((form) => leftOf(form, words) < LEAST_LEFT)
}

/** Small letters without accents. */
function bare(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function asLetters(text: string): string {
  return [...text].map((one) => WRITTEN_AS[one] ?? one).join('')
}

/** One part of up to a third, over and over. */
function isRepeated(text: string): boolean {
  const characters = [...text]
  for (let size = 1; size * 3 <= characters.length; size += 1)
    if (characters.every((one, at) => one === characters[at % size])) return true
  return false
}

/** The number of characters that no word, sequence, repetition or year explains. */
function leftOf(text: string, words: readonly string[]): number {
  let rest = text
  for (const word of words) rest = rest.replaceAll(word, '\n')
  const parts = rest
    .replace(/(?:19|20)\d\d/g, '\n')
    .split(/[\n\s_.,;:+*/#!?&()-]+/)
    .map(withoutSequences)
  return parts.reduce((sum, part) => sum + new Set(part).size, 0)
}

/** Without runs of a row of keys, and without the same character again. */
function withoutSequences(part: string): string {
  let kept = ''
  for (let at = 0; at < part.length; ) {
    const length = runAt(part, at)
    if (length < SEQUENCE) kept += part[at]
    at += length < SEQUENCE ? 1 : length
  }
  return kept
}

/** How many characters from here on follow each other in a row, forwards or backwards. */
function runAt(part: string, from: number): number {
  let longest = 1
  for (const row of ROWS) {
    for (const step of [1, -1]) {
      let place = row.indexOf(part[from] ?? '')
      let length = 1
      while (place >= 0 && from + length < part.length && row[place + step] === part[from + length]) {
        place += step
        length += 1
      }
      longest = Math.max(longest, length)
    }
  }
  return longest
}
