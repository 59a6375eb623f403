// The letters about the account of payouts, the merchant's own or an affiliate's: to the merchant, who confirms a change, and to the affiliate, who is told of it.
import type { Bilingual } from '../core/language/bilingual.ts'

export type PayoutAccountStep = 'requested' | 'confirmed' | 'changed' | 'cancelled' | 'guessed'

interface Facts {
  /** Empty: the merchant's own payouts. */
  affiliate: string
  clabe: string
  operator: string
  when: string
  /** Empty in a letter to the affiliate. */
  code: string
}

/** The subject, then the paragraphs. */
export function payoutAccountTexts(step: PayoutAccountStep, facts: Facts): Bilingual[] {
  const { clabe, operator, when, code } = facts
  const [payouts, room] = whose(facts)
  const asBefore: Bilingual = ['Siguen como antes.', 'They go on as before.']
  const notYou: Bilingual = [
    `Si no fuiste tú, cancela el cambio en la consola, en ${room[0]}, y revoca la llave con que se pidió, si fue con una.`,
    `If this was not you, cancel the change at the console, at ${room[1]}, and revoke the key that asked for it, if one did.`,
  ]
  const notExpected: Bilingual = [
    'Si no lo esperabas, avisa de inmediato al comercio o a quien opera el servicio.',
    'If you did not expect this, tell the merchant or the operator of the service at once.',
  ]
  const isOwn = facts.affiliate === ''
  switch (step) {
    case 'requested':
      return [
        [`Confirma la nueva cuenta de ${payouts[0]}`, `Confirm the new account of ${payouts[1]}`],
        [
          `${operator} pidió que ${payouts[0]} vayan a la CLABE ${clabe}.`,
          `${operator} asked for ${payouts[1]} to go to the CLABE ${clabe}.`,
        ],
        [`Código: ${code}`, `Code: ${code}`],
        [
          `Vale hasta el ${when}. Mientras nadie lo confirme, las liquidaciones siguen como antes.`,
          `It is good until ${when}. Until somebody confirms it, payouts go on as before.`,
        ],
        notYou,
      ]
    case 'confirmed':
      return [
        [`La nueva cuenta de ${payouts[0]} está confirmada`, `The new account of ${payouts[1]} is confirmed`],
        [
          `Desde el ${when}, ${payouts[0]} irán a la CLABE ${clabe}.`,
          `From ${when} on, ${payouts[1]} will go to the CLABE ${clabe}.`,
        ],
        isOwn ? notYou : notExpected,
      ]
    case 'changed':
      return [
        [`Cambió la cuenta de ${payouts[0]}`, `The account of ${payouts[1]} has changed`],
        [`Ahora ${payouts[0]} van a la CLABE ${clabe}.`, `From now on, ${payouts[1]} go to the CLABE ${clabe}.`],
        isOwn
          ? [
              'Si no fuiste tú, avisa de inmediato a quien opera el servicio.',
              'If this was not you, tell the operator of the service at once.',
            ]
          : notExpected,
      ]
    case 'cancelled':
      return [
        [`Se canceló el cambio de cuenta de ${payouts[0]}`, `The change of the account of ${payouts[1]} was cancelled`],
        [`No irán a la CLABE ${clabe}.`, `They will not go to the CLABE ${clabe}.`],
        asBefore,
      ]
    case 'guessed':
      return [
        [
          `Se canceló el cambio de cuenta de ${payouts[0]}: códigos equivocados`,
          `The change of the account of ${payouts[1]} was cancelled: wrong codes`,
        ],
        [
          `Alguien probó varias veces un código equivocado para que ${payouts[0]} vayan a la CLABE ${clabe}.`,
          `Somebody tried wrong codes several times to have ${payouts[1]} go to the CLABE ${clabe}.`,
        ],
        asBefore,
        [
          'Revoca la llave con que se pidió, si no la conoces.',
          'Revoke the key that asked for it, unless you know it.',
        ],
      ]
  }
}

/** Whose payouts they are, and the room of the console where the change is cancelled. */
function whose({ affiliate }: Facts): [payouts: Bilingual, room: Bilingual] {
  if (affiliate === '')
    return [
      ['tus liquidaciones', 'your payouts'],
      ['Liquidaciones', 'Payouts'],
    ]
  return [
    [`las liquidaciones del afiliado ${affiliate}`, `the payouts of the affiliate ${affiliate}`],
    ['Afiliados', 'Affiliates'],
  ]
}
