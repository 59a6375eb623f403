// How to pay, step by step: at each chain of stores, and from the app of each bank.
import type { Bilingual } from '../core/language/bilingual.ts'

/** Steps at the till of a chain, by its short name in core/chains. `{amount}` and `{chain}` are filled. */
export const chainSteps: Readonly<Record<string, readonly Bilingual[]>> = {
  OXXO: atTill(
    ['Acude a cualquier tienda OXXO.', 'Go to any OXXO store.'],
    [
      'En la caja, di que quieres pagar un servicio con código de barras.',
      'At the till, say that you want to pay a service with a barcode.',
    ],
  ),
  '7ELEVEN': atTill(
    ['Acude a cualquier tienda 7-Eleven.', 'Go to any 7-Eleven store.'],
    ['En la caja, pide hacer un pago de servicio.', 'At the till, ask to make a service payment.'],
  ),
  AHORRO: atTill(
    ['Acude a cualquier Farmacia del Ahorro.', 'Go to any Farmacia del Ahorro.'],
    [
      'En la caja de la farmacia, pide hacer un pago de servicio con código de barras.',
      'At the pharmacy’s till, ask to make a service payment with a barcode.',
    ],
  ),
  BENAVIDES: atTill(
    ['Acude a cualquier Farmacia Benavides.', 'Go to any Farmacia Benavides.'],
    [
      'En la caja de la farmacia, pide hacer un pago de servicio con código de barras.',
      'At the pharmacy’s till, ask to make a service payment with a barcode.',
    ],
  ),
  WALMART: atTill(
    ['Acude a cualquier Walmart.', 'Go to any Walmart.'],
    [
      'En cualquier caja, antes de pasar otros artículos, pide hacer un pago de servicio.',
      'At any till, before other goods are scanned, ask to make a service payment.',
    ],
  ),
  BODEGA: atTill(
    ['Acude a cualquier Bodega Aurrerá.', 'Go to any Bodega Aurrerá.'],
    [
      'En cualquier caja, antes de pasar otros artículos, pide hacer un pago de servicio.',
      'At any till, before other goods are scanned, ask to make a service payment.',
    ],
  ),
  SORIANA: atTill(
    ['Acude a cualquier Soriana.', 'Go to any Soriana.'],
    [
      'En la caja o en el módulo de atención, pide hacer un pago de servicio.',
      'At the till or the service desk, ask to make a service payment.',
    ],
  ),
  CIRCLEK: atTill(
    ['Acude a cualquier tienda Circle K.', 'Go to any Circle K store.'],
    ['En la caja, pide hacer un pago de servicio.', 'At the till, ask to make a service payment.'],
  ),
  EXTRA: atTill(
    ['Acude a cualquier tienda Extra.', 'Go to any Extra store.'],
    ['En la caja, pide hacer un pago de servicio.', 'At the till, ask to make a service payment.'],
  ),
}

/** The steps for chains without their own. */
export const anyChainSteps: readonly Bilingual[] = atTill(
  ['Acude a cualquier tienda {chain}.', 'Go to any {chain} store.'],
  ['En la caja, pide hacer un pago de servicio.', 'At the till, ask to make a service payment.'],
)

/** The steps from any bank to the bank of the CLABE. `{amount}` is filled. */
export const speiSteps = (bank: string): readonly Bilingual[] => [
  [
    'Abre la app o la banca en línea de tu banco y elige transferir a otro banco (SPEI).',
    'Open your bank’s app or website and choose a transfer to another bank (SPEI).',
  ],
  [
    `Agrega la CLABE de esta ficha como cuenta nueva. El banco destino es ${bank}.`,
    `Add the CLABE on this slip as a new account. The receiving bank is ${bank}.`,
  ],
  ['Escribe el monto exacto: {amount}.', 'Enter the exact amount: {amount}.'],
  [
    'Confirma la transferencia. Suele llegar en segundos, a cualquier hora.',
    'Confirm the transfer. It usually arrives within seconds, at any hour.',
  ],
]

