// What a request asks for, in the words of the e-mail to whoever may decide it.
import { type Bilingual, filled, joined, same } from '../../core/language/bilingual.ts'
import { pesosText } from '../../pages/format.ts'
import { buttonOf, kindWords } from '../mending/item-words.ts'
import { changeWords, routeOfChange } from './change-words.ts'
import type { Asked } from './stored-request.ts'

/** `change`: the title of a change, with what it is about; `of`: what another request is about, beside the words of its kind. */
interface Summary {
  change?: Bilingual
  of?: string
}

export function summaryForLetter(asked: Asked, amountCentavos: number | null): Summary {
  switch (asked.kind) {
    case 'change': {
      const change = changeSummary(asked, amountCentavos)
      return change === undefined ? {} : { change }
    }
    case 'credential':
      return { of: plain(asked.request.name) }
    case 'roll':
      return { of: asked.appKey }
    case 'person':
      return { of: `${plain(asked.name)}, ${asked.email}` }
    case 'affiliate':
      return { of: plain(asked.name) }
    case 'affiliate_account':
      return { of: plain(asked.user) }
    default:
      return {}
  }
}

function changeSummary(
  { method, path, mends, was }: Extract<Asked, { kind: 'change' }>,
  amountCentavos: number | null,
): Bilingual | undefined {
  const amount = amountCentavos === null ? '' : pesosText(amountCentavos)
  if (mends !== undefined) {
    const about = [kindWords[mends.what], amount, plain(mends.account_name)].filter((part) => part !== '')
    return filled(['{}: {}', '{}: {}'], buttonOf(mends.act, mends.what), joined(about, [', ', ', ']))
  }
  const words = changeWords[routeOfChange(method, path) ?? '']
  if (words === undefined) return undefined
  const about = [nameOf(was), amount].filter((part) => part !== '').join(', ')
  return about === '' ? words.title : filled(['{}: {}', '{}: {}'], words.title, same(about))
}

/** The name of the key or the address of the webhook that is changed; rules have none. */
function nameOf(was: unknown): string {
  const { name, app_key, url } = (was ?? {}) as Readonly<Record<string, unknown>>
  const names = [name, app_key, url].filter((one): one is string => typeof one === 'string' && one !== '')
  return plain(names.join(' · '))
}

/** Without the beginnings of addresses, so that the letter has one link alone: the page on which it is decided. */
function plain(text: string): string {
  return text.replaceAll(/https?:\/\//gi, '')
}
