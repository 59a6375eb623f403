// The settings of payments, payouts, the networks that carry them, and the invoices of fees.
import type { SettingPage } from './setting.ts'

export const moneySettings = {
  REVERSAL_WINDOW: {
    fallback: 'same-day',
    en: 'how long a card payment can be reversed: `same-day` (Mexico City) or a number of hours',
    es: 'hasta cuándo se puede cancelar un cobro con tarjeta: `same-day` (el mismo día en la Ciudad de México) o un número de horas',
  },
  AUTHORIZATION_DAYS: {
    fallback: '7',
    en: 'days after which an authorised card payment that nobody captures is released, from 1 to 30; at most what your acquirer holds it',
    es: 'días después de los cuales se libera un pago con tarjeta autorizado que nadie captura, de 1 a 30; a lo más lo que tu adquirente lo retiene',
  },
  SETTLEMENT_DAYS: {
    fallback: '1',
    en: 'business days after which merchants are paid out',
    es: 'días hábiles después de los cuales se les deposita a los comercios',
  },
  PAYOUT_ACCOUNT_COOLING_HOURS: {
    fallback: '24',
    en: 'hours between the confirmation of another payout account and the first payout to it',
    es: 'horas entre la confirmación de otra cuenta de depósito y la primera dispersión a ella',
  },
  ACQUIRER: {
    fallback: 'sandbox',
    en: 'connector that carries card payments: one of Cobro’s, the path of a file (`./my-acquirer.mjs`) or an installed package; several with commas between, one under a name of its own as `north=openpay`; `none`: the service takes no cards and has no plans',
    es: 'conector que lleva los cobros con tarjeta: uno de los de Cobro, la ruta de un archivo (`./my-acquirer.mjs`) o un paquete instalado; varios separados por comas, uno con nombre propio como `north=openpay`; `none`: el servicio no recibe tarjetas ni tiene planes',
  },
  ACQUIRER_TIMEOUT_MS: {
    fallback: '10000',
    en: 'how long a card payment waits for the acquirer',
    es: 'cuánto espera un cobro con tarjeta al adquirente',
  },
  CASH_NETWORK: {
    fallback: 'sandbox',
    en: 'connector that carries payments at stores; named in the same ways; `none`: no payments at stores',
    es: 'conector que lleva los pagos en tiendas; se nombra de las mismas maneras; `none`: sin pagos en tiendas',
  },
  SPEI_BANK: {
    fallback: 'sandbox',
    en: 'connector that carries SPEI transfers; named in the same ways; `none`: no SPEI payments, no CLABE of customers, no payouts, no refunds and returns by transfer',
    es: 'conector que lleva las transferencias SPEI; se nombra de las mismas maneras; `none`: sin pagos SPEI, sin CLABE de clientes, sin liquidaciones, sin devoluciones por transferencia',
  },
  NETWORK_TIMEOUT_MS: {
    fallback: '5000',
    en: 'how long a store network or a SPEI bank may take to answer',
    es: 'cuánto puede tardar en responder una red de tiendas o un banco SPEI',
  },
  STORE_GRACE_MINUTES: {
    fallback: '',
    en: 'minutes after the end of its last day until a store voucher expires: until then the network may report what was paid in time; default 720 in production, none in the sandbox',
    es: 'minutos entre el final de su último día y el vencimiento de una ficha de tienda: hasta entonces la red puede avisar de lo que se pagó a tiempo; si falta, 720 en producción y ninguno en el sandbox',
  },
  SPEI_GRACE_MINUTES: {
    fallback: '',
    en: 'the same for SPEI vouchers; default 15 in production, none in the sandbox',
    es: 'lo mismo para las fichas de SPEI; si falta, 15 en producción y ninguno en el sandbox',
  },
  ISSUERS: {
    fallback: '',
    en: 'who issues which cards: the path of a CSV file (`from,to,country,bank,funding`), or a connector by path or package; read again on SIGHUP. Without it issuers are unknown (the sandbox knows its test cards)',
    es: 'quién emite qué tarjetas: la ruta de un archivo CSV (`from,to,country,bank,funding`), o un conector por su ruta o su paquete; se vuelve a leer con SIGHUP. Sin él no se conocen los emisores (el sandbox conoce sus tarjetas de prueba)',
  },
  STAMPING_PROVIDER: {
    fallback: '',
    en: 'connector that stamps the invoices of fees: the path of a file or an installed package; without it nothing is stamped',
    es: 'conector que timbra las facturas de las comisiones: la ruta de un archivo o un paquete instalado; sin él no se timbra nada',
  },
  CFDI_RFC: {
    fallback: '',
    en: 'RFC of whoever runs the service and invoices the fees; without it no CFDI is made (the sandbox has the tax office’s test taxpayer)',
    es: 'RFC de quien opera el servicio y factura las comisiones; sin él no se hace ningún CFDI (el sandbox tiene el contribuyente de prueba del SAT)',
  },
  CFDI_NAME: {
    fallback: '',
    en: 'its name, as the tax office has it',
    es: 'su nombre, como lo tiene el SAT',
  },
  CFDI_REGIME: {
    fallback: '',
    en: 'its tax regime, a key of c_RegimenFiscal',
    es: 'su régimen fiscal, una clave de c_RegimenFiscal',
  },
  CFDI_POSTAL_CODE: {
    fallback: '',
    en: 'the postal code from which the invoices are issued',
    es: 'el código postal desde el que se expiden las facturas',
  },
} as const satisfies Record<string, SettingPage>