interface BankSteps {
  bank: string
  steps: readonly Bilingual[]
}

const PASTE: Bilingual = ['Pega la CLABE de 18 dígitos.', 'Paste the 18-digit CLABE.']
const CONFIRM: Bilingual = [
  'Escribe {amount} y confirma con tu clave, huella o rostro.',
  'Enter {amount} and confirm with your code, fingerprint or face.',
]
const TOKEN: Bilingual = ['Escribe {amount} y confirma con tu token.', 'Enter {amount} and confirm with your token.']

/** The steps in the most used apps, without names of buttons, which change. */
export const bankApps: readonly BankSteps[] = [
  {
    bank: 'BBVA',
    steps: [
      ['Entra a la app BBVA México y toca «Transferir».', 'Open the BBVA México app and tap “Transferir”.'],
      ['Elige una cuenta nueva y selecciona CLABE.', 'Choose a new account and select CLABE.'],
      PASTE,
      CONFIRM,
    ],
  },
  {
    bank: 'Banamex',
    steps: [
      [
        'Entra a la app Banamex y abre «Transferencias y pagos».',
        'Open the Banamex app and go to “Transferencias y pagos”.',
      ],
      ['Agrega una cuenta de otro banco.', 'Add an account at another bank.'],
      PASTE,
      TOKEN,
    ],
  },
  {
    bank: 'Santander',
    steps: [
      ['Entra a la app Santander y abre «Transferencias».', 'Open the Santander app and go to “Transferencias”.'],
      [
        'Da de alta una cuenta de otro banco; puede tardar unos minutos en activarse.',
        'Register an account at another bank; it may take some minutes to become active.',
      ],
      PASTE,
      TOKEN,
    ],
  },
  {
    bank: 'Banorte',
    steps: [
      ['Entra a Banorte Móvil y toca «Transferir».', 'Open Banorte Móvil and tap “Transferir”.'],
      ['Agrega una cuenta de otro banco.', 'Add an account at another bank.'],
      PASTE,
      TOKEN,
    ],
  },
  {
    bank: 'HSBC',
    steps: [
      ['Entra a la app HSBC México y abre «Transferencias».', 'Open the HSBC México app and go to “Transferencias”.'],
      ['Agrega un beneficiario de otro banco.', 'Add a beneficiary at another bank.'],
      PASTE,
      TOKEN,
    ],
  },
  {
    bank: 'Banco Azteca',
    steps: [
      ['Entra a la app Banco Azteca y toca «Enviar dinero».', 'Open the Banco Azteca app and tap “Enviar dinero”.'],
      ['Elige enviar a otro banco.', 'Choose to send to another bank.'],
      PASTE,
      CONFIRM,
    ],
  },
  {
    bank: 'Nu',
    steps: [
      ['Entra a la app Nu y toca «Transferir».', 'Open the Nu app and tap “Transferir”.'],
      ['Elige una cuenta nueva con CLABE.', 'Choose a new account by CLABE.'],
      PASTE,
      CONFIRM,
    ],
  },
  {
    bank: 'Mercado Pago',
    steps: [
      ['Entra a la app Mercado Pago y toca «Transferir».', 'Open the Mercado Pago app and tap “Transferir”.'],
      ['Elige una cuenta nueva con CLABE.', 'Choose a new account by CLABE.'],
      PASTE,
      CONFIRM,
    ],
  },
]

/** The steps of a till: first those that differ, then the common ones. */
function atTill(where: Bilingual, ask: Bilingual): readonly Bilingual[] {
  return [
    where,
    ask,
    [
      'Muestra el código de barras para que lo escaneen, o dicta el número de referencia.',
      'Show the barcode to be scanned, or read out the reference number.',
    ],
    [
      'Paga {amount} en efectivo y guarda el comprobante que te entreguen.',
      'Pay {amount} in cash and keep the till receipt.',
    ],
  ]
}
