// The letters about the account of an affiliate: to the merchant, who confirms the change, and to the affiliate, who is
// told of it.
import type { Bilingual } from '../core/bilingual.ts'

type Step = 'requested' | 'confirmed' | 'changed' | 'cancelled' | 'guessed'

/** The subject, then the paragraphs. `code` is empty in a letter to the affiliate. */
export function affiliateTexts(
  step: Step,
  facts: { affiliate: string; clabe: string; operator: string; when: string; code: string },
): Bilingual[] {
  const { affiliate, clabe, operator, when, code } = facts
  switch (step) {
    case 'requested':
      return [
        [`Confirma la nueva cuenta del afiliado ${affiliate}`, `Confirm the new account of the affiliate ${affiliate}`],
        [
          `${operator} pidió que las liquidaciones del afiliado ${affiliate} vayan a la CLABE ${clabe}.`,
          `${operator} asked for the payouts of the affiliate ${affiliate} to go to the CLABE ${clabe}.`,
        ],
        [`Código: ${code}`, `Code: ${code}`],
        [
          `Vale hasta el ${when}. Mientras nadie lo confirme, las liquidaciones siguen como antes.`,
          `It is good until ${when}. Until somebody confirms it, payouts go on as before.`,
        ],
        NOT_YOU,
      ]
    case 'confirmed':
      return [
        [
          `La nueva cuenta del afiliado ${affiliate} está confirmada`,
          `The new account of the affiliate ${affiliate} is confirmed`,
        ],
        [
          `Las liquidaciones del afiliado ${affiliate} irán a la CLABE ${clabe} desde el ${when}.`,
          `The payouts of the affiliate ${affiliate} will go to the CLABE ${clabe} from ${when} on.`,
        ],
        NOT_EXPECTED,
      ]
    case 'changed':
      return [
        [
          `Las liquidaciones del afiliado ${affiliate} van a otra cuenta`,
          `The payouts of the affiliate ${affiliate} go to another account`,
        ],
        [
          `Las liquidaciones del afiliado ${affiliate} van ahora a la CLABE ${clabe}.`,
          `The payouts of the affiliate ${affiliate} now go to the CLABE ${clabe}.`,
        ],
        NOT_EXPECTED,
      ]
    case 'cancelled':
      return [
        [
          `El cambio de cuenta del afiliado ${affiliate} se canceló`,
          `The change of account of the affiliate ${affiliate} was cancelled`,
        ],
        [
          `Las liquidaciones no irán a la CLABE ${clabe}; siguen como antes.`,
          `Payouts will not go to the CLABE ${clabe}; they go on as before.`,
        ],
      ]
    case 'guessed':
      return [
        [
          `El cambio de cuenta del afiliado ${affiliate} se canceló: códigos equivocados`,
          `The change of account of the affiliate ${affiliate} was cancelled: wrong codes`,
        ],
        [
          `Alguien probó varias veces un código equivocado para la CLABE ${clabe}. Las liquidaciones siguen como antes.`,
          `Somebody tried wrong codes several times for the CLABE ${clabe}. Payouts go on as before.`,
        ],
        [
          'Revoca la llave con que se pidió, si no la conoces.',
          'Revoke the key that asked for it, unless you know it.',
        ],
      ]
  }
}

const NOT_YOU: Bilingual = [
  'Si no fuiste tú, cancela el cambio en la consola, en Afiliados, y revoca la llave con que se pidió, si fue con una.',
  'If this was not you, cancel the change at the console, at Affiliates, and revoke the key that asked for it, if one did.',
]

const NOT_EXPECTED: Bilingual = [
  'Si no lo esperabas, avisa de inmediato al comercio o a quien opera el servicio.',
  'If you did not expect this, tell the merchant or the operator of the service at once.',
]
