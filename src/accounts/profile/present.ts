// A profile as the API answers it, and as the audit trail keeps it.
import Type, { type Static } from 'typebox'
import { choice } from '../../api/fields.ts'
import { mexicoCityTime } from '../../core/time.ts'
import type { LogoRow, ProfileRow } from './tables.ts'

export const Closing = choice(['off', 'es', 'en'], {
  title: 'DailyClosing',
  description: 'The daily closing by e-mail: `off`, or its language `es` or `en`',
})

export const Profile = Type.Object(
  {
    trade_name: Type.String({ description: 'The name for payers; the account’s name when empty' }),
    legal_name: Type.String({ description: 'As the tax authority writes it; may be empty' }),
    rfc: Type.String({ description: '12 or 13 characters; may be empty' }),
    phone: Type.String({ description: '10 digits' }),
    email: Type.String({ description: 'Where your customers write to; may be empty' }),
    site: Type.String({ description: 'Address of your website; may be empty' }),
    colour: Type.String({
      description: '`#` and six hexadecimal digits: the colour of your payers’ pages',
      examples: ['#0c5c4c'],
    }),
    closing: Closing,
    logo: Type.Union([
      Type.Object(
        {
          type: choice(['image/png', 'image/jpeg'], { description: 'By its content' }),
          width: Type.Integer({ description: 'Pixels' }),
          height: Type.Integer({ description: 'Pixels' }),
        },
        { title: 'Logo' },
      ),
      Type.Null(),
    ]),
    changed_at: Type.Union([Type.String(), Type.Null()], { description: 'null until it is first set' }),
  },
  { title: 'Profile' },
)

export function present(row: ProfileRow, logo: LogoRow | undefined): Static<typeof Profile> {
  const { trade_name, legal_name, rfc, phone, email, site, colour, closing, changed_at } = row
  return {
    trade_name,
    legal_name,
    rfc,
    phone,
    email,
    site,
    colour,
    closing,
    logo: row.logo === '' || logo === undefined ? null : { type: logo.type, width: logo.width, height: logo.height },
    changed_at: changed_at === '' ? null : mexicoCityTime(changed_at),
  }
}

/** A profile's data in the audit trail. */
export function trailed({
  trade_name,
  legal_name,
  rfc,
  phone,
  email,
  site,
  colour,
  closing,
  logo,
}: ProfileRow): object {
  return { trade_name, legal_name, rfc, phone, email, site, colour, closing, logo }
}
