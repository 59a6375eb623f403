// Plays STP over HTTP: takes signed orders, answers queries, reports deposits and changes of state; slow, silent, in HTML, half, twice and
// untrue where a test says so.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { unansweredCalls } from '../support/fixtures/unanswered-calls.ts'
import { chains, isSigned } from './signatures.ts'

/**
 * What happens to the next call of a path. `silent`: taken, and never answered. `lost`: neither. `html`: 403 of a proxy, not taken. `taken-html`:
 * taken, then 403. `half`: taken, and the answer breaks off. `zero`: taken, and the code 0 without a service. `slow`: taken, answered late.
 */
export type Fault = 'silent' | 'lost' | 'html' | 'taken-html' | 'half' | 'zero' | 'slow' | 'queries-only'

interface Order extends Record<string, unknown> {
  claveRastreo: string
  estado: string
  day: string
}

const COMPANY = 'COBROMX'
export const PREFIX = '6461801234'
export const ACCOUNT = '646180123400000010'
export const SECRET = 'a-secret-of-the-inbound-routes'
const PASSPHRASE = 'phrase of the key'

export type FakeStp = Awaited<ReturnType<typeof fakeStp>>

/** `today`: the banking day of STP's clock. */
export async function fakeStp({ today }: { today(): string }) {
  const folder = mkdtempSync(join(tmpdir(), 'stp-'))
  const [keyFile, publicKeyFile] = [join(folder, 'key.pem'), join(folder, 'pub.pem')]
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE },
  })
  writeFileSync(keyFile, pair.privateKey)
  writeFileSync(publicKeyFile, pair.publicKey)

  /** Sent orders and received deposits, by day and key. */
  const sent = new Map<string, Order>()
  const received = new Map<string, Order>()
  const faults: { path: string; fault: Fault; times: number }[] = []
  /** Every call, and every one whose signature did not fit. */
  const calls: { path: string; body: Record<string, unknown> }[] = []
  const forged: string[] = []
  let ids = 70_000_000
  let settles = 'LQ'
  /** Told before STP takes a call, and before it answers one that it has taken. */
  let moment = async (_when: 'before' | 'after', _path: string): Promise<void> => {}
  const { untilUnanswered, leave } = unansweredCalls()
  const lies: { path: string; answer: object }[] = []
  let balance = '1000000.00'
  const nextId = () => {
    ids += 1
    return ids
  }
  const refusal = (id: number, descripcionError: string) => ({ resultado: { id, descripcionError } })
  const digits = (day: string) => Number(day.replaceAll('-', ''))

  const register = (body: Record<string, unknown>) => {
    const key = `${today()} ${body.claveRastreo}`
    if (sent.has(key)) return refusal(-1, 'La clave de rastreo ya fue utilizada')
    if (!/^\d+\.\d\d$/.test(String(body.monto)) || Number(body.monto) <= 0) return refusal(-20, 'Monto invalido')
    if (String(body.cuentaBeneficiario) === String(body.cuentaOrdenante)) return refusal(-24, 'Misma cuenta')
    if (!/^[A-Za-z0-9]{1,30}$/.test(String(body.claveRastreo))) return refusal(-34, 'Clave de rastreo')
    if (/[^\x20-\x7e]/.test(JSON.stringify(body))) return refusal(0, 'El campo tiene un caracter no valido')
    const id = nextId()
    sent.set(key, {
      ...body,
      claveRastreo: String(body.claveRastreo),
      idEF: id,
      estado: settles,
      day: today(),
      causaDevolucion: '',
    })
    return { resultado: { id } }
  }
  const giveBack = (body: Record<string, unknown>) => {
    const found = [...received.values()].find(
      (one) => one.claveRastreo === body.claveRastreo && digits(one.day) === Number(body.fechaOperacion),
    )
    if (found === undefined || found.estado !== 'CCO') return refusal(-1, 'No existe')
    found.estado = 'D'
    found.claveRastreoDevolucion = body.claveRastreoDevolucion
    return { resultado: { id: nextId() } }
  }
  const of = (kind: unknown) => (kind === 'E' ? sent : received)
  const dayOf = (body: Record<string, unknown>) => Number(body.fechaOperacion ?? digits(today()))
  const shown = ({ day, ...order }: Order) => ({ ...order, fechaOperacion: digits(day) })
  const NONE = { status: 400, answer: { estado: 6, mensaje: 'No se encontraron datos relacionados' } }
  const answers: Record<string, (body: Record<string, unknown>) => { status: number; answer: object }> = {
    '/ordenPago/registra': (body) => ({ status: 200, answer: register(body) }),
    '/ordenPago/retornaOrden': (body) => ({ status: 200, answer: giveBack(body) }),
    '/consultaOrden': (body) => {
      const found = [...of(body.tipoOrden).values()].find(
        (one) => one.claveRastreo === body.claveRastreo && digits(one.day) === dayOf(body),
      )
      return found ? { status: 200, answer: { estado: 0, mensaje: 'OK', respuesta: shown(found) } } : NONE
    },
    '/V2/conciliacion': (body) => {
      const all = [...of(body.tipoOrden).values()].filter((one) => digits(one.day) === dayOf(body))
      const page = all.slice(Number(body.page) * 1_000, Number(body.page) * 1_000 + 1_000)
      return page.length === 0
        ? NONE
        : { status: 200, answer: { estado: 0, datos: page.map(shown), total: all.length } }
    },
    '/consultaSaldoCuenta': () => ({
      status: 200,
      answer: { estado: 0, respuesta: { saldo: balance, cargosPendientes: 0 } },
    }),
  }

  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').replace(/^\/(rest|efws)/, '')
    const body = JSON.parse(await textOf(request)) as Record<string, unknown>
    calls.push({ path, body })
    const fault = takeFault(path)
    if (fault === 'lost') return leave()
    if (fault === 'html') return html(response)
    if (fault === 'queries-only') return json(response, 200, refusal(-30, 'Enlace en modo consulta'))
    const lieAt = lies.findIndex((one) => one.path === path)
    if (lieAt !== -1) return json(response, 200, lies.splice(lieAt, 1)[0]?.answer ?? {})
    const chain = chains[path]?.(body)
    if (chain === undefined) return json(response, 404, {})
    if (!(await isSigned(publicKeyFile, chain, body.firma))) {
      forged.push(chain)
      return json(
        response,
        200,
        path.startsWith('/ordenPago') ? refusal(0, 'Firma invalida') : { estado: 1, mensaje: 'Firma invalida' },
      )
    }
    await moment('before', path)
    const { status, answer } = (answers[path] as NonNullable<(typeof answers)[string]>)(body)
    await moment('after', path)
    if (fault === 'silent' || fault === 'slow') leave()
    if (fault === 'silent') return
    if (fault === 'taken-html') return html(response)
    if (fault === 'zero') return json(response, 200, refusal(0, 'No se obtuvo respuesta del servicio'))
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, 400))
    if (fault === 'half') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '400' })
      response.write(JSON.stringify(answer).slice(0, 12))
      return void setTimeout(() => response.destroy(), 20)
    }
    json(response, status, answer)
  })
  const takeFault = (path: string): Fault | undefined => {
    const found = faults.find((one) => one.path === path && one.times > 0)
    if (found) found.times -= 1
    return found?.fault
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const there = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    calls,
    forged,
    sent,
    received,
    publicKeyFile,
    settings: {
      COMPANY,
      KEY_FILE: keyFile,
      KEY_PASSPHRASE: PASSPHRASE,
      CLABE_PREFIX: PREFIX,
      ACCOUNT,
      NAME: 'Cobro Ejemplo SA',
      RFC: 'CEJ200101AB1',
      ORDERS_URL: `${there}/rest`,
      QUERIES_URL: `${there}/efws/`,
      CA_FILE: '',
      INBOUND_ADDRESSES: '127.0.0.1,203.0.113.0/28',
      INBOUND_SECRET: SECRET,
      CONFIRM_DEPOSITS: 'no',
    },
    fail: (path: string, fault: Fault, times = 1) => void faults.push({ path, fault, times }),
    watch: (listener: typeof moment) => {
      moment = listener
    },
    /** The next answer to a call is this one under the status 200, and nothing is done. */
    lie: (path: string, answer: object) => void lies.push({ path, answer }),
    untilUnanswered,
    heal: () => {
      faults.splice(0)
      lies.splice(0)
    },
    /** The state of orders from now on. */
    settleAs: (state: string) => {
      settles = state
    },
    setBalance: (text: string) => {
      balance = text
    },
    order: (key: string) => [...sent.values()].find((one) => one.claveRastreo === key),
    /** Keeps a deposit as STP does after the answer to its report. */
    credit: (body: Record<string, unknown>, estado: string) => {
      const day = String(body.fechaOperacion).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
      received.set(`${day} ${body.claveRastreo} ${body.institucionOrdenante} ${body.id}`, {
        ...body,
        claveRastreo: String(body.claveRastreo),
        estado,
        day,
      })
    },
    /** The first answer to the report of a deposit decides. */
    answered(body: Record<string, unknown>, { status, text }: { status: number; text: string }) {
      const isDecided = [...received.values()].some((one) => one.id === body.id)
      if (!isDecided && text.includes('confirmar') && status === 200) this.credit(body, 'CCO')
      if (!isDecided && text.includes('devolver') && status === 400) this.credit(body, 'D')
    },
    /** A report of a deposit, as STP writes it. */
    deposit: (change: Record<string, unknown>): Record<string, unknown> => ({
      id: nextId(),
      fechaOperacion: digits(today()),
      institucionOrdenante: 40012,
      institucionBeneficiaria: 90646,
      claveRastreo: `PAYER${nextId()}`,
      monto: 150.1,
      nombreOrdenante: 'LUCIA PRADO',
      tipoCuentaOrdenante: 40,
      cuentaOrdenante: '012180001554321090',
      rfcCurpOrdenante: 'ND',
      nombreBeneficiario: 'COBRO',
      tipoCuentaBeneficiario: 40,
      rfcCurpBeneficiario: 'ND',
      conceptoPago: 'PAGO',
      referenciaNumerica: 42,
      empresa: COMPANY,
      tipoPago: 1,
      tsLiquidacion: '0',
      ...change,
    }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function html(response: ServerResponse): void {
  response.writeHead(403, { 'content-type': 'text/html' }).end('<html><body><h1>403 Forbidden</h1>nginx</body></html>')
}

function json(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
}
