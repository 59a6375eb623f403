// Masks what a connector and its network say before it is written: cards, codes, secrets, accounts and who somebody is. What is the same stays the
// same in every recording under the same secrets, so that it can be played.
import { createHmac, hash, randomBytes } from 'node:crypto'
import { isValidClabe, makeClabe } from '../../core/banks/clabe.ts'
import { maskCardData } from '../../core/cards/mask.ts'
import { holdsCardNumber, isCardNumber } from '../../core/cards/number-in-text.ts'
import { connectorSettingName } from '../../core/declared-settings.ts'
import type { ConnectorSetting } from '../connector.ts'
import { isHidden } from './hidden-names.ts'
import { isBranch, type Leaf, mapLeaves, textOfTree, treeOf } from './json-tree.ts'
import { isForm, withEncoded, withNamed } from './notations.ts'
import type { Query } from './recording.ts'

/** What nothing is known of but that it was there. */
export const MASK = '***'

const CARD = /^(card_?|account_?)?number$|^(pan|tarjeta|numero_?tarjeta)$/i
const ACCOUNT = /^cuenta|clabe|^account/i

interface MaskerOptions {
  connector: string
  settings: Readonly<Record<string, ConnectorSetting>>
  values: Readonly<Record<string, string>>
}

export interface Masker {
  /** A body; what is no JSON is masked as one text. */
  body(text: string): string
  path(path: string): string
  query(query: string): Query
  text(text: string): string
}

/** `{{NAME}}` in a recording stands for the value of the setting. */
function placeholder(name: string): string {
  return `{{${name}}}`
}

export function maskerOf({ connector, settings, values }: MaskerOptions): Masker {
  const set = Object.entries(settings).flatMap(([name, { secret = false, default: usual = '' }]) => {
    const value = values[name] ?? ''
    return value === usual ? [] : [{ value, secret, stands: placeholder(connectorSettingName(connector, name)) }]
  })
  const secrets = set.filter(({ secret }) => secret).sort((one, other) => other.value.length - one.value.length)
  /** A short value is in too many texts by chance. */
  const whole = new Map(set.filter(({ value }) => value.length >= 6).map(({ value, stands }) => [value, stands]))
  const withoutSecrets = (text: string) =>
    secrets.reduce((left, { value, stands }) => left.replaceAll(value, stands), text)

  /** Known to who has the secrets alone: what stands for an account cannot be led back to it. */
  const key =
    secrets.length === 0
      ? randomBytes(32)
      : hash('sha256', `recording\0${secrets.map(({ value }) => value).join('\0')}`, 'buffer')
  const digits = (text: string, count: number) => {
    const hash = createHmac('sha256', key).update(text).digest('hex')
    return (BigInt(`0x${hash}`) % 10n ** BigInt(count)).toString().padStart(count, '0')
  }
  /** Another valid CLABE of the same bank. */
  const clabe = (text: string) => {
    const made = digits(text, 14)
    return makeClabe({ bank: text.slice(0, 3), place: made.slice(0, 3), account: made.slice(3) })
  }
  const bare = (text: string) =>
    maskCardData(withoutSecrets(text))
      .replace(/[^\s<>"'=:;,/]{1,64}@[\w.-]{1,253}\.\w{2,24}/g, `${MASK}@${MASK}`)
      .replace(/(?<!\d)\d{18}(?!\d)/g, (run) => (isValidClabe(run) ? clabe(run) : run))
  const plain = (text: string): string =>
    bare(
      withNamed(
        withEncoded(withoutSecrets(text), (value) => within(value), MASK),
        ofName,
      ),
    )
  /** JSON or a form in a text, as networks pack what they sign, stays one. */
  const within = (text: string): string => {
    const tree = /^\s*[[{]/.test(text) ? treeOf(text) : undefined
    if (tree === undefined || !isBranch(tree.value)) return isForm(text) ? form(text) : plain(text)
    const [before, made] = [textOfTree(tree.value), textOfTree(mapLeaves(tree.value, leaf))]
    return before === made ? text : made
  }

  /** What the name alone says of a value; undefined: nothing. */
  const ofName = (text: string, name: string): string | undefined => {
    if (isHidden(name)) return MASK
    if (!CARD.test(name)) return undefined
    const number = text.replace(/[ -]/g, '')
    if (!/^\d{12,19}$/.test(number)) return undefined
    return `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`
  }
  const leaf = ({ text, isNumber }: Leaf, name: string, above: readonly string[] = []): string => {
    const own = isNumber ? undefined : whole.get(text)
    if (own !== undefined) return own
    if (text === '') return text
    const named = above.some(isHidden) ? MASK : ofName(text, name)
    if (named !== undefined) return named
    // As 4.2e15 too.
    if (isNumber && !/^\d+$/.test(text) && isCardNumber(Number(text))) return MASK
    if (isValidClabe(text)) return clabe(text)
    if (ACCOUNT.test(name) && /^\d{8,20}$/.test(text)) return `${'*'.repeat(text.length - 4)}${text.slice(-4)}`
    return within(text)
  }
  /** Only what must not be kept is written anew. */
  const form = (text: string): string =>
    text
      .split('&')
      .map((pair) => {
        const at = pair.indexOf('=')
        const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
        const [decodedValue, of] = [decoded(value), decoded(name)]
        const [made, called] = [leaf({ text: decodedValue, isNumber: false }, lastName(of)), plain(of)]
        return [
          called === of ? name : encoded(called),
          ...(at < 0 ? [] : [made === decodedValue ? value : encoded(made)]),
        ].join('=')
      })
      .join('&')
  /** Once more as one text: a number may be in pieces that no leaf shows. */
  const sure = (text: string) => (holdsCardNumber(text) ? maskCardData(text) : text)

  return {
    body: (text) => {
      const tree = treeOf(text)
      return tree === undefined ? sure(within(text)) : textOfTree(mapLeaves(tree.value, leaf))
    },
    path: (path) =>
      path
        .split('/')
        .map((part) => leaf({ text: decoded(part), isNumber: false }, ''))
        .join('/'),
    query: (query) =>
      query
        .split('&')
        .filter((one) => one !== '')
        .map((one) => {
          const at = one.indexOf('=')
          const [name, value] = at < 0 ? [one, ''] : [one.slice(0, at), one.slice(at + 1)]
          return [plain(decoded(name)), leaf({ text: decoded(value), isNumber: false }, lastName(decoded(name)))]
        }),
    text: (text) => sure(within(text)),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return MASK
  }
}

/** Sample: of `card[cvv2]`, `cvv2`. */
function lastName(name: string): string {
  return /\[([^[\]]+)\]$/.exec(name)?.[1] ?? name
}

/** As a part of a form. The names of settings stay as they are, so that they are found. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/%7B%7B([A-Z0-9_]+)%7D%7D/g, '{{$1}}')
}
