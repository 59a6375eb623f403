// The taxpayer whom the fees are invoiced to: shown, and changed by people who may.
import type { TaxReceptor } from '../../../client/src/types.ts'
import { useLanguage, type Words } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { Facts } from '../parts/facts.tsx'
import { Read } from '../parts/states.tsx'
import { textIn } from '../parts/text-in.ts'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'

const PATH = '/v1/fees/receptor'

/** c_RegimenFiscal of CFDI 4.0, in the words of the tax office. */
const REGIMES: Record<string, string> = {
  '601': 'General de Ley Personas Morales',
  '603': 'Personas Morales con Fines no Lucrativos',
  '605': 'Sueldos y Salarios e Ingresos Asimilados a Salarios',
  '606': 'Arrendamiento',
  '607': 'Enajenación o Adquisición de Bienes',
  '608': 'Demás ingresos',
  '610': 'Residentes en el Extranjero sin Establecimiento Permanente en México',
  '611': 'Ingresos por Dividendos (socios y accionistas)',
  '612': 'Personas Físicas con Actividades Empresariales y Profesionales',
  '614': 'Ingresos por intereses',
  '615': 'Ingresos por obtención de premios',
  '616': 'Sin obligaciones fiscales',
  '620': 'Sociedades Cooperativas de Producción que optan por diferir sus ingresos',
  '621': 'Incorporación Fiscal',
  '622': 'Actividades Agrícolas, Ganaderas, Silvícolas y Pesqueras',
  '623': 'Opcional para Grupos de Sociedades',
  '624': 'Coordinados',
  '625': 'Actividades Empresariales con ingresos a través de Plataformas Tecnológicas',
  '626': 'Régimen Simplificado de Confianza',
}

/** c_UsoCFDI of CFDI 4.0 that an invoice of fees can have. */
const USES: Record<string, Words> = {
  G03: ['Gastos en general', 'General expenses'],
  G01: ['Adquisición de mercancías', 'Purchase of goods'],
  G02: ['Devoluciones, descuentos o bonificaciones', 'Returns, discounts or rebates'],
  S01: ['Sin efectos fiscales', 'Without tax effects'],
}

export function Receptor() {
  const { say } = useLanguage()
  const { can } = useSession()
  const read = useRead<TaxReceptor | null>(PATH)
  return (
    <section className="card">
      <div className="head">
        <h3>{say(['Datos fiscales para la factura', 'Tax data for the invoice'])}</h3>
        {can('admin') && read.data !== undefined && <Change of={read.data} />}
      </div>
      <Read of={read}>
        {(receptor) =>
          receptor === null ? (
            <p className="quiet">
              {say([
                'Todavía no los hay: sin ellos tus comisiones no se facturan.',
                'There are none yet; without them your fees are not invoiced.',
              ])}
            </p>
          ) : (
            <Facts
              facts={[
                [['RFC', 'RFC'], receptor.rfc],
                [['Nombre', 'Name'], receptor.name],
                [['Régimen', 'Regime'], `${receptor.regime} ${REGIMES[receptor.regime] ?? ''}`],
                [['Código postal', 'Postal code'], receptor.postal_code],
                [['Uso', 'Use'], `${receptor.cfdi_use} ${say(USES[receptor.cfdi_use] ?? ['', ''])}`],
              ]}
            />
          )
        }
      </Read>
    </section>
  )
}

function Change({ of }: { of: TaxReceptor | null }) {
  const { say } = useLanguage()
  return (
    <Ask
      button={of === null ? say(['Agregar', 'Add']) : say(['Cambiar', 'Change'])}
      title={say(['Datos fiscales para la factura', 'Tax data for the invoice'])}
      text={say([
        'Como están en tu constancia de situación fiscal. Valen para las facturas que aún no se timbran.',
        'As in your constancia de situación fiscal. They apply to invoices that are not stamped yet.',
      ])}
      confirm={say(['Guardar', 'Save'])}
      change={(form) => {
        const text = (name: string) => textIn(form, name)
        const body = {
          rfc: text('rfc').toUpperCase(),
          name: text('name'),
          regime: text('regime'),
          postal_code: text('postal_code'),
          cfdi_use: text('cfdi_use'),
        }
        return { method: 'PUT', path: PATH, body }
      }}
    >
      <Field label="RFC">
        <input name="rfc" defaultValue={of?.rfc} maxLength={13} autoCapitalize="characters" required />
      </Field>
      <Field label={say(['Nombre o razón social', 'Name or company name'])}>
        <input name="name" defaultValue={of?.name} maxLength={300} required />
      </Field>
      <Field label={say(['Régimen fiscal', 'Tax regime'])}>
        <select name="regime" defaultValue={of?.regime ?? ''} required>
          <option value="">{say(['Elige …', 'Choose …'])}</option>
          {Object.entries(REGIMES).map(([code, name]) => (
            <option key={code} value={code}>
              {code} {name}
            </option>
          ))}
        </select>
      </Field>
      <Field label={say(['Código postal del domicilio fiscal', 'Postal code of the tax address'])}>
        <input name="postal_code" inputMode="numeric" defaultValue={of?.postal_code} maxLength={5} required />
      </Field>
      <Field label={say(['Uso de la factura', 'Use of the invoice'])}>
        <select name="cfdi_use" defaultValue={of?.cfdi_use ?? 'G03'}>
          {Object.entries(USES).map(([code, words]) => (
            <option key={code} value={code}>
              {code} {say(words)}
            </option>
          ))}
        </select>
      </Field>
    </Ask>
  )
}
